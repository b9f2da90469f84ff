"""Sign-in providers, configured by environment variables.

`GOOGLE_ID` and `GOOGLE_SECRET` (likewise GITHUB_, DISCORD_) are enough. Any other OpenID Connect
provider needs `OIDC_ISSUER`, `OIDC_ID` and `OIDC_SECRET`; `OIDC_NAME` labels the button.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from environ import Env

# The origins to which the sign-in form redirects; the Content-Security-Policy must allow them.
ORIGINS = {
    "google": "https://accounts.google.com",
    "github": "https://github.com",
    "discord": "https://discord.com",
}
SCOPES = {
    "google": {"SCOPE": ["openid", "email"]},
    "github": {"SCOPE": ["user:email"]},
    "discord": {"SCOPE": ["identify", "email"]},
}


def providers_from_environment(env: Env) -> tuple[dict[str, Any], list[str]]:
    """Return allauth's settings of the providers, and the origins to which forms redirect."""
    found: dict[str, Any] = {}
    origins = []
    keys = {
        "google": (env.str("GOOGLE_ID", default=""), env.str("GOOGLE_SECRET", default="")),
        "github": (env.str("GITHUB_ID", default=""), env.str("GITHUB_SECRET", default="")),
        "discord": (env.str("DISCORD_ID", default=""), env.str("DISCORD_SECRET", default="")),
    }
    for name, (client, secret) in keys.items():
        if client:
            found[name] = {"APPS": [{"client_id": client, "secret": secret}], **SCOPES[name]}
            origins.append(ORIGINS[name])
    if issuer := env.str("OIDC_ISSUER", default=""):
        found["openid_connect"] = {"APPS": [_openid_connect_app(env, issuer)]}
        parts = urlsplit(env.str("OIDC_SIGN_IN", default=issuer))
        origins.append(f"{parts.scheme}://{parts.netloc}")
    return found, origins


def _openid_connect_app(env: Env, issuer: str) -> dict[str, Any]:
    return {
        "provider_id": "oidc",
        "name": env.str("OIDC_NAME", default="OpenID Connect"),
        "client_id": env.str("OIDC_ID"),
        "secret": env.str("OIDC_SECRET"),
        "settings": {"server_url": issuer, "oauth_pkce_enabled": True},
    }
