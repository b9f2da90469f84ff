"""The tree of a chapter, by itself: places, lines of a record, limits."""

from __future__ import annotations

import pytest

from games.studies import tree as module
from games.studies.tree import Annotation, Mark, Tree, TreeFullError, parse_marks

pytestmark = pytest.mark.same_everywhere


def sample_tree() -> Tree:
    """Three moves of a match; a line that forks behind the first, another at its end."""
    tree = Tree(3)
    first = tree.add(1, 0, "a")
    tree.add(first, 1, "b")
    tree.add(first, 1, "c")
    tree.add(3, 0, "d")
    tree.say(1, Annotation("here"))
    tree.say(first, Annotation("a fork", (Mark("wharf", "Wharf"),)))
    return tree


def test_places_lead_on_first_along_the_match_then_by_age() -> None:
    tree = sample_tree()
    assert tree.after(1) == [2, 4]
    assert tree.after(4) == [5, 6]
    assert tree.path(6) == (1, [4, 6])
    assert [tree.before(place) for place in (0, 2, 4, 6, 7)] == [None, 1, 1, 4, 3]
    assert tree.add(1, 0, "a") == 4, "the same move leads to the same place"


def test_what_is_cut_takes_all_behind_it_along() -> None:
    tree = sample_tree()
    tree.cut(4)
    assert set(tree.nodes) == {7}
    assert set(tree.notes) == {1}


def test_lines_of_a_record_make_the_same_tree() -> None:
    lines = list(sample_tree().lines())
    assert {"line": "", "after": 1, "moves": [], "comment": "here"} in lines
    again = Tree(3)
    again.read(lines, seats=2)
    assert again.nodes == sample_tree().nodes
    assert again.notes == sample_tree().notes
    assert Tree.from_json(3, *again.to_json()).nodes == again.nodes


def test_a_line_ends_where_it_is_none_and_its_name_is_said() -> None:
    tree = Tree(3)
    moves = [[0, "a"], [9, "b"], [1, "c"]]
    tree.read([{"line": "bold", "after": 2, "moves": moves, "comment": "two more"}], seats=2)
    assert [node.move for node in tree.nodes.values()] == ["a"]
    assert tree.notes == {4: Annotation("bold: two more")}


def test_a_tree_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST_LINE", 2)
    tree = sample_tree()
    with pytest.raises(TreeFullError):
        tree.add(5, 0, "e")
    monkeypatch.setattr(module, "MOST_NODES", 4)
    with pytest.raises(TreeFullError):
        tree.add(2, 0, "e")


@pytest.mark.parametrize(
    "given", ["x", [["a b", "x"]], [["a", 3]], [["a", "x\x00"]], [["a"]], None]
)
def test_what_is_no_mark_is_left_out(given: object) -> None:
    assert parse_marks(given) == ()
