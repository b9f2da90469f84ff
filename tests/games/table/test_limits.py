"""Every title driven to its limits: full tracks, empty supplies, last tiles; no page fails there.

Whole matches are played by people with a hobby, who do one thing over and over until nothing of it
is left, and by people who always do what has been done least. At positions on the way, and in
positions made by hand, moves of every kind are drafted, played, replayed and asked for by the API.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from django.utils.html import escape

import games.rules as rules
from accounts.models import User
from games.boards import presenter
from games.titles.caledonia.rules.components import MERCHANTS, MOST_SHIPPING, ROUNDS, TECHS
from games.titles.caledonia.tests.rules import positions as caledonia
from games.titles.catan.rules.components import CARDS, TOP_LEVEL
from games.titles.catan.tests.rules import positions as catan
from games.titles.orleans.rules import actions
from games.titles.orleans.rules.board import SPAN
from games.titles.orleans.rules.components import MONK, NEUTRAL, PLACES, TRACK_LAST
from games.titles.orleans.rules.match import OrleansMatch
from games.titles.puerto_rico.tests.rules import positions as puerto_rico
from tests.boards.walks import scene
from tests.games.table.standing_at import StandingTable

pytestmark = pytest.mark.same_everywhere

HOBBIES = {
    "caledonia": ("ship", "expand", "tech", "hire", "fulfil", "take", "sell", "buy"),
    "carcassonne": ("meeple", "big", "builder", "pig", "farm"),
    "catan": ("road", "settlement", "city", "buy", "upgrade", "play", "go"),
    "orleans": ("castle", "university", "village", "farm_house", "guildhall", "town_hall", "ship"),
    "puerto_rico": ("build", "take", "builder", "settler", "mayor", "load", "craftsman"),
}
KEYS = sorted(rules.catalogue())
MOVES_AT_ONCE = 5
LOOKS = 12  # positions of a whole match


def hobbyist(match: rules.Match, seat: int, rng: random.Random, done: Counter[str]) -> str:
    """The same thing again wherever it is possible; else the policy, or chance."""
    hobbies = HOBBIES[match.game.key]
    hobby = hobbies[seat % len(hobbies)]
    moves = match.legal_moves(seat)
    liked = [move for move in moves if hobby in move.split(" ")]
    if liked:
        return rng.choice(liked)
    return rng.choice(moves) if rng.random() < 0.3 else match.auto_move(seat)


def adventurer(match: rules.Match, seat: int, rng: random.Random, done: Counter[str]) -> str:
    """What has been done least in this match."""
    if rng.random() < 0.3:
        return match.auto_move(seat)
    moves = match.legal_moves(seat)
    rng.shuffle(moves)
    return min(moves, key=lambda move: done[kind(move)])


def kind(move: str) -> str:
    return " ".join(move.split(" ")[:2])


Player = Callable[[rules.Match, int, random.Random, Counter[str]], str]


def played(key: str, player: Player, seed: str) -> Iterator[rules.Match]:
    """The positions of a whole match, with options and seats by chance."""
    rng = random.Random(seed)
    game = rules.get(key)
    options = {option.key: rng.choice(option.choices) for option in game.options}
    seats = rng.choice(list(game.seats))
    try:
        match = rules.new_match(key, seats=seats, options=options, seed=seed)
    except rules.OptionError:
        match = rules.new_match(key, seats=seats, seed=seed)
    done: Counter[str] = Counter()
    while not match.over:
        yield match
        seat = rng.choice(match.actors)
        move = player(match, seat, rng, done)
        done[kind(move)] += 1
        match.play(seat, move)
    yield match


def sample(match: rules.Match, seat: int, rng: random.Random, most: int) -> list[str]:
    """Legal moves of as many kinds as there may be."""
    moves = match.legal_moves(seat)
    rng.shuffle(moves)
    by_kind: dict[str, str] = {}
    for move in moves:
        by_kind.setdefault(kind(move), move)
    return list(by_kind.values())[:most]


def look_everywhere(
    table: StandingTable, match: rules.Match, rng: random.Random, most: int = MOVES_AT_ONCE
) -> None:
    """Ask for every page of a position, with moves drafted, and after moves were played."""
    table.put(match)
    for eyes in table.eyes():
        shown = [table.fragment(eyes), table.replay(eyes)]
        table.api(eyes)
        assert not any('id="regret"' in page for page in shown)
    for seat in match.actors:
        for move in sample(match, seat, rng, most):
            trial = match.copy()
            trial.play(seat, move)
            if trial.reveals == match.reveals:
                table.draft(seat, move)
                assert 'class="draft-moves"' in table.fragment(seat)
                table.api(seat)
            table.play(seat, move)
            table.replay(seat)
            table.replay((seat + 1) % match.seats if match.seats > 1 else None)
            table.api(seat)
            table.put(match)


@pytest.fixture(autouse=True)
def failures(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A board that fails is replaced by the plain one, and logged: here that counts as failing."""
    yield
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


