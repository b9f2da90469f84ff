"""Limits for test notifications, for which a page waits and occupies a thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.core.cache import cache
from django.utils.translation import gettext as _

from portal.errors import TooManyRequests

if TYPE_CHECKING:
    from accounts.models import User

SECONDS = 5.0  # the time-out of a test; a page waits for it
EVERY = 10  # seconds between two tests of one person
_test_lock = threading.Lock()  # one test at a time, so that the other threads serve pages


@contextmanager
def throttle_test(user: User) -> Iterator[None]:
    """Run one test for this person.

    Raises:
        TooManyRequests: the person's last test is less than `EVERY` seconds old, or another test is
            running.
    """
    if not cache.add(f"notice-test:{user.pk}", 1, EVERY):
        raise TooManyRequests(_("Wait ten seconds between tests."), code="too_many_tests")
    if not _test_lock.acquire(blocking=False):
        raise TooManyRequests(
            _("Another test is running. Try again in a moment."), code="too_many_tests"
        )
    try:
        yield
    finally:
        _test_lock.release()
