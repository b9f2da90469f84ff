"""Detection of database outages, which differ from other errors by the exception's cause."""

from __future__ import annotations

import psycopg

RETRY_AFTER = 15  # seconds; a restart of the server takes less
# The server is closing, starting or out of connections. Without a code, it did not answer.
OUTAGE_SQLSTATES = ("08", "57P", "53300")


def is_outage(error: BaseException | None) -> bool:
    """Whether an exception was caused by a PostgreSQL server that cannot be reached."""
    while error is not None:
        if isinstance(error, psycopg.OperationalError):
            return error.sqlstate is None or error.sqlstate.startswith(OUTAGE_SQLSTATES)
        error = error.__cause__ or error.__context__
    return False
