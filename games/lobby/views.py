"""Views of the lobby: find, open, join, leave, start and close tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

import games.rules as rules
from accounts.requests import authenticated_user
from portal.errors import ActionError
from portal.http.input_validation import parse_number_or_none
from portal.http.pagination import cursor_page
from portal.http.refusals import refusal_as_message, refusal_in_form

from ..availability.start_date_forms import StartDateForm
from ..boards import presenter
from ..clubs.queries import clubs_led_by, clubs_of
from ..models import Table
from ..ratings.reliability.aggregation import MIN_ANSWERS
from ..ratings.reliability.requirements import requirement_values
from ..ratings.reliability.stats import MIN_MATCHES
from ..table.access import listable_tables
from ..table.views.cards import build_table_cards, render_cards, with_seats
from ..table.views.pages import get_visible_table
from ..time_controls import PRESETS
from . import match_start
from .admission import matchmaking, seat_takeover
from .admission.matchmaking_views import render_panel
from .admission.rematch import open_or_join_rematch as _again
from .models import LONGEST_SET_NAME, SavedTableSettings
from .pending import InvalidTableError
from .setup import saved_settings, scheduled_starts, table_setup
from .setup.forms import OpenTableForm, initial_values
from .table_filter import SEATS, TableFilter
from .table_settings import TableSettings

PAGE_LENGTH = 24


@require_safe
def table_list(request: HttpRequest) -> HttpResponse:
    """List tables with the filters of `TableFilter`: open, running or finished ones, or running
    ones with seats to take over.
    """
    wanted = TableFilter.of(request.GET.dict())
    status, user = wanted.status, request.user
    show = presenter(wanted.game) if wanted.game else None
    chosen_options, club_key = dict(wanted.options), request.GET.get("circle", "")
    takeovers: list[seat_takeover.Takeover] = []
    cards = SafeString()
    if status == SEATS:
        tables = wanted.apply(seat_takeover.tables_with_vacancies(user), user)
        if club_key:
            tables = tables.filter(club__key=club_key)
        page = cursor_page(tables, Table.order_of(Table.Status.RUNNING), PAGE_LENGTH, request.GET)
        takeovers = seat_takeover.build_takeovers(page)
    else:
        tables = wanted.apply(with_seats(listable_tables(user)), user)
        page = cursor_page(tables, Table.order_of(status), PAGE_LENGTH, request.GET)
        shown = build_table_cards(page, user)
        cards = render_cards("lobby/cards.html", request, cards=shown)
    return render(
        request,
        "lobby/tables.html",
        {
            "quick": render_panel(request) if status == "open" else "",
            "cards": cards,
            "takeovers": takeovers,
            "page": page,
            "status": status,
            "wanted": wanted,
            "club_key": club_key,
            "games": [(key, presenter(key).name()) for key in rules.catalogue()],
            "show": show,
            "presets": PRESETS,
            "pauses": Table.PausePolicy.choices,
            "option_filters": [
                (
                    option.key,
                    show.option_label(option),
                    [(choice, show.choice_label(option, choice)) for choice in option.choices],
                    chosen_options.get(option.key, ""),
                )
                for option in (() if show is None else rules.get(wanted.game).options)
                if show is not None
            ],
        },
    )


@login_required
def new_table(request: HttpRequest, game: str = "") -> HttpResponse:
    """Let the user choose a game, then open a table of it or save its settings."""
    games = rules.catalogue()
    if not game and len(games) == 1:
        only = reverse("games:new_of", args=[next(iter(games))])
        return redirect(f"{only}{_club_query(request)}")
    if not game:
        choices = [presenter(key) for key in games]
        choose = {"presenters": choices, "for_circle": _club_query(request)}
        return render(request, "lobby/choose_game.html", choose)
    if game not in games:
        raise Http404(_("There is no such game here."))
    user = authenticated_user(request)
    picked = _find_selected_settings(request, game)
    terms = (
        saved_settings.last_used_settings(user, game)
        if picked is None
        else TableSettings.from_row(picked)
    )
    begun = {} if terms is None else initial_values(terms, user.time_zone)
    clubs = {club.key: club for club in clubs_of(user)}
    if picked is not None and picked.club is not None:
        begun["visibility"] = picked.club.key
    elif (chosen := request.GET.get("circle", "")) in clubs:
        begun["visibility"] = chosen
    form = OpenTableForm(
        games[game],
        request.POST or None,
        zone=user.time_zone,
        clubs=clubs.values(),
        initial=begun,
    )
    led = list(clubs_led_by(user)) if clubs else []
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            with refusal_in_form(form):
                return _open_or_save(request, game, form)
    context = {
        "form": form,
        "mine": requirement_values([(user.pk, game)])[user.pk, game],
        "least_matches": MIN_MATCHES,
        "least_turns": MIN_ANSWERS,
        "presenter": presenter(game),
        "sets": saved_settings.named_settings_of(user, game),
        "club_sets": saved_settings.club_settings_for(user, game) if clubs else (),
        "picked": picked,
        "may_change": picked is not None and (picked.club is None or picked.club in led),
        "led": led,
        "longest_set_name": LONGEST_SET_NAME,
    }
    return render(request, "lobby/new_table.html", context, status=status)


@require_POST
@login_required
def open_like_last(request: HttpRequest, game: str) -> HttpResponse:
    """Open a table of this game with the settings that the user used last."""
    if game not in rules.catalogue():
        raise Http404(_("There is no such game here."))
    user = authenticated_user(request)
    terms = saved_settings.last_used_settings(user, game)
    if terms is None:
        return redirect("games:new_of", game)
    with refusal_as_message(request):
        table = table_setup.open_table(user, game, terms)
        matchmaking.match_waiting_people(table)
        return redirect(table)
    return redirect("games:new_of", game)


def _club_query(request: HttpRequest) -> str:
    """Return the query string that keeps the chosen club, "" if there is none."""
    key = request.GET.get("circle", "")
    return f"?{urlencode({'circle': key})}" if key else ""


def _find_selected_settings(request: HttpRequest, game: str) -> SavedTableSettings | None:
    """Return the named set with which the form starts (`?set=12`), if it exists."""
    number = parse_number_or_none(request.GET.get("set", ""))
    if number is None:
        return None
    user = authenticated_user(request)
    own = saved_settings.named_settings_of(user, game).filter(pk=number).first()
    return own or saved_settings.club_settings_for(user, game).filter(pk=number).first()


def _open_or_save(request: HttpRequest, game: str, form: OpenTableForm) -> HttpResponse:
    """Open the table or save the settings as a named set, depending on the pressed button."""
    user, terms = authenticated_user(request), form.terms()
    if "save_set" in request.POST:
        club = form.clubs.get(request.POST.get("set_for", ""))
        row = saved_settings.save_named_settings(
            user, game, request.POST.get("set_name", ""), terms, club
        )
        messages.success(request, _("Saved as “%(name)s”.") % {"name": row.name})
        return redirect(f"{reverse('games:new_of', args=[game])}?set={row.pk}")
    table = table_setup.open_table(
        user,
        game,
        terms,
        name=form.cleaned_data["name"],
        club=form.club,
        date=form.date,
        local_names=form.cleaned_data["local_names"],
    )
    saved_settings.save_last_used(user, game, terms)
    matchmaking.match_waiting_people(table)
    return redirect(table)


def _lobby_action(action: Callable[[str, Any], Table]) -> Callable[..., HttpResponse]:
    @require_POST
    @login_required
    def view(request: HttpRequest, key: str) -> HttpResponse:
        try:
            table = action(key, authenticated_user(request))
        except Table.DoesNotExist as error:
            raise Http404(_("There is no such table.")) from error
        except ActionError as refused:
            get_visible_table(
                request, key
            )  # 404 for people who may not know of the table; only others see the reason
            messages.error(request, refused.message)
            return redirect("games:table", key)
        return redirect("games:lobby") if table.status == Table.Status.CLOSED else redirect(table)

    return view


join = _lobby_action(table_setup.join)
leave = _lobby_action(table_setup.leave)
start = _lobby_action(match_start.start)
close = _lobby_action(table_setup.close)
rematch = _lobby_action(_again)


def rename(request: HttpRequest, key: str) -> HttpResponse:
    """Rename a table, or remove its name, for the host."""
    name = request.POST.get("name", "")
    return _lobby_action(lambda key, user: table_setup.rename(key, user, name))(request, key)


def change_date(request: HttpRequest, key: str) -> HttpResponse:
    """Change the scheduled start of a table, for the host."""

    def change(key: str, user: Any) -> Table:
        form = StartDateForm(request.POST, zone=user.time_zone)
        if not form.is_valid():
            raise InvalidTableError(
                " ".join(str(text) for texts in form.errors.values() for text in texts)
            )
        assert form.date is not None
        return scheduled_starts.change_start_date(key, user, form.date)

    return _lobby_action(change)(request, key)
