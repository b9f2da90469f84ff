"""Which features of a title matches show, and which matches a corpus needs to show them all.

A *feature* is a short tuple: ("seats", 3), ("option", "ports", "off"), ("move", "build"),
("event", "shipped"), ("score", "harbours"). Those that begin with "detail" are finer, for example
which building was built or which two options met. They guide the choice but are not required.
"""

from __future__ import annotations

import itertools
import math
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from . import corpus
from .game import Game, OptionError
from .match import Event, Match
from .record import new_match

Feature = tuple[Any, ...]
Setting = tuple[int, dict[str, str]]
Player = Callable[[Match, int, random.Random], str]

WORD = re.compile(r"[a-z][a-z_]*")
#: How often the players of a trial match move at random instead of choosing.
RANDOM_MOVE_SHARES = (0.02, 0.1, 0.3, 1.0)
MAX_TRIAL_MOVES = 1200
MAX_SETTINGS = 40
#: Positions cut from one trial match, and how many further moves each of them has.
CUT_COUNT = 3
MIN_CUT_LENGTH, MAX_CUT_LENGTH = 20, 45


# what a match shows


def entry_features(entry: corpus.Entry) -> set[Feature]:
    """The features of an entry.

    Raises:
        RecordError: the entry cannot be replayed.
    """
    features: set[Feature] = set()
    for step in corpus.steps(entry):
        if step.number == 0:
            features |= setting_features(step.match.game, step.match.seats, step.match.options)
            features.add(("detail", "awaited", len(step.match.actors)))
        else:
            features |= move_features(entry["moves"][step.number - 1][1])
        features |= event_features(step.events)
    return features


def setting_features(game: Game, seats: int, options: Mapping[str, str]) -> set[Feature]:
    chosen = [("option", *pair) for pair in options.items()]
    features: set[Feature] = {("seats", seats), *chosen}
    if all(options[option.key] != option.default for option in game.options):
        features.add(("options", "all changed"))
    for two in itertools.combinations([("seats", seats), *chosen], 2):
        features.add(("detail", *two))
    return features


def move_features(move: str) -> set[Feature]:
    verb, *words = move.split(" ")
    return {("move", verb), *(("detail", verb, word) for word in words if WORD.fullmatch(word))}


def event_features(events: Iterable[Event]) -> set[Feature]:
    features: set[Feature] = set()
    for kind, _, data, _ in events:
        features.add(("event", kind))
        if kind == "score":
            features.add(("score", data["reason"]))
        for name, value in data.items():
            if value is True or (isinstance(value, str) and WORD.fullmatch(value)):
                features.add(("detail", kind, name, value))
    return features


def required_features(features: Iterable[Feature]) -> set[Feature]:
    """Those features that a corpus must have."""
    return {feature for feature in features if feature[0] != "detail"}


def all_settings(game: Game) -> list[Setting]:
    """Every number of seats with every combination of options that the game accepts."""
    keys = [option.key for option in game.options]
    combinations = itertools.product(*(option.choices for option in game.options))
    found = []
    for seats, choices in itertools.product(game.seats, list(combinations)):
        try:
            found.append((seats, game.check(seats, dict(zip(keys, choices, strict=True)))))
        except OptionError:
            continue
    return found


def all_setting_features(game: Game) -> set[Feature]:
    """The features of all settings of a game together."""
    return set().union(*(setting_features(game, *setting) for setting in all_settings(game)))


def missing_features(
    entries: Iterable[corpus.Entry], others: Iterable[set[Feature]]
) -> set[Feature]:
    """The features that others show and no entry does, without details."""
    had = set().union(*map(entry_features, entries))
    return required_features(set().union(*others)) - had


# trial matches


def play_auto_move(match: Match, seat: int, rng: random.Random) -> str:
    """Play the move that the site plays when the seat's time runs out."""
    return match.auto_move(seat)


def trial_matches(
    game: Game, players: Sequence[Player], count: int, rules_version: int, seed: str = "corpus"
) -> Iterator[Match]:
    """Finished matches in varied settings. Matches that get too long are left out."""
    found = varied_settings(game, seed)
    for number in range(count):
        name = f"{seed} {game.key} {rules_version} {number}"
        rng = random.Random(name)
        seats, options = found[number % len(found)]
        match = new_match(game.key, seats, options, seed=name, rules_version=rules_version)
        wildness = rng.choice(RANDOM_MOVE_SHARES)
        at_seats = [rng.choice(players) for _ in range(seats)]
        while not match.over and len(match.moves) < MAX_TRIAL_MOVES:
            if rng.random() < wildness:
                play_random_move(match, rng)
            else:
                seat = rng.choice(match.actors)
                match.play(seat, at_seats[seat](match, seat, rng))
        if match.over:
            yield match


