from django.apps import AppConfig


class AnnouncementsConfig(AppConfig):
    name = "games.announcements"

    def ready(self) -> None:
        """Register tasks and the texts of notifications."""
        from ..notifications import content
        from . import notification_texts, tasks  # noqa: F401  (Celery finds the tasks)

        content.TEXT_COMPOSERS["announced"] = notification_texts.announcement_text
