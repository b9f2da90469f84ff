"""The views of a table's page: the page, its fragment, its log, chat, and all actions there."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from http import HTTPStatus
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import authenticated_user
from portal.errors import ActionError, Conflict
from portal.http import csrf_field
from portal.http.input_validation import InvalidInputError, parse_whole_number
from portal.translation_cache import pin_language

from ... import names
from ...availability.start_date_forms import StartDateForm
from ...boards import page_chunks, presenter, rendering
from ...boards.page_chunks import NO_HASHES
from ...bot_levels import level_choices
from ...models import Message, Seat, Table
from ...phrases import GROUPS
from .. import notes, tutorial
from ..access import find_viewing_seat, is_visible_to, readable_chat, viewing_seat_of, webhook_of
from ..actions import chat_messages, player_actions, resignation, suggestions, takeback
from ..agreements import actions as agreements
from ..errors import ConfirmationRequiredError, IllegalMoveError, MatchLoadError, unplayable_error
from ..realtime import recent_cache
from ..session import journal, move_numbers
from ..session.drafts import Pov, load_pov
from ..session.loader import TABLE_QUERY, seats_of
from . import since_last_move, tips
from .cards import build_full_card
from .page_context import cover_context, on_hold_context, seat_names, seat_number, table_context
from .rating_explanations import household_names
from .turn_counter import next_label, next_table

FRAGMENT = "games/table/fragment.html"
MOVES_ANCHOR = "moves"  # the id of the list of moves in the fragment
SPECTATOR_CACHE_SECONDS = 3600
CHAT_LENGTH = 100


def get_visible_table(request: HttpRequest, key: str) -> Table:
    """Return the table with this key.

    Raises:
        Http404: no table has this key, or the user may not know of it.
    """
    try:
        table = TABLE_QUERY.get(key)
    except Table.DoesNotExist as error:
        raise Http404(_("There is no such table.")) from error
    if not is_visible_to(table, request.user):
        raise Http404(_("There is no such table."))
    return table


def is_fragment_request(request: HttpRequest) -> bool:
    """Return whether a script requests the fragment (htmx), not a browser the page."""
    return request.META.get("HTTP_HX_REQUEST") == "true"


def has_words_open(request: HttpRequest) -> bool:
    """Return whether the reader has the board in words open, so that it must be rendered."""
    parameters = request.POST if request.method == "POST" else request.GET
    return parameters.get("words") == "1"


def page_piece_hashes(request: HttpRequest) -> frozenset[str]:
    """Return the hashes of the page chunks that the requesting page already has."""
    said = request.META.get("HTTP_X_HAVE")
    return NO_HASHES if said is None else page_chunks.parse_hashes(said)


def _since_parameter(request: HttpRequest) -> str:
    posted = request.POST.get("since") if request.method == "POST" else None
    return posted or request.GET.get("since") or ""


class FragmentRequest(NamedTuple):
    """What a page says about itself when it requests the fragment.

    Attributes:
        since: how many moves its person has seen, as sent; "" if not sent.
        words: whether the position in words is open.
        have: the hashes of its page chunks.
    """

    since: str
    words: bool
    have: frozenset[str]

    @classmethod
    def by(cls, request: HttpRequest) -> FragmentRequest:
        """Read these values from a request."""
        return cls(_since_parameter(request), has_words_open(request), page_piece_hashes(request))

    def seen_move_count(self) -> int:
        """Return how many moves the person has seen; 0 if the page did not say.

        Raises:
            InvalidInputError: `since` is not a whole number.
        """
        return parse_whole_number(self.since, "since") if self.since else 0


@require_safe
def table_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the whole page: a card to join before the start, board and log afterwards."""
    table = get_visible_table(request, key)
    if table.status in (Table.Status.OPEN, Table.Status.CLOSED):
        context = {**pending_context(request, table), **notes.note_context(request.user, table)}
        return render(request, "lobby/pending_table.html", context)
    return _respond(request, table, FragmentRequest.by(request), whole=True)


