from django.apps import AppConfig


class DataExportConfig(AppConfig):
    name = "accounts.data_export"

    def ready(self) -> None:
        """Register tasks and what is deleted with an account."""
        from .. import deletion
        from . import export
        from . import tasks as tasks  # for Celery

        deletion.register(export.delete_for, export.exists_for)
