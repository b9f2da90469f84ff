"""Operations of migrations that change Django's models and leave the database alone."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.fields import RenameField
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

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        self._move_content_type(schema_editor, from_state, self.from_app, app_label)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        self._move_content_type(schema_editor, from_state, app_label, self.from_app)

    def _move_content_type(
        self, schema_editor: BaseDatabaseSchemaEditor, state: ProjectState, old: str, new: str
    ) -> None:
        types = state.apps.get_model("contenttypes", "ContentType").objects
        kind = types.using(schema_editor.connection.alias).filter(model=self.name.lower())
        if not kind.filter(app_label=new).exists():
            kind.filter(app_label=old).update(app_label=new)

    def describe(self) -> str:
        return f"Move the model {self.name} from {self.from_app}"
