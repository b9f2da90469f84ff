"""The check of invitation links, to tables and to clubs, and the error of one that has ended."""

from __future__ import annotations

from http import HTTPStatus

from django.utils import timezone
from django.utils.translation import gettext as _

from portal.errors import NotFound

from .models.limited_links import LimitedLink


class LinkClosedError(NotFound):
    """The link is no longer valid; `code` says why, for example "link_used_up"."""

    status = HTTPStatus.GONE

    def __init__(self, why: str) -> None:
        super().__init__(
            {
                "withdrawn": _("This link has been withdrawn."),
                "expired": _("This link has expired."),
                "used_up": _("This link has been used up."),
            }[why],
            code=f"link_{why}",
        )


def check_link(link: LimitedLink) -> None:
    """Check that a link is valid.

    Raises:
        LinkClosedError: it is not any more.
    """
    if why := link.over(timezone.now()):
        raise LinkClosedError(why)
