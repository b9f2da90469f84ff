"""Nobody gains by cheating: careers of a year against the same matches played on."""

import pytest

from benchmarks import careers


@pytest.mark.same_everywhere
def test_no_cheat_gains_more_than_five_points_in_a_year() -> None:
    gained = careers.gains(40)
    assert {name: figures["at_the_end"] <= 5 for name, figures in gained.items()} == dict.fromkeys(
        careers.CHEATS, True
    )
