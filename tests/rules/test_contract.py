"""The laws of the rules contract, by random play: every game, seats and options.

What is checked, and how, is in `contract/`. Whole matches are played in settings where any choices
of three options meet, for every game and number of seats. In a part of them, where any choices of
two options meet, all of the first forty positions are seen in re-dealt worlds. Every other
combination of options is started, played for a few moves, stored and loaded: a mistake that needs
four choices at once and comes later than that is not looked for, because all combinations are four
times as many. Older versions of the rules that can still be played are checked in one setting for
every number of seats: the one farthest from the defaults.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

import games.rules as rules
from games.rules import coverage

from . import contract

Setting = tuple[str, int, dict[str, str]]

FORECASTS = 150
#: Moves of a match in one of the settings that are not played to their end.
FIRST_MOVES = 6


def all_settings() -> Iterator[Setting]:
    """Every game, number of seats and combination of options that the game accepts."""
    for game in rules.catalogue().values():
        for seats, options in coverage.all_settings(game):
            yield game.key, seats, options


def name_of(setting: Setting) -> str:
    key, seats, options = setting
    return f"{key}-{seats}-" + "-".join(options.values())


def covering_settings(settings: list[Setting], number: int) -> list[Setting]:
    """Settings in which, per game and seats, any choices of so many options meet."""
    names: set[str] = set()
    for _, group in itertools.groupby(settings, key=lambda setting: setting[:2]):
        left = {name_of(setting): set(meetings(setting, number)) for setting in group}
        order = sorted(left)
        random.Random(order[0]).shuffle(order)
        missing = set().union(*left.values())
        names.add(order[0])
        missing -= left[order[0]]
        while missing:
            best = max(order, key=lambda name: len(left[name] & missing))
            names.add(best)
            missing -= left[best]
    return [setting for setting in settings if name_of(setting) in names]


def meetings(setting: Setting, number: int) -> Iterator[tuple[tuple[str, str], ...]]:
    """The choices of so many options that meet in a setting; of all, where there are fewer."""
    options = setting[2]
    yield from itertools.combinations(options.items(), min(number, len(options)))


def farthest(settings: list[Setting]) -> Iterator[Setting]:
    """Per game and number of seats the setting with the most options chosen."""
    for (key, _seats), group in itertools.groupby(settings, key=lambda setting: setting[:2]):
        usual = {option.key: option.default for option in rules.get(key).options}
        yield max(group, key=lambda setting: len(setting[2].items() - usual.items()))


def older_versions(settings: list[Setting]) -> Iterator[tuple[Setting, int]]:
    """Older versions, each in those settings."""
    for setting in farthest(settings):
        for version in rules.get(setting[0]).versions[:-1]:
            yield setting, version


SETTINGS = list(all_settings())
REGULAR = covering_settings(SETTINGS, 3)
THOROUGH = covering_settings(REGULAR, 2)
OLDER = list(older_versions(SETTINGS))
#: Before a commit: one of each game, with as few seats as there can be.
SMOKE_SETTINGS = list({setting[0]: setting for setting in [*farthest(SETTINGS)][::-1]}.values())


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The regular settings; a few where somebody wants to know soon."""
    if metafunc.function is test_random_match_keeps_the_contract:
        chosen = SMOKE_SETTINGS if metafunc.config.getoption("quick") else REGULAR
        metafunc.parametrize("setting", chosen, ids=map(name_of, chosen))


@pytest.mark.parametrize(("chosen", "number"), [(REGULAR, 3), (THOROUGH, 2)])
def test_settings_hold_any_choices_of_so_many_options_with_every_number_of_seats(
    chosen: list[Setting], number: int
) -> None:
    def all_meetings(settings: list[Setting]) -> set[object]:
        return {(*one[:2], choices) for one in settings for choices in meetings(one, number)}

    assert all_meetings(chosen) == all_meetings(SETTINGS)
    assert {setting[:2] for setting in chosen} == {setting[:2] for setting in SETTINGS}


def test_random_match_keeps_the_contract(setting: Setting, pytestconfig: pytest.Config) -> None:
    key, seats, options = setting
    thorough = setting in THOROUGH and not pytestconfig.getoption("quick")
    contract.Inspection(key, seats, options, name_of(setting), thorough=thorough).run()


@pytest.mark.parametrize("key", rules.catalogue())
def test_every_other_setting_starts_and_is_stored(key: str) -> None:
    """All other combinations: the first moves are played, and the position is that of its dump."""
    regular = set(map(name_of, REGULAR))
    for setting in SETTINGS:
        name = name_of(setting)
        if setting[0] == key and name not in regular:
            rng = random.Random(name)
            match = rules.new_match(*setting, seed=name)
            for _ in range(FIRST_MOVES):
                contract.check_actors(match)
                seat = rng.choice(match.actors)
                match.play(seat, rng.choice(contract.check_list(match, seat)))
            stored = contract.as_json(match.dump())
            loaded = rules.load(key, stored)
            assert loaded.dump() == stored, name
            assert loaded.options == match.options == setting[2], name
            for eyes in contract.all_eyes(match):
                assert loaded.view(eyes) == match.view(eyes), (name, eyes)


@pytest.mark.parametrize(
    ("setting", "version"), OLDER, ids=[f"{name_of(one)}-version {number}" for one, number in OLDER]
)
def test_older_rules_keep_the_contract(setting: Setting, version: int) -> None:
    key, seats, options = setting
    name = f"{name_of(setting)}-version {version}"
    contract.Inspection(key, seats, options, name, thorough=True, rules_version=version).run()


@pytest.mark.parametrize("key", rules.catalogue())
def test_nobody_foretells_chance_by_trying_moves_up_to_the_first_reveal(key: str) -> None:
    """The same lists of moves in worlds that a seat cannot tell apart, with other chance ahead."""
    rng = random.Random(f"forecasts of {key}")
    settings = [setting for setting in SETTINGS if setting[0] == key]
    outcomes: list[contract.TrialOutcome] = []
    revealing = False
    for number in itertools.count():
        if len(outcomes) >= FORECASTS:
            break
        _, seats, options = rng.choice(settings)
        match = rules.new_match(key, seats, options, seed=f"forecast {number}")
        for _ in range(rng.randrange(150)):
            if not match.over:
                seat = rng.choice(match.actors)
                match.play(seat, rng.choice(match.legal_moves(seat)))
        start = rules.new_match(key, seats, options, seed=f"forecast {number}")
        revealing |= match.reveals > start.reveals
        for seat in match.actors:
            worlds = [contract.redeal_match(match, seat, rng) for _ in range(4)]
            for plan in [contract.plan_of(world, seat, rng) for world in worlds]:
                [answer] = {contract.try_moves(world, seat, plan) for world in [match, *worlds]}
                outcomes.append(answer)
    assert any(answer.end == contract.REVEALED for answer in outcomes) or not revealing
    assert any(answer.end not in (contract.REVEALED, contract.PLAYED) for answer in outcomes)


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
        for _ in range(contract.LONGEST_MATCH):
            if match.over:
                break
            seat = match.actors[0]
            move = match.auto_move(seat)
            assert move in match.legal_moves(seat)
            match.play(seat, move)
        assert match.over
