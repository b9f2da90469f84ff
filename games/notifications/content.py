"""The texts of notifications, in their reader's language and time zone.

About a match, a text says only what the reader's own seat may see: their view, and their lines of
the log.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.data_export.models import DataExport
from accounts.site import configuration
from portal.dates import day_text, moment_text

from ..availability import descriptions, start_dates
from ..boards import presenter
from ..models import Decision, Invitation, Notification, Seat
from ..phrases import quoted_text
from ..previews import image_urls as pictures
from ..ratings import participation
from ..table import tutorial
from ..table.agreements import texts
from ..table.conditional_moves.actions import decision_kind_label, stop_reason_text
from ..table.errors import MatchLoadError
from ..table.session.loader import load_match
from ..table.views.scenes import build_scene
from ..table.views.since_last_move import since_last_move_lines
from ..templatetags.ordinal import ordinal
from .backends import NotificationContent
from .context import NotificationContext, NotificationText
from .outbox import turns
from .outbox.events import DIGEST

MAX_SINCE_LINES = 8
logger = logging.getLogger(__name__)


def compose(context: NotificationContext) -> NotificationContent:
    """Return the text of a notification."""
    notification = context.notification
    user = notification.user
    language = user.language or configuration.default_language()
    with translation.override(language), timezone.override(user.time_zone):
        text = TEXT_COMPOSERS[notification.event](context)
        if context.is_late:
            text.append(
                _(
                    "We are sending this during your quiet hours because it would be too late "
                    "afterwards."
                )
            )
    return NotificationContent(
        event=notification.event,
        tag=notification.tag,
        title=title_line(text.title, *_table_title_parts(context)),
        text="\n".join(text),
        url=settings.SITE_URL + context.url,
        data=event_data(notification)
        | {"due_at": due_at_iso(context.seat), "contest": context.data.get("contest")},
    )


def event_data(notification: Notification) -> dict[str, object]:
    """Return the data for programs in all notifications; without a table, its fields are null."""
    table = notification.table
    return {
        "notice": notification.pk,
        "event": notification.event,
        "table": None if table is None else table.key,
        "table_name": None if table is None else table.title,
        "game": None if table is None else table.game,
        "picture": None if table is None else pictures.match_image_url(table),
    }


def title_line(title: str, *places: str) -> str:
    """Return a title in one line, for example a mail's subject, with its game, table or club."""
    about = ", ".join(filter(None, places))
    return " ".join((f"{title} – {about}" if about else title).split())


def _table_title_parts(context: NotificationContext) -> list[str]:
    return (
        [] if context.notification.table is None else [context.table.game_name, context.table.title]
    )


def due_at_iso(seat: Seat | None) -> str | None:
    return None if seat is None or seat.due_at is None else seat.due_at.isoformat()


def prompt_text(context: NotificationContext) -> str:
    """Return the prompt of the reader's decision as on their page, or "" if that fails."""
    seat = context.seat
    if seat is None:
        return ""
    try:
        match = load_match(context.table)
        legal = match.legal_moves(seat.number)
        scene = build_scene(match, seat.number, context.names, legal, in_words=False)
        return presenter(context.table.game).prompt(scene)
    except MatchLoadError:
        return ""
    except Exception:
        logger.exception("cannot describe the decision at table %s", context.table.key)
        return ""


def since_last_move(context: NotificationContext) -> list[str]:
    """Return what happened since the reader's last move, as the panel of their page lists it."""
    if context.seat is None:
        return []
    return since_last_move_lines(context.table, context.seats, context.seat)[:MAX_SINCE_LINES]


def _deadline_text(context: NotificationContext) -> str:
    if context.seat is None or context.seat.due_at is None:
        return ""
    zone = timezone.get_current_timezone_name()
    return _("Your time runs out on %(when)s (%(zone)s).") % {
        "when": moment_text(context.seat.due_at),
        "zone": zone,
    }


