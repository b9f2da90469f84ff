"""Cases: the moderators' queue, their decisions, and appeals.

`sanctions.py` says what each decision does. Suspended people can finish their matches, and renaming
a table does not change its version, so no move is lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.moderation_rights import MODERATORS, can_moderate_user, moderatable_users
from portal.errors import Conflict, Forbidden, Invalid

from ..lobby.setup.settings_validation import clean_table_name
from ..models import Appeal, Case, Decision, Report, Seat, Table
from ..models.fair_play import signal_sentence
from ..models.moderation import LONGEST_REPORT
from ..notifications import outbox
from . import audit_log, sanctions
from .sanctions import EXPIRY_FIELDS, MATCH_ACTIONS

Action = Decision.Action
DURATION_HOURS = (24, 3 * 24, 7 * 24, 30 * 24)
COMMON_ACTIONS = (Action.DISMISS, Action.WARN, *EXPIRY_FIELDS)
EXTRA_ACTIONS = {
    Case.TargetKind.PERSON: (Action.RENAME,),
    Case.TargetKind.MESSAGE: (Action.HIDE,),
    Case.TargetKind.CIRCLE_MESSAGE: (Action.HIDE,),
    Case.TargetKind.PRIVATE_MESSAGE: (Action.HIDE,),
    Case.TargetKind.MOVE_COMMENT: (Action.HIDE,),
    Case.TargetKind.TABLE: (Action.RENAME,),
    Case.TargetKind.CIRCLE: (Action.RENAME,),
    Case.TargetKind.STUDY: (Action.RENAME, Action.HIDE),
}
APPEALABLE_ACTIONS = (
    Action.WARN,
    *EXPIRY_FIELDS,
    Action.CLOSE,
    Action.HIDE,
    Action.RENAME,
    *MATCH_ACTIONS,
)
UNANNOUNCED_ACTIONS = (Action.DISMISS, Action.LOOKED)  # the person is not notified of these
MAX_SHOWN = 50


def check_can_moderate(user: User, about: User | None = None) -> None:
    """Check that the user is a moderator and, if `about` is given, may decide about that person.

    Raises:
        Forbidden: the user is no moderator, or may not decide about this person.
    """
    if not user.can_moderate:
        raise Forbidden(_("Only moderators can do that."), code="not_moderator")
    if about is None or can_moderate_user(user, about):
        return
    if about.pk == user.pk:
        raise Forbidden(
            _("This case is about you. Another moderator must decide it."), code="not_moderator"
        )
    if about.is_superuser:
        raise Forbidden(
            _("This case is about an owner of the site. Nobody can take action against owners."),
            code="not_moderator",
        )
    raise Forbidden(
        _("This case is about a member of the staff. Only an owner can decide it."),
        code="not_moderator",
    )


def visible_cases(moderator: User) -> QuerySet[Case]:
    """Return the cases that this moderator may view.

    They are about people whom the moderator may sanction, and about other owners; cases about
    owners can only be dismissed.
    """
    subjects = User.objects.filter(moderatable_users(moderator) | Q(is_superuser=True))
    return Case.objects.filter(subject__in=subjects.exclude(pk=moderator.pk))


def open_cases(moderator: User) -> QuerySet[Any]:
    """Return the cases to decide: those with the most reports first, then the oldest."""
    waiting = visible_cases(moderator).filter(decided_at=None)
    counted = waiting.annotate(count=Count("reports")).select_related("subject")
    return counted.order_by("-count", "opened_at", "pk")


def open_appeals(moderator: User) -> list[Appeal]:
    """Return the open appeals that this moderator may decide, the oldest first."""
    subjects = User.objects.filter(moderatable_users(moderator))
    found = Appeal.objects.filter(answer=None, decision__subject__in=subjects)
    rows = found.select_related("decision__subject", "decision__moderator").order_by("at", "pk")
    return [one for one in rows if _can_answer_appeal(one, moderator)]


def available_actions(case: Case) -> list[Action]:
    """Return the possible decisions of a case; a case about an owner can only be dismissed."""
    if case.subject.is_superuser:
        return [Action.DISMISS]
    more = EXTRA_ACTIONS[Case.TargetKind(case.target_kind)]
    return [*COMMON_ACTIONS, Action.CLOSE, *more, *(MATCH_ACTIONS if table_keys_of(case) else ())]


def table_keys_of(case: Case) -> list[str]:
    """Return the keys of tables that the case's reports name and at which its person sits."""
    keys = [one.evidence.get("table", {}).get("key") for one in case.reports.all()]
    keys += [key for one in case.reports.all() for key in one.evidence.get("tables", ())]
    theirs = Seat.objects.filter(table__key__in=[key for key in keys if key], user=case.subject_id)
    return list(theirs.order_by("table__key").values_list("table__key", flat=True))


