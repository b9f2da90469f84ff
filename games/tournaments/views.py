"""Pages of contests."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

import games.rules as rules
from accounts.models import User
from accounts.nicknames import known_as
from portal.http.input_validation import number_or_none

from ..availability.tournament_events import of_contest
from ..boards import presenter
from ..clubs.queries import led_by
from ..lobby.calendar_feed_views import calendar_file
from ..lobby.table_settings import Terms
from ..models import Contest, ContestTable, Entry
from ..reliability.requirements import Asks
from ..table.access import person
from ..table.errors import Refused
from ..time_controls import sentence
from . import (
    check_ins,
    creation,
    ladder_challenges,
    lifecycle,
    queries,
    registration,
)
from .access import BadContest, NoSuchContest, check_runs, plays_in, runs_it
from .formats.ladder import Ladder, LadderSettings
from .formats.registry import FORMATS
from .forms import ContestForm, like, ruled
from .points import SCORE_WORDS, TIE_BREAK_WORDS

SHOWN = 50  # lines of the standings, or people who have entered

View = Callable[..., HttpResponse]


def _told_there(view: View) -> View:
    """What is refused is told on the contest's page."""

    @wraps(view)
    def answer(request: HttpRequest, key: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, key, *args, **kwargs)
        except NoSuchContest as refused:
            raise Http404(refused.message) from refused
        except Refused as refused:
            queries.found(key, request.user)
            messages.error(request, refused.message)
            return redirect("games:contest", key)

    return answer


@require_safe
def contests(request: HttpRequest) -> HttpResponse:
    """Contests that take entries, that run and that are over."""
    seen = queries.listed_for(request.user).annotate(size=queries.SIZE).order_by("-pk")
    parts = [
        (state, seen.filter(state=state)[: queries.LISTED])
        for state in (Contest.State.OPEN, Contest.State.RUNNING, Contest.State.OVER)
    ]
    user = request.user
    context = {"parts": parts, "may_open": isinstance(user, User) and _may_open(user)}
    return render(request, "games/tournaments/list.html", context)


def _may_open(user: User) -> bool:
    return creation.may_open(user) or led_by(user).exists()


