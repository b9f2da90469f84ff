from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "games.tournaments"

    def ready(self) -> None:
        """Register what other parts of the site call: hooks, texts and events of calendars."""
        from accounts import deletion
        from accounts.data_export import contents

        from ..clubs import membership
        from ..lobby.home import calendar_feeds
        from ..notifications import content
        from . import calendar_events, exported_data, notification_texts, registration
        from . import tasks as tasks  # for Celery

        deletion.register(
            registration.delete_for, registration.exists_for, is_awaited_by_others=True
        )
        calendar_feeds.EVENT_SOURCES.append(calendar_events.tournament_events_for)
        content.TEXT_COMPOSERS["contest"] = notification_texts.tournament_text
        membership.LEAVE_HOOKS.append(registration.leave_club_tournaments)
        membership.REMOVAL_CHECKS.append(registration.check_not_opponents)
        contents.register(exported_data.FILES, exported_data.EXCLUDED_MODELS)
