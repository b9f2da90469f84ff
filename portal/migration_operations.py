"""Operations of migrations: those that leave the database alone, move columns or do not block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.fields import RenameField
from django.db.migrations.operations.models import AddIndex
from django.db.migrations.state import ModelState, ProjectState
from django.db.migrations.utils import get_references
from django.db.models import F, Q


class RenameFieldOnly(RenameField):
    """Give a field another name. Its column keeps the old one: the model says so by `db_column`.

    Indexes, constraints and the ordering of the model follow; lookups elsewhere do not.
    """

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        # The models are built again when an operation asks for them, not for each name.
        state.__dict__.pop("apps", None)
        model: ModelState = state.models[app_label, self.model_name_lower]
        field = model.fields[self.old_name].clone()
        field.set_attributes_from_name(self.old_name)
        field.db_column = field.column
        state.alter_field(app_label, self.model_name_lower, self.old_name, field, True)
        super().state_forwards(app_label, state)
        options = state.models[app_label, self.model_name_lower].options
        for kind in ("indexes", "constraints"):
            if kind in options:
                options[kind] = [self._rebuild(one) for one in options[kind]]
        if "ordering" in options:
            options["ordering"] = [self._rename_path(path) for path in options["ordering"]]

    def database_forwards(self, app_label: str, *_: Any) -> None:
        """The column stays."""

    def database_backwards(self, app_label: str, *_: Any) -> None:
        """The column stays."""

    def _rebuild(self, one: Any) -> Any:
        """An index or a constraint with the new name of the field."""
        _path, args, kwargs = one.deconstruct()
        if "fields" in kwargs:
            kwargs["fields"] = [self._rename_path(name) for name in kwargs["fields"]]
        if "condition" in kwargs:
            kwargs["condition"] = self._rename_in(kwargs["condition"])
        return type(one)(*args, **kwargs)

    def _rename_in(self, value: Any) -> Any:
        """A condition, or a part of it, with the new name."""
        match value:
            case Q():
                renamed = map(self._rename_in, value.children)
                runs = [(kind, list(run)) for kind, run in groupby(renamed, type)]
                for kind, run in runs:
                    if kind is tuple:
                        run.sort(key=str)  # as `Q(**lookups)` sorts them
                parts = [part for _kind, run in runs for part in run]
                return Q.create(parts, value.connector, value.negated)
            case (str(path), other):
                return self._rename_path(path), self._rename_in(other)
            case F():
                return F(self._rename_path(vars(value)["name"]))
        return value

    def _rename_path(self, path: str) -> str:
        sign = "-" if path.startswith("-") else ""
        first, *rest = path.removeprefix("-").split("__")
        return sign + "__".join([self.new_name if first == self.old_name else first, *rest])


class AddIndexConcurrently(AddIndex):
    """Add an index; on PostgreSQL while others write. Its migration is not atomic.

    Django's operation of this name needs PostgreSQL's driver, also where SQLite is used.
    """

    atomic = False

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = to_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            schema_editor.add_index(model, self.index, concurrently=True)


class DescribeFields(Operation):
    """Change help texts of fields, which no database stores: {model: {field: text}}."""

    reduces_to_sql = False

    def __init__(self, texts: Mapping[str, Mapping[str, str]]) -> None:
        self.texts = texts

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        state.__dict__.pop("apps", None)
        for model, texts in self.texts.items():
            fields = state.models[app_label, model.lower()].fields
            for name, text in texts.items():
                field = fields[name].clone()
                field.help_text = text
                state.alter_field(app_label, model.lower(), name, field, True)

    def database_forwards(self, app_label: str, *_: Any) -> None:
        """Nothing to do."""

    def database_backwards(self, app_label: str, *_: Any) -> None:
        """Nothing to do."""

    def describe(self) -> str:
        return "Change help texts"


class AdoptModel(Operation):
    """Move a model from another app to this one. Its table and its rows stay as they are.

    The model's `Meta.db_table` must name the old table. Foreign keys to the model follow. Its
    content type gets the label of this app, so permissions and the history of the admin stay.
    A migration with this operation depends on one of "contenttypes".
    """

    reduces_to_sql = False

    def __init__(self, name: str, from_app: str) -> None:
        self.name, self.from_app = name, from_app

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        old, new = (self.from_app, self.name.lower()), (app_label, self.name.lower())
        model = state.models[old].clone()
        model.app_label = app_label
        model.options.setdefault("db_table", "_".join(old))
        state.models[new] = model
        for owner, name, field, reference in get_references(state, old):
            changed = field.clone()
            if reference.to:
                vars(changed.remote_field)["model"] = f"{app_label}.{self.name}"
            owner.fields[name] = changed
        del state.models[old]
        # Django computes both again. Models are built when an operation asks for them.
        vars(state)["_relations"] = None
        state.__dict__.pop("apps", None)

    def database_forwards(self, app_label: str, schema_editor: Any, *_: Any) -> None:
        self._move_content_type(schema_editor.connection.alias, self.from_app, app_label)

    def database_backwards(self, app_label: str, schema_editor: Any, *_: Any) -> None:
        self._move_content_type(schema_editor.connection.alias, app_label, self.from_app)

    def _move_content_type(self, alias: str, old: str, new: str) -> None:
        # The model of today will do: building those of this state takes a second.
        types = ContentType.objects.using(alias).filter(model=self.name.lower())
        if not types.filter(app_label=new).exists():
            types.filter(app_label=old).update(app_label=new)

    def describe(self) -> str:
        return f"Move the model {self.name} from {self.from_app}"


class SetDatabaseDefaults(Operation):
    """Give fields of a model a default in the database: {field: value}.

    SQLite copies a table for each change of a column. This operation copies it once.
    """

    def __init__(self, model: str, defaults: Mapping[str, Any]) -> None:
        self.model, self.defaults = model, defaults

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        fields = state.models[app_label, self.model.lower()].fields
        for name, value in self.defaults.items():
            field = fields[name].clone()
            field.db_default = value
            state.alter_field(app_label, self.model.lower(), name, field, True)

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        old, new = (state.apps.get_model(app_label, self.model) for state in (from_state, to_state))
        pairs = [(old._meta.get_field(name), new._meta.get_field(name)) for name in self.defaults]
        if schema_editor.connection.vendor == "sqlite":
            schema_editor._remake_table(old, alter_fields=pairs)
            return
        for pair in pairs:
            schema_editor.alter_field(old, *pair)

    database_backwards = database_forwards

    def describe(self) -> str:
        return f"Set database defaults of {self.model}"


class MoveFields(Operation):
    """Move fields to another model, whose primary key is the row that had them.

    The old columns stay for one release, because processes of the release before run beside those
    of this one: they read, insert and update them. They need a default in the database, as new code
    does not know them any more. Triggers copy each change from one table to the other, so the
    operation can be reversed without a loss. The next release drops the triggers (`drop_triggers`)
    and the columns. Until then no migration may change the old table on SQLite, which would copy
    the table without them.

    Args:
        model: the model that had the fields.
        target: the existing model that gets them, with the same columns.
        fields: their names.
        condition: which rows of the old table get one of the new table, in SQL.
    """

    reversible = True

    def __init__(
        self, model: str, target: str, fields: Sequence[str], condition: str = "TRUE"
    ) -> None:
        self.model, self.target, self.fields, self.condition = model, target, fields, condition

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        for name in self.fields:
            state.remove_field(app_label, self.model.lower(), name)

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        old = from_state.apps.get_model(app_label, self.model)
        new = to_state.apps.get_model(app_label, self.target)
        quote = schema_editor.quote_name
        old_table, new_table = quote(old._meta.db_table), quote(new._meta.db_table)
        old_key, new_key = quote(old._meta.pk.column), quote(new._meta.pk.column)
        names = [quote(old._meta.get_field(name).column) for name in self.fields]

        def columns(template: str) -> str:
            return ", ".join(template.format(name) for name in names)

        differs = "({}) {} ({})"
        upsert = (
            f"INSERT INTO {new_table} ({new_key}, {columns('{}')}) "  # noqa: S608 - our models
            f"VALUES (NEW.{old_key}, {columns('NEW.{}')}) ON CONFLICT ({new_key}) DO UPDATE SET "
            f"{columns('{0} = excluded.{0}')}"
        )
        distinct = "IS NOT" if schema_editor.connection.vendor == "sqlite" else "IS DISTINCT FROM"
        update = (
            f"UPDATE {old_table} SET {columns('{0} = NEW.{0}')} WHERE {old_key} = NEW.{new_key} "  # noqa: S608
            f"AND {differs.format(columns('{}'), distinct, columns('NEW.{}'))}"
        )
        changed = differs.format(columns("OLD.{}"), distinct, columns("NEW.{}"))
        # The trigger comes first: PostgreSQL then lets nobody write until the rows are copied.
        self._create_trigger(
            schema_editor,
            f"{new._meta.db_table}_pull",
            f"UPDATE OF {columns('{}')}",
            old_table,
            changed,
            upsert,
        )
        schema_editor.execute(
            f"INSERT INTO {new_table} ({new_key}, {columns('{}')}) "  # noqa: S608 - our models
            f"SELECT {old_key}, {columns('{}')} FROM {old_table} WHERE {self.condition}",
            params=None,
        )
        for event in ("INSERT", "UPDATE"):
            name = f"{new._meta.db_table}_push_{event.lower()}"
            self._create_trigger(schema_editor, name, event, new_table, "TRUE", update)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """The triggers have kept the old columns as they should be."""
        old = to_state.apps.get_model(app_label, self.model)._meta.db_table
        new = from_state.apps.get_model(app_label, self.target)._meta.db_table
        for trigger, table in (("pull", old), ("push_insert", new), ("push_update", new)):
            name = schema_editor.quote_name(f"{new}_{trigger}")
            if schema_editor.connection.vendor == "sqlite":
                schema_editor.execute(f"DROP TRIGGER {name}", params=None)
            else:
                where = schema_editor.quote_name(table)
                schema_editor.execute(f"DROP TRIGGER {name} ON {where}", params=None)
                schema_editor.execute(f"DROP FUNCTION {name}()", params=None)

    def _create_trigger(
        self, schema_editor: Any, name: str, event: str, table: str, condition: str, statement: str
    ) -> None:
        """Run a statement after an event for each row of a table that meets the condition."""
        name = schema_editor.quote_name(name)
        trigger = f"CREATE TRIGGER {name} AFTER {event} ON {table} FOR EACH ROW WHEN ({condition})"
        if schema_editor.connection.vendor == "sqlite":
            schema_editor.execute(f"{trigger} BEGIN {statement}; END", params=None)
            return
        schema_editor.execute(
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN {statement}; RETURN NULL; END $$",
            params=None,
        )
        schema_editor.execute(f"{trigger} EXECUTE FUNCTION {name}()", params=None)

    def describe(self) -> str:
        return f"Move fields of {self.model} to {self.target}"
