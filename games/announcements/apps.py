from django.apps import AppConfig


class AnnouncementsConfig(AppConfig):
    name = "games.announcements"

    def ready(self) -> None:
        """Register tasks and the texts of notifications."""
        from ..notifications import content
        from . import notification_texts
        from . import tasks as tasks  # for Celery

        content.TEXT_COMPOSERS["announced"] = notification_texts.announcement_text
