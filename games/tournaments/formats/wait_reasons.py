"""The reasons that formats give why someone does not play now."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.reasons import Reason
from games.rules.reasons import gettext_noop as _

from .base import TournamentState

OUT = Reason("out", _("Has left the tournament."))
AWAY = Reason("away", _("Away at the moment."))
ENOUGH = Reason("enough", _("Already playing as many matches at once as chosen."))
LATER = Reason("later", _("Joins in the next round."))
NO_SEAT = Reason("no_seat", _("There was no seat left in this round."))
SITS_OUT = Reason("sits_out", _("Sits out to avoid a blocked person."))
ROUND_RUNS = Reason("round_runs", _("The next round starts when the tables of this one are over."))
TOO_FEW = Reason("too_few", _("Not enough people are free for a table."))
LAST_TABLES = Reason("last_tables", _("The last tables are still being played."))


def unavailable_reasons(state: TournamentState) -> dict[int, Reason]:
    """Return, for each entrant who cannot be paired now, the reason."""
    found = {}
    for one in state.entrants:
        if one.is_out:
            found[one.id] = OUT
        elif one.is_away:
            found[one.id] = AWAY
        elif not state.has_room(one):
            found[one.id] = ENOUGH
    return found


def idle_reasons(
    state: TournamentState, others: Mapping[int, Reason], otherwise: Reason
) -> dict[int, Reason]:
    """Return why each entrant at no running table does not play.

    For people who are free, the reason comes from `others`, else it is `otherwise`.
    """
    known = {**others, **unavailable_reasons(state)}
    return {
        one.id: known.get(one.id, otherwise)
        for one in state.entrants
        if not state.running_counts[one.id]
    }
