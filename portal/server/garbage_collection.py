"""How often a process looks for what nobody refers to any more: not at all while it loads the site,
and seldom where it lives for long."""

from __future__ import annotations

import gc

# Few objects of a request are cyclic garbage, and a full search walks all that the process keeps
# (code, catalogues, drawings): tens of milliseconds in which nobody is answered.
COLLECTION_THRESHOLDS = (50_000, 20, 50)  # objects; young searches; middle searches


def disable_collection() -> None:
    """Until `enable_collection`: what is being loaded stays, and to look through it again and again
    took a fifth of the start of every process."""
    gc.disable()


def enable_collection() -> None:
    """The site is loaded: what that has made is left out of all searches from now on."""
    gc.freeze()
    gc.enable()


def tune_collection() -> None:
    """Leave what loading the site has made out of all searches for garbage; search less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTION_THRESHOLDS)
