"""People, as staff see them: no passwords, no second factors, no preferences."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from .models import User
from .staff import StaffAdmin

CHANGEABLE = ("is_active", "is_staff", "is_moderator")
SHOWN = (
    *("username", "shown_name", "former_names", "email"),
    *("date_joined", "last_login", "is_superuser", "deleted_at"),
)


@admin.register(User)
class PersonAdmin(StaffAdmin):
    """Superusers close and reopen accounts, and make people staff or moderators; not themselves."""

    list_display = ("username", "shown_name", "email", *CHANGEABLE, "date_joined", "last_login")
    filters = CHANGEABLE
    search_fields = ("username", "shown_name", "former_names__name", "email")
    ordering = ("-date_joined",)
    fields = (*SHOWN, *CHANGEABLE)
    readonly_fields = SHOWN

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
