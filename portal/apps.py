from django.apps import AppConfig


class PortalConfig(AppConfig):
    name = "portal"

    def ready(self) -> None:
        # Tasks belong to this app from the first moment, in every thread of every process.
        from portal import celery, checks  # noqa: F401
