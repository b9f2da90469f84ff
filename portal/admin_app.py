"""Django's admin with only the modules that this site registers, and without autodiscovery.

Models of other packages (second factors, sessions) must not appear there.
"""

from importlib import import_module

from django.contrib.admin.apps import SimpleAdminConfig

from .server.garbage_collection import enable_collection

ADMIN_MODULES = ("accounts.admin", "games.admin", "games.puzzles.admin")


class StaffAdminConfig(SimpleAdminConfig):
    default_site = "accounts.admin_site.StaffAdminSite"

    def ready(self) -> None:
        super().ready()
        for module in ADMIN_MODULES:
            import_module(module)
        enable_collection()  # this app comes after those of the site (portal/apps.py)
