"""Time controls: a bank that runs, an increment when the turn comes, a cap."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone, translation

from games.templatetags.countdown import countdown
from games.time_controls import (
    DAY,
    HOUR,
    PRESETS,
    TimeControl,
    deadline,
    describe_time_control,
    duration_units,
    elapsed_seconds,
    format_duration,
    preset_of,
    remaining_seconds,
)
from portal.dates import moment_text

pytestmark = pytest.mark.same_everywhere

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_the_increment_is_added_when_the_turn_comes() -> None:
    assert TimeControl(600, 20, 900).bank_at_turn_start(100.0) == 120.0


def test_the_bank_never_exceeds_the_cap() -> None:
    assert TimeControl(600, 20, 900).bank_at_turn_start(895.0) == 900.0


def test_a_clock_per_turn_starts_each_turn_anew() -> None:
    clock = TimeControl(DAY, DAY, DAY)
    assert clock.is_per_turn
    assert clock.bank_at_turn_start(17.0) == DAY


def test_whoever_moves_and_is_still_to_move_has_at_least_the_increment() -> None:
    assert TimeControl(600, 20, 900).bank_at_next_decision(5.0) == 20.0


def test_cutting_a_turn_into_pieces_gains_nothing() -> None:
    clock = TimeControl(600, 20, 900)
    bank = 300.0
    for _ in range(50):
        bank = clock.bank_at_next_decision(bank)
    assert bank == 300.0


def test_a_running_bank_loses_what_has_passed() -> None:
    later = NOON + timedelta(seconds=30)
    assert elapsed_seconds(NOON, later) == 30.0
    assert remaining_seconds(100.0, NOON, later) == 70.0


def test_a_bank_is_never_below_zero() -> None:
    assert remaining_seconds(100.0, NOON, NOON + timedelta(seconds=101)) == 0.0


def test_a_clock_that_goes_back_takes_nothing() -> None:
    assert remaining_seconds(100.0, NOON, NOON - timedelta(seconds=5)) == 100.0


def test_due_is_when_the_bank_is_empty() -> None:
    assert deadline(90.0, NOON) == NOON + timedelta(seconds=90)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_is_possible_and_says_its_rule_in_three_sentences(preset) -> None:
    clock = preset.clock
    assert clock.cap >= max(clock.bank, clock.increment)
    assert clock.is_unlimited or clock.increment > 0
    assert preset_of(clock) is preset
    text = describe_time_control(clock)
    assert text.count(".") == text.count(". ") + 1 <= 3
    assert clock.is_unlimited or format_duration(clock.increment) in text


def test_presets_go_from_minutes_to_seven_days_and_to_no_limit() -> None:
    assert PRESETS[0].clock.is_live
    assert PRESETS[-2].clock == TimeControl(7 * DAY, 7 * DAY, 7 * DAY)
    assert PRESETS[-1].clock.is_unlimited
    assert not PRESETS[-1].clock.is_live


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 seconds"), (1, "1 second"), (61, "1 minute 1 second"), (90_000, "1 day 1 hour")],
)
def test_spans_are_read_in_their_two_largest_units(seconds: int, words: str) -> None:
    assert format_duration(seconds) == words


@pytest.mark.parametrize("language", ["en", "ja"])
def test_scripts_count_in_the_words_of_the_sentences(language: str) -> None:
    with translation.override(language):
        for size, one, more in duration_units():
            assert one % {"n": 1} == format_duration(size)
            assert more % {"n": 2} == format_duration(2 * size)


def test_countdown_uses_reader_time_zone_and_language() -> None:
    due = timezone.now() + timedelta(hours=2, minutes=30, seconds=5)
    with translation.override("ja"), timezone.override("Asia/Tokyo"):
        text = countdown(due)
        assert f'datetime="{due.isoformat()}"' in text
        assert f'title="{moment_text(due)}"' in text
        assert f">{format_duration(2.5 * HOUR)}</time>" in text
