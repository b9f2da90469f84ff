"""Let time pass for the site: everything that it stores lies further back afterwards."""

from __future__ import annotations

from datetime import timedelta

from django.apps import apps
from django.db import models, transaction
from django.db.models import F

from games.models import Decision


def let_time_pass(span: timedelta) -> None:
    """Move every moment of the site's own models back, as if `span` had passed since.

    Moments that lie in the future come nearer, so that deadlines pass. Days without a time of day
    stay, and so do moments within JSON and those of the audit log, which nobody can change.
    """
    with transaction.atomic():
        for model in apps.get_models():
            if not model.__module__.startswith(("games.", "accounts.")) or model is Decision:
                continue
            fields = {
                field.attname: F(field.attname) - span
                for field in model._meta.concrete_fields
                if isinstance(field, models.DateTimeField)
            }
            if fields:
                model._default_manager.update(**fields)