def decisions_about(user: User) -> QuerySet[Decision]:
    """Return the 20 latest decisions about a user, for moderators."""
    found = user.decisions.exclude(action=Action.LOOKED).select_related(
        "moderator", "appeal__answer"
    )
    return found.order_by("-pk")[:20]


@dataclass(frozen=True)
class ReportSummary:
    """A report with how many cases its author has reported and how many were dismissed."""

    report: Report
    reports: int
    dismissed: int

    @property
    def signal_text(self) -> str:
        """The sentence of a fair-play signal, if a moderator made the report from one, or ""."""
        signal = self.report.evidence.get("hint")
        return signal_sentence(signal["kind"], signal["numbers"]) if signal else ""


def open_case(pk: int, by: User) -> Case:
    """Return a case for a moderator to view; the audit log records it.

    Raises:
        Forbidden: the user is no moderator.
        Case.DoesNotExist: there is no such case, or this moderator may not view it.
    """
    check_can_moderate(by)
    case: Case = visible_cases(by).select_related("subject").get(pk=pk)
    audit_log.log_view(by, "case", case)
    return case


def report_summaries(case: Case, moderator: User) -> list[ReportSummary]:
    """Return the reports of a case, the first ones first.

    For a running match in which the moderator plays, the number of the move is left out.
    """
    rows = list(case.reports.select_related("reporter")[:MAX_SHOWN])
    named = [one.evidence["table"]["key"] for one in rows if "table" in one.evidence]
    running = Seat.objects.filter(table__key__in=named, table__status=Table.Status.RUNNING)
    playing = set(running.filter(user=moderator).values_list("table__key", flat=True))
    for one in rows:
        if one.evidence.get("table", {}).get("key") in playing:
            one.evidence["table"].pop("move")
    theirs = Report.objects.filter(reporter__in=[one.reporter_id for one in rows])
    cases: dict[int, set[int]] = {}
    for by, number in theirs.values_list("reporter", "case"):
        cases.setdefault(by, set()).add(number)
    some = Decision.objects.filter(case__in={n for numbers in cases.values() for n in numbers})
    dismissed = set(some.filter(action=Action.DISMISS).values_list("case", flat=True))
    return [
        ReportSummary(one, len(cases[one.reporter_id]), len(cases[one.reporter_id] & dismissed))
        for one in rows
    ]


def decisions_for(user: User) -> list[Decision]:
    """Return the decisions that the user was notified of, the latest first, with `may_appeal`."""
    found = user.decisions.exclude(action__in=UNANNOUNCED_ACTIONS).select_related("appeal__answer")
    shown = list(found.order_by("-pk")[:MAX_SHOWN])
    for one in shown:
        one.may_appeal = one.action in APPEALABLE_ACTIONS and not hasattr(one, "appeal")
    return shown


def decide_case(
    pk: int,
    by: User,
    what: str,
    *,
    ready: str = "",
    words: str = "",
    hours: int = 0,
    name: str = "",
    table: str = "",
) -> Decision:
    """Decide a case: apply the sanction, write the audit log and notify the person.

    Args:
        pk: the id of the case.
        by: the moderator.
        what: a value of `Decision.Action`.
        ready: a value of `Decision.ReasonTemplate`, or "".
        words: the reason in the moderator's words.
        hours: the duration of a restriction (one of `DURATION_HOURS`).
        name: the new name of a person, table, club or study ("": a default name).
        table: the key of the match to annul, or of the table whose seat a bot takes.

    Raises:
        Forbidden: the user may not decide this case.
        Invalid: the action or duration is not available, or the reason is missing.
        Conflict: the case is decided or deleted.
    """
    words = words.strip()
    with transaction.atomic():
        case = _lock_case(pk)
        dismisses_owner = (
            what == Action.DISMISS and case.subject.is_superuser and case.subject != by
        )
        check_can_moderate(by, None if dismisses_owner else case.subject)
        if case.decided_at is not None:
            raise Conflict(_("This case has already been decided."), code="decided_already")
        if what not in available_actions(case):
            raise Invalid(_("This action is not available for this case."), code="bad_decision")
        if ready not in ("", *Decision.ReasonTemplate.values) or len(words) > LONGEST_REPORT:
            raise Invalid(
                _("The reason can have at most %(n)d characters.") % {"n": LONGEST_REPORT},
                code="bad_decision",
            )
        if what != Action.DISMISS and not (ready or words):
            raise Invalid(_("Give a reason. The person will read it."), code="bad_decision")
        if what in EXPIRY_FIELDS and hours not in DURATION_HOURS:
            raise Invalid(_("Choose how long it lasts."), code="bad_decision")
        if what in MATCH_ACTIONS:
            _check_match_of_case(case, by, table)
        now = timezone.now()
        until = now + timedelta(hours=hours) if what in EXPIRY_FIELDS else None
        data = sanctions.apply_decision(case, Action(what), until, clean_table_name(name), table)
        Case.objects.filter(pk=case.pk).update(decided_at=now)
        decision = audit_log.append_entry(
            action=what,
            moderator=by,
            subject=case.subject,
            case=case.pk,
            reason_template=ready,
            comment=words,
            until=until,
            data=data,
        )
        if what != Action.DISMISS:
            _notify_subject(decision)
    sanctions.leave_after_decision(case.subject, Action(what))
    return decision


