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
        from django.contrib.auth.signals import user_logged_out
        from django.db.models import Exists
        from django.db.models.signals import post_delete

        from accounts import gate
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
        from .table import device, noting
        from .trying import lines

        compiled.tell()
        words.remember_templates()
        TIES.append(
            Tie(
                leave=lambda user: gathering.leave_everything(user),
                holds=lambda user: Exists(gathering.tables_to_leave(user)),
            )
        )
        for room in (
            device,
            entering,
            feeds,
            inviting,
            hooks,
            blocking,
            following,
            hints,
            importing,
            joining,
            keeping,
            lines,
            making,
            noting,
            quick,
            remembered,
            reporting,
            searches,
            sightings,
        ):
            TIES.append(Tie(leave=room.forget_all, holds=room.any_of))
        gate.OPEN |= guests.OPEN
        user_logged_out.connect(devices.signed_out, dispatch_uid="devices")
        post_delete.connect(
            serving.token_gone, sender=self.get_model("ApiToken"), dispatch_uid="streams"
        )
        wake_collector()
