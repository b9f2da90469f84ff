from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        """Connect the signal receivers and register the checks."""
        from . import checks, guests, sign_ins  # noqa: F401
