"""The memory of a process that lives for long, in huge pages where Linux has them (from 6.1 on).

A request touches places all over the hundred megabytes that a loaded site takes, and a processor
knows by heart where only some of so many small pages are. Python never asks for larger ones.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path

MADV_COLLAPSE = 25  # MADV_COLLAPSE of linux/mman.h
MAPS = Path("/proc/self/maps")
SYSTEM = Path("/sys/kernel/mm/transparent_hugepage")


def use_huge_pages() -> int:
    """Put what this process holds by now into huge pages, as far as the system allows it.

    Returns:
        How many ranges of memory lie there now.
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
    """The memory of its own that a process holds, in whole pages of this many bytes: (start, end).

    `maps` is what Linux says of it. What is of a file or a stack by name is left out.

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
