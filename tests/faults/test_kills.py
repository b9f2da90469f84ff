"""Processes are killed in the middle of work: nothing lost, nothing twice, no seat stuck.

Each kind of process once; `python -m tests.faults.kills 1000` does many.
"""

from __future__ import annotations

import os

from tests.live_site import LiveSite

from . import process_kills

KILLS = int(os.environ.get("KILLS", "0"))
MINUTES = float(os.environ.get("KILL_MINUTES", "10"))


def test_whatever_is_killed_nothing_is_lost_or_doubled_and_no_seat_is_stuck(
    live_site: LiveSite,
) -> None:
    attack = process_kills.Kills(live_site)
    try:
        attack.run(KILLS or len(attack.kinds), MINUTES)
    finally:
        attack.settle()
        attack.report()
        assert process_kills.lost_moves(attack.seen) == []
        assert process_kills.duplicate_versions() == []
        assert process_kills.inconsistent() == []
        assert process_kills.wrongly_booked() == []
