from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        """Connect what listens to signals."""
        from . import guests, sign_ins  # noqa: F401
