from pathlib import Path

from django.apps import AppConfig
from django.conf import settings

from portal.server.garbage_collection import wake_collector

from . import rules_build

# Before anything imports the rules: Django imports this file before any model.
if settings.COMPILED_RULES:
    rules_build.use(Path(settings.COMPILED_RULES))


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Tell the rooms below what they must know of us without importing it; the site is loaded
        then."""
        from allauth.account.signals import password_changed, password_reset, password_set
        from django.db.models import Exists
        from django.db.models.signals import post_delete

        from accounts import guest_access, signals
        from accounts.deletion import TIES, Tie
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
        from .moderation import fair_play_signals, reports
        from .notifications import devices, webhooks
        from .ratings import device_fingerprints
        from .social import block_list, follow_list, notes
        from .streams import server
        from .studies import actions
        from .table.realtime import publish
        from .table.session import hot_seat
        from .tournaments import registration

        rules_build.tell()
        translation_cache.remember_templates()
        TIES.append(
            Tie(
                leave=lambda user: table_setup.leave_everything(user),
                holds=lambda user: Exists(table_setup.tables_to_leave(user)),
                keeps_others=True,
            )
        )
        membership.MEMBERSHIP_HOOKS += [
            table_setup.leave_circle,
            invitations.leave_circle,
            registration.leave_circle,
        ]
        membership.REMOVAL_CHECKS.append(registration.check_removes_no_opponent)
        for leave, holds in (  # circles hand on what one organises there before the rest ends
            (membership.forget_all, membership.any_of),
            (registration.forget_all, registration.any_of),
            (invitations.withdraw_pending, invitations.is_pending),
            (matchmaking.forget_all, matchmaking.any_of),
        ):
            TIES.append(Tie(leave, holds, keeps_others=True))
        for room in (
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
            TIES.append(Tie(leave=room.forget_all, holds=room.any_of))
        guest_access.OPEN |= guest_permissions.OPEN
        signals.session_key_changed.connect(devices.move_to_session, dispatch_uid="devices")
        signals.sessions_ended.connect(devices.end_with_session, dispatch_uid="devices")
        signals.sessions_ended.connect(publish.sessions_ended, dispatch_uid="sockets")
        for signal in (password_changed, password_reset, password_set):
            signal.connect(devices.end_with_password, dispatch_uid="devices")
        post_delete.connect(
            server.token_gone, sender=self.get_model("ApiToken"), dispatch_uid="streams"
        )
        wake_collector()
