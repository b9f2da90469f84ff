"""Moderation: blocking, reports, cases, sanctions, the audit log and fair-play signals."""