def pending_context(request: HttpRequest, table: Table) -> dict[str, Any]:
    user = request.user if request.user.is_authenticated else None
    problem = unplayable_error(table) if table.status == Table.Status.OPEN else None
    shown = build_full_card(table, request.user)
    is_host = user is not None and table.host_id == user.pk and table.status == Table.Status.OPEN
    return {
        "table": table,
        "card": shown,
        "presenter": shown.presenter,
        "seats": shown.seats,
        "mine": shown.mine,
        "free": shown.free,
        "webhook": webhook_of(table, shown.seats, user),
        "missing": problem.message if problem else "",
        "households": household_names(table, shown.seats, user),
        "is_host": is_host,
        "levels": level_choices(table.game, table.clock) if is_host else [],
        "longest_name": names.LONGEST,
        "date_form": StartDateForm.from_table(table) if is_host and table.starts_at else None,
        "address": request.build_absolute_uri(table.get_absolute_url()),
    }


@require_safe
def fragment(request: HttpRequest, key: str) -> HttpResponse:
    """Show the part of the page that changes, rendered for the user's seat."""
    return _render_for_request(request, key, FragmentRequest.by(request))


def _render_for_request(
    request: HttpRequest, key: str, fragment_request: FragmentRequest
) -> HttpResponse:
    table = get_visible_table(request, key)
    if table.status in (Table.Status.OPEN, Table.Status.CLOSED):
        return render(request, "lobby/pending_table_fragment.html", pending_context(request, table))
    return _respond(request, table, fragment_request)


def updated_fragment(
    request: HttpRequest, key: str, version: int, fragment_request: FragmentRequest
) -> HttpResponse:
    """Answer like `fragment`, for a page that has just heard of this version.

    Raises:
        Http404: the table does not exist any more, or the user may not know of it.
    """
    known = recent_cache.recent_table(key, version)
    if known is None or not is_visible_to(known.table, request.user):
        return _render_for_request(request, key, fragment_request)
    return _respond(request, known.table, fragment_request, seats=known.seats)


def _respond(
    request: HttpRequest,
    table: Table,
    fragment_request: FragmentRequest,
    extra: dict[str, Any] | None = None,
    status: int = 200,
    *,
    whole: bool = False,
    seats: list[Seat] | None = None,
) -> HttpResponse:
    """Render a started table as this user sees it, even if its match cannot be loaded."""
    try:
        turn = load_pov(table, request.user, seats)
        seats, seat = turn.seats, turn.seat
        html = _render_fragment(request, turn, fragment_request, extra)
    except MatchLoadError as held:
        seats = seats_of(table)
        seat = viewing_seat_of(seats, request.user)
        html = _render_on_hold(request, table, seats, seat, held, fragment_request, extra)
    if is_fragment_request(request) and not whole:
        return HttpResponse(html, status=status)
    return _render_page(request, table, seats, seat, html, status)


def _seen_move(fragment_request: FragmentRequest, table: Table, seat: Seat | None) -> int | None:
    """Return up to which journal number this person has seen the moves; None for spectators.

    That is their last move or the news that they dismissed, or more if the page says so.

    Raises:
        InvalidInputError: the number from the page is not a whole number.
    """
    if seat is None:
        return None
    counted = move_numbers.numbering_for(table, seat.number, journal.recent_tail(table).moves)
    # At a hot seat, the number from the page belongs to another player.
    given = 0 if seat.local_name else counted.journal_number(fragment_request.seen_move_count())
    return min(max(seat.seen_move, given), table.move_count)


