"""Expect that the site refuses something, with an error of a certain kind and code."""

from __future__ import annotations

from typing import TypeVar

import pytest

from portal.errors import ActionError

Kind = TypeVar("Kind", bound=ActionError)


def expect_refusal(kind: type[Kind], code: str, match: str | None = None) -> pytest.RaisesExc[Kind]:
    """Return `pytest.raises` for an error of this kind with this code."""
    return pytest.raises(kind, match=match, check=lambda error: error.code == code)
