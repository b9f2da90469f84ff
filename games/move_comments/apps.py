from django.apps import AppConfig


class MoveCommentsConfig(AppConfig):
    name = "games.move_comments"

    def ready(self) -> None:
        """Register what is exported and deleted with an account."""
        from accounts import deletion
        from accounts.data_export import contents

        from . import comments, exported_data

        deletion.register(comments.delete_for, comments.exists_for)
        contents.register(exported_data.FILES)