def _render_fragment(
    request: HttpRequest,
    turn: Pov,
    fragment_request: FragmentRequest,
    extra: dict[str, Any] | None = None,
) -> str:
    if turn.covered is not None:
        extra = {**cover_context(request, turn, turn.covered), **(extra or {})}
    since = _seen_move(fragment_request, turn.table, turn.seat)
    have, in_words = fragment_request.have, fragment_request.words
    if turn.seat is not None:
        with pin_language(), rendering.track_sent_chunks(have):
            context = {**table_context(turn, since, in_words=in_words), **(extra or {})}
            return _render_seated(request, context, fragment_request)
    zone = timezone.get_current_timezone_name()
    names = sha256(",".join(seat_names(turn.seats)).encode()).hexdigest()[:16]
    page_key = f"{turn.table.key}:{turn.table.version}:{in_words:d}"
    cached = f"spectator:{page_key}:{names}:{get_language()}:{zone}"
    html = None if extra else cache.get(cached)
    if html is None:
        with rendering.track_sent_chunks(NO_HASHES):
            html = render_to_string(
                FRAGMENT, {**table_context(turn, in_words=in_words), **(extra or {})}
            )
        if not extra:
            cache.set(cached, html, SPECTATOR_CACHE_SECONDS)
    return page_chunks.replace_with_stubs(html, have)


def _render_seated(
    request: HttpRequest, context: dict[str, Any], fragment_request: FragmentRequest
) -> str:
    """Render the fragment for a person who has a seat at the table.

    Without scripts the page cannot keep the board in words open, so it stays open after a move if
    the request asked for it.
    """
    waiting = next_table(authenticated_user(request))
    context["waiting"] = waiting.tables
    context["reads_on"] = fragment_request.words and not is_fragment_request(request)
    here = context["table"].is_running and not context["seat"].bot and context["seat"].waiting_since
    if waiting.tables and not here:
        context["next_label"] = next_label(waiting)
    context["csrf_input"] = csrf_field.CsrfField(request)
    return rendering.render_template(get_language(), FRAGMENT, context)


def _render_on_hold(
    request: HttpRequest,
    table: Table,
    seats: list[Seat],
    seat: Seat | None,
    held: MatchLoadError,
    fragment_request: FragmentRequest,
    extra: dict[str, Any] | None,
) -> str:
    with pin_language(), rendering.track_sent_chunks(fragment_request.have):
        since = _seen_move(fragment_request, table, seat)
        context = {**on_hold_context(table, seats, seat, held, since), **(extra or {})}
        if seat is None:
            return render_to_string(FRAGMENT, context)
        return _render_seated(request, context, fragment_request)


UNPLAYED_MESSAGE = gettext_lazy(
    "That move revealed something, so the moves after it were not played. Look again."
)


@require_safe
def log(request: HttpRequest, key: str) -> HttpResponse:
    """Show a part of the log before a move: the entries for a script, a page for a link."""
    table = get_visible_table(request, key)
    seats = seats_of(table)
    seat = viewing_seat_of(seats, request.user)
    counted = move_numbers.numbering_for(table, seat_number(seat))
    given = request.GET.get("before")
    before = (
        counted.journal_number(parse_whole_number(given, "before"))
        if given
        else table.move_count + 1
    )
    past = journal.load_log_part(table, before)
    since = _seen_move(FragmentRequest.by(request), table, seat)
    shown = journal.build_log(
        table, past, seat_number(seat), seat_names(seats), since, journal.LOG_PART_LENGTH
    )
    html = SafeString(render_to_string("games/table/log.html", {"log": shown}))
    if is_fragment_request(request):
        return HttpResponse(html)
    context = {"presenter": presenter(table.game), "part": html, "table": table}
    return render(request, "games/table/log_page.html", context)


