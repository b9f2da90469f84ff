"""The address patterns of a module, with those of the modules that it includes."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver


def url_patterns(module: str) -> Iterator[URLPattern]:
    """Yield the patterns of a module ("games.urls") in the order in which they are tried."""
    return _flatten(get_resolver(module))


def _flatten(resolver: URLResolver) -> Iterator[URLPattern]:
    for one in resolver.url_patterns:
        if isinstance(one, URLPattern):
            yield one
        else:
            yield from _flatten(one)
