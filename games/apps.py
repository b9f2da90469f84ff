from pathlib import Path

from django.apps import AppConfig
from django.conf import settings

from portal.server.garbage_collection import enable_collection

from . import rules_build

# This must run before anything imports the rules; Django imports this file before any model.
if settings.COMPILED_RULES:
    rules_build.activate(Path(settings.COMPILED_RULES))


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Register hooks and signal receivers with lower layers that must not import this package.

        It runs when all models are loaded.
        """
        from allauth.account.signals import password_changed, password_reset, password_set
        from django.db.models import Exists
        from django.db.models.signals import post_delete

        from accounts import guest_access, signals
        from accounts.deletion import DELETION_HOOKS, DeletionHook
        from portal.performance import translation_cache

        from . import guest_permissions, metrics, tasks  # noqa: F401  (Prometheus and waking.send find some)
        from .analysis import variations
        from .archive import importer
        from .clubs import membership
        from .data_export import export
        from .history import saved_searches
        from .lobby import (
            calendar_feeds,
            invitations,
            matchmaking,
            saved_settings,
            table_setup,
        )
        from .moderation import block_list, fair_play_signals, reports
        from .notifications import devices, webhooks
        from .ratings import device_fingerprints
        from .social import follow_list
        from .streams import server
        from .studies import actions
        from .table import notes
        from .table.realtime import publish
        from .table.session import hot_seat
        from .tournaments import registration

        rules_build.log_status()
        translation_cache.cache_template_translations()
        DELETION_HOOKS.append(
            DeletionHook(
                leave=lambda user: table_setup.leave_all_tables(user),
                holds=lambda user: Exists(table_setup.tables_to_leave(user)),
                is_awaited_by_others=True,
            )
        )
        membership.LEAVE_HOOKS += [
            table_setup.leave_club_tables,
            invitations.decline_club_invitations,
            registration.leave_club_tournaments,
        ]
        membership.REMOVAL_CHECKS.append(registration.check_not_opponents)
        for leave, holds in (  # clubs first: they pass on what the user organises there
            (membership.delete_for, membership.exists_for),
            (registration.delete_for, registration.exists_for),
            (invitations.decline_pending_invitations, invitations.has_pending_invitation),
            (matchmaking.delete_for, matchmaking.exists_for),
        ):
            DELETION_HOOKS.append(DeletionHook(leave, holds, is_awaited_by_others=True))
        for module in (
            hot_seat,
            calendar_feeds,
            invitations,
            webhooks,
            block_list,
            follow_list,
            fair_play_signals,
            importer,
            actions,
            variations,
            export,
            notes,
            saved_settings,
            reports,
            saved_searches,
            device_fingerprints,
        ):
            DELETION_HOOKS.append(DeletionHook(leave=module.delete_for, holds=module.exists_for))
        guest_access.OPEN |= guest_permissions.OPEN
        signals.session_key_changed.connect(devices.move_to_session, dispatch_uid="devices")
        signals.sessions_ended.connect(devices.remove_for_ended_session, dispatch_uid="devices")
        signals.sessions_ended.connect(publish.publish_session_end, dispatch_uid="sockets")
        for signal in (password_changed, password_reset, password_set):
            signal.connect(devices.remove_for_changed_password, dispatch_uid="devices")
        post_delete.connect(
            server.end_streams_of_token, sender=self.get_model("ApiToken"), dispatch_uid="streams"
        )
        enable_collection()
