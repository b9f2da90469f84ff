"""Django's admin, with what our own rooms register and nothing else.

No discovery: what other packages would show there (second factors, sessions) is nobody's to see.
"""

from importlib import import_module

from django.contrib.admin.apps import SimpleAdminConfig

ROOMS = ("accounts.admin", "games.admin")


class StaffConfig(SimpleAdminConfig):
    default_site = "accounts.admin_site.StaffSite"

    def ready(self) -> None:
        super().ready()
        for room in ROOMS:
            import_module(room)
