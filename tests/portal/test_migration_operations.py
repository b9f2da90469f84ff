"""Migrations that rename fields or change help texts leave the database alone."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState
from django.db.models import CharField, CheckConstraint, F, Index, Q, UniqueConstraint

from portal.migration_operations import DescribeFields, RenameFieldOnly

MIGRATIONS = [
    ("games", "0078_standard_field_names"),
    ("games", "0079_plain_help_texts"),
    ("accounts", "0030_standard_field_names"),
    ("accounts", "0031_plain_help_texts"),
]


@pytest.mark.django_db(transaction=True)  # SQLite changes no schema within a transaction
def test_they_run_no_sql() -> None:
    loader = MigrationLoader(connection, replace_migrations=False)
    for key in MIGRATIONS:
        for backwards in (False, True):
            script = "\n".join(loader.collect_sql([(loader.graph.nodes[key], backwards)]))
            lines = [line for line in script.splitlines() if line.startswith("-- ")]
            assert len(lines) > 1, key
            assert [line for line in script.splitlines() if line and line[:2] != "--"] == [], key


def rename_field(state: ProjectState) -> ModelState:
    RenameFieldOnly("Meal", "told", "text").state_forwards("food", state)
    return state.models["food", "meal"]


@pytest.fixture
def state() -> ProjectState:
    options = {
        "ordering": ["-told", "kind"],
        "indexes": [Index(fields=["kind", "-told"], name="of_meal", condition=~Q(told=""))],
        "constraints": [
            UniqueConstraint(fields=["told", "kind"], name="one_meal"),
            CheckConstraint(condition=Q(kind=F("told")) | Q(told__gt="a"), name="good_meal"),
        ],
    }
    fields = [(name, CharField(max_length=9, help_text="old")) for name in ("told", "kind")]
    found = ProjectState()
    found.add_model(ModelState("food", "Meal", fields, options))
    return found


def test_a_renamed_field_keeps_its_column(state: ProjectState) -> None:
    field = rename_field(state).fields["text"]
    assert field.db_column == "told"
    assert "told" not in state.models["food", "meal"].fields


def test_indexes_constraints_and_the_ordering_follow_the_name(state: ProjectState) -> None:
    options = rename_field(state).options
    (index,), (unique, check) = options["indexes"], options["constraints"]
    assert options["ordering"] == ["-text", "kind"]
    assert (index.fields, index.condition) == (["kind", "-text"], ~Q(text=""))
    assert unique.fields == ("text", "kind")
    assert check.condition == Q(kind=F("text")) | Q(text__gt="a")


def test_a_field_gets_its_help_text(state: ProjectState) -> None:
    DescribeFields({"Meal": {"told": "what is served"}}).state_forwards("food", state)
    fields = state.models["food", "meal"].fields
    assert (fields["told"].help_text, fields["kind"].help_text) == ("what is served", "old")
