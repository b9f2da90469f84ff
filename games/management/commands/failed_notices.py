"""The old name of `failed_notifications`, for scripts that still use it."""

from .failed_notifications import Command as Command