def _brief_deadline_text(context: NotificationContext) -> str:
    if context.seat is None or context.seat.due_at is None:
        return ""
    return _("until %(when)s") % {"when": moment_text(context.seat.due_at)}


def _since_last_move_text(context: NotificationContext) -> list[str]:
    lines = since_last_move(context)
    return ["", _("Since your last move:"), *(f"– {line}" for line in lines)] if lines else []


def _waiting_text(context: NotificationContext, title: str) -> NotificationText:
    until = _brief_deadline_text(context)
    text = NotificationText(
        f"{title}, {until}" if until else title, prompt_text(context), _deadline_text(context)
    )
    text += _since_last_move_text(context)
    return text


def _turn_text(context: NotificationContext) -> NotificationText:
    return _waiting_text(context, _("It is your turn"))


def _reminder_text(context: NotificationContext) -> NotificationText:
    if context.data.get("kind") == turns.AGAIN:
        return _waiting_text(context, _("It is still your turn"))
    return _waiting_text(context, _("Your time is running out"))


def _conditional_move_stopped_text(context: NotificationContext) -> NotificationText:
    values = {"kind": decision_kind_label(context.table.game, context.data["kind"])}
    return NotificationText(
        _("One of your conditional moves has stopped"),
        _("Decision: %(kind)s.") % values,
        stop_reason_text(context.data["why"]),
        _("You can look at it and switch it on again on the table's page."),
    )


def _invitation_text(context: NotificationContext) -> NotificationText:
    until = datetime.fromisoformat(context.data["until"])
    zone = timezone.get_current_timezone_name()
    return NotificationText(
        _("%(name)s invites you") % {"name": context.by},
        _start_date_text(context),
        descriptions.time_rules_text(context.table),
        _("A seat is held for you until %(when)s (%(zone)s).")
        % {"when": moment_text(until), "zone": zone},
        _("Accept or decline on the table's page."),
    )


def _start_date_text(context: NotificationContext) -> str:
    """Return when a table with a scheduled start begins, and with how many people; else ""."""
    table = context.table
    if table.starts_at is None:
        return ""
    values = {
        "when": start_dates.local_and_host_time(table),
        "condition": start_dates.min_players_text(table),
    }
    return _("It starts on %(when)s, %(condition)s.") % values


def _date_changed_text(context: NotificationContext) -> NotificationText:
    if context.data["what"] == "soon":
        at = datetime.fromisoformat(context.data["at"])
        title = _("Your table starts soon: %(when)s") % {"when": moment_text(at)}
        return NotificationText(title, _start_date_text(context))
    title = _("%(name)s has changed the date of your table") % {"name": context.by}
    return NotificationText(title, _start_date_text(context))


def _invitation_answered_text(context: NotificationContext) -> NotificationText:
    name, message = {"name": context.by}, context.data["word"]
    if context.data["answer"] == Invitation.State.ACCEPTED:
        return NotificationText(_("%(name)s has accepted your invitation") % name, message)
    return NotificationText(
        _("%(name)s has declined your invitation") % name,
        message,
        _("The seat is free for others."),
    )


def _invitation_expired_text(context: NotificationContext) -> NotificationText:
    if "name" in context.data:
        return NotificationText(
            _("%(name)s did not answer in time") % context.data, _("The seat is free for others.")
        )
    return NotificationText(
        _("Your invitation has expired"),
        _("Your seat is no longer held. You can still join while there is a free one."),
    )


def _enough_players_text(context: NotificationContext) -> NotificationText:
    return NotificationText(
        _("Your table has enough people"),
        _start_date_text(context)
        or _("You can start with the people who are there, or wait for more."),
    )


def _host_changed_text(context: NotificationContext) -> NotificationText:
    if not context.data["mine"] and not context.data["to"]:
        return NotificationText(_("Your table has a new host"))
    if not context.data["mine"]:
        return NotificationText(_("%(to)s is now the host of your table") % context.data)
    return NotificationText(
        _("You are now the host of this table"),
        _(
            "%(by)s has handed the table over to you. You can now invite people, and "
            "start or close the table."
        )
        % {"by": context.by},
    )


