"""The board's features, kept as tiles join them, against a search of the whole board."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import games.rules as rules

from ...rules import Carcassonne
from ...rules.board import Board
from ...rules.cells import STEPS, cell_at, coordinates
from ...rules.components import CITY, FARM, KINDS, MONASTERY, PENNANT, count_of
from ...rules.tile_placement import placements

Node = tuple[int, int]  # cell, number of the segment on its tile


def ports_of(board: Board, node: Node) -> list[int]:
    look = board.cells[node[0]][1]
    return [(port + 3 * look.turn) % 12 for port in look.kind.segments[node[1]].ports]


def across(board: Board, node: Node) -> Iterator[Node | None]:
    """What every port of a segment meets: a segment of the neighbour, or nothing yet."""
    for port in ports_of(board, node):
        side, place = divmod(port, 3)
        other = node[0] + STEPS[side]
        if other not in board.cells:
            yield None
            continue
        facing = 3 * ((side + 2) % 4) + 2 - place
        number = next(
            number
            for number in range(len(board.cells[other][1].names))
            if facing in ports_of(board, (other, number))
        )
        yield other, number


def search(board: Board, node: Node) -> tuple[set[Node], bool]:
    """All segments of a feature, and whether one of its ports is open."""
    found, todo, is_open = {node}, [node], False
    while todo:
        for other in across(board, todo.pop()):
            if other is None:
                is_open = True
            elif other not in found:
                found.add(other)
                todo.append(other)
    return found, is_open


def random_boards(number: int) -> Iterator[Carcassonne]:
    for seed in range(number):
        options = {"inns": "all", "traders": "all", "hand": "13"[seed % 2]}
        match = rules.new_match("carcassonne", 3, options, seed=f"board {seed}")
        rng = random.Random(seed)
        while not match.over:
            seat = match.actors[0]
            match.play(seat, rng.choice(match.legal_moves(seat)))
            if rng.random() < 0.03:
                assert isinstance(match, Carcassonne)
                yield match
        assert isinstance(match, Carcassonne)
        yield match


def test_features_agree_with_a_search_of_the_whole_board() -> None:
    for match in random_boards(6):
        board = match.board
        for cell, (first, look) in board.cells.items():
            for number, terrain in enumerate(look.kinds):
                nodes, is_open = search(board, (cell, number))
                root = board.find(first + number)
                segments = board.segments(board.nodes(root))
                assert sorted(segments) == sorted(
                    (place, board.cells[place][1].names[n]) for place, n in nodes
                )
                if terrain == FARM:
                    assert board.towns(root) == {
                        board.find(board.cells[place][0] + city)
                        for place, n in nodes
                        for city in board.cells[place][1].kind.segments[n].cities
                    }
                    continue
                assert board.tiles(root) == len({place for place, _ in nodes})
                if terrain != MONASTERY:
                    assert board.is_closed(root) == (not is_open)
                if terrain == CITY:
                    assert count_of(board.tally[root], PENNANT) == sum(
                        board.cells[place][1].kind.segments[n].marks.count("pennant")
                        for place, n in nodes
                    )


def test_the_open_cells_and_the_list_agree_with_trying_every_cell() -> None:
    for match in random_boards(2):
        board = match.board
        beside = {
            cell + step for cell in board.cells for step in STEPS if cell + step not in board.cells
        }
        assert set(board.open) == beside
        for kind in KINDS.values():
            tried = [
                f"place {x},{y} {90 * turn}"
                for x, y in sorted((x, y) for x, y in map(coordinates, beside))
                for turn in kind.turns
                if all(
                    board.cells[cell_at(x, y) + step][1].edges[(side + 2) % 4]
                    == kind.looks[turn].edges[side]
                    for side, step in enumerate(STEPS)
                    if cell_at(x, y) + step in board.cells
                )
            ]
            assert placements(board, (kind,), False) == tried


def test_pieces_stand_on_the_features_that_hold_them() -> None:
    for match in random_boards(3):
        board = match.board
        for root, pieces in board.held.items():
            assert board.find(root) == root
            assert all(board.find(piece.node) == root for piece in pieces)


@pytest.mark.parametrize("options", [{}, {"inns": "all", "traders": "all", "hand": "3"}])
def test_tiles_pieces_and_goods_are_conserved(options: dict[str, str]) -> None:
    match = rules.new_match("carcassonne", 4, options, seed="conserved")
    assert isinstance(match, Carcassonne)
    rng = random.Random(1)
    in_play = sum(k.count for k in KINDS.values() if k.set == "base" or options.get(k.set))
    owned = [list(own) for own in match.supply]
    while not match.over:
        seat = match.actors[0]
        match.play(seat, rng.choice(match.legal_moves(seat)))
        view = match.view(None)
        held = sum(len(hand) for hand in match.hands)
        assert len(view["board"]) + len(view["discarded"]) + held + view["pile"] == in_play
        for seat in range(4):
            standing = [piece[4] for piece in view["pieces"] if piece[3] == seat]
            free = view["supply"][seat]
            assert [free[word] + standing.count(word) for word in free] == owned[seat]
        for good, most in (("wine", 9), ("grain", 6), ("cloth", 5)):
            assert sum(own[good] for own in view["goods"]) <= most


def test_cells_sort_by_x_then_y() -> None:
    cells = [cell_at(x, y) for x in range(-113, 114, 7) for y in range(-113, 114, 7)]
    assert cells == sorted(cells)
    assert [cell_at(*coordinates(cell)) for cell in cells] == cells


def test_a_copy_is_independent() -> None:
    match = next(random_boards(1))
    before, twin = match.dump(), match.copy()
    while not twin.over:
        seat = twin.actors[0]
        twin.play(seat, twin.legal_moves(seat)[-1])
    assert match.dump() == before
