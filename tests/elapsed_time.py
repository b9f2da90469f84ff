"""Let time pass for the site: everything that it stores lies further back afterwards."""

from __future__ import annotations

from datetime import timedelta

from django.apps import apps
from django.db import models, transaction
from django.db.models import F

from games.models import Decision, Heartbeat


def let_time_pass(span: timedelta) -> None:
    """Move every moment of the site's own models back, as if `span` had passed since.

    Moments that lie in the future come nearer, so that deadlines pass. Days without a time of day
    stay, and so do moments within JSON, those of the audit log, which nobody can change, and the
    heartbeat: the site was up.
    """
    with transaction.atomic():
        for model in apps.get_models():
            is_ours = model.__module__.startswith(("games.", "accounts."))
            if not is_ours or model in (Decision, Heartbeat):
                continue
            fields = {
                field.attname: F(field.attname) - span
                for field in model._meta.concrete_fields
                if isinstance(field, models.DateTimeField)
            }
            if fields:
                model._default_manager.update(**fields)