@require_safe
def since_last_move_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show what happened since the user's last move: the panel for a script, a page for a link.

    Raises:
        Http404: the user has no seat to look from, or the table has not started.
    """
    table = get_visible_table(request, key)
    seats = seats_of(table)
    seat = viewing_seat_of(seats, request.user)
    if seat is None or table.started_at is None:
        raise Http404(_("Only players at this table can see what happened since their last move."))
    found = since_last_move.summarize_since_last_move(table, seats, seat)
    context = {"meanwhile": found, "table": table, "warms": is_fragment_request(request)}
    html = SafeString(render_to_string("games/table/since_last_move.html", context))
    if is_fragment_request(request):
        return HttpResponse(html)
    context = {"presenter": presenter(table.game), "part": html, "table": table}
    return render(request, "games/table/since_last_move_page.html", context)


def _render_page(
    request: HttpRequest,
    table: Table,
    seats: list[Seat],
    seat: Seat | None,
    html: str,
    status: int,
) -> HttpResponse:
    context = {
        "seats": seats,
        "presenter": presenter(table.game),
        "is_guided": seat is not None and tutorial.tutorial_of(table) is not None,
        "fragment": html,
        "csrf_token": csrf_field.page_csrf_token(request),
        "is_host": request.user.is_authenticated and table.host_id == request.user.pk,
        "webhook": webhook_of(table, seats, request.user),
        # Only here: a declaration cannot change during the match, and a click must not query it.
        "households": household_names(
            table, seats, request.user if request.user.is_authenticated else None
        ),
        **chat_context(request, table, seat),
        **notes.note_context(request.user, table),
    }
    return render(request, "games/table/page.html", context, status=status)


def _action(
    act: Callable[[HttpRequest, str], Pov | Table],
) -> Callable[..., HttpResponse]:
    """Make a view that changes a table: it returns the fragment, or redirects a plain form."""

    @require_POST
    @login_required
    def view(request: HttpRequest, key: str) -> HttpResponse:
        fragment_request = FragmentRequest.by(request)
        fragment_request.seen_move_count()  # refuse malformed input before anything changes
        try:
            done = act(request, key)
        except Table.DoesNotExist as error:
            raise Http404(_("There is no such table.")) from error
        except ConfirmationRequiredError as warning:
            again = {
                "moves": request.POST.getlist("move"),
                "keep": request.POST.get("keep", ""),
                "message": warning.message,
            }
            return _respond(
                request, get_visible_table(request, key), fragment_request, {"warning": again}, 409
            )
        except ActionError as refused:
            table = get_visible_table(request, key)
            if not table.state:
                return _pending_error(request, table, refused)
            section = refused if isinstance(refused, IllegalMoveError) and refused.url else None
            context = {"refused": refused.message, "refused_by": section}
            return _respond(request, table, fragment_request, context, refused.status)
        if not is_fragment_request(request):
            if isinstance(done, Pov) and done.unread:
                messages.warning(request, UNPLAYED_MESSAGE)
            reads_on = f"?words=1#{MOVES_ANCHOR}" if fragment_request.words else ""
            return redirect(f"{reverse('games:table', args=[key])}{reads_on}")
        if isinstance(done, Table):
            return _respond(request, done, fragment_request)
        extra = {"refused": UNPLAYED_MESSAGE} if done.unread else None
        return HttpResponse(_render_fragment(request, done, fragment_request, extra))

    return view


def _pending_error(request: HttpRequest, table: Table, refused: ActionError) -> HttpResponse:
    """Render the page of a table that has no match yet, with the reason of the refusal on top."""
    template = (
        "lobby/pending_table_fragment.html"
        if is_fragment_request(request)
        else "lobby/pending_table.html"
    )
    context = {**pending_context(request, table), "refused": refused.message}
    return render(request, template, context, status=refused.status)


def _posted_number(request: HttpRequest, name: str) -> int:
    try:
        return parse_whole_number(request.POST.get(name, ""), name)
    except InvalidInputError as unreadable:
        error = Conflict(unreadable.message)
        error.status = HTTPStatus.BAD_REQUEST
        raise error from unreadable


def _version_and_step(request: HttpRequest) -> tuple[int, int]:
    """Return the version of the table and the length of the draft that the page showed."""
    return _posted_number(request, "version"), _posted_number(request, "step")


def _optional_number(request: HttpRequest, name: str) -> int | None:
    return _posted_number(request, name) if request.POST.get(name) else None


@_action
def move(request: HttpRequest, key: str) -> Pov:
    """Add one or more moves to the user's draft, or replace its end (`keep`).

    The parameter `hint` is the kind of decision for which the page showed a tip.
    """
    turn = player_actions.add_to_draft(
        key,
        authenticated_user(request),
        *_version_and_step(request),
        request.POST.getlist("move"),
        keep=_optional_number(request, "keep"),
        sure=request.POST.get("sure") == "1",
    )
    tips.mark_seen(turn, request.POST.get("hint", ""))
    return turn


@_action
def undo(request: HttpRequest, key: str) -> Pov:
    """Undo the last move of the user's draft, or the one `at` a place in it."""
    at = _optional_number(request, "at")
    return player_actions.undo(key, authenticated_user(request), *_version_and_step(request), at=at)