@pytest.mark.parametrize("player", [hobbyist, adventurer])
@pytest.mark.parametrize("key", KEYS)
def test_no_page_fails_anywhere_in_a_match(key: str, player: Player, people: list[User]) -> None:
    positions = [match.copy() for match in played(key, player, f"{key} {player.__name__}")]
    rng = random.Random(key)
    table = StandingTable(positions[0], people)
    step = max(len(positions) // LOOKS, 1)
    for match in [*positions[::step], *positions[-2:]]:
        look_everywhere(table, match, rng, most=2)


# positions made by hand


def every_place_ready(tracks: int) -> OrleansMatch:
    """Seat 0 owns every place tile, and all are ready; its markers stand so far before the end."""
    match = rules.new_match("orleans", seats=2, seed=f"limits {tracks}")
    assert isinstance(match, OrleansMatch)
    board = match.boards[0]
    for number, place in enumerate(PLACES):
        if place.level:
            board.add_place(number)
    match.available = ()
    board.coins, board.stock = 40, 6
    board.goods[:] = [2] * len(board.goods)
    board.stations = 0b1110
    for number in board.places:
        for slot, wanted in enumerate(PLACES[number].slots, SPAN[number].start):
            board.slots[slot] = 1 + NEUTRAL + min(wanted, MONK)
    for track, last in enumerate(TRACK_LAST):
        board.tracks[track] = last - tracks
    board.bag[NEUTRAL] = 3
    actions.begin(match)
    return match


@pytest.mark.parametrize("steps", [0, 1])
def test_orleans_at_the_end_of_its_tracks(steps: int, people: list[User]) -> None:
    match = every_place_ready(steps)
    table = StandingTable(match, people)
    look_everywhere(table, match, random.Random(steps), most=30)


def test_orleans_with_nothing_left(people: list[User]) -> None:
    match = every_place_ready(1)
    match.followers = [0] * len(match.followers)
    match.goods = [0] * len(match.goods)
    match.technology = match.citizens = 0
    look_everywhere(StandingTable(match, people), match, random.Random(1))


@pytest.mark.parametrize(
    ("track", "uses"),
    [
        ("farmer", "farm_house"),
        ("boatman", "village boatman"),
        ("craftsman", "village craftsman"),
        ("knight", "castle"),
        ("scholar", "university"),
    ],
)
def test_the_last_step_of_a_track_is_told_as_it_was_chosen(
    track: str, uses: str, people: list[User]
) -> None:
    match = every_place_ready(1)
    table = StandingTable(match, people)
    move = next(move for move in match.legal_moves(0) if move.startswith(f"act {uses}"))
    chosen = presenter("orleans").move_label(move, scene(match, 0))
    table.put(match)
    table.draft(0, move)
    assert f"<li>{escape(chosen)}</li>" in table.fragment(0)
    table.play(0, move)
    assert f'<p class="lead">{escape(chosen)}</p>' in table.replay(0)


def test_caledonia_with_every_upgrade_and_full_stocks(people: list[User]) -> None:
    table = caledonia.ready(2)
    match = table.match
    match.round = ROUNDS
    for player in match.players:
        player.shipping, player.techs = MOST_SHIPPING, (1 << len(TECHS)) - 1
        player.merchants, player.hirable = MERCHANTS, 0
        player.money, player.goods = 150, [9] * len(player.goods)
    table.changed()
    look_everywhere(StandingTable(match, people), match, random.Random(1), most=12)


def test_catan_with_an_empty_bank_and_no_card_left(people: list[User]) -> None:
    match = catan.in_main(3)
    catan.empty_bank(match, to=0)
    catan.deal(match, 0, *(CARDS[kind] for kind in match.deck))
    look_everywhere(StandingTable(match, people), match, random.Random(1), most=12)


def test_catan_with_the_best_wagon(people: list[User]) -> None:
    match = catan.in_main(3, scenario="traders")
    match.level[:] = [TOP_LEVEL] * len(match.level)
    catan.empty_bank(match, to=0)
    table = StandingTable(match, people)
    look_everywhere(table, match, random.Random(1), most=12)
    look_everywhere(table, catan.in_wagon(match), random.Random(1))


@pytest.mark.parametrize("role", ["builder", "settler", "mayor", "craftsman", "captain", "trader"])
def test_puerto_rico_with_everything_sold(role: str, people: list[User]) -> None:
    match = puerto_rico.start(3)
    match.copies = [0] * len(match.copies)
    match.chips_left = 0
    puerto_rico.pick(match, 0, role)
    look_everywhere(StandingTable(match, people), match, random.Random(1))
