"""Variations: start, play, navigate, re-deal, save under a name, and share.

Nothing here changes the table: a variation is a row of its author.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from time import monotonic
from typing import Any

from django.db import transaction
from django.db.models import Exists, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from accounts.models import User
from accounts.user_locks import lock_users
from portal.errors import Conflict, Forbidden, Invalid

from ... import bots, names
from ...models import Seat, Table, new_token
from ...table.access import viewing_seat_of
from ...table.errors import IllegalMoveError, NotRunningError
from ...table.session.loader import rules_guard, seats_of
from ...table.session.move_numbers import numbering_for
from ...table.views.page_context import seat_names, seat_number
from ..models import LONGEST_LINE_NAME, Variation, new_seed
from .positions import position_of

MOST_KEPT = 20  # named variations per person and match
LONGEST = 200  # moves
MOST_SECONDS = 1.5  # of thinking by bots before the page shows how far they got


def variations_of(user: User, table: Table) -> QuerySet[Variation]:
    """The variations of a person, without those from before a rollback of the match."""
    return Variation.objects.filter(user=user, table=table, version__gte=table.set_back_version)


def start_variation(user: User, table: Table, visible_number: int | None) -> Variation:
    """Start a new variation after this move, in the person's own count (None: the last move).

    It replaces the person's unnamed variation of this match.

    Raises:
        ActionError: the match has not started, or it is running and the person does not play in it.
    """
    if table.started_at is None:
        raise NotRunningError(_("This match has not started."))
    if table.is_hot_seat and not table.is_over:
        raise Forbidden(
            _("In a hot-seat match, you can try out moves after the end."), code="not_your_seat"
        )
    seat = viewing_seat_of(seats_of(table), user)
    if seat is None and not table.is_over:
        raise Forbidden(
            _("While a match is running, only its players can analyse it."), code="not_your_seat"
        )
    own = seat_number(seat)
    counted = numbering_for(table, own)
    after = (
        counted.last
        if visible_number is None
        else counted.journal_number(min(visible_number, counted.moves))
    )
    knows = None if table.is_over else own
    return _replace_unnamed(user, table, version=table.version, after_move=after, seat=knows)


def seat_to_move(line: Variation, match: rules.Match) -> int | None:
    """The seat for which the person plays now: their own if it may move; None at the end."""
    return line.seat if line.seat in match.actors else next(iter(match.actors), None)


def play_moves(user: User, table: Table, pk: int, step: int, texts: Sequence[str]) -> None:
    """Play moves for the seat to move, after the first `step` moves; later moves are dropped.

    Raises:
        Variation.DoesNotExist: the person has no such variation.
        ActionError: a move is illegal or the page is out of date; nothing has changed.
    """
    if not texts:
        raise Conflict(_("There is nothing to play: choose a move first."))
    with transaction.atomic():
        line = _lock(user, table, pk)
        if line.position == step + len(texts) and _notations(line)[step : line.position] == list(
            texts
        ):
            return  # the same request came twice
        _check_page(line, step, len(texts))
        with rules_guard(table):
            (match, _news), done = position_of(table, line)
            seat = seat_to_move(line, match)
            match = match.copy()
            for number, text in enumerate(texts, 1):
                try:
                    match.play(0 if seat is None else seat, text)
                except rules.IllegalMove as error:
                    raise IllegalMoveError(
                        error, number, table, seat_names(seats_of(table))
                    ) from error
        _append_moves(line, done, [[seat, text] for text in texts])


def home_seat(line: Variation, seats: Sequence[Seat], match: rules.Match) -> int | None:
    """The seat for which bots do not answer: the person's own.

    For a person without a seat, it is the seat of the variation's last move, or of its first one.
    """
    own = next((seat.number for seat in seats if seat.user_id == line.user_id), line.seat)
    if own is not None:
        return own
    return line.moves[line.position - 1][0] if line.position else seat_to_move(line, match)


def play_bot_answers(user: User, table: Table, pk: int, step: int) -> None:
    """Let bots play until the home seat is to move. If it is now, they play its turn only.

    They think without a lock on the variation. What takes too long is left for the next request.

    Raises:
        Variation.DoesNotExist: the person has no such variation.
        ActionError: the variation has changed; nothing is saved.
    """
    line = variations_of(user, table).get(pk=pk)
    _check_page(line, step, 1)
    bot = bots.levels(table.game)[bots.STEADY]()
    rng, until = random.Random(f"{line.seed} {step}"), monotonic() + MOST_SECONDS
    with rules_guard(table):
        (match, _news), done = position_of(table, line)
        first, own = seat_to_move(line, match), home_seat(line, seats_of(table), match)
        match = match.copy()
        new: list[list[Any]] = []
        while (seat := seat_to_move(line, match)) is not None and done + len(new) < LONGEST:
            is_there = seat != first if first == own else seat == own
            if is_there or monotonic() > until:
                break
            text = bots.ask(bot, match, seat, rng)
            match.play(seat, text)
            new.append([seat, text])
    with transaction.atomic():
        held = _lock(user, table, pk)
        if held.seed != line.seed:
            raise Conflict(
                _("This variation has changed in the meantime. Look again and choose again.")
            )
        _check_page(held, step, len(new))
        _append_moves(held, done, new)


def _check_page(line: Variation, step: int, more: int) -> None:
    """Check that a page was up to date with its variation.

    Raises:
        ActionError: it was not, or `more` moves would make the variation too long.
    """
    if line.position != step:
        raise Conflict(
            _("This variation has changed in the meantime. Look again and choose again.")
        )
    if step + more > LONGEST:
        raise Conflict(_("A variation can have at most %(n)d moves.") % {"n": LONGEST})


def _append_moves(line: Variation, done: int, new: list[list[Any]]) -> None:
    """Put moves after the first `done` ones; later moves stay if the new ones are already there."""
    end = done + len(new)
    if line.moves[done:end] != new:
        line.moves = [*line.moves[:done], *new]
    line.position = end
    _save(line)


def go_to(user: User, table: Table, pk: int, to: int) -> None:
    """Go to the position after the first `to` moves of a variation."""
    with transaction.atomic():
        line = _lock(user, table, pk)
        line.position = min(to, len(line.moves))
        _save(line)


def redeal(user: User, table: Table, pk: int) -> None:
    """Re-deal hidden things and future chance; keep the moves as far as they stay legal."""
    with transaction.atomic():
        line = _lock(user, table, pk)
        line.seed = new_seed()
        with rules_guard(table):
            _reached, done = position_of(table, line, len(line.moves))
        line.moves = line.moves[:done]
        line.position = min(line.position, done)
        _save(line)


def save_variation(user: User, table: Table, pk: int, name: str) -> Variation:
    """Save a copy of a variation under a name; it replaces one with the same name.

    Raises:
        Variation.DoesNotExist: the person has no such variation.
        ActionError: the name is invalid, or the person has too many variations of this match.
    """
    name = names.normalize_name(name, LONGEST_LINE_NAME)
    if not name or len(name) > LONGEST_LINE_NAME or not names.is_visible_line(name):
        raise Invalid(
            _("A variation name must be one line of at most %(n)d characters.")
            % {"n": LONGEST_LINE_NAME},
            code="bad_name",
        )
    with transaction.atomic():
        lock_users(user)
        line = _lock(user, table, pk)
        others = Variation.objects.filter(user=user, table=table).exclude(name__in=("", name))
        if others.count() >= MOST_KEPT:
            raise Conflict(
                _("You already have %(n)d variations of this match. Delete one first.")
                % {"n": MOST_KEPT}
            )
        if line.name == name:
            return line
        Variation.objects.filter(user=user, table=table, name=name).delete()
        line.pk, line.name, line.token = None, name, None
        line.save(force_insert=True)
        return line


def set_sharing(user: User, table: Table, pk: int, *, by_link: bool) -> None:
    """Share a variation of a finished match by link, or stop sharing it.

    Raises:
        Variation.DoesNotExist: the person has no such variation.
        ActionError: the match is still running.
    """
    if not table.is_over:
        raise Conflict(_("You can share a variation when the match is over."))
    with transaction.atomic():
        line = _lock(user, table, pk)
        line.token = (line.token or new_token()) if by_link else None
        line.save(update_fields=["token"])


def get_shared(table: Table, token: str) -> Variation:
    """The variation that is shared by this link.

    Raises:
        Variation.DoesNotExist: there is none, or its match is running (again).
    """
    if not table.is_over:
        raise Variation.DoesNotExist
    found: Variation = Variation.objects.filter(version__gte=table.set_back_version).get(
        table=table, token=token
    )
    return found


def copy_shared(user: User, table: Table, token: str, at: int) -> Variation:
    """Copy a shared variation; the copy replaces the person's own unnamed one.

    Raises:
        Variation.DoesNotExist: there is no such shared variation.
    """
    line = get_shared(table, token)
    return _replace_unnamed(
        user,
        table,
        version=line.version,
        after_move=line.after_move,
        seat=line.seat,
        seed=line.seed,
        moves=line.moves,
        position=min(at, len(line.moves)),
    )


def delete_variation(user: User, table: Table, pk: int) -> None:
    variations_of(user, table).filter(pk=pk).delete()


def _replace_unnamed(user: User, table: Table, **fields: Any) -> Variation:
    """Create a variation that replaces the person's own unnamed one."""
    with transaction.atomic():
        lock_users(user)
        Variation.objects.filter(user=user, table=table, name="").delete()
        return Variation.objects.create(user=user, table=table, **fields)


def _lock(user: User, table: Table, pk: int) -> Variation:
    found: Variation = variations_of(user, table).select_for_update().get(pk=pk)
    return found


def _save(line: Variation) -> None:
    line.changed_at = timezone.now()
    line.save(update_fields=["moves", "position", "seed", "changed_at"])


def _notations(line: Variation) -> list[Any]:
    return [text for _seat, text in line.moves]


def delete_for(user: User) -> None:
    """Delete the variations of an account that is being deleted."""
    Variation.objects.filter(user=user).delete()


def exists_for(user: int) -> Exists:
    """Whether the user has any variations, as a subquery."""
    return Exists(Variation.objects.filter(user=user))
