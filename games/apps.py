from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Register hooks and signal receivers with lower layers that must not import this package.

        It runs when all models are loaded.
        """
        from allauth.account.signals import password_changed, password_reset, password_set
        from django.contrib.auth.signals import user_logged_in
        from django.db.models.signals import post_delete

        from accounts import deletion, guest_access, signals, signup_policy
        from accounts.data_export import contents

        from . import exported_data, guest_permissions, metrics, tasks  # noqa: F401  (they register themselves)
        from .clubs import club_links, invitation_views, membership
        from .history import saved_searches
        from .moderation import block_list, fair_play_signals, reports
        from .notifications import account_events, devices, webhooks
        from .social import follow_list, household_declarations
        from .streams import server
        from .table import notes
        from .table.realtime import publish
        from .table.session import hot_seat

        # Clubs come before tournaments: they pass on what the user organises there.
        deletion.register(membership.delete_for, membership.exists_for, is_awaited_by_others=True)
        for module in (
            hot_seat,
            webhooks,
            block_list,
            follow_list,
            household_declarations,
            fair_play_signals,
            notes,
            reports,
            saved_searches,
        ):
            deletion.register(module.delete_for, module.exists_for)
        signup_policy.INVITATION_HOOKS.append(club_links.find_sign_up_invitation)
        user_logged_in.connect(invitation_views.join_chosen_club, dispatch_uid="club links")
        guest_access.OPEN |= guest_permissions.OPEN
        signals.session_key_changed.connect(devices.move_to_session, dispatch_uid="devices")
        signals.sessions_ended.connect(devices.remove_for_ended_session, dispatch_uid="devices")
        signals.sessions_ended.connect(publish.publish_session_end, dispatch_uid="sockets")
        signals.data_export_ready.connect(
            account_events.notify_of_data_export, dispatch_uid="data export"
        )
        for signal in (password_changed, password_reset, password_set):
            signal.connect(devices.remove_for_changed_password, dispatch_uid="devices")
        post_delete.connect(
            server.end_streams_of_token, sender=self.get_model("ApiToken"), dispatch_uid="streams"
        )
        contents.register(exported_data.FILES, exported_data.EXCLUDED_MODELS)
        contents.ROW_VALUES.update(exported_data.ROW_VALUES)
