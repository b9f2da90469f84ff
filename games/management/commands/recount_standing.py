"""The old name of `recount_reliability`, for scripts that still use it."""

from .recount_reliability import Command as Command
