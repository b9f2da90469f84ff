"""Comments at the very same moment as the end of the match, or as a rollback of their move."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from games.models import Table
from games.move_comments import comments
from games.move_comments.models import MoveComment
from games.table.actions.rollback import roll_back_table
from games.table.session.move_numbers import numbering_for
from tests.games.conftest import fresh, new_table, play_on, seats_of
from tests.games.races import ROUNDS, Race, race
from tests.games.table.rollback_to import staff

from .test_comments import end_match, last_own_move

__all__ = ["new_table", "race", "staff"]
pytestmark = pytest.mark.django_db(transaction=True)
NewTable = Callable[..., Table]


def played_table(new_table: NewTable) -> tuple[Table, User, int, int]:
    """A running table, a player, and their last move as the journal and as they count."""
    table = play_on(new_table(), moves=8)
    author = seats_of(table)[0].user
    assert author is not None
    move = last_own_move(table, author)
    seen = numbering_for(table, move.seat).visible_number(move.number)
    return table, author, move.number, seen


def test_a_comment_and_a_rollback_of_its_move(new_table: NewTable, staff: User, race: Race) -> None:
    """The comment is refused or vanishes with its move; none is left without one."""
    for turn in range(ROUNDS):
        table, author, number, seen = played_table(new_table)
        acts = [
            lambda: comments.save_comment(table, author, seen, "plan"),  # noqa: B023
            lambda: roll_back_table(table.key, number - 1, staff, "bug", table.version),  # noqa: B023
        ]
        done = race(*(acts[::-1] if turn % 2 else acts))
        saved, undone = done[::-1] if turn % 2 else done
        assert undone == ""
        assert saved in ("", "no_such_move")
        assert not MoveComment.objects.filter(move__table=table).exists()
        end_match(table)  # a host has few unfinished tables


def test_a_comment_and_the_end_of_the_match(new_table: NewTable, race: Race) -> None:
    """The comment is saved in any case, and others read it only after the end."""
    for _turn in range(ROUNDS):
        table, author, _number, seen = played_table(new_table)
        saved, _ended = race(
            lambda: comments.save_comment(table, author, seen, "plan"),  # noqa: B023
            lambda: end_match(table),  # noqa: B023
        )
        assert saved == ""
        assert fresh(table).is_over
        assert comments.readable_comments(fresh(table), None).get().text == "plan"
