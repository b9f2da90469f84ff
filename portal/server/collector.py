"""How often a process that lives for long looks for what nobody refers to any more."""

from __future__ import annotations

import gc

# Few objects of a request are cyclic garbage, and a full search walks all that the process keeps
# (code, catalogues, drawings): tens of milliseconds in which nobody is answered.
COLLECT_AFTER = (50_000, 20, 50)  # objects; young searches; middle searches


def calm_collector() -> None:
    """Leave what loading the site has made out of all searches for garbage; search less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
