from django.apps import AppConfig


class ClubMatchesConfig(AppConfig):
    name = "games.club_matches"

    def ready(self) -> None:
        """Register the task, the texts, and what a member or an account leaves behind."""
        from accounts import deletion
        from accounts.data_export import contents

        from ..clubs import membership
        from ..notifications import content
        from . import exported_data, line_ups, notification_texts
        from . import tasks as tasks  # for Celery

        deletion.register(line_ups.delete_for, line_ups.exists_for, is_awaited_by_others=True)
        membership.LEAVE_HOOKS.append(line_ups.leave_club_matches)
        content.TEXT_COMPOSERS["club_match"] = notification_texts.club_match_text
        contents.register(exported_data.FILES, exported_data.EXCLUDED_MODELS)
