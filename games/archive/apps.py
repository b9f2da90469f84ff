from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    name = "games.archive"

    def ready(self) -> None:
        """Register tasks, and what is exported and deleted with an account."""
        from accounts import deletion
        from accounts.data_export import contents

        from . import exported_data, importer
        from . import tasks as tasks  # for Celery

        deletion.register(importer.delete_for, importer.exists_for)
        contents.register(exported_data.FILES)
        contents.RECORD_SOURCES.append(exported_data.records_after)
