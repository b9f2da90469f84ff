"""What is measured, and how: README.md beside this says what was found.

Where COMPILED_RULES names a folder of compiled rules, as for the site, matches are played by them.
"""

import os
from pathlib import Path

from games import rules_build

if folder := os.environ.get("COMPILED_RULES"):
    print(rules_build.activate(Path(folder)))