def _seat_lost_text(context: NotificationContext) -> NotificationText:
    name = {"name": context.by}
    match context.data["why"]:
        case "date":
            return NotificationText(_("The match has started on time, without you"))
        case "started":
            return NotificationText(_("%(name)s has started without you") % name)
        case "withdrawn":
            return NotificationText(_("%(name)s has withdrawn your invitation") % name)
    return NotificationText(_("%(name)s has removed you from the table") % name)


def _table_closed_text(context: NotificationContext) -> NotificationText:
    by = context.data["by"]
    reason = (
        _("%(name)s closed the table before the start.") % {"name": by}
        if by
        else _closing_reason(context)
    )
    return NotificationText(_("The table is closed"), reason)


def _closing_reason(context: NotificationContext) -> str:
    """Return why a table closed by itself."""
    match context.data.get("why"):
        case "too_few":
            n = context.data["seats"]
            return (
                ngettext(
                    "At the starting time, %(seats)d player was there, but the table "
                    "needed at least %(least)d.",
                    "At the starting time, %(seats)d players were there, but the "
                    "table needed at least %(least)d.",
                    n,
                )
                % context.data
            )
        case "number":
            return _("At the starting time, the number of players did not fit the game.")
        case "missed":
            return _("We could not start the table on time. We are sorry.")
        case "broken":
            return _("This game cannot be played here right now. We are sorry.")
    return _("The table did not start in time.")


def _player_joined_text(context: NotificationContext) -> NotificationText:
    return NotificationText(_("%(name)s has joined your table") % {"name": context.by})


def _table_full_text(context: NotificationContext) -> NotificationText:
    return NotificationText(
        _("Your table is full"),
        _("Every seat is taken. Press start to begin the match."),
        _start_date_text(context),
    )


def _match_found_text(context: NotificationContext) -> NotificationText:
    return NotificationText(
        _("We found a quick match for you"),
        _("The match begins as soon as every seat is taken."),
    )


def _match_request_expired_text(context: NotificationContext) -> NotificationText:
    return NotificationText(
        _("No players found for your quick match of %(game)s")
        % {"game": presenter(context.data["game"]).name()},
        _("Try again, or open a table that can wait longer."),
    )


def _match_started_text(context: NotificationContext) -> NotificationText:
    if context.table.rematch_of_id is not None:
        drawn = _(
            "Everyone moves to the next seat, and the seed for dice and draws was drawn at random."
        )
    elif tutorial.tutorial_of(context.table) is not None:
        drawn = _("This is a tutorial: its dice and draws are fixed in advance.")
    else:
        drawn = _("Seats were drawn at random, and so was the seed for dice and draws.")
    table = context.table
    is_its_date = table.starts_at and table.started_at and table.started_at >= table.starts_at
    return NotificationText(
        _("Your match has started"), _("The starting time has come.") if is_its_date else "", drawn
    )


def _match_over_text(context: NotificationContext) -> NotificationText:
    data = context.data
    if data.get("called_off"):
        return NotificationText(_("The match was called off"), _("It does not count."))
    if data.get("annulled"):
        return NotificationText(
            _("The result of your match was annulled"),
            _(
                "A moderator decided that it does not count. All ratings are "
                "recalculated without it."
            ),
        )
    if data.get("counts_again"):
        return NotificationText(_("The result of your match counts again"))
    result = ""
    if data.get("rank"):
        rank = {"rank": ordinal(data["rank"]), "of": data["of"]}
        result = _("You finished %(rank)s of %(of)s.") % rank
    points = _("Your points: %(total)s.") % data if data.get("total") is not None else ""
    rating = _("Your rating: %(delta)s, now %(to)s.") % data if "delta" in data else ""
    return NotificationText(_("The match is over"), result, points, rating)


