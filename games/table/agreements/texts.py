"""Proposals in words: for the page, the log, notifications and the API."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from portal.dates import moment_text

from ...models import Proposal
from ...time_controls import TimeControl, clock_text


def clock_of(terms: Mapping[str, Any]) -> TimeControl:
    return TimeControl.from_json(terms)


def until_of(terms: Mapping[str, Any]) -> datetime | None:
    return datetime.fromisoformat(terms["until"]) if terms.get("until") else None


def proposal_text(kind: str, terms: Mapping[str, Any]) -> str:
    """Return what a proposal is about, as a noun phrase."""
    until = until_of(terms)
    when = "" if until is None else moment_text(until)
    match kind:
        case Proposal.Kind.PAUSE:
            return _("a pause until %(when)s") % {"when": when}
        case Proposal.Kind.CONTINUE:
            return _("to end the pause now")
        case Proposal.Kind.CLOCK:
            clock = clock_text(clock_of(terms))
            if until is None:
                return _("another clock: %(clock)s") % {"clock": clock}
            return _("a clock of %(clock)s until %(when)s") % {"clock": clock, "when": when}
        case Proposal.Kind.TAKE_BACK:
            return _("to take back their last turn")
        case Proposal.Kind.END:
            return _("to end the match now and rank it as it stands")
        case _:
            return _("to call the match off")


def consequence_text(kind: str, least: int = 0) -> str:
    """Return what happens if everyone agrees; `least` own moves make a match count."""
    match kind:
        case Proposal.Kind.PAUSE:
            return _("No clock runs until then. Anyone who wants to move still can.")
        case Proposal.Kind.CONTINUE:
            return _("All clocks go on with the time that they had left.")
        case Proposal.Kind.CLOCK:
            return _("Everyone starts with the full time of the new clock.")
        case Proposal.Kind.TAKE_BACK:
            return _(
                "The turn and everything after it are undone. Drafts and conditional moves are "
                "cleared."
            )
        case Proposal.Kind.END:
            return _(
                "The points of this moment decide. A rated match counts only if every player has "
                "made at least %(n)d moves."
            ) % {"n": least}
        case _:
            return _("The match ends without a result and does not count.")


def outcome_text(outcome: str) -> str:
    """Return how a proposal ended, as the title of a notification."""
    match outcome:
        case Proposal.Outcome.ACCEPTED:
            return _("Everyone agreed")
        case Proposal.Outcome.DECLINED:
            return _("Your proposal was declined")
        case Proposal.Outcome.EXPIRED:
            return _("Not everyone answered your proposal in time")
        case _:
            return _("Your proposal is no longer possible")
