"""The admin pages for users: no passwords, no second factors, no preferences."""

from __future__ import annotations

from typing import Any, cast

from allauth.account.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from portal.dates import moment_text

from . import guests
from .admin_site import ReadOnlyAdmin
from .deletion import delete_account, withdraw_everything
from .models import Availability, BotProfile, NotificationSettings, Restrictions, User
from .moderation_rights import can_moderate_user, moderatable_users
from .sign_ins import device_name

EDITABLE_FIELDS = ("is_active", "is_staff", "is_moderator", "is_bot")
SHOWN = (
    *("username", "nickname", "former_names", "email", "invited_by"),
    *("date_joined", "last_login", "is_superuser", "deleted_at"),
)


class AccountKindFilter(admin.SimpleListFilter):
    """Filter by kind: accounts, guests, or users who are suspended now."""

    title = _("kind")
    parameter_name = "are"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("accounts", _("accounts")),
            ("guests", _("guests")),
            ("suspended", _("suspended")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        match self.value():
            case "accounts":
                return queryset.filter(guest_network="", deleted_at=None)
            case "guests":
                return queryset.filter(guest_network__gt="")
            case "suspended":
                return queryset.filter(restrictions__suspended_until__gt=timezone.now())
        return queryset


PRIVATE = ("calendar", "vacations")


class UserExtensionInline(admin.StackedInline):
    """A read-only part of a user's page: the user's row in another table."""

    can_delete = False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.model.field_names()

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.model.field_names()

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True  # for those who may view the page

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class RestrictionsInline(UserExtensionInline):
    model = Restrictions


class BotProfileInline(UserExtensionInline):
    model = BotProfile


class AvailabilityInline(UserExtensionInline):
    """Without the hours and days, which are nobody else's business."""

    model = Availability

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [name for name in self.model.field_names() if name not in PRIVATE]

    get_readonly_fields = get_fields


class NotificationSettingsInline(UserExtensionInline):
    model = NotificationSettings


INLINES = (RestrictionsInline, BotProfileInline, NotificationSettingsInline, AvailabilityInline)


@admin.register(User)
class UserAdmin(ReadOnlyAdmin):
    """Users in the admin; owners close and reopen accounts and make people staff or moderators.

    Nobody becomes an owner here.
    """

    list_display = (
        "username",
        "nickname",
        "email",
        *EDITABLE_FIELDS,
        "date_joined",
        "last_login",
    )
    filters = (*EDITABLE_FIELDS, "is_pending_approval")
    custom_filters = (AccountKindFilter,)
    actions: tuple[str, ...] = ("let_in", "turn_away", "sign_out")
    search_fields = ("username", "nickname", "former_names__name", "email")
    ordering = ("-date_joined",)
    fields = (*SHOWN, "signed_in", *EDITABLE_FIELDS)
    readonly_fields = (*SHOWN, "signed_in")

    @admin.action(description=_("Sign out everywhere"), permissions=["change"])
    def sign_out(self, request: HttpRequest, people: QuerySet[User]) -> None:
        """End all sessions of the chosen users, for example after a device was lost."""
        for person in self._moderatable(request, people):
            found = list(UserSession.objects.filter(user=person))
            for one in found:
                one.end()
            self.log_change(request, person, "signed out everywhere")
            text = ngettext(
                "%(name)s: signed out of %(n)d session.",
                "%(name)s: signed out of %(n)d sessions.",
                len(found),
            )
            messages.success(request, text % {"name": person.username, "n": len(found)})

    @admin.display(description=_("signed in"))
    def signed_in(self, person: User) -> str:
        """The devices and times of the user's sessions, without addresses, which are private."""
        return "\n".join(
            f"{device_name(one.user_agent)} · {moment_text(one.created_at)}"
            for one in UserSession.objects.filter(user=person).order_by("-created_at")
        )

    @admin.action(description=_("Approve"), permissions=["change"])
    def let_in(self, request: HttpRequest, people: QuerySet[User]) -> None:
        """Approve the chosen accounts and send each person a mail."""
        login = {"login_url": settings.SITE_URL + reverse("account_login")}
        for person in self._moderatable(request, people.filter(is_pending_approval=True)):
            waits = User.objects.filter(pk=person.pk, is_pending_approval=True)
            if not waits.update(is_pending_approval=False, is_active=True):
                continue  # another member of the staff has decided already
            guests.complete_upgrade(person.pk)
            self.log_change(request, person, "let in")
            if person.email:
                get_adapter(request).send_mail(
                    "account/email/account_approved", person.email, {"user": person, **login}
                )

    @admin.action(description=_("Reject"), permissions=["change"])
    def turn_away(self, request: HttpRequest, people: QuerySet[User]) -> None:
        """Delete the chosen accounts that await approval, with all their data; guests play on."""
        for person in self._moderatable(request, people.filter(is_pending_approval=True)):
            self.log_change(request, person, "turned away")
            if person.is_guest:
                guests.reject_upgrade(person)
            else:
                delete_account(person)

    def _moderatable(self, request: HttpRequest, people: QuerySet[User]) -> QuerySet[User]:
        """Return the chosen users whom the owner may sanction; warn about the others."""
        subjects = people.filter(moderatable_users(cast(User, request.user)))
        for name in people.exclude(pk__in=subjects).values_list("username", flat=True):
            said = _("%(name)s owns the site. Nobody can take action against owners.") % {
                "name": name
            }
            messages.warning(request, said)
        return subjects

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save the user; withdraw a closed account from everything that others wait for."""
        super().save_model(request, obj, form, change)
        if "is_active" in form.changed_data and not obj.is_active:
            transaction.on_commit(lambda: withdraw_everything(obj))

    @admin.display(description="former names")
    def former_names(self, person: User) -> str:
        return ", ".join(person.former_names.values_list("name", flat=True))

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        return super().get_queryset(request).defer("password")

    def get_inlines(self, request: HttpRequest, obj: User | None) -> Any:
        """Return the rows to show; a form that comes back changes none of them."""
        return () if request.method == "POST" else INLINES

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        person = request.user
        if not (person.is_authenticated and person.is_superuser):
            return False
        return obj is None or (obj.deleted_at is None and can_moderate_user(person, obj))
