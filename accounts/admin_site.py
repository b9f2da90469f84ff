"""The admin site of the staff and the read-only base class of its pages.

Staff may be playing. So a page shows nothing of a running match that a spectator could not see,
and offers no search or order by it.
"""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite, EmptyFieldListFilter, ModelAdmin, SimpleListFilter
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from .site.configuration import get_site

EXACT_LOOKUPS = ("", "exact", "isnull", "isempty")


class StaffAdminSite(AdminSite):
    """The admin site behind the site's own login, with its rate limits and second factor."""

    index_title = _("Administration")

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        name = gettext("%(site_name)s staff") % {"site_name": get_site().name}
        return {**super().each_context(request), "site_title": name, "site_header": name}

    def get_urls(self) -> list[Any]:
        from portal.status import status

        return [path("status/", self.admin_view(status), name="status"), *super().get_urls()]

    @method_decorator(secure_admin_login)
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return redirect("admin:index")

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: Any = None
    ) -> HttpResponse:
        return redirect("account_change_password")


class ReadOnlyAdmin(ModelAdmin):
    """A read-only admin: all staff may view the rows, and nobody adds, changes or deletes any."""

    actions: tuple[str, ...] | None = None
    list_per_page = 50
    show_full_result_count = False
    filters: tuple[str, ...] = ()
    custom_filters: tuple[type[SimpleListFilter], ...] = ()

    def get_list_filter(self, request: HttpRequest) -> list[Any]:
        """Return a filter for each of `filters`; a `_since` field filters by empty or not."""
        return [
            *self.custom_filters,
            *(
                (field, EmptyFieldListFilter) if field.endswith("_since") else field
                for field in self.filters
            ),
        ]

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.admin_site.has_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.admin_site.has_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow only the lookups that the list offers.

        A free lookup such as `?seed__startswith=` would reveal hidden values letter by letter.
        """
        if any(lookup == one.parameter_name for one in self.custom_filters):
            return True
        field, _underscores, kind = lookup.partition("__")
        return field in self.filters and kind in EXACT_LOOKUPS
