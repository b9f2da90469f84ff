"""Clients of the API, with a personal token each."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from accounts.tokens import create_token
from tests.games.conftest import new_table, table

__all__ = ["new_table", "table"]


@pytest.fixture
def client_of() -> Callable[[User], APIClient]:
    def make(user: User) -> APIClient:
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {create_token(user, 'test')[1]}")
        return client

    return make
