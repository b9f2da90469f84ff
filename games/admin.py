"""Admin pages of tables, messages, rollbacks, notifications, webhooks and reports.

Until a match is over, staff see what a spectator sees. They can roll it back
(`games.table.actions.rollback`) and run its overdue tasks (`games.table.actions.staff_retry`). They
can see hidden information only with a reason, which the players read
(`games.moderation.inspection`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin_site import ReadOnlyAdmin
from accounts.requests import authenticated_user
from portal.dates import moment_text
from portal.errors import ActionError

from . import registry
from .boards import presenter
from .models import LONGEST_REASON, Message, Move, Notification, Report, Rollback, Table, Webhook
from .moderation.inspection import inspect_hidden_state
from .notifications import delivery, webhooks
from .table.actions import staff_retry
from .table.actions.rollback import roll_back_table

MAX_LISTED_MOVES = 200
SECRET_FIELDS = ("state", "seed", "reseeds")
MOVE_SOURCE_LABELS = {
    Move.Source.SETUP: gettext_lazy("set-up"),
    Move.Source.PERSON: gettext_lazy("person"),
    Move.Source.BOT: gettext_lazy("bot"),
    Move.Source.CLOCK: gettext_lazy("time ran out"),
    Move.Source.STANDING: gettext_lazy("automatic answer"),
}


def move_rows(
    moves: Iterable[Mapping[str, Any]], names: list[str], *, over: bool
) -> list[list[str]]:
    """Return rows for moves: number, seat, time, source; the move's text if the match is over."""
    return [
        [
            str(move["number"]),
            "" if move["seat"] is None else names[move["seat"]],
            moment_text(move["at"]),
            str(MOVE_SOURCE_LABELS[move["by"]]),
            move["text"] if over else "",
        ]
        for move in moves
    ]


def seat_names(table: Table) -> list[str]:
    return [seat.name for seat in table.seat_set.select_related("user")]


class RollbackForm(forms.Form):
    to_move = forms.IntegerField(
        min_value=0,
        label=gettext_lazy("Last move to keep"),
        help_text=gettext_lazy(
            "0 is the set-up. You can also choose a move in the middle of a turn."
        ),
    )
    reason = forms.CharField(
        max_length=LONGEST_REASON,
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy(
            "Shown with your name in the table's log, and mailed to everyone at the table."
        ),
    )
    sure = forms.BooleanField(
        label=gettext_lazy("I have read what happens to the match and want to roll it back.")
    )
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)


class InspectionForm(forms.Form):
    reason = forms.CharField(
        max_length=LONGEST_REASON,
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy(
            "Shown with your name in the table's log, and kept in the audit log."
        ),
    )
    sure = forms.BooleanField(
        label=gettext_lazy("I do not play in this match, and I will not tell anyone what I see.")
    )


