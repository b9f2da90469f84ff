"""Messages on the next page: each once."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.clients import signed_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["Kind", "Kind"], ["Note saved. Only you can read it."]),
        (["Kind", ""], ["Note saved. Only you can read it.", "Note deleted."]),
    ],
)
def test_page_tells_once_what_two_requests_did(
    people: list[User], texts: list[str], told: list[str]
) -> None:
    ada, ben = people[:2]
    client = signed_in(ada)
    for text in texts:
        client.post(f"/people/{ben.username}/note/", {"text": text})
    page = client.get(f"/people/{ben.username}/")
    assert [str(message) for message in page.context["messages"]] == told