def _replaced_by_bot_text(context: NotificationContext) -> NotificationText:
    return NotificationText(
        _("A bot is playing for you"),
        _("You ran out of time three times in a row. You can take your seat back."),
    )


def _substitute_text(context: NotificationContext) -> NotificationText:
    by = {"by": context.by, "name": context.data["name"]}
    if not context.data.get("yours") and not context.data["by"]:
        return NotificationText(_("A seat of your table has a new player"))
    if not context.data.get("yours"):
        return NotificationText(_("%(by)s takes over the seat of %(name)s") % by)
    return NotificationText(
        _("%(by)s has taken over your seat") % by,
        _("You cannot come back. Your draft, note and conditional moves there are deleted."),
    )


def _vacation_started_text(context: NotificationContext) -> NotificationText:
    until = moment_text(datetime.fromisoformat(context.data["until"]))
    return NotificationText(
        _("Your vacation has started automatically"),
        _("Your time would have run out within an hour, so your clocks in days are resting."),
        _("It ends with your first move, or on %(when)s.") % {"when": until},
    )


def _table_asleep_text(context: NotificationContext) -> NotificationText:
    until = context.table.asleep_until
    return NotificationText(
        _("Your table is asleep"),
        _("Your time ran out, and nobody else is left. The clocks have stopped."),
        ""
        if until is None
        else _("Unless someone comes back, it will be called off on %(date)s and will not count.")
        % {"date": day_text(until)},
        _("You can take your seat back on its page."),
    )


def _rollback_text(context: NotificationContext) -> NotificationText:
    return NotificationText(
        _("Your match was rolled back"),
        _("%(staff)s (staff) rolled it back from move %(from)s to move %(to)s:") % context.data,
        context.data["reason"],
        _(
            "Everything after that move is undone, and drafts, automatic answers and "
            "conditional moves are cleared."
        ),
        _("It is your turn.") if context.seat and context.seat.due_at else "",
        _deadline_text(context),
    )


def _message_text(context: NotificationContext) -> NotificationText:
    return NotificationText(_("%(name)s writes") % {"name": context.by}, quoted_text(context.data))


def _mention_text(context: NotificationContext) -> NotificationText:
    return NotificationText(
        _("%(name)s writes to you") % {"name": context.by}, quoted_text(context.data)
    )


def _proposal_text(context: NotificationContext) -> NotificationText:
    data = context.data
    kind, until = data.get("kind", "call_off"), data.get("until")
    return NotificationText(
        _("%(name)s proposes %(what)s")
        % {"name": context.by, "what": texts.proposal_text(kind, data.get("terms", {}))},
        data.get("text", ""),
        texts.consequence_text(kind, participation.required_moves(context.table)),
        _("It happens only if everyone agrees. Answer by %(when)s.")
        % {"when": moment_text(datetime.fromisoformat(until))}
        if until
        else "",
    )


def _proposal_over_text(context: NotificationContext) -> NotificationText:
    data = context.data
    return NotificationText(
        _("%(outcome)s: %(what)s")
        % {
            "outcome": texts.outcome_text(data["outcome"]),
            "what": texts.proposal_text(data["kind"], data["terms"]),
        }
    )


def _club_membership_text(context: NotificationContext) -> NotificationText:
    name, by = {"name": context.data["name"]}, {"by": context.data["by"]}
    match context.data["what"]:
        case "invited":
            title = _("You are invited to the club “%(name)s”") % name
            return NotificationText(title, _("By %(by)s.") % by, context.data["word"])
        case "admitted":
            return NotificationText(
                _("You have joined the club “%(name)s”") % name, _("By %(by)s.") % by
            )
        case "helper":
            title = _("You are now a helper of the club “%(name)s”") % name
            return NotificationText(title, _("You can invite, approve and remove people."))
        case "owner":
            title = _("You now own the club “%(name)s”") % name
            return NotificationText(title, _("The previous owner has handed the club over to you."))
        case "member":
            return NotificationText(_("You are no longer a helper of the club “%(name)s”") % name)
        case "closed":
            title = _("The club “%(name)s” has been closed") % name
        case _:
            title = _("You are no longer in the club “%(name)s”") % name
    return NotificationText(title, _("You keep the matches you played there."))


