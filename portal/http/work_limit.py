"""Limits on CPU time per minute, for each visitor and for all together."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

from django.core.cache import cache
from django.http import HttpRequest

from portal.http.client_identity import client_key


@contextlib.contextmanager
def limit_work(request: HttpRequest, what: str, most: float, most_of_all: float) -> Iterator[bool]:
    """Yield whether this visitor may do work in this minute; the time in the context counts.

    A web process serves everybody, so the work is limited as well as the visitor.

    Args:
        request: the visitor's request.
        what: the name of the work.
        most: CPU seconds per minute for one visitor.
        most_of_all: CPU seconds per minute for all visitors.
    """
    who = request.user.pk or client_key(request.META)
    limits = {f"{what}:{who}": most, what: most_of_all}
    for counter in limits:
        cache.add(counter, 0, 60)
    spent = cache.get_many(limits)
    began = time.thread_time()
    try:
        yield all(spent.get(counter, 0) < 1000 * most for counter, most in limits.items())
    finally:
        for counter in limits:
            with contextlib.suppress(ValueError):  # the counter has just expired
                cache.incr(counter, round(1000 * (time.thread_time() - began)))
