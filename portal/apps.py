from django.apps import AppConfig

from .server.garbage_collection import disable_collection

disable_collection()  # Django imports this file before any other app; the admin enables it again


class PortalConfig(AppConfig):
    name = "portal"

    def ready(self) -> None:
        # Tasks use this Celery app from the start, in every thread of every process.
        from portal import celery, checks, user_text  # noqa: F401

        user_text.install_isolation()
