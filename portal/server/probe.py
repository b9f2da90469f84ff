"""Check whether a web process on this machine answers: `python -m portal.server.probe [path]`.

The launcher uses it before it prints the address, and so does the container's health check.
"""

from __future__ import annotations

import http.client
import os
import sys
from collections.abc import Mapping


def allowed_host(environment: Mapping[str, str]) -> str:
    """Return a host name that the site accepts."""
    first = environment.get("ALLOWED_HOSTS", "").split(",")[0].strip()
    return first.removeprefix(".") if first and first != "*" else "localhost"


def probe_status(host: str, port: int, path: str, as_host: str, timeout: float = 5) -> int | None:
    """Return the HTTP status of the response, or None if there is none within `timeout` seconds."""
    connection = http.client.HTTPConnection(host, port, timeout=timeout)
    try:
        connection.request("GET", path, headers={"Host": as_host, "Connection": "close"})
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def main() -> int:
    path = sys.argv[1] if len(sys.argv) > 1 else "/healthz/web"
    port = int(os.environ.get("PORT", "8000"))
    return 0 if probe_status("127.0.0.1", port, path, allowed_host(os.environ)) == 200 else 1


if __name__ == "__main__":
    sys.exit(main())
