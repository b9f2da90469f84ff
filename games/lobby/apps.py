from django.apps import AppConfig
from django.db.models import Exists


class LobbyConfig(AppConfig):
    name = "games.lobby"

    def ready(self) -> None:
        """Register what a lobby does when someone leaves a club or closes their account."""
        from accounts import deletion
        from accounts.data_export import contents

        from ..clubs import membership
        from ..table import due_work
        from . import exported_data, tasks
        from .admission import invitations, matchmaking
        from .home import arrangement, calendar_feeds
        from .setup import saved_settings, table_setup

        deletion.register(
            lambda user: table_setup.leave_all_tables(user),
            lambda user: Exists(table_setup.tables_to_leave(user)),
            is_awaited_by_others=True,
        )
        deletion.register(
            invitations.decline_pending_invitations,
            invitations.has_pending_invitation,
            is_awaited_by_others=True,
        )
        deletion.register(matchmaking.delete_for, matchmaking.exists_for, is_awaited_by_others=True)
        for module in (arrangement, calendar_feeds, invitations, saved_settings):
            deletion.register(module.delete_for, module.exists_for)
        due_work.SWEEP_HOOKS.append(tasks.find_due_work)
        membership.LEAVE_HOOKS += [
            table_setup.leave_club_tables,
            invitations.decline_club_invitations,
        ]
        contents.register(exported_data.FILES)
