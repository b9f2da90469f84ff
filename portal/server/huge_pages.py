"""Huge memory pages for long-lived processes, where Linux has them (6.1 and later).

A request touches places all over the hundred megabytes of a loaded site. A processor caches the
addresses of only some of so many small pages. Python never asks for larger ones.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path

MADV_COLLAPSE = 25  # from linux/mman.h
MAPS = Path("/proc/self/maps")
SYSTEM = Path("/sys/kernel/mm/transparent_hugepage")


def use_huge_pages() -> int:
    """Move the current memory of this process into huge pages, as far as the system allows it.

    Returns:
        How many ranges of memory were moved; 0 on systems without huge pages.
    """
    try:
        if "[never]" in (SYSTEM / "enabled").read_text():
            return 0
        size = int((SYSTEM / "hpage_pmd_size").read_text())
        ranges = list(private_ranges(MAPS.read_text(), size))
        advise = ctypes.CDLL(None).madvise
    except (OSError, ValueError, AttributeError):
        return 0  # another system
    advise.argtypes = [ctypes.c_size_t, ctypes.c_size_t, ctypes.c_int]
    return sum(advise(start, end - start, MADV_COLLAPSE) == 0 for start, end in ranges)


def private_ranges(maps: str, size: int) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of a process's private memory, aligned to pages of `size` bytes.

    `maps` is the content of /proc/self/maps. Ranges of files and named stacks are left out.

    >>> list(private_ranges("00150000-00390000 rw-p 00000000 00:00 0      [heap]", 0x100000))
    [(2097152, 3145728)]
    """
    for line in maps.splitlines():
        where, rights, _offset, _device, _inode, *name = line.split(maxsplit=5)
        if rights == "rw-p" and name in ([], ["[heap]"]):
            start, end = (int(one, 16) for one in where.split("-"))
            start, end = -(-start // size) * size, end // size * size
            if start < end:
                yield start, end
