"""The description of the API shows what a view holds, as the title's `TypedDict` says it."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

import pytest
from drf_spectacular.generators import SchemaGenerator

import games.rules as rules
from games.api.view_schemas import schema_of

pytestmark = pytest.mark.same_everywhere


class Heap(TypedDict):
    stones: int
    owner: int | None
    kind: Literal["red", "blue"]
    last: NotRequired[list[str]]


def test_keys_that_may_lack_are_not_required() -> None:
    shown = schema_of(Heap)
    assert shown["required"] == ["kind", "owner", "stones"]
    assert shown["properties"]["last"] == {"type": "array", "items": {"type": "string"}}


def test_what_may_be_nothing_is_nullable() -> None:
    assert schema_of(Heap)["properties"]["owner"] == {"type": "integer", "nullable": True}


def test_view_schema_describes_choices_and_maps() -> None:
    assert schema_of(Heap)["properties"]["kind"]["enum"] == ["red", "blue"]
    assert schema_of(dict[str, int])["additionalProperties"] == {"type": "integer"}
    assert schema_of(int | str) == {"anyOf": [{"type": "integer"}, {"type": "string"}]}


@pytest.mark.parametrize("key", rules.catalogue())
def test_every_key_of_a_view_is_in_the_description(key: str) -> None:
    description: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    name = "View" + "".join(part.capitalize() for part in key.split("_"))
    shown = description["components"]["schemas"][name]["properties"]
    match = rules.new_match(key, rules.get(key).seats[-1], seed="shown")
    assert set(match.view(0)) | set(match.view(None)) <= set(shown)