def _household_text(context: NotificationContext) -> NotificationText:
    if context.data["what"] == "accepted":
        title = _("%(name)s confirms that you live in one household") % context.data
    else:
        title = _("%(name)s declares that you live in one household") % context.data
    return NotificationText(
        title, _("Rated matches that start from then on change no rating between the two of you.")
    )


def _club_join_request_text(context: NotificationContext) -> NotificationText:
    title = _("%(by)s would like to join the club “%(name)s”") % context.data
    return NotificationText(title, context.data["word"])


def _club_message_text(context: NotificationContext) -> NotificationText:
    title = _("%(by)s writes in the club “%(name)s”") % context.data
    return NotificationText(title, quoted_text(context.data))


def _webhook_disabled_text(context: NotificationContext) -> NotificationText:
    return NotificationText(
        _("Your webhook at %(host)s is switched off") % context.data,
        _("The last problem: %(reason)s") % context.data,
        _("A successful test switches it on again."),
    )


def _moderation_decision_text(context: NotificationContext) -> NotificationText:
    data = context.data
    until = data["until"] and datetime.fromisoformat(data["until"])
    decision = Decision(action=data["what"], reason_template=data["ready"], comment=data["words"])
    return NotificationText(
        _("A moderator has decided: %(what)s") % {"what": decision.get_action_display()},
        decision.why,
        _("Until %(when)s.") % {"when": moment_text(until)} if until else "",
        _("Your name is now %(name)s.") % data if data.get("name") else "",
    )


def _data_export_ready_text(context: NotificationContext) -> NotificationText:
    days = DataExport.KEPT.days
    retention = ngettext("We keep it for %(days)d day.", "We keep it for %(days)d days.", days)
    return NotificationText(_("The archive of your data is ready"), retention % {"days": days})


# By event; apps add those of their own events when they are ready.
TEXT_COMPOSERS: dict[str, Callable[[NotificationContext], NotificationText]] = {
    "turn": _turn_text,
    "reminder": _reminder_text,
    "order_stopped": _conditional_move_stopped_text,
    "invited": _invitation_text,
    "answered": _invitation_answered_text,
    "lapsed": _invitation_expired_text,
    "joined": _player_joined_text,
    "enough": _enough_players_text,
    "full": _table_full_text,
    "handed_on": _host_changed_text,
    "removed": _seat_lost_text,
    "date": _date_changed_text,
    "closed": _table_closed_text,
    "matched": _match_found_text,
    "wish_lapsed": _match_request_expired_text,
    "started": _match_started_text,
    "over": _match_over_text,
    "replaced": _replaced_by_bot_text,
    "substitute": _substitute_text,
    "away": _vacation_started_text,
    "asleep": _table_asleep_text,
    "set_back": _rollback_text,
    "message": _message_text,
    "mention": _mention_text,
    "proposal": _proposal_text,
    "proposal_over": _proposal_over_text,
    "circle": _club_membership_text,
    "circle_asked": _club_join_request_text,
    "circle_talk": _club_message_text,
    "household": _household_text,
    "archive": _data_export_ready_text,
    "decided": _moderation_decision_text,
    "webhook_stopped": _webhook_disabled_text,
}


def one_line_text(notification: Notification) -> str:
    """Return the line of a notification in lists, in the language of the page."""
    if notification.event == DIGEST:
        return _("The digest of your tables")
    context = NotificationContext(notification)
    return " · ".join(
        [TEXT_COMPOSERS[notification.event](context).title, *_table_title_parts(context)]
    )


def digest_link() -> str:
    return settings.SITE_URL + reverse("games:mine")
