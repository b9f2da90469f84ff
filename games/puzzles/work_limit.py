"""The limit of the computing time that people's puzzles take."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from django.http import HttpRequest
from django.utils.translation import gettext as _

from portal.errors import TooManyRequests
from portal.http.work_limit import limit_work

# CPU seconds for positions and boards in a minute, for one person and for all together.
MOST_WORK = 10.0
MOST_WORK_OF_ALL = 30.0


@contextlib.contextmanager
def limit_puzzle_work(request: HttpRequest) -> Iterator[None]:
    """Work on puzzles within the limits of computing time.

    Raises:
        TooManyRequests: the limit is reached.
    """
    with limit_work(request, "puzzles", MOST_WORK, MOST_WORK_OF_ALL) as has_time:
        if not has_time:
            raise TooManyRequests(
                _("Too many computations at once. Wait a minute."), code="too_often"
            )
        yield
