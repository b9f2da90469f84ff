"""People, as staff see them: no passwords, no second factors, no preferences."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .deletion import delete_account
from .models import User
from .staff import StaffAdmin

CHANGEABLE = ("is_active", "is_staff", "is_moderator")
SHOWN = (
    *("username", "shown_name", "former_names", "email", "invited_by"),
    *("date_joined", "last_login", "is_superuser", "deleted_at"),
)


@admin.register(User)
class PersonAdmin(StaffAdmin):
    """Superusers close and reopen accounts, and make people staff or moderators; not themselves."""

    list_display = ("username", "shown_name", "email", *CHANGEABLE, "date_joined", "last_login")
    filters = (*CHANGEABLE, "awaits_approval")
    actions: tuple[str, ...] = ("let_in", "turn_away")
    search_fields = ("username", "shown_name", "former_names__name", "email")
    ordering = ("-date_joined",)
    fields = (*SHOWN, *CHANGEABLE)
    readonly_fields = SHOWN

    @admin.action(description=_("Let in"), permissions=["change"])
    def let_in(self, request: HttpRequest, people: QuerySet[User]) -> None:
        """Open accounts that wait for it, and write to their people."""
        login = {"login_url": settings.SITE_URL + reverse("account_login")}
        for person in people.filter(awaits_approval=True):
            waits = User.objects.filter(pk=person.pk, awaits_approval=True)
            if not waits.update(awaits_approval=False, is_active=True):
                continue  # somebody else has decided meanwhile
            self.log_change(request, person, "let in")
            if person.email:
                get_adapter(request).send_mail(
                    "account/email/let_in", person.email, {"user": person, **login}
                )

    @admin.action(description=_("Turn away"), permissions=["change"])
    def turn_away(self, request: HttpRequest, people: QuerySet[User]) -> None:
        """Accounts that wait are closed for good: nothing of the person stays."""
        for person in people.filter(awaits_approval=True):
            self.log_change(request, person, "turned away")
            delete_account(person)

    @admin.display(description="former names")
    def former_names(self, person: User) -> str:
        return ", ".join(person.former_names.values_list("name", flat=True))

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        return super().get_queryset(request).defer("password")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        person = request.user
        if not (person.is_authenticated and person.is_superuser):
            return False
        return obj is None or (obj.deleted_at is None and obj.pk != person.pk)
