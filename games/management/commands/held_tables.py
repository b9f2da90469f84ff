"""The old name of `tables_on_hold`, for scripts that still use it."""

from .tables_on_hold import Command as Command
