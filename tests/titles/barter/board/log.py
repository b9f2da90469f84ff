"""What happened in Barter, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

import games.rules as rules

from .wording import gettext as _


def line(event: rules.Event, names: Sequence[str]) -> str:
    """The sentence of an event.

    Raises:
        KeyError: there is none for its kind.
    """
    told = {**event.data, "name": "" if event.seat is None else names[event.seat]}
    match event.kind:
        case "offered":
            return _("%(name)s offers a card.") % told
        case "offered_card":
            return _("%(name)s offers card %(card)s.") % told
        case "given":
            return _("%(name)s gives a card to %(to)s.") % {**told, "to": names[told["to"]]}
        case "given_card":
            return _("It is card %(card)s.") % told
        case "drawn":
            return _("%(name)s draws a card; %(left)s are left.") % told
        case "drawn_card":
            return _("%(name)s draws card %(card)s.") % told
        case "play":
            return _("%(name)s plays card %(card)s.") % told
        case "bonus":
            return _("Cards are worth %(number)s more in this round.") % told
        case "roll":
            return _("%(name)s rolls a %(number)s.") % told
    raise KeyError(event.kind)
