"""Operations of migrations that change Django's models and leave the database alone."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.fields import RenameField
from django.db.migrations.state import ModelState, ProjectState
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
