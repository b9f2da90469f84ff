"""An outage of the database, told from a fault of ours by the exception that it ends in."""

from __future__ import annotations

import psycopg

RETRY_AFTER = 15  # seconds: a restart of the server is over by then
# The server closes, starts, or has no connection left; without a code, there was no answer at all.
OUTAGE_SQLSTATES = ("08", "57P", "53300")


def is_outage(error: BaseException | None) -> bool:
    """Whether this was raised, at its bottom, because PostgreSQL cannot be reached."""
    while error is not None:
        if isinstance(error, psycopg.OperationalError):
            return error.sqlstate is None or error.sqlstate.startswith(OUTAGE_SQLSTATES)
        error = error.__cause__ or error.__context__
    return False
