from django.apps import AppConfig


class PuzzlesConfig(AppConfig):
    name = "games.puzzles"

    def ready(self) -> None:
        """Register tasks, and what is exported and deleted with an account."""
        from accounts import deletion
        from accounts.data_export import contents

        from . import exported_data, puzzles
        from . import tasks as tasks  # for Celery

        deletion.register(puzzles.delete_for, puzzles.exists_for)
        contents.register(exported_data.FILES)
