"""What a web process holds lies in huge pages where the system has them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from portal.server import huge_pages

MAPS = """\
00200000-00a00000 r-xp 00000000 fe:00 9                          /usr/bin/python3
01100000-01700000 rw-p 00000000 00:00 0                          [heap]
7f0000000000-7f0000400000 rw-p 00000000 00:00 0
7f0000500000-7f00006ff000 rw-p 00000000 00:00 0
7f0000800000-7f0000c00000 rw-p 00000000 fe:00 7                  /tmp/of a file
7f0000c00000-7f0000e00000 r--p 00000000 00:00 0
7f0001000000-7f0001400000 rw-s 00000000 00:00 0
7ffc00000000-7ffc00400000 rw-p 00000000 00:00 0                  [stack]
"""
LOADED = """
from portal.server.huge_pages import use_huge_pages
kept = [str(n) * 9 for n in range(300_000)]
put = use_huge_pages()
print(put, len(set(kept)))
print(open("/proc/self/smaps_rollup").read() if put else "")
"""


def test_only_memory_of_its_own_is_put_there_in_whole_pages() -> None:
    found = list(huge_pages.private_ranges(MAPS, 2 << 20))
    assert found == [(0x1200000, 0x1600000), (0x7F0000000000, 0x7F0000400000)]


@pytest.mark.parametrize("enabled", ["always madvise [never]\n", None])
def test_a_system_without_them_is_left_as_it_is(
    enabled: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if enabled is not None:
        (tmp_path / "enabled").write_text(enabled)
        (tmp_path / "hpage_pmd_size").write_text("2097152")
    monkeypatch.setattr(huge_pages, "SYSTEM", tmp_path)
    assert huge_pages.use_huge_pages() == 0


def test_a_process_goes_on_with_what_it_holds() -> None:
    answer = subprocess.run(
        [sys.executable, "-c", LOADED], check=True, capture_output=True, text=True
    )
    first, *lines = answer.stdout.splitlines()
    put, count = map(int, first.split())
    assert count == 300_000
    if put:
        huge = next(line for line in lines if line.startswith("AnonHugePages"))
        assert int(huge.split()[1]) > 0