class StuckFilter(admin.SimpleListFilter):
    """Filter for tables with a problem: overdue, nobody to move, or on hold."""

    title = gettext_lazy("problem")
    parameter_name = "stuck"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("late", _("overdue")),
            ("nobody", _("no player to move")),
            ("held", _("on hold")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        match self.value():
            case "late":
                return queryset.filter(pk__in=staff_retry.late_tables())
            case "nobody":
                return queryset.filter(pk__in=staff_retry.stalled_tables())
            case "held":
                return queryset.filter(on_hold_since__isnull=False)
        return queryset


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    list_display = (
        *("key", "title", "game", "status", "people"),
        *("move_count", "started_at", "changed_at"),
    )
    filters = ("status", "on_hold_since", "game")
    custom_filters = (StuckFilter,)
    search_fields = (
        "key",
        "name",
        "game",
        "seat_set__user__username",
        "seat_set__user__nickname",
    )
    ordering = ("-pk",)
    actions = ("retry_tables",)
    fields = (
        *("key", "title", "game", "rules_version", "options", "status", "visibility", "rated"),
        *("host", "people", "created_at", "started_at", "changed_at", "ended_at", "asleep_since"),
        *("on_hold_since", "hold_reason", "waits"),
        *("version", "move_count", "commitment", "history_of_staff"),
    )
    readonly_fields = ("title", "people", "waits", "history_of_staff")

    @admin.action(description=gettext_lazy("Run overdue tasks now"), permissions=["view"])
    def retry_tables(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        """Run the overdue tasks of these tables, by the same rules as every other move."""
        for table in tables:
            try:
                staff_retry.retry_table(table.key)
            except ActionError as refused:
                messages.error(request, f"{refused.message} ({table.key})")
            else:
                self.log_change(request, table, "nudged")
                messages.success(request, _("Overdue tasks run: %(key)s") % {"key": table.key})

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        tables = super().get_queryset(request).defer(*SECRET_FIELDS)
        return tables.select_related("host").prefetch_related("seat_set__user")

    @admin.display(description=gettext_lazy("name"), ordering="name")
    def title(self, table: Table) -> str:
        return table.title

    @admin.display(description=gettext_lazy("people"))
    def people(self, table: Table) -> str:
        return ", ".join(
            f"{seat.name} ({seat.kind_text})" if seat.kind_text else seat.name
            for seat in table.seat_set.all()
        )

    @admin.display(description=gettext_lazy("waiting for"))
    def waits(self, table: Table) -> str:
        """List who must act, since when and until when, one seat per line."""
        return "\n".join(
            " · ".join([seat.name, *(moment_text(at) for at in (since, seat.due_at) if at)])
            for seat in table.seat_set.all()
            if (since := seat.waiting_since)
        )

    @admin.display(description=gettext_lazy("rollbacks"))
    def history_of_staff(self, table: Table) -> str:
        """List the rollbacks of the table, one per line."""
        return "\n".join(
            f"{moment_text(row.at)} {row.by.display_name}: "
            f"{row.from_move} → {row.to_move}: {row.reason}"
            for row in table.set_backs.select_related("by").defer("undone")
        )

    def get_urls(self) -> list[Any]:
        own = [
            path(address, self.admin_site.admin_view(view), name=f"games_table_{name}")
            for address, view, name in (
                ("<int:pk>/set-back/", self.rollback_view, "set_back"),
                ("<int:pk>/open/", self.inspection_view, "open"),
                ("titles/", self.titles_view, "titles"),
            )
        ]
        return [*own, *super().get_urls()]

    def titles_view(self, request: HttpRequest) -> HttpResponse:
        """Show the titles with their counts of tables and their broken modules."""
        counted = Table.objects.order_by().values_list("game", "status").annotate(Count("pk"))
        counts = {(game, status): count for game, status, count in counted}
        broken = registry.broken_modules()
        titles = [
            {
                "key": key,
                "name": presenter(key).name(),
                "running": counts.get((key, Table.Status.RUNNING), 0),
                "finished": counts.get((key, Table.Status.FINISHED), 0),
                "broken": [
                    f"{module}: {why}"
                    for module, why in broken.items()
                    if module.startswith(f"{key}.")
                ],
            }
            for key in sorted({*registry.title_folders(), *(game for game, _status in counts)})
        ]
        title = {"title": _("Games"), "opts": self.opts, "titles": titles}
        context = {**self.admin_site.each_context(request), **title}
        return render(request, "admin/games/table/titles.html", context)

    def inspection_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show the hidden information of a running match, for a reason that all players read."""
        table = self.get_object(request, str(pk))
        if table is None or not table.is_running:
            raise Http404(_("There is no such table."))
        form, position = InspectionForm(request.POST or None), ""
        if request.method == "POST" and form.is_valid():
            reason = form.cleaned_data["reason"]
            try:
                with transaction.atomic():
                    opened = inspect_hidden_state(table.key, authenticated_user(request), reason)
                    self.log_change(request, table, f"opened: {reason}")
            except ActionError as refused:
                form.add_error(None, refused.message)
            else:
                position = json.dumps(opened, indent=1, ensure_ascii=False)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Show hidden information"),
            "opts": self.opts,
            "table": table,
            "form": form,
            "position": position,
        }
        return render(request, "admin/games/table/inspection.html", context)

    def rollback_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show the form to roll back a table, with its last moves; a POST does it."""
        table = self.get_object(request, str(pk))
        if table is None or table.started_at is None:
            raise Http404(_("There is no such table."))
        form = RollbackForm(request.POST or None, initial={"version": table.version})
        if request.method == "POST" and form.is_valid() and self._roll_back(request, table, form):
            return redirect("admin:games_table_change", pk)
        moves = table.moves.order_by("-number").values("number", "seat", "at", "by", "text")
        context = {
            **self.admin_site.each_context(request),
            "title": _("Roll back to a move"),
            "opts": self.opts,
            "table": table,
            "form": form,
            "moves": move_rows(moves[:MAX_LISTED_MOVES], seat_names(table), over=table.is_over),
        }
        return render(request, "admin/games/table/rollback.html", context)

    def _roll_back(self, request: HttpRequest, table: Table, form: RollbackForm) -> bool:
        to_move, reason, version = (form.cleaned_data[n] for n in ("to_move", "reason", "version"))
        try:
            with transaction.atomic():
                done = roll_back_table(
                    table.key, to_move, authenticated_user(request), reason, version
                )
                text = _("Rolled back from move %(from)d to move %(to)d: %(reason)s") % {
                    "from": done.from_move,
                    "to": done.to_move,
                    "reason": reason,
                }
                self.log_change(request, table, text)
        except ActionError as refused:
            form.add_error(None, refused.message)
            return False
        messages.success(request, text)
        return True


@admin.register(Rollback)
class RollbackAdmin(ReadOnlyAdmin):
    list_display = ("at", "table", "by", "from_move", "to_move", "reason")
    search_fields = ("table__key", "by__username")
    fields = (*list_display, "version", "undone_moves")
    readonly_fields = ("undone_moves",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Rollback]:
        rows = super().get_queryset(request).select_related("by", "table")
        return rows.defer("undone", *(f"table__{name}" for name in SECRET_FIELDS))

    @admin.display(description=gettext_lazy("undone moves"))
    def undone_moves(self, row: Rollback) -> str:
        moves = [{**move, "at": parse_datetime(move["at"])} for move in row.undone["moves"]]
        rows = move_rows(moves, seat_names(row.table), over=row.table.is_over)
        return "\n".join(" · ".join(filter(None, line)) for line in rows)


@admin.register(Message)
class MessageAdmin(ReadOnlyAdmin):
    list_display = ("at", "table", "user", "audience", "log_code", "words")
    filters = ("audience", "log_code")
    search_fields = ("table__key", "user__username")
    fields = (*list_display, "after_move")
    readonly_fields = ("words",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        rows = super().get_queryset(request).select_related("user", "table")
        return rows.defer(*(f"table__{name}" for name in SECRET_FIELDS))

    @admin.display(description=gettext_lazy("text"))
    def words(self, message: Message) -> str:
        """The text of a message; messages among players stay hidden until the match is over."""
        may_read = message.audience == Message.Audience.PUBLIC or message.table.is_over
        return message.content if may_read else str(_("(only for players until the match is over)"))


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    """Notifications: recipient, event and state, without the content."""

    list_display = ("created_at", "user", "event", "channel", "state", "attempts", "reason")
    filters = ("state", "channel", "event")
    search_fields = ("user__username", "user__nickname")
    ordering = ("-pk",)
    actions = ("try_again",)
    fields = (*list_display, "table", "send_at", "settled_at")

    @admin.action(description=gettext_lazy("Try again"), permissions=["view"])
    def try_again(self, request: HttpRequest, notifications: QuerySet[Notification]) -> None:
        """Send failed notifications again; delivery drops those that are no longer true."""
        chosen = list(notifications.filter(state=Notification.State.FAILED))
        count = delivery.retry_failed(
            Notification.objects.filter(pk__in=[one.pk for one in chosen])
        )
        for notification in chosen:
            self.log_change(request, notification, "tried again")
        messages.success(request, _("Queued to send again: %(n)d") % {"n": count})

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notification]:
        rows = super().get_queryset(request).select_related("user", "table")
        return rows.defer("data", *(f"table__{name}" for name in SECRET_FIELDS))


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    """Webhooks: owner and state. The address is secret, except its host name."""

    list_display = (
        *("created_at", "kind", "host", "user", "table", "club"),
        *("failures", "disabled_at"),
    )
    filters = ("kind", "failing_since")
    actions = ("try_now",)
    search_fields = ("user__username", "user__nickname")
    ordering = ("-pk",)
    fields = (*list_display, "failing_since", "last_tries")
    readonly_fields = ("last_tries",)

    @admin.display(description=gettext_lazy("latest attempts"))
    def last_tries(self, hook: Webhook) -> str:
        return "\n".join(
            f"{moment_text(one.at)} {one.event}: {one.status or _('no answer')}"
            for one in webhooks.recent_deliveries(hook)
        )

    @admin.action(description=gettext_lazy("Send a test"), permissions=["view"])
    def try_now(self, request: HttpRequest, found: QuerySet[Webhook]) -> None:
        """Send a test to these webhooks, as their owners can; a success switches one on again."""
        for hook in found:
            try:
                done = webhooks.send_test(hook, authenticated_user(request))
            except ActionError as refused:
                messages.error(request, f"{refused.message} ({hook.host})")
                continue
            self.log_change(request, hook, "tested")
            if done.problem:
                text = _("Not accepted: %(host)s")
                messages.warning(request, text % {"host": hook.host})
            else:
                messages.success(request, _("Accepted: %(host)s") % {"host": hook.host})

    def get_queryset(self, request: HttpRequest) -> QuerySet[Webhook]:
        rows = super().get_queryset(request).select_related("user", "table", "club")
        return rows.defer("secret", *(f"table__{name}" for name in SECRET_FIELDS))

    @admin.display(description=gettext_lazy("host name"))
    def host(self, hook: Webhook) -> str:
        return hook.host


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """Reports with their evidence."""

    list_display = ("at", "case", "subject", "kind", "reporter")
    filters = ("kind",)
    search_fields = ("case__subject__username", "reporter__username")
    ordering = ("-pk",)
    fields = (*list_display, "text", "evidence")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return super().get_queryset(request).select_related("case__subject", "reporter")

    @admin.display(description=gettext_lazy("about"))
    def subject(self, report: Report) -> str:
        return report.case.subject.display_name
