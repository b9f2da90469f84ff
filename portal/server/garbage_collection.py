"""Garbage collection: off while a process loads the site, and rare in long-lived processes."""

from __future__ import annotations

import gc

# Few objects of a request are cyclic garbage. A full collection visits everything that the process
# holds (code, catalogues, drawings): tens of milliseconds in which no request is answered.
COLLECTION_THRESHOLDS = (50_000, 20, 50)  # objects; young collections; middle collections


def disable_collection() -> None:
    """Disable collection until `enable_collection`.

    Loaded modules stay, and searching them repeatedly took a fifth of the start of every process.
    """
    gc.disable()


def enable_collection() -> None:
    """Enable collection when the site is loaded; exclude the objects that exist already."""
    gc.freeze()
    gc.enable()


def tune_collection() -> None:
    """Exclude existing objects from collection, and collect less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTION_THRESHOLDS)