@_action
def restart(request: HttpRequest, key: str) -> Pov:
    return player_actions.undo(
        key, authenticated_user(request), *_version_and_step(request), everything=True
    )


@_action
def take_back(request: HttpRequest, key: str) -> Pov:
    """Take back the user's last sent turn, if they play alone against bots."""
    return takeback.take_back_turn(
        key, authenticated_user(request), _posted_number(request, "version")
    )


@_action
def confirm(request: HttpRequest, key: str) -> Pov:
    version, step = _version_and_step(request)
    return player_actions.confirm(key, authenticated_user(request), version, step=step)


@_action
def suggestion(request: HttpRequest, key: str) -> Pov:
    """Request a suggestion: what a strong bot would play."""
    return suggestions.request_suggestion(key, authenticated_user(request))


@_action
def auto_answers(request: HttpRequest, key: str) -> Pov:
    """Set the automatic answers of the user's seat."""
    # Forms of pages that are already open send them as "order".
    return player_actions.set_auto_answers(
        key, authenticated_user(request), request.POST.getlist("order")
    )


@_action
def dismiss_news(request: HttpRequest, key: str) -> Pov:
    """Dismiss the news at this table, up to the move `seen`."""
    return player_actions.dismiss_news(
        key, authenticated_user(request), _posted_number(request, "seen")
    )


@_action
def hand_over_device(request: HttpRequest, key: str) -> Pov:
    """Give the device of a hot-seat table to `seat`; `come=1` confirms that its player has it."""
    has_come = request.POST.get("come") == "1"
    return player_actions.hand_over_device(
        key, authenticated_user(request), _posted_number(request, "seat"), has_come=has_come
    )


@_action
def resign(request: HttpRequest, key: str) -> Pov:
    return resignation.resign(key, authenticated_user(request))


@_action
def reclaim_seat(request: HttpRequest, key: str) -> Table:
    return resignation.reclaim_seat(key, authenticated_user(request))


@_action
def give_time(request: HttpRequest, key: str) -> Table:
    """Give an opponent one more day."""
    return player_actions.give_time(
        key, authenticated_user(request), _posted_number(request, "seat")
    )


@_action
def answer_proposal(request: HttpRequest, key: str) -> Table:
    """Agree to the open proposal, or decline or withdraw it."""
    agrees = request.POST.get("agrees") == "1"
    number = _posted_number(request, "proposal")
    return agreements.answer(key, authenticated_user(request), number, agrees=agrees)


@_action
def call_off(request: HttpRequest, key: str) -> Table:
    agrees = request.POST.get("agrees", "1") == "1"
    return agreements.agree_to_call_off(key, authenticated_user(request), agrees=agrees)


def chat_context(request: HttpRequest, table: Table, seat: Seat | None) -> dict[str, Any]:
    lines = readable_chat(table, seat, request.user)
    return {
        "chat": list(reversed(lines[:CHAT_LENGTH])),
        "seat": seat,
        "table": table,
        "phrase_groups": GROUPS,
    }


def chat(request: HttpRequest, key: str) -> HttpResponse:
    """Show the table's chat; people with a seat may write to everyone or to the players only."""
    table = get_visible_table(request, key)
    seat = find_viewing_seat(table, request.user)
    status, problem = 200, ""
    if request.method == "POST":
        text, phrase = (request.POST.get(name, "") for name in ("text", "phrase"))
        audience = request.POST.get("audience") or Message.Audience.PUBLIC
        try:
            chat_messages.post_message(table, request.user, text, phrase, audience)
        except ActionError as refused:
            status, problem = refused.status, refused.message
    if request.method == "POST" and not is_fragment_request(request):
        if problem:
            messages.error(request, problem)
        return redirect(f"{table.get_absolute_url()}#chat")
    context = {**chat_context(request, table, seat), "problem": problem}
    return render(request, "games/table/chat.html", context, status=status)
