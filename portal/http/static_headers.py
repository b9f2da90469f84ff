"""Headers of static files.

Policies for pages are left out: a first visit of a table loads forty files, and the policies were
more than half of what their headers cost.
"""

from __future__ import annotations

from wsgiref.headers import Headers

EMBEDDING = {"Cross-Origin-Resource-Policy": "same-origin"}
DOCUMENTS = (".svg", ".html")  # what a browser can open as a page
POLICY = "default-src 'none'; img-src data:"


def add_static_headers(headers: Headers, path: str, url: str) -> None:
    """Add headers to those of WhiteNoise (`WHITENOISE_ADD_HEADERS_FUNCTION`)."""
    for name, value in EMBEDDING.items():
        headers[name] = value
    if path.endswith(DOCUMENTS):
        headers["Content-Security-Policy"] = POLICY
