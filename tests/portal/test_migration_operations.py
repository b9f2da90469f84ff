"""Migrations that rename fields or change texts leave the database alone; others move columns."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState
from django.db.models import (
    CASCADE,
    AutoField,
    CharField,
    CheckConstraint,
    F,
    ForeignKey,
    Index,
    OneToOneField,
    Q,
    UniqueConstraint,
)

from portal.migration_operations import (
    AdoptModel,
    DescribeFields,
    MoveFields,
    RenameFieldOnly,
    SetDatabaseDefaults,
)

MIGRATIONS = [
    ("games", "0078_standard_field_names"),
    ("games", "0079_plain_help_texts"),
    ("games", "0080_before_models_leave"),
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


@pytest.mark.django_db(transaction=True)
def test_fields_move_to_another_table_and_back() -> None:
    """Both tables show each change, as long as the old columns stay."""
    before = ProjectState()
    texts = [
        (name, CharField(max_length=9, default="", db_column=name)) for name in ("name", "note")
    ]
    before.add_model(ModelState("food", "Meal", [("id", AutoField(primary_key=True)), *texts]))
    key = OneToOneField("food.Meal", CASCADE, primary_key=True)
    before.add_model(ModelState("food", "MealNote", [("meal", key), texts[1]]))
    with connection.schema_editor() as editor:
        for name in ("meal", "mealnote"):
            editor.create_model(before.apps.get_model("food", name))
    steps = [
        SetDatabaseDefaults("Meal", {"note": "none"}),
        MoveFields("Meal", "MealNote", ["note"]),
    ]
    states = [before]
    try:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO food_meal (name, note) VALUES ('tea', 'hot')")
            for step in steps:
                states.append(states[-1].clone())
                step.state_forwards("food", states[-1])
                with connection.schema_editor() as editor:
                    step.database_forwards("food", editor, *states[-2:])
            assert "note" not in states[-1].models["food", "meal"].fields
            notes = states[-1].apps.get_model("food", "MealNote").objects
            assert [*notes.values_list("meal__name", "note")] == [("tea", "hot")]
            cursor.execute("INSERT INTO food_meal (name) VALUES ('soup')")
            notes.filter(meal__name="tea").update(note="cold")
            notes.create(meal_id=2, note="salt")
            cursor.execute("SELECT name, note FROM food_meal ORDER BY id")
            assert [*cursor.fetchall()] == [("tea", "cold"), ("soup", "salt")]
            cursor.execute("UPDATE food_meal SET note = 'thick' WHERE name = 'soup'")
            assert notes.get(meal__name="soup").note == "thick"
            with connection.schema_editor() as editor:
                steps[1].database_backwards("food", editor, states[2], states[1])
            cursor.execute("UPDATE food_meal SET note = 'thin' WHERE name = 'soup'")
            assert notes.get(meal__name="soup").note == "thick"
    finally:
        with connection.schema_editor() as editor:
            for name in ("mealnote", "meal"):
                editor.delete_model(before.apps.get_model("food", name))


def test_an_adopted_model_keeps_its_table_and_foreign_keys_follow(state: ProjectState) -> None:
    state.add_model(ModelState("food", "Guest", [("meal", ForeignKey("food.Meal", CASCADE))]))
    AdoptModel("Meal", from_app="food").state_forwards("kitchen", state)
    assert set(state.models) == {("kitchen", "meal"), ("food", "guest")}
    meal = state.apps.get_model("kitchen", "Meal")
    assert meal._meta.db_table == "food_meal"
    assert state.apps.get_model("food", "Guest")._meta.get_field("meal").related_model is meal


@pytest.mark.parametrize("old_code_ran", [False, True])
@pytest.mark.django_db
def test_permissions_of_an_adopted_model_stay(old_code_ran: bool) -> None:
    kind = ContentType.objects.create(app_label="food", model="meal")
    may_eat = Permission.objects.create(content_type=kind, codename="eat_meal", name="May eat")
    move, editor = AdoptModel("Meal", from_app="food"), connection.schema_editor()
    move.database_forwards("kitchen", editor)
    may_eat.refresh_from_db()
    assert may_eat.content_type.app_label == "kitchen"
    if old_code_ran:  # a process of the release before made its own
        ContentType.objects.create(app_label="food", model="meal")
    move.database_backwards("kitchen", editor)
    labels = ContentType.objects.filter(model="meal").values_list("app_label", flat=True)
    assert set(labels) == ({"food", "kitchen"} if old_code_ran else {"food"})
