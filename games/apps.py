from pathlib import Path

from django.apps import AppConfig
from django.conf import settings

from portal.server.collector import wake_collector

from . import compiled

# Before anything imports the rules: Django imports this file before any model.
if settings.COMPILED_RULES:
    compiled.use(Path(settings.COMPILED_RULES))


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Tell the rooms below what they must know of us without importing it; the site is loaded
        then."""
        from allauth.account.signals import password_changed, password_reset, password_set
        from django.db.models import Exists
        from django.db.models.signals import post_delete

        from accounts import gate, signals
        from accounts.deletion import TIES, Tie
        from portal.quick import words

        from . import guests, metrics, tasks  # noqa: F401  (Prometheus and waking.send find some)
        from .circles import joining
        from .contests import entering
        from .history import searches
        from .lobby import feeds, gathering, inviting, quick, remembered
        from .notices import devices, hooks
        from .own_data import making
        from .peace import blocking, hints, reporting
        from .people import following
        from .ratings import sightings
        from .records import importing
        from .streams import serving
        from .studies import keeping
        from .table import device, live, noting
        from .trying import lines

        compiled.tell()
        words.remember_templates()
        TIES.append(
            Tie(
                leave=lambda user: gathering.leave_everything(user),
                holds=lambda user: Exists(gathering.tables_to_leave(user)),
                keeps_others=True,
            )
        )
        joining.MEMBERSHIP_HOOKS += [
            gathering.leave_circle,
            inviting.leave_circle,
            entering.leave_circle,
        ]
        joining.REMOVAL_CHECKS.append(entering.check_removes_no_opponent)
        for leave, holds in (  # circles hand on what one organises there before the rest ends
            (joining.forget_all, joining.any_of),
            (entering.forget_all, entering.any_of),
            (inviting.withdraw_pending, inviting.is_pending),
            (quick.forget_all, quick.any_of),
        ):
            TIES.append(Tie(leave, holds, keeps_others=True))
        for room in (
            device,
            feeds,
            inviting,
            hooks,
            blocking,
            following,
            hints,
            importing,
            keeping,
            lines,
            making,
            noting,
            remembered,
            reporting,
            searches,
            sightings,
        ):
            TIES.append(Tie(leave=room.forget_all, holds=room.any_of))
        gate.OPEN |= guests.OPEN
        signals.session_key_changed.connect(devices.move_to_session, dispatch_uid="devices")
        signals.sessions_ended.connect(devices.end_with_session, dispatch_uid="devices")
        signals.sessions_ended.connect(live.sessions_ended, dispatch_uid="sockets")
        for signal in (password_changed, password_reset, password_set):
            signal.connect(devices.end_with_password, dispatch_uid="devices")
        post_delete.connect(
            serving.token_gone, sender=self.get_model("ApiToken"), dispatch_uid="streams"
        )
        wake_collector()
