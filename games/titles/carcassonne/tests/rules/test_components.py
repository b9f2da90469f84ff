"""The tiles and pieces, counted against the rules sheet."""

from __future__ import annotations

from collections import Counter

import pytest

from ...rules.components import CITY, FARM, KINDS, MONASTERY, PORTS, ROAD, ROTATIONS, TERRAIN

#: id, how many, edges from the north clockwise, how many rotations are offered.
TILES = """
a 2 FFRF 4, b 4 FFFF 1, c 1 CCCC 1, d 4 CRFR 4, e 5 CFFF 4, f 2 FCFC 2, g 1 FCFC 2, h 3 FCFC 2,
i 2 CCFF 4, j 3 CRRF 4, k 3 CFRR 4, l 3 CRRR 4, m 2 CFFC 4, n 3 CFFC 4, o 2 CRRC 4, p 3 CRRC 4,
q 1 CCFC 4, r 3 CCFC 4, s 2 CCRC 4, t 1 CCRC 4, u 8 RFRF 2, v 9 FFRR 4, w 4 FRRR 4, x 1 RRRR 1,
ic_a 1 FFRR 4, ic_b 1 FRFR 2, ic_c 1 FRRR 4, ic_d 1 FRFR 2, ic_e 1 RRRR 2, ic_f 1 CRFC 4,
ic_g 1 CFFF 4, ic_h 1 CCCC 1, ic_i 1 CRCR 2, ic_j 1 CFRF 4, ic_k 2 CCCC 1, ic_l 1 CRRC 4,
ic_m 1 CFRR 4, ic_n 1 CFRC 4, ic_o 1 CCFC 4, ic_p 1 CFCC 4, ic_q 1 RCRC 2,
tb_a 1 CRFF 4, tb_b 1 RRRR 1, tb_c 1 CFRR 4, tb_d 1 CRCC 4, tb_e 1 FCRC 4, tb_f 1 CFRC 4,
tb_g 1 CFFC 4, tb_h 1 CCFC 4, tb_i 1 CFRC 4, tb_j 1 FRRR 4, tb_k 1 CRFC 4, tb_l 1 CRCC 4,
tb_m 1 CCCC 4, tb_n 1 FCCC 4, tb_o 1 CRRC 4, tb_p 1 FCCC 4, tb_q 1 FCFC 2, tb_r 1 RCRC 2,
tb_s 1 FCRC 4, tb_t 1 CFFC 4, tb_u 1 CRRC 4, tb_v 1 CCRC 4, tb_w 1 CRFC 4, tb_x 1 CCCC 4
"""
ROWS = [row.split() for row in TILES.replace("\n", " ").split(",")]
LETTERS = {"C": CITY, "R": ROAD, "F": FARM}


def printed_count(mark: str, set_name: str | None = None) -> int:
    return sum(
        kind.count * segment.marks.count(mark)
        for kind in KINDS.values()
        if set_name in (None, kind.set)
        for segment in kind.segments
    )


def test_the_sets_have_72_18_and_24_tiles() -> None:
    sets: Counter[str] = Counter()
    for kind in KINDS.values():
        sets[kind.set] += kind.count
    assert sets == {"base": 72, "inns": 18, "traders": 24}


def test_every_kind_of_tile_is_there_in_the_order_of_the_list() -> None:
    assert list(KINDS) == [row[0] for row in ROWS]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_count_edges_and_rotations_of(row: list[str]) -> None:
    id, number, edges, rotations = row
    kind = KINDS[id]
    assert kind.count == int(number)
    assert kind.looks[0].edges == tuple(LETTERS[letter] for letter in edges)
    assert kind.turns == tuple(range(4))[: int(rotations)]


def test_what_is_printed_on_the_tiles() -> None:
    assert printed_count("pennant", "base") == 10
    assert printed_count("pennant", "inns") == 3
    assert printed_count("pennant", "traders") == 0
    assert printed_count("inn") == 6
    assert printed_count("cathedral") == 2
    assert (printed_count("wine"), printed_count("grain"), printed_count("cloth")) == (9, 6, 5)
    assert (
        sum(
            kind.count for kind in KINDS.values() if any(s.kind == MONASTERY for s in kind.segments)
        )
        == 6 + 1 + 1
    )


@pytest.mark.parametrize("id", KINDS)
def test_segments_cross_the_edges_as_the_edges_say(id: str) -> None:
    kind = KINDS[id]
    at = Counter(port for segment in kind.segments for port in segment.ports)
    assert max(at.values(), default=1) == 1
    for side, edge in enumerate(kind.looks[0].edges):
        middle = [s for s in kind.segments if 3 * side + 1 in s.ports]
        banks = [s for s in kind.segments if {3 * side, 3 * side + 2} & set(s.ports)]
        assert [s.kind for s in middle] == ([] if edge == FARM else [edge])
        assert {s.kind for s in banks} == (set() if edge == CITY else {FARM})
        if edge == FARM:
            assert len(banks) == 1


@pytest.mark.parametrize("id", KINDS)
def test_farms_touch_only_cities_of_their_tile_and_roads_with_one_port_end(id: str) -> None:
    segments = KINDS[id].segments
    for segment in segments:
        assert all(segments[city].kind == CITY for city in segment.cities)
        if segment.kind == ROAD:
            assert (len(segment.ports) == 1) == bool(segment.end)
            assert segment.end in ("", "crossing", "city", "monastery", "stop")


@pytest.mark.parametrize("id", KINDS)
def test_segment_names_are_unique_and_begin_with_the_first_port_after_turning(id: str) -> None:
    for look in KINDS[id].looks:
        assert len(set(look.names)) == len(look.names)
        for segment, name in zip(look.kind.segments, look.names, strict=True):
            ports = sorted((port + look.turn * 3) % 12 for port in segment.ports)
            word = TERRAIN[segment.kind]
            if word == "monastery":
                assert name == "monastery"
            else:
                assert name == f"{word}:{PORTS[ports[0]] if ports else 'c'}"


def test_turning_is_clockwise() -> None:
    assert ROTATIONS == (0, 90, 180, 270)
    assert KINDS["e"].looks[1].names[0] == "city:e"
    assert KINDS["e"].looks[3].names[0] == "city:w"
    # Corner of a city n w, turned by 90: e and n, of which n comes first.
    assert KINDS["n"].looks[1].names[0] == "city:n"


def test_a_tile_says_in_words_what_is_on_it() -> None:
    assert KINDS["o"].title == "city n w with pennant; road e s"
    assert KINDS["a"].title == "monastery; road s"
