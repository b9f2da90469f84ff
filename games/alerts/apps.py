from django.apps import AppConfig


class AlertsConfig(AppConfig):
    name = "games.alerts"

    def ready(self) -> None:
        """Register tasks, the text of the notification, and what an account leaves behind."""
        from accounts import deletion
        from accounts.data_export import contents

        from ..notifications import content
        from . import exported_data, notification_texts, searches
        from . import tasks as tasks  # for Celery

        deletion.register(searches.delete_for, searches.exists_for)
        content.TEXT_COMPOSERS["alert"] = notification_texts.alert_text
        contents.register(exported_data.FILES)
