"""The old name of `check_audit_log`, for scripts that still use it."""

from .check_audit_log import Command as Command
