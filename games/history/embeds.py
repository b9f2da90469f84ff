"""Which matches other sites may embed, and the HTML for it."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ..boards import presenter
from ..models import Table


def can_be_embedded(table: Table) -> bool:
    return table.is_over and table.visibility == Table.Visibility.PUBLIC


def embed_code(table: Table) -> SafeString:
    """Return the HTML that a blog puts into its page."""
    return format_html(
        '<iframe src="{}" title="{}" width="100%" height="760" loading="lazy"></iframe>',
        settings.SITE_URL + reverse("games:embed", args=[table.key]),
        f"{presenter(table.game).name()}: {table.title}",
    )
