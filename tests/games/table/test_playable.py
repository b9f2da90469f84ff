"""Every legal move can be made at the page, and what the page offers is legal, for all titles.

A title that is drawn is played on its board and in the bar, with the list of moves folded away;
which of its verbs a script composes of taps says `COMPOSED` of the title's `tests.board`, and that
all of their moves can be composed is tested there.
"""

from __future__ import annotations

import random
from collections import Counter
from importlib import import_module
from importlib.util import find_spec

import pytest

import games.rules as rules
from accounts.models import User
from games.boards import presenter
from games.models import Table
from games.table.session.drafts import Pov, load_pov
from tests import sample_titles
from tests.games.table.offers import Offer, Offers
from tests.games.table.reliability_at import PositionTable
from tests.positions import most_distinctive, of_offers

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.same_everywhere,
    pytest.mark.usefixtures("no_failures"),
]

POSITIONS = 7  # of a match
ASKED = 2  # seats of a position, where several are asked at once
TABLES = [(key, seats) for key, game in sorted(rules.catalogue().items()) for seats in game.seats]


def composed_verbs(key: str) -> frozenset[str]:
    """The verbs of a drawn title whose moves its script composes."""
    name = f"games.titles.{key}.tests.board"
    if not presenter(key).is_drawn or find_spec(name) is None:
        return frozenset()
    tests = import_module(name)
    found: frozenset[str] = getattr(tests, "COMPOSED", frozenset())
    return found


def positions(key: str, seats: int, rng: random.Random) -> list[rules.Match]:
    """The positions of a match with options by chance in which most can be done between them."""
    options = sample_options(key, seats, rng)
    match = rules.new_match(key, seats, options=options, seed=f"playable {seats}")
    found = []
    while not match.over:
        found.append(match.copy())
        seat = rng.choice(match.actors)
        moves = match.legal_moves(seat)
        match.play(seat, rng.choice(moves) if rng.random() < 0.6 else match.auto_move(seat))
    return [found[number] for number in most_distinctive(list(map(of_offers, found)), POSITIONS)]


def sample_options(key: str, seats: int, rng: random.Random) -> dict[str, str]:
    game = rules.get(key)
    for _ in range(100):
        options = {option.key: rng.choice(option.choices) for option in game.options}
        try:
            game.check(seats, options)
        except rules.OptionError:
            continue
        return options
    return {}


def stands(match: rules.Match, seat: int, moves: tuple[str, ...]) -> bool:
    """Whether a seat may make these moves, as far as they are looked at: none behind a reveal."""
    trial = match.copy()
    for move in moves:
        if trial.reveals > match.reveals:
            return True
        try:
            trial.play(seat, move)
        except rules.IllegalMove:
            return False
    return True


def check(table: PositionTable, seat: int) -> Offers:
    """The page of a seat offers all that is legal now, and nothing else."""
    key = table.table.game
    drawn = presenter(key).is_drawn
    turn = load_pov(Table.objects.get(pk=table.table.pk), table.people[seat])
    page = Offers(table.fragment(seat), listed=not drawn)
    legal = {move for move in turn.legal_moves() if move.split(" ")[0] not in composed_verbs(key)}
    alone = {
        offer.moves[0] for offer in page.offers if len(offer.moves) == 1 and offer.keep is None
    }
    assert legal <= alone, f"cannot be made: {legal - alone}"
    for offer in page.offers:
        assert may_be_pressed(turn, seat, offer), offer
    for place in (*page.undos, *page.places):
        assert place in turn.removable
    return page


def may_be_pressed(turn: Pov, seat: int, offer: Offer) -> bool:
    if offer.keep is None:
        return not turn.must_confirm and stands(turn.position, seat, offer.moves)
    assert 0 <= offer.keep < len(turn.draft)
    return stands(turn.drafted.before[offer.keep], seat, offer.moves)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_every_legal_move_can_be_made_and_every_offer_is_legal(
    key: str, seats: int, people: list[User]
) -> None:
    rng = random.Random(f"{key} {seats}")
    table: PositionTable | None = None
    tried: Counter[str] = Counter()
    drafted = 0
    for match in positions(key, seats, rng):
        table = table or PositionTable(match, people)
        table.put(match)
        asked = [seat for seat in range(seats) if match.legal_moves(seat)]
        for seat in rng.sample(asked, min(ASKED, len(asked))):
            check(table, seat)
            moves = rng.sample(listed := match.legal_moves(seat), len(listed))
            move = min(moves, key=lambda one: tried[one.split(" ")[0]])
            tried[move.split(" ")[0]] += 1
            if sample_titles.after(match, seat, move).reveals == match.reveals:
                table.draft(seat, move)
                page = check(table, seat)
                assert all(offer.keep in (None, 0) for offer in page.offers)
                drafted += 1
                table.draft(seat)
    assert drafted


@pytest.mark.parametrize("key", sorted(rules.catalogue()))
def test_whoever_is_not_asked_is_offered_nothing(key: str, people: list[User]) -> None:
    rng = random.Random(key)
    seats = sample_titles.three_seats(key)
    table: PositionTable | None = None
    for match in positions(key, seats, rng):
        table = table or PositionTable(match, people)
        table.put(match)
        waiting = [seat for seat in range(seats) if not match.legal_moves(seat)]
        for seat in (None, *waiting):
            page = Offers(table.fragment(seat), listed=True)
            assert not page.offers
            assert not page.undos
