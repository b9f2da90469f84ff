"""What a match changed in the ratings, and whether a time-out counts, in words for its page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from accounts.models import User

from ...boards.translations import gettext as _
from ...models import Seat, Table
from ...ratings import elo, households, legacy_rules, rating_changes
from ...ratings.models import RatingChange


@dataclass(frozen=True)
class RatingChangeRow:
    change: RatingChange
    name: str
    seat: int | None
    opponents: list[str]


def rating_change_rows(table: Table, seats: Sequence[Seat]) -> list[RatingChangeRow]:
    """Return the rating changes of a match, explained for each opponent."""
    owners = {seat.user_id: seat for seat in seats if seat.user_id is not None}
    seated = {seat.substitute_id: seat for seat in seats if seat.substitute_id} | owners
    lines = []
    changes = list(table.rating_changes.all())
    before = {change.user_id: change for change in changes}
    for change in changes:
        weight = elo.pair_weight(change.played_before, table.seat_count)
        opponents = []
        mine = seated.get(change.user_id)
        is_substitute = mine is not None and mine.user_id != change.user_id
        for pair, met in zip(
            change.pairs, rating_changes.pairs_from_json(change.pairs), strict=True
        ):
            other = before[met.opponent]
            rating = str(other.before)
            theirs = seated.get(met.opponent)
            part = elo.pair_effect(
                rating_changes.decimal_to_hundredths(change.before),
                weight,
                met,
                rating_changes.decimal_to_hundredths(other.before),
            )
            text = _(
                "against %(name)s (%(rating)s): result %(result)s, expected %(expected)s: %(delta)s"
            ) % {
                "name": _person_name(theirs, met.opponent) if theirs else _("Former player"),
                "rating": _("%(rating)s, provisional") % {"rating": rating}
                if other.was_provisional
                else rating,
                "result": f"{met.result:g}",
                "expected": f"{part.expected:.2f}",
                "delta": f"{part.delta:+.2f}",
            }
            is_household = pair.get("share") == 0
            opponents.append(
                text + _weight_reason(met, is_substitute=is_substitute, is_household=is_household)
            )
        name = _person_name(mine, change.user_id) if mine else ""
        has_row = mine is not None and change.user_id == (mine.substitute_id or mine.user_id)
        number = mine.number if mine is not None and has_row else None
        lines.append(RatingChangeRow(change, name, number, opponents))
    return lines


def _person_name(seat: Seat, person: int) -> str:
    """Return the name of the owner or the substitute of a seat."""
    found = seat.user if seat.user_id == person else seat.substitute
    return seat.name if found is None else found.display_name


def _weight_reason(met: elo.PairResult, *, is_substitute: bool, is_household: bool) -> str:
    """Return why the result against one opponent counts less than usual, "" if it does not."""
    reason = ""
    if is_household:
        reason = _("they live in one household, so nothing changes between them")
    elif is_substitute:
        reason = _("overtaken by a substitute, so it weighs %(weight)s") % {
            "weight": f"{met.weight:g}"
        }
    elif not met.weight:
        reason = _("they have met often this week, so nothing changes between them")
    elif met.weight < 1:
        reason = _("they have already met this week, so it weighs %(weight)s") % {
            "weight": f"{met.weight:g}"
        }
    if not met.gains:
        reason = _("one of them hardly played, so nobody gains anything")
    return f" ({reason})" if reason else ""


def timeout_sentences(table: Table, seats: Sequence[Seat]) -> list[str]:
    """Return a sentence for each person who timed out of a rated match: whether it counts."""
    if not table.rated:
        return []
    return [
        (
            (
                _(
                    "%(name)s was away and lost several matches at once. Another of "
                    "them counts as lost. This one counts for %(name)s as it stood "
                    "when a bot took over, without a gain, and for everyone else as "
                    "it was played."
                )
                if table.rating_rules >= legacy_rules.WEIGHTED_FROM_VERSION
                else _(
                    "%(name)s was away and lost several matches at once. Another of "
                    "them counts. This one counts neither for %(name)s nor for "
                    "anyone against them."
                )
            )
            if seat.excused
            else _("%(name)s was away and ran out of time: this match counts as lost.")
        )
        % {"name": _person_name(seat, seat.user_id or 0)}
        for seat in seats
        if seat.absence_id is not None
    ]


def household_names(
    table: Table, seats: Iterable[Seat], reader: User | None
) -> list[tuple[str, str]]:
    """Return the names of people at a rated table who do not rate each other, by pairs.

    Before the match the reader is compared too, so that they know it before they join. Only members
    read it; visitors and guests get an empty list.
    """
    if not table.rated or reader is None or reader.is_guest:
        return []
    names = {seat.user_id: seat.name for seat in seats if seat.user_id is not None}
    if table.started_at is not None:
        pairs = households.read_declarations(names).pairs_at(table)
    else:
        names.setdefault(reader.pk, reader.display_name)
        pairs = households.current_pairs(names)
    return sorted((names[min(pair)], names[max(pair)]) for pair in pairs)
