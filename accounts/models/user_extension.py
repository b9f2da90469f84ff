"""Rows outside of the user's own that hold what belongs to one user."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Self

from django.db import models
from django.db.models.fields.related_descriptors import ReverseOneToOneDescriptor

from .users import User

# Those that requests read together with their user:
REQUEST_ROWS = ("availability", "notification_settings", "restrictions")


class _RowOrDefaults(ReverseOneToOneDescriptor):
    """The row of a user, or a new one with the defaults, which is not stored yet."""

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        try:
            return super().__get__(instance, cls)
        except self.RelatedObjectDoesNotExist:
            model: Any = self.related.related_model
            row = model.default_for(instance)
            self.related.set_cached_value(instance, row)
            return row


class UserOneToOneField(models.OneToOneField[User, User]):
    """The user of a row, who has the defaults without it. In migrations it is Django's field."""

    related_accessor_class = _RowOrDefaults

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.OneToOneField", args, kwargs


class UserExtension(models.Model):
    """A model with one row for a user, or none while the user has the defaults.

    So nothing creates rows together with users: the first change stores one. A subclass names its
    user with a `UserOneToOneField`. Queries that need the row get it with the user, for example by
    `select_related("user__restrictions")`. Who locks it locks the user's row and reads it then.
    """

    class Meta:
        abstract = True

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Save the row; with `update_fields`, it may be a new one."""
        if self._state.adding and update_fields is not None:
            self._store(list(update_fields))
        else:
            super().save(*args, update_fields=update_fields, **kwargs)

    @classmethod
    def of(cls, user: User) -> Self:
        """Return the row of a user, or one with the defaults."""
        field: Any = cls._meta.get_field("user")
        found: Self = getattr(user, field.remote_field.name)
        return found

    @classmethod
    def default_for(cls, user: User) -> Self:
        """Return the values of a user for whom no row is stored."""
        return cls(user_id=user.pk)

    @classmethod
    def reset(cls, user: User) -> None:
        """Give a user the defaults."""
        row = cls.default_for(user)
        values = {name: getattr(row, name) for name in cls.field_names()}
        cls._default_manager.filter(pk=user.pk).update(**values)

    @classmethod
    def field_names(cls) -> list[str]:
        """Return the names of all fields but the user."""
        return [field.name for field in cls._meta.concrete_fields if not field.primary_key]

    def assign(self, **values: Any) -> None:
        """Set these fields, here and in the database, whatever else has changed there."""
        for name, value in values.items():
            setattr(self, name, value)
        if values:
            self._store(list(values))

    def _store(self, names: Collection[str]) -> None:
        """Insert the row, or update these fields of the existing one."""
        rows: models.Manager[Any] = type(self)._default_manager
        rows.bulk_create([self], update_conflicts=True, unique_fields=["pk"], update_fields=names)
