"""One web process: `python -m portal.server.web [--host H] [--port N]`, or `--fd N`.

The launcher opens the socket and passes it on. So connections wait in it while a web process is
replaced, and several processes can share it.
"""

from __future__ import annotations

import argparse
import os
import socket

import uvicorn
from django.utils.module_loading import import_string

from portal.performance import request_timeouts, slim_websocket
from portal.server import private_files
from portal.server.garbage_collection import tune_collection

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
HEARTBEAT_SECONDS = 5  # other web processes send heartbeats, too; one in ten seconds is stored
KEEP_ALIVE_SECONDS = 75  # so that a page with occasional moves need not connect again


class Server(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all streams, which would last for ever; clients reconnect to another process."""
        import_string("games.streams.server.Stream").end_all()
        await super().shutdown(sockets)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m portal.server.web", description=__doc__)
    parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))
    parser.add_argument("--fd", type=int)
    options = parser.parse_args()
    config = uvicorn.Config(
        "portal.asgi:application",
        host=options.host,
        port=options.port,
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        http=request_timeouts.http_protocol(),
        ws=slim_websocket.websocket_protocol(),
        ws_max_size=64 * 1024,
        # Messages are a number or two; compression would take half the memory of an idle socket.
        ws_per_message_deflate=False,
        forwarded_allow_ips=os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"),
    )
    os.umask(private_files.UMASK)
    config.load()
    config.callback_notify = import_string("games.table.session.heartbeat.record_web_heartbeat")
    config.timeout_notify = HEARTBEAT_SECONDS
    tune_collection()
    sockets = None if options.fd is None else [socket.socket(fileno=options.fd)]
    Server(config).run(sockets=sockets)


if __name__ == "__main__":
    main()
