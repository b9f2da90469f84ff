"""Work that costs the process time: counted, for each visitor and for everybody together."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

from django.core.cache import cache
from django.http import HttpRequest

from portal.http.client_identity import client_key


@contextlib.contextmanager
def limit_work(request: HttpRequest, what: str, most: float, most_of_all: float) -> Iterator[bool]:
    """Whether there is time for this visitor's work this minute; what is spent on it counts.

    A web process serves everybody: what is limited is the work, whoever brings it.

    Args:
        most: CPU seconds in a minute for one visitor; `most_of_all` for all of them.
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
            with contextlib.suppress(ValueError):  # its minute has just passed
                cache.incr(counter, round(1000 * (time.thread_time() - began)))