@login_required
@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Choose the game and the format of a contest."""
    game, form = request.GET.get("game", ""), request.GET.get("format", "")
    if game in rules.catalogue() and form in FORMATS:
        return redirect("games:new_contest", game, form)
    games = [key for key, one in rules.catalogue().items() if one.seats[-1] > 1]
    context = {
        "games": [(key, presenter(key).name()) for key in games],
        "formats": FORMATS.values(),
    }
    return render(request, "games/tournaments/choose.html", context)


@login_required
def new(request: HttpRequest, game: str, form: str) -> HttpResponse:
    """Open a contest."""
    declared, offered = rules.catalogue().get(game), FORMATS.get(form)
    if declared is None or offered is None:
        raise Http404(_("There is no such game here."))
    sizes = [n for n in declared.seats if n in offered.settings.sizes]
    if not sizes:
        messages.error(request, _("This game has no tables for this format."))
        return redirect("games:choose_contest")
    user = person(request)
    filled = ContestForm(
        declared,
        offered,
        request.POST or None,
        initial=_like(request, game, form),
        zone=user.time_zone,
        circles=led_by(user),
        is_member=creation.may_open(user),
    )
    status, warnings = 200, ""
    if request.method == "POST":
        status = 422
        if filled.is_valid():
            warnings = " ".join(filled.warnings())
            try:
                if not warnings or warnings == request.POST.get("read"):
                    return redirect(creation.open_contest(user, **filled.arguments()))
            except Refused as refused:
                filled.refuse(refused)
    context = {
        "form": filled,
        "presenter": presenter(game),
        "format": offered,
        "warnings": warnings,
    }
    return render(request, "games/tournaments/form.html", context, status=status)


def _like(request: HttpRequest, game: str, form: str) -> dict[str, Any]:
    """What an earlier contest that the address names fills in."""
    key = request.GET.get("like", "")
    try:
        earlier = queries.found(key, request.user) if key else None
    except NoSuchContest:
        return {}
    return like(earlier) if earlier and (earlier.game, earlier.format) == (game, form) else {}


@require_safe
def contest_page(request: HttpRequest, key: str) -> HttpResponse:
    """A contest: what it is, who is in it, its standings and rounds."""
    try:
        contest = queries.found(key, request.user)
    except NoSuchContest as refused:
        raise Http404(refused.message) from refused
    user, offered = request.user, FORMATS[contest.format]
    mine = contest.entries.filter(user=user).first() if user.is_authenticated else None
    terms = Terms.of_kept(rules.get(contest.game), contest.terms)
    show = presenter(contest.game)
    options = [
        show.told_choice(option, terms.options[option.key])
        for option in rules.get(contest.game).options
        if terms.options[option.key] != option.default
    ]
    context: dict[str, Any] = {
        "contest": contest,
        "format": offered,
        "settings": offered.settings.read(contest.format_settings),
        "terms": terms,
        "options": options,
        "clock": sentence(terms.clock),
        "asks": Asks.of(contest.asks),
        "mine": mine,
        "runs": runs_it(contest, user),
        "decides": runs_it(contest, user) and not plays_in(contest, user),
        "takes": registration.takes(contest),
        "at_once": range(1, registration.MOST_AT_ONCE + 1)
        if registration.plays_at_once(contest)
        else (),
        "may_open": isinstance(user, User) and _may_open(user),
    }
    now = timezone.now()
    context |= {
        "checks_in": contest.checks_in(now),
        "asks_here": check_ins.is_asked(contest, mine, now),
    }
    if context["runs"]:
        context["warnings"] = creation.warnings(contest)
    if context["runs"] and contest.is_living:
        context["invited"], context["waiting"] = registration.expected(contest)
    context["score"] = SCORE_WORDS[context["settings"].score]
    if contest.started_at is None:
        people = queries.entered(contest)
        pages = Paginator(people, SHOWN)
        context |= {"size": len(people), "people": pages.get_page(request.GET.get("page"))}
    else:
        context |= _begun(request, contest, mine)
    if (settings := ladder_challenges.settings_of(contest)) is not None:
        context |= _challenges(contest, settings, mine)
    return render(request, "games/tournaments/contest.html", context)


def _challenges(contest: Contest, settings: LadderSettings, mine: Entry | None) -> dict[str, Any]:
    waiting = ladder_challenges.pending(contest)
    own = None if mine is None else mine.pk
    made = next((one for one in waiting if one.by_id == own), None)
    before = [
        one
        for one in waiting[: 0 if made is None else waiting.index(made)]
        if made is not None and one.to_id == made.to_id and one.accepted_at is None
    ]
    return {
        "is_ladder": True,
        "challenges": waiting,
        "challenge_made": made,
        "takes_back": made is not None and ladder_challenges.can_be_taken_back(made, settings),
        "challenges_before": len(before),
        "challenge_got": None if own is None else ladder_challenges.must_answer(waiting).get(own),
        "challenges_from": None
        if mine is None
        else ladder_challenges.waits_until(mine, timezone.now()),
        "in_reach": ladder_challenges.within_reach(contest, mine, waiting),
    }


def _begun(request: HttpRequest, contest: Contest, mine: Entry | None) -> dict[str, Any]:
    board = queries.board(contest)
    number = number_or_none(request.GET.get("round", ""))
    chosen = number if number in board.rounds else max(board.rounds, default=0)
    entry = None if mine is None else mine.pk
    form = FORMATS[contest.format]
    is_ladder = isinstance(form, Ladder)
    tables = queries.tables_in(contest, [chosen])[chosen] if chosen else []
    if form.takes_late and not form.has_rounds:
        tables = tables[::-1]  # one round of ever more tables: the last ones first
    lines = Paginator(board.lines, SHOWN).get_page(request.GET.get("page"))
    shown = {line.division for line in lines}
    winners: set[int] = set()
    if contest.state == Contest.State.OVER:
        winners = {*contest.entries.filter(place=1).values_list("pk", flat=True)}
    return {
        "board": board,
        "size": len(board.lines),
        "lines": lines,
        "columns": [] if is_ladder else [TIE_BREAK_WORDS[column] for column in board.columns],
        "my_line": next((one for one in board.lines if one.person.entry == entry), None),
        "why_waits": queries.why_waits(board, mine, contest.game),
        "chosen": chosen,
        "tables": Paginator(tables, SHOWN).get_page(request.GET.get("tables")),
        "own_tables": {
            one.number for one in tables if entry in {seat.person.entry for seat in one.seats}
        },
        "crosstables": [
            (division, list(some))
            for division, some in groupby(
                zip(board.lines, board.crossed, strict=False), key=lambda row: row[0].division
            )
            if division in shown
        ],
        "winners": [one.person for one in board.lines if one.person.entry in winners],
    }


@require_safe
def calendar(request: HttpRequest, key: str) -> HttpResponse:
    """The calendar file of a contest; asked for again, it says what has changed."""
    try:
        contest = queries.found(key, request.user)
    except NoSuchContest as refused:
        raise Http404(refused.message) from refused
    answer = calendar_file(request, of_contest(contest))
    answer.headers["Content-Disposition"] = f'attachment; filename="{key}.ics"'
    return answer


@login_required
@require_POST
@_told_there
def enter(request: HttpRequest, key: str) -> HttpResponse:
    """Take a place, or one on the waiting list."""
    at_once = number_or_none(request.POST.get("at_once", "")) or 1
    entry = registration.enter(key, person(request), at_once)
    if entry.state == Entry.State.WAITING:
        messages.success(request, _("You are on the waiting list. We tell you when you move up."))
    else:
        messages.success(request, _("You are in."))
    return redirect("games:contest", key)


@login_required
@require_POST
@_told_there
def check_in(request: HttpRequest, key: str) -> HttpResponse:
    """Say that they are there, shortly before it begins."""
    check_ins.check_in(key, person(request))
    messages.success(request, _("You are checked in."))
    return redirect("games:contest", key)


@login_required
@require_POST
@_told_there
def withdraw(request: HttpRequest, key: str) -> HttpResponse:
    """Leave the contest, its waiting list, or decline an invitation."""
    contest = queries.found(key, request.user)
    registration.withdraw(key, person(request))
    messages.success(request, _("You are out. Matches you have begun go on."))
    return redirect(contest if contest.circle_id is None else "games:contests")


@login_required
@require_POST
@_told_there
def call_off(request: HttpRequest, key: str) -> HttpResponse:
    """Those who run it end it before it has begun."""
    creation.call_off(key, person(request))
    return redirect("games:contest", key)


@login_required
@require_POST
@_told_there
def end(request: HttpRequest, key: str) -> HttpResponse:
    """Those who run it end it while it runs, and say why."""
    queries.found(key, request.user)
    lifecycle.end(key, person(request), request.POST.get("why", ""))
    messages.success(request, _("The contest is over. Everybody in it is told."))
    return redirect("games:contest", key)


@login_required
@require_POST
@_told_there
def invite(request: HttpRequest, key: str) -> HttpResponse:
    """Those who run it ask somebody by name."""
    queries.found(key, request.user)
    other = _named(request.POST.get("name", ""))
    registration.invite(key, person(request), other)
    messages.success(request, _("%(name)s is invited.") % {"name": other})
    return redirect("games:contest", key)


@login_required
@require_POST
@_told_there
def put_out(request: HttpRequest, key: str) -> HttpResponse:
    """Those who run it take somebody out, and say why."""
    queries.found(key, request.user)
    other = _named(request.POST.get("name", ""))
    registration.put_out(key, person(request), other, request.POST.get("why", ""))
    messages.success(request, _("%(name)s is out of the contest.") % {"name": other})
    return redirect("games:contest", key)


@login_required
@require_POST
@_told_there
def rule(request: HttpRequest, key: str, number: int, table: int) -> HttpResponse:
    """Those who run it decide a table that is still played."""
    contest = queries.found(key, request.user)
    check_runs(contest, person(request))
    found = ContestTable.objects.filter(round__contest=contest, round__number=number, number=table)
    entries = found.values_list("entries", flat=True).first() or []
    places, why = ruled(request.POST, len(entries))
    lifecycle.rule(key, person(request), (number, table), places, why)
    messages.success(request, _("The table is decided."))
    return redirect("games:contest", key)


@login_required
@require_POST
@_told_there
def challenge(request: HttpRequest, key: str) -> HttpResponse:
    """Ask somebody on a ladder for a match."""
    queries.found(key, request.user)
    other = _named(request.POST.get("name", ""))
    ladder_challenges.challenge(key, person(request), other)
    messages.success(request, _("%(name)s is challenged.") % {"name": other})
    return redirect("games:contest", key)


@login_required
@require_POST
@_told_there
def answer_challenge(request: HttpRequest, key: str) -> HttpResponse:
    """Accept or decline a challenge, or take back one's own."""
    queries.found(key, request.user)
    match request.POST.get("answer", ""):
        case "accept":
            ladder_challenges.answer(key, person(request), accepts=True)
            messages.success(request, _("Your table starts as soon as both of you are free."))
        case "decline":
            ladder_challenges.answer(key, person(request), accepts=False)
        case "take_back":
            ladder_challenges.take_back(key, person(request))
    return redirect("games:contest", key)


def _named(username: str) -> User:
    other = User.objects.filter(known_as(username.strip()), is_active=True, guest_of="").first()
    if other is None:
        raise BadContest(_("There is nobody with this name."), "name")
    return other
