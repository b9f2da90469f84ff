from django.apps import AppConfig

from .server.garbage_collection import disable_collection

disable_collection()  # Django imports this file before any other app; `games` wakes it


class PortalConfig(AppConfig):
    name = "portal"

    def ready(self) -> None:
        # Tasks belong to this app from the first moment, in every thread of every process.
        from portal import celery, checks, user_text  # noqa: F401

        user_text.install_isolation()
