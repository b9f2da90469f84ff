from django.apps import AppConfig


class StudiesConfig(AppConfig):
    name = "games.studies"

    def ready(self) -> None:
        """Register tasks, and what is exported and deleted with an account."""
        from accounts import deletion
        from accounts.data_export import contents

        from . import actions, exported_data
        from .analysis import variations

        for module in (actions, variations):
            deletion.register(module.delete_for, module.exists_for)
        contents.register(exported_data.FILES)
