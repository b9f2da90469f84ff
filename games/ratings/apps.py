from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "games.ratings"

    def ready(self) -> None:
        """Register tasks, and what is exported and deleted with an account."""
        from accounts import deletion
        from accounts.data_export import contents

        from . import device_fingerprints, exported_data
        from . import tasks as tasks  # for Celery

        deletion.register(device_fingerprints.delete_for, device_fingerprints.exists_for)
        contents.register(exported_data.FILES)