def varied_settings(game: Game, seed: str) -> list[Setting]:
    """At most `MAX_SETTINGS` settings, as different as possible, so that trials stay few."""
    found = all_settings(game)
    random.Random(f"{seed} {game.key}").shuffle(found)
    features = [setting_features(game, *setting) for setting in found]
    return [found[number] for number in choose_entries(features, Counter(), MAX_SETTINGS, set())]


def play_random_move(match: Match, rng: random.Random) -> None:
    """Play any move of any seat that has one, even a seat that does not have to act."""
    able = [seat for seat in range(match.seats) if match.legal_moves(seat)]
    seat = rng.choice(able)
    match.play(seat, rng.choice(match.legal_moves(seat)))


def cut_positions(match: Match) -> Iterator[dict[str, Any]]:
    """Position entries cut from a finished match."""
    rng = random.Random(f"cuts {match.chance.dump()['seed']}")
    cuts = sorted(rng.randrange(len(match.moves)) for _ in range(CUT_COUNT))
    again = new_match(
        match.game.key,
        match.seats,
        match.options,
        seed=match.chance.dump()["seed"],
        rules_version=match.rules_version,
    )
    for number, (seat, move) in enumerate(match.moves):
        if number in cuts:
            length = rng.randint(MIN_CUT_LENGTH, MAX_CUT_LENGTH)
            yield corpus.position_entry(again, match.moves[number : number + length])
        again.play(seat, move)


# the choice


def choose_entries(
    offered: Sequence[set[Feature]], had: Counter[Feature], count: int, needed: set[Feature]
) -> list[int]:
    """The indices of the offered entries to add, the most useful first.

    Features that are rare in `had` count most. The function chooses `count` entries, and then more
    while they add a `needed` feature that is still missing. `had` counts the entries that have each
    feature; the function updates it.

    >>> offered = [{("move", "a")}, {("move", "b")}, {("move", "b"), ("move", "c")}]
    >>> choose_entries(offered, Counter({("move", "a"): 1}), 0, {("move", "b")})
    [2]
    """
    left = dict(enumerate(offered))
    chosen: list[int] = []
    while left:
        lacking = needed.difference(had)
        useful = [n for n in left if len(chosen) < count or left[n] & lacking]
        if not useful:
            break
        best = max(
            useful, key=lambda number: math.fsum(feature_worth(one, had) for one in left[number])
        )
        chosen.append(best)
        had.update(left.pop(best))
    return chosen


def feature_worth(feature: Feature, had: Counter[Feature]) -> float:
    """The value of one more match with this feature."""
    return (0.3 if feature[0] == "detail" else 1.0) / (1 + had[feature]) ** 3


def new_entries(
    game: Game,
    players: Sequence[Player],
    count: int,
    rules_version: int,
    least: tuple[int, int],
) -> Iterator[dict[str, Any]]:
    """Entries that the corpus of a game lacks, found in `count` trial matches.

    `least` has the numbers of finished records and of positions that the corpus should have for
    this version of the rules.
    """
    there = [corpus.read(path) for path in corpus.files(game.key)]
    there = [one for one in there if corpus.entry_origin(one)["rules"] == rules_version]
    seed = f"corpus {len(there)}"  # each call tries other matches
    matches = list(trial_matches(game, players, count, rules_version, seed))
    records: list[corpus.Entry] = [match.record() for match in matches]
    cuts: list[corpus.Entry] = [cut for match in matches for cut in cut_positions(match)]
    for offered, finished, wanted in ((records, True, least[0]), (cuts, False, least[1])):
        alike = [entry_features(entry) for entry in there if corpus.is_finished(entry) == finished]
        features = [entry_features(entry) for entry in offered]
        needed = (
            required_features(set().union(*features)) if finished else all_setting_features(game)
        )
        had = Counter(itertools.chain.from_iterable(alike))
        for number in choose_entries(features, had, wanted - len(alike), required_features(needed)):
            yield corpus.finished_entry(offered[number]) if finished else dict(offered[number])
