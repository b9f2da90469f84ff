"""The laws of the rules contract, by random play: every game, seats and options.

What is checked, and how, is in `contract/`. All settings are played to their end and checked at
intervals, and deeply wherever something comes that was seldom looked at. All of the first forty
positions are seen in re-dealt worlds in a part of the settings only, for that is most of the work:
for every game and number of seats, so many combinations of options that every two choices of two
options meet in one of them. Older versions of the rules that can still be
played are checked in one setting for every number of seats: the one farthest from the defaults.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

import games.rules as rules

from . import contract

Setting = tuple[str, int, dict[str, str]]

FORECASTS = 150


def all_settings() -> Iterator[Setting]:
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


def name_of(setting: Setting) -> str:
    key, seats, options = setting
    return f"{key}-{seats}-" + "-".join(options.values())


def pairwise_cover(settings: list[Setting]) -> set[str]:
    """Names of settings in which, per game and seats, every two choices of options meet."""
    names: set[str] = set()
    for _, group in itertools.groupby(settings, key=lambda setting: setting[:2]):
        left = {name_of(setting): set(pairs(setting[2])) for setting in group}
        order = sorted(left)
        random.Random(order[0]).shuffle(order)
        missing = set().union(*left.values())
        names.add(order[0])
        missing -= left[order[0]]
        while missing:
            best = max(order, key=lambda name: len(left[name] & missing))
            names.add(best)
            missing -= left[best]
    return names


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


def pairs(options: dict[str, str]) -> Iterator[tuple[tuple[str, str], ...]]:
    yield from itertools.combinations(options.items(), 2)


SETTINGS = list(all_settings())
THOROUGH = pairwise_cover(SETTINGS)
OLDER = list(older_versions(SETTINGS))
#: Before a commit: one of each game, with as few seats as there can be.
SMOKE_SETTINGS = list({setting[0]: setting for setting in [*farthest(SETTINGS)][::-1]}.values())


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every setting; a few where somebody wants to know soon."""
    if metafunc.function is test_random_match_keeps_the_contract:
        chosen = SMOKE_SETTINGS if metafunc.config.getoption("quick") else SETTINGS
        metafunc.parametrize("setting", chosen, ids=map(name_of, chosen))


def test_thorough_settings_hold_every_two_choices_with_every_number_of_seats() -> None:
    def meetings(settings: list[Setting]) -> set[object]:
        return {(key, seats, pair) for key, seats, options in settings for pair in pairs(options)}

    thorough = [setting for setting in SETTINGS if name_of(setting) in THOROUGH]
    assert meetings(thorough) == meetings(SETTINGS)
    assert {setting[:2] for setting in thorough} == {setting[:2] for setting in SETTINGS}


def test_random_match_keeps_the_contract(setting: Setting, pytestconfig: pytest.Config) -> None:
    key, seats, options = setting
    name = name_of(setting)
    thorough = name in THOROUGH and not pytestconfig.getoption("quick")
    contract.Inspection(key, seats, options, name, thorough=thorough).run()


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
