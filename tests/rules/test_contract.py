"""The seven properties of the rules contract, by random play: every game, seats and options."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator

import pytest

import games.rules as rules

LONGEST_MATCH = 20_000
DEEP_CHECK_EVERY = 53
LEAK_CHECK_EVERY = 29


def all_settings() -> Iterator[tuple[str, int, dict[str, str]]]:
    """Every game, number of seats and combination of options that the game accepts."""
    for game in rules.catalogue().values():
        keys = [option.key for option in game.options]
        for seats in game.seats:
            for choices in itertools.product(*(option.choices for option in game.options)):
                options = dict(zip(keys, choices, strict=True))
                try:
                    game.check(seats, options)
                except rules.OptionError:
                    continue
                yield game.key, seats, options


SETTINGS = list(all_settings())


def name_of(setting: tuple[str, int, dict[str, str]]) -> str:
    key, seats, options = setting
    return f"{key}-{seats}-" + "-".join(options.values())


def worlds_agree(match: rules.Match, other: rules.Match) -> bool:
    """Equal in everything that the interface shows."""
    seats = [None, *range(match.seats)]
    return (
        match.actors == other.actors
        and match.scores() == other.scores()
        and all(match.view(seat) == other.view(seat) for seat in seats)
        and all(match.legal_moves(s) == other.legal_moves(s) for s in range(match.seats))
    )


def as_json(data: object) -> object:
    return json.loads(json.dumps(data))


def add_scores(totals: list[int], events: list[rules.Event]) -> None:
    for event in events:
        if event.kind == "score":
            assert event.seat is not None
            totals[event.seat] += event.data["amount"]


def audible(events: list[rules.Event], seat: int | None) -> list[rules.Event]:
    return [event for event in events if event.audience is None or event.audience == seat]


@pytest.mark.parametrize("setting", SETTINGS, ids=map(name_of, SETTINGS))
def test_random_match_keeps_the_contract(setting: tuple[str, int, dict[str, str]]) -> None:
    key, seats, options = setting
    rng = random.Random(name_of(setting))
    seed = f"contract {name_of(setting)}"
    match = rules.new_match(key, seats, options, seed=seed)
    twin = rules.new_match(key, seats, options, seed=seed)
    totals = [0] * seats
    add_scores(totals, match.opening)
    for number in range(LONGEST_MATCH):
        assert match.over == (not match.actors)
        if match.over:
            break
        assert match.actors == tuple(sorted(set(match.actors)))
        seat = rng.choice(match.actors)
        listed = match.legal_moves(seat)
        assert listed
        assert len(set(listed)) == len(listed)
        move = rng.choice(listed)
        if number % DEEP_CHECK_EVERY == 0:
            check_copies(match)
            check_refusals(match, rng)
            check_every_listed_move_is_accepted(match)
            check_scores(match)
        if number % LEAK_CHECK_EVERY == 0:
            check_nothing_leaks(match, seat, move, rng)
        before = match.reveals
        events = match.play(seat, move)
        assert match.reveals >= before
        assert as_json([event.data for event in events]) == [event.data for event in events]
        assert events == twin.play(seat, move)
        add_scores(totals, events)
        if number % 5 == 0 or match.over:
            assert totals == [score.total for score in match.scores()]
    assert match.over, f"not over after {LONGEST_MATCH} moves"
    assert all(match.legal_moves(s) == [] for s in range(seats))
    check_copies(match)
    check_scores(match)
    assert worlds_agree(match, twin)
    assert match.dump() == twin.dump()
    assert str(match).strip()
    verified = rules.verify(as_json(match.record()))
    assert verified.sound, verified


def check_copies(match: rules.Match) -> None:
    dumped = match.dump()
    assert as_json(dumped) == dumped
    for other in (
        match.copy(),
        rules.load(match.game.key, as_json(dumped)),
        rules.replay(as_json(match.record())),
    ):
        assert other.dump() == dumped
        assert worlds_agree(match, other)
    bare = match.dump(history=False)
    light = rules.load(match.game.key, as_json(bare))
    assert light.dump(history=False) == bare
    assert worlds_agree(match, light)


def check_refusals(match: rules.Match, rng: random.Random) -> None:
    before = match.dump()
    for seat in range(match.seats):
        listed = match.legal_moves(seat)
        everybody = {move for other in range(match.seats) for move in match.legal_moves(other)}
        wrong = sorted(everybody - set(listed))[:20]
        mangled = [f"{move} 1" for move in listed[:5]] + [move[:-1] for move in listed[:5]]
        nonsense = ["", " ", "pass  ", "fly moon", "pass none", "done 7", "\x00", "place 99,99 45"]
        for move in [*wrong, *mangled, *nonsense]:
            if move in listed:
                continue
            with pytest.raises(rules.IllegalMove) as refused:
                match.play(seat, move)
            assert refused.value.reason
    with pytest.raises(rules.IllegalMove):
        match.play(match.seats, "pass")
    assert match.dump() == before


def check_every_listed_move_is_accepted(match: rules.Match) -> None:
    before = match.dump()
    for seat in range(match.seats):
        for move in match.legal_moves(seat):
            trial = match.copy()
            trial.play(seat, move)
            assert trial.moves[-1] == (seat, move)
    assert match.dump() == before, "playing a copy changed the original"


def check_scores(match: rules.Match) -> None:
    scores = match.scores()
    assert [score.seat for score in scores] == list(range(match.seats))
    for score in scores:
        assert score.total == sum(score.breakdown.values())
        assert score.rank == 1 + sum(other.rank < score.rank for other in scores)
        for other in scores:
            if (other.total, other.tiebreak) == (score.total, score.tiebreak):
                assert other.rank == score.rank


def check_nothing_leaks(match: rules.Match, seat: int, move: str, rng: random.Random) -> None:
    """A re-dealt world looks the same to the seat, and a move that reveals nothing leaves it so."""
    for eyes in [None, *range(match.seats)]:
        other = match.determinize(eyes, rules.FastChance(rng.getrandbits(32)))
        assert other.view(eyes) == match.view(eyes)
        assert other.actors == match.actors
        if eyes is not None:
            assert other.legal_moves(eyes) == match.legal_moves(eyes)
        if eyes == seat:
            mine = match.copy()
            events = mine.play(seat, move)
            if mine.reveals == match.reveals:
                others = other.play(seat, move)
                assert audible(others, eyes) == audible(events, eyes)
                assert other.view(eyes) == mine.view(eyes)


@pytest.mark.parametrize("key", rules.catalogue())
def test_options_and_seats_that_do_not_exist_are_refused(key: str) -> None:
    game = rules.get(key)
    with pytest.raises(rules.OptionError, match="seats"):
        rules.new_match(key, seats=game.seats.stop)
    with pytest.raises(rules.OptionError, match="no option"):
        rules.new_match(key, seats=game.seats[-1], options={"moon": "full"})
    for option in game.options:
        with pytest.raises(rules.OptionError, match=option.key):
            rules.new_match(key, seats=game.seats[-1], options={option.key: "moon"})


@pytest.mark.parametrize("key", rules.catalogue())
def test_a_time_out_always_has_a_listed_move_and_the_policy_ends_the_match(key: str) -> None:
    game = rules.get(key)
    for seats in game.seats:
        match = rules.new_match(key, seats=seats, seed="asleep")
        for _ in range(LONGEST_MATCH):
            if match.over:
                break
            seat = match.actors[0]
            move = match.auto_move(seat)
            assert move in match.legal_moves(seat)
            match.play(seat, move)
        assert match.over
