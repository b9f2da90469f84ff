"""Django's admin, with what our own rooms register and nothing else.

No discovery: what other packages would show there (second factors, sessions) is nobody's to see.
"""

from importlib import import_module

from django.contrib.admin.apps import SimpleAdminConfig

ADMIN_MODULES = ("accounts.admin", "games.admin")


class StaffAdminConfig(SimpleAdminConfig):
    default_site = "accounts.admin_site.StaffAdminSite"

    def ready(self) -> None:
        super().ready()
        for room in ADMIN_MODULES:
            import_module(room)
