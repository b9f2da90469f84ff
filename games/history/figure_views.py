"""The statistics page of a match: curves along its rounds, and the figures of its title."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import games.rules as rules
from portal.errors import ActionError

from ..archive.views import limit_view_work
from ..boards import Presenter, presenter
from ..boards.view_models import Figure
from ..table.errors import MatchLoadError
from ..table.session import journal
from . import match_curves
from .viewer import ViewerState, viewer_state_of


@require_safe
def match_figures(request: HttpRequest, key: str) -> HttpResponse:
    """Show the numbers of a match, from what its reader could see."""
    look = viewer_state_of(request, key)
    show = presenter(look.table.game)
    if not (show.has_figures or look.table.is_over):
        raise Http404(_("There are no statistics for this match."))
    context = {"table": look.table, "presenter": show, "figures": _figure_bars(look, show)}
    status = 200
    if look.table.is_over:
        try:
            context["along"] = _rendered_curves(request, look)
        except ActionError as refused:
            context["problem"], status = refused.message, refused.status
    return render(request, "games/history/figures.html", context, status=status)


def _rendered_curves(request: HttpRequest, look: ViewerState) -> SafeString:
    with limit_view_work(request, "along"):
        try:
            measures = match_curves.match_curves(look)
        except rules.RecordError as error:
            raise MatchLoadError(look.table, error) from error
    parts = {"measures": measures, "look": look, "players": list(enumerate(look.names))}
    return SafeString(render_to_string("games/viewer/match_curves.html", parts))


def _figure_bars(look: ViewerState, show: Presenter) -> list[FigureBars]:
    if not show.has_figures:
        return []
    found = [event for move in look.table.moves.all() for event in journal.stored_events(move)]
    seen = journal.visible_events(found, look.own, over=look.table.is_over)
    return [FigureBars(one) for one in show.figures(seen, look.names, look.table.options)]


class FigureBars:
    """A figure for the page: each number with its bar, in per cent of the longest."""

    def __init__(self, figure: Figure) -> None:
        self.title = figure.title
        self.columns = figure.columns
        seats = [seat for _name, seat in figure.columns]
        most = max((n for _label, numbers in figure.rows for n in numbers), default=0) or 1
        self.rows = [
            (
                label,
                list(zip(seats, numbers, [round(100 * n / most) for n in numbers], strict=True)),
            )
            for label, numbers in figure.rows
        ]
