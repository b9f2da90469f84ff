"""The geometry of hexes that maps and painters share."""

from __future__ import annotations

import itertools
import math

import pytest

from games.boards.hexes import SIDES, hex_centre, hex_corner, hex_points

SIZE = 50.0


@pytest.mark.parametrize("step", SIDES)
def test_an_edge_is_between_the_hexes_on_its_sides(step: tuple[int, int]) -> None:
    x, y = (
        there - here
        for here, there in zip(hex_centre(0, 0, SIZE), hex_centre(*step, SIZE), strict=True)
    )
    for corner in (hex_corner(number, SIZE) for number in SIDES[step]):
        assert math.dist(corner, (x, y)) == pytest.approx(SIZE)


def test_edges_go_around_the_hex() -> None:
    assert sorted(SIDES.values()) == sorted((n, (n + 1) % 6) for n in range(6))


def test_points_are_as_far_apart_as_the_hex_is_large() -> None:
    points = [tuple(map(float, one.split(","))) for one in hex_points(SIZE).split(" ")]
    for one, other in itertools.pairwise([*points, points[0]]):
        assert math.dist(one, other) == pytest.approx(SIZE, abs=0.1)