def _check_match_of_case(case: Case, by: User, key: str) -> None:
    """Refuse a match outside of the case, and one in which the moderator plays."""
    if key not in table_keys_of(case):
        raise Invalid(_("Choose the match."), code="bad_decision")
    if Seat.objects.filter(table__key=key, user=by).exists():
        raise Forbidden(
            _("You play in this match. Another moderator must decide it."), code="not_moderator"
        )


def _lock_case(pk: int) -> Case:
    """Lock the case's person, whose account the decision may close, then the case; return it.

    Raises:
        Conflict: the case no longer exists.
    """
    people = User.objects.select_for_update(no_key=True)
    person = people.filter(pk__in=Case.objects.filter(pk=pk).values("subject")).first()
    case = Case.objects.select_for_update().filter(pk=pk).first()
    if case is None or person is None:
        raise Conflict(_("This case no longer exists."), code="decided_already")
    case.subject = person
    return case


def _notify_subject(decision: Decision) -> None:
    data: dict[str, Any] = {
        "what": decision.action,
        "ready": decision.reason_template,
        "words": decision.comment,
        "until": None if decision.until is None else decision.until.isoformat(),
        "name": decision.data.get("now", ""),
        "decision": decision.pk,
    }
    outbox.send(decision.person, "decided", period=decision.pk, now=decision.at, **data)


# appeals


def submit_appeal(pk: int, user: User, words: str) -> Appeal:
    """Submit the only appeal against a decision about oneself.

    Raises:
        Invalid: there is no such decision, it cannot be appealed, or the text is empty or too long.
        Conflict: there is an appeal already.
    """
    words = words.strip()
    if not 0 < len(words) <= LONGEST_REPORT:
        raise Invalid(
            _("Explain why, in 1 to %(n)d characters.") % {"n": LONGEST_REPORT}, code="bad_decision"
        )
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # the account may be closed
        decision = user.decisions.filter(pk=pk).first()
        if decision is None or decision.action not in APPEALABLE_ACTIONS:
            raise Invalid(_("There is no such decision."), code="bad_decision")
        found, is_new = Appeal.objects.get_or_create(decision=decision, defaults={"text": words})
    if not is_new:
        raise Conflict(
            _("You have already appealed. Everyone can appeal once."), code="decided_already"
        )
    return found


def _can_answer_appeal(one: Appeal, moderator: User) -> bool:
    """Whether the moderator may answer: not their own decision, unless nobody else could."""
    person = one.decision.person
    if one.decision.moderator_id != moderator.pk:
        return True
    others = User.objects.filter(MODERATORS, is_active=True).exclude(pk=moderator.pk)
    return not any(can_moderate_user(other, person) for other in others)


def answer_appeal(pk: int, by: User, *, lifts: bool, words: str) -> Decision:
    """Decide an appeal: uphold the decision, or lift it.

    Raises:
        Forbidden: the user may not decide this appeal.
        Conflict: there is no such open appeal.
    """
    with transaction.atomic():
        waiting = Appeal.objects.select_for_update(of=("self",)).filter(pk=pk, answer=None)
        found = waiting.select_related("decision__subject").first()
        if found is None:
            raise Conflict(_("This appeal has already been decided."), code="decided_already")
        decision = found.decision
        check_can_moderate(by, decision.subject)
        if not _can_answer_appeal(found, by):
            raise Forbidden(
                _("You made this decision. Another moderator must decide the appeal."),
                code="not_moderator",
            )
        if lifts:
            sanctions.revert_decision(decision)
        link = audit_log.append_entry(
            action=Action.LIFTED if lifts else Action.UPHELD,
            moderator=by,
            subject=decision.subject,
            case=decision.case,
            comment=words.strip()[:LONGEST_REPORT],
            data={"decision": decision.pk},
        )
        Appeal.objects.filter(pk=found.pk).update(answer=link)
        _notify_subject(link)
    return link
