"""The players of Carcassonne: always a legal move, better than chance, and a look ahead."""

from __future__ import annotations

import itertools
import random

import pytest

import games.rules as rules
from games.bots import Bot, RandomBot, ask, levels
from games.bots.budget import SearchBudget
from games.bots.search import Search
from games.bots.tree import Node, simulate

from ..bots.evaluation import Evaluation
from ..bots.heuristic import HeuristicBot
from ..bots.search_policy import CarcassonneSearchPolicy
from ..rules import Carcassonne
from ..rules.cells import CELLS
from ..rules.components import KINDS
from .rules.positions import position

OPTIONS = [
    dict(zip(("hand", "farms", "inns", "traders"), choices, strict=True))
    for choices in itertools.product(
        ("1", "3"), ("international", "first"), ("off", "all"), ("off", "all")
    )
]


def random_search_bot() -> Bot:
    """A searcher whose choice depends on nothing but its random numbers."""
    quick = {"policy_class": CarcassonneSearchPolicy, "budget": SearchBudget(iterations=4)}
    return type("Quick", (Search,), quick)()  # type: ignore[no-any-return]


def play_out(bots: list[Bot], options: dict[str, str], seed: int, moves: int = 1000) -> rules.Match:
    match = rules.new_match("carcassonne", len(bots), options, seed=f"bots {seed}")
    rng = random.Random(seed)
    while not match.over and len(match.moves) < moves:
        seat = match.actors[0]
        match.play(seat, ask(bots[seat], match, seat, rng))
    return match


def test_the_levels_go_up_to_best() -> None:
    assert list(levels("carcassonne")) == ["random", "easy", "steady", "strong", "best"]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options.values()))
def test_every_choice_is_legal_under_all_options(options: dict[str, str]) -> None:
    assert play_out([HeuristicBot(), RandomBot(), HeuristicBot()], options, 1, 90).moves
    assert play_out([random_search_bot(), HeuristicBot()], options, 2, 8).moves


def test_the_heuristic_beats_chance() -> None:
    for seed in range(6):
        bots: list[Bot] = [RandomBot(), RandomBot()]
        bots[seed % 2] = HeuristicBot()
        scores = play_out(bots, {}, seed).scores()
        assert scores[seed % 2].rank == 1
        assert scores[seed % 2].total > scores[1 - seed % 2].total


@pytest.mark.parametrize("bot", [HeuristicBot(), random_search_bot()], ids=["steady", "strong"])
def test_the_same_random_numbers_give_the_same_choice(bot: Bot) -> None:
    match = play_out([HeuristicBot(), HeuristicBot()], {"traders": "all"}, 3, 30)
    seat = match.actors[0]
    assert len({ask(bot, match, seat, random.Random(5)) for _ in range(3)}) == 1


def test_a_monastery_in_a_free_meadow_is_taken() -> None:
    script = {"tiles": [["b", "u"]]}
    match = rules.new_match("carcassonne", 2, seed="monk", script=script)
    bot, rng = HeuristicBot(), random.Random(1)
    while match.actors == (0,):
        match.play(0, ask(bot, match, 0, rng))
    assert [piece[2] for piece in match.view(0)["pieces"]] == ["monastery"]


@pytest.mark.parametrize("options", OPTIONS[::3], ids=lambda options: "-".join(options.values()))
def test_what_a_placement_changes_is_all_that_changes(options: dict[str, str]) -> None:
    """Appraising what changed agrees with appraising everything anew."""
    match = play_out([HeuristicBot(), HeuristicBot(), HeuristicBot()], options, 5, 60)
    assert isinstance(match, Carcassonne)
    while match.phase != "place":
        match.play(match.turn, match.legal_moves(match.turn)[0])
    outlook = Evaluation(match)
    for place in match.legal_moves(match.turn):
        _, where, rotation, *tile = place.split(" ")
        kind = KINDS[tile[0]] if tile else match.hands[match.turn][0]
        trial = match.copy()
        trial.board.place(CELLS[where], kind.looks[int(rotation) // 90])
        changed = outlook.after(trial.board, CELLS[where])
        anew = Evaluation(trial).after(trial.board, CELLS[where])
        assert changed == pytest.approx(anew)


def test_what_is_known_of_a_position_is_not_taken_for_another_one() -> None:
    """The rules place a tile that has a single place: c beside the city, x at the road's end."""
    tiles = ["0,0 0 b", "1,0 90 e", "-1,0 90 a"]
    worlds = [position(tiles, hands=("b", "b"), pile=f"{tile} b b b") for tile in "cx"]
    apart = [expected_points(CarcassonneSearchPolicy(), world) for world in worlds]
    policy = CarcassonneSearchPolicy()
    assert [expected_points(policy, world) for world in worlds] == apart
    assert apart[0] != apart[1]


def expected_points(policy: CarcassonneSearchPolicy, world: Carcassonne) -> list[float]:
    """What all may expect after another tile of each."""
    return simulate(policy, Node(world.seats), world.copy(), random.Random(1))


def test_a_search_does_not_keep_more_positions_than_it_has_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.titles.carcassonne.bots.search_policy.MAX_CACHED_POSITIONS", 3)
    policy, rng = CarcassonneSearchPolicy(), random.Random(1)
    match = play_out([HeuristicBot(), HeuristicBot()], {}, 6, 20)
    for _ in range(5):
        for kept in (policy.cached_replies, policy.cached_points):
            assert len(kept) <= 3
        policy.expected_points(match)
        seat = match.actors[0]
        match.play(seat, policy.reply(match, seat, rng))


def test_a_choice_leaves_the_match_as_it_was() -> None:
    match = play_out([HeuristicBot(), HeuristicBot()], {"hand": "3", "inns": "all"}, 4, 20)
    before = match.dump()
    ask(random_search_bot(), match, match.actors[0], random.Random(1))
    ask(HeuristicBot(), match, match.actors[0], random.Random(1))
    assert match.dump() == before
