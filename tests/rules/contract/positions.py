"""Laws of one position: what is listed, refused, copied, dealt anew and done."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import games.rules as rules

from .laws import (
    ACTORS,
    COPIES,
    EVENTS,
    LEAKS,
    LISTS,
    PRIVATE,
    REFUSALS,
    REPLAY,
    REVEALS,
    SCORES,
    SEED,
    SHARING,
    SLOTS,
    TEXTS,
    BrokenLawError,
    hold,
)  # fmt: skip
from .visibility import (
    Views,
    audible,
    looks_of,
    one_of_every_verb,
    play_on_copy,
    redeal_match,
)

#: Listed moves that are tried in all re-dealt worlds.
TRIED_IN_WORLDS = 8
NONSENSE = ("", " ", "pass  ", "fly moon", "pass none", "done 7", "\x00", "place 99,99 45")


def as_json(data: object) -> Any:
    return json.loads(json.dumps(data))


def check_actors(match: rules.Match) -> None:
    hold(ACTORS, match.over == (not match.actors))
    hold(ACTORS, match.actors == tuple(sorted(set(match.actors))), match.actors)


def check_list(match: rules.Match, seat: int) -> list[str]:
    """The list of an actor, which must be a proper one."""
    listed = match.legal_moves(seat)
    hold(LISTS, bool(listed), f"seat {seat} is asked and has no move")
    hold(LISTS, len(set(listed)) == len(listed), [m for m, n in Counter(listed).items() if n > 1])
    for move in listed:
        spaced = " ".join(move.split()) == move
        hold(
            TEXTS, spaced and 0 < len(move) <= rules.LONGEST_MOVE, f"{move!r}, {len(move)} letters"
        )
    return listed


def check_slots(match: rules.Match) -> None:
    """Copies and what a refused script puts back are fields with slots, and nothing else."""
    for kind in type(match).__mro__[:-1]:
        hold(SLOTS, "__slots__" in vars(kind), f"{kind.__name__} has no __slots__")
    twin = match.copy()
    twin._copy_from(match.copy())
    hold(SLOTS, twin.dump() == match.dump())


def check_events(match: rules.Match, events: Sequence[rules.Event]) -> None:
    for event in events:
        hold(EVENTS, as_json(event.data) == event.data, event)
        private = match.game.is_private(event.kind, event.data, match.options)
        hold(PRIVATE, private == (event.audience is not None), event)


def check_scores(match: rules.Match) -> None:
    scores = match.scores()
    hold(SCORES, [score.seat for score in scores] == list(range(match.seats)))
    for score in scores:
        hold(SCORES, score.total == sum(score.breakdown.values()), score)
        hold(SCORES, score.rank == 1 + sum(other.rank < score.rank for other in scores), score)
        for other in scores:
            if (other.total, other.tiebreak) == (score.total, score.tiebreak):
                hold(SCORES, other.rank == score.rank, score)
            if (other.total, other.tiebreak) > (score.total, score.tiebreak):
                hold(SCORES, other.rank < score.rank, score)


def check_copies(match: rules.Match, views: Views, turn: int, *, replayed: bool) -> None:
    """All copies have the state; of the ways to get one, each looks alike in its turn."""
    dumped, looks = match.dump(), looks_of(match, views)
    hold(COPIES, as_json(dumped) == dumped, "a dump is JSON-ready")
    bare = match.dump(history=False)
    light = rules.load(match.game.key, as_json(bare))
    hold(COPIES, light.dump(history=False) == bare, "load without history")
    ways = [
        ("copy", match.copy()),
        ("load", rules.load(match.game.key, as_json(dumped))),
    ]
    for way, other in ways:
        hold(COPIES, other.dump() == dumped, way)
    ways.append(("load without history", light))
    way, other = ways[turn % len(ways)]
    hold(COPIES, looks_of(other) == looks, way)
    if replayed:
        try:
            again = rules.replay(as_json(match.record()))
        except rules.RecordError as error:
            raise BrokenLawError(REPLAY, error) from error
        hold(REPLAY, again.dump() == dumped, "the state")
        hold(REPLAY, looks_of(again) == looks, "what is seen")


def check_sharing(match: rules.Match, rng: random.Random) -> None:
    """Whatever is done to a dump, to what was loaded or to a copy is not done to the match."""
    before = json.dumps(match.dump())
    scramble(match.dump())
    hold(SHARING, json.dumps(match.dump()) == before, "the dump hands out lists of the match")
    given = json.loads(before)
    loaded = rules.load(match.game.key, given)
    loaded_before = loaded.dump()
    scramble(given)
    hold(SHARING, loaded.dump() == loaded_before, "the load keeps lists that it was given")
    for seat in match.actors:
        for move in one_of_every_verb(match.legal_moves(seat), rng):
            play_on_copy(match, seat, move)
            hold(SHARING, json.dumps(match.dump()) == before, f"{move!r} on a copy changed it")
    redeal_match(match, None, rng)
    hold(SHARING, json.dumps(match.dump()) == before, "re-dealing a copy changed it")


def scramble(data: Any) -> None:
    """Empty every list and dict, at every depth."""
    left = [data]
    while left:
        one = left.pop()
        inner = one.values() if type(one) is dict else one
        left += [item for item in inner if type(item) is dict or type(item) is list]
        one.clear()


def check_seed(match: rules.Match, seed: str, views: Views) -> None:
    for eyes, view in views.items():
        hold(SEED, seed not in json.dumps(view), f"the view of {eyes}")
    hold(SEED, seed not in str(match), "the printed match")


def check_refusals(match: rules.Match, worlds: Mapping[int, Sequence[rules.Match]]) -> None:
    """Moves of others, mangled moves and nonsense; the reason is the same in re-dealt worlds."""
    before = match.dump()
    lists = [match.legal_moves(seat) for seat in range(match.seats)]
    everybody = {move for listed in lists for move in listed}
    for seat, listed in enumerate(lists):
        wrong = sorted(everybody.difference(listed))[:20]
        mangled = [f"{move} 1" for move in listed[:5]] + [move[:-1] for move in listed[:5]]
        for move in [*wrong, *mangled, *NONSENSE]:
            if move in listed:
                continue
            reason = refusal_message(match, seat, move)
            for world in worlds.get(seat, ())[:1]:
                hold(
                    LEAKS,
                    refusal_message(world, seat, move) == reason,
                    f"why not {move!r}: {reason}",
                )
    refusal_message(match, match.seats, "pass")
    hold(REFUSALS, match.dump() == before, "a refused move changed something")


def refusal_message(match: rules.Match, seat: int, move: str) -> str:
    """The words in which a move that is not listed is refused."""
    try:
        match.play(seat, move)
    except rules.IllegalMove as refusal:
        hold(REFUSALS, bool(refusal.reason), f"{move!r} is refused without a reason")
        return str(refusal)
    raise BrokenLawError(REFUSALS, f"{move!r} is not listed, and accepted")


def check_looks(
    match: rules.Match, world: rules.Match, eyes: int | None, seen: dict[str, Any]
) -> None:
    hold(LEAKS, world.view(eyes) == seen, f"the view of {eyes}")
    hold(LEAKS, world.actors == match.actors, "the actors")
    if eyes is not None:
        hold(LEAKS, world.legal_moves(eyes) == match.legal_moves(eyes), f"the list of {eyes}")


def check_listed_moves(
    match: rules.Match, worlds: Mapping[int, Sequence[rules.Match]], rng: random.Random
) -> None:
    """Every listed move is accepted; what it does without a reveal is no news to its seat."""
    for seat in range(match.seats):
        listed = match.legal_moves(seat)
        tried = {*one_of_every_verb(listed, rng), *listed[:: 1 + len(listed) // TRIED_IN_WORLDS]}
        chosen = itertools.cycle(worlds[seat])
        for move in listed:
            after, events = play_on_copy(match, seat, move)
            if move in tried:
                check_no_news(match, after, events, next(chosen), seat, move)


def check_no_news(
    match: rules.Match,
    after: rules.Match,
    events: Sequence[rules.Event],
    world: rules.Match,
    seat: int,
    move: str,
) -> None:
    """A move that reveals does so in every world; one that does not is the same in every world."""
    reveals = after.reveals > match.reveals
    other, others = play_on_copy(world, seat, move)
    hold(REVEALS, (other.reveals > world.reveals) == reveals, f"{move!r} reveals now and then")
    if not reveals:
        hold(REVEALS, audible(others, seat) == audible(events, seat), f"events of {move!r}")
        hold(REVEALS, other.view(seat) == after.view(seat), f"the view after {move!r}")
        same = other.legal_moves(seat) == after.legal_moves(seat)
        hold(REVEALS, same, f"the list after {move!r}")
