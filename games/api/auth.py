"""Personal API tokens: `Authorization: Bearer lt_…`."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from accounts.models import User
from accounts.models.user_extension import REQUEST_ROWS
from accounts.tokens import Scope, token_digest

from ..models import ApiToken
from ..ratings import last_seen
from . import scopes

USED_AT_INTERVAL = timedelta(minutes=5)


class MissingScopeError(PermissionDenied):
    default_code = "missing_scope"


class TokenAuthentication(BaseAuthentication):
    """Authenticates requests with a valid token and checks that its scopes cover the address.

    Every token passes through here, so no view can forget to check the scope.
    """

    keyword = "Bearer"

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        parts = get_authorization_header(request).decode("latin-1").split()
        if not parts or parts[0].lower() != self.keyword.lower():
            return None
        if len(parts) != 2:
            raise AuthenticationFailed(_("Write the header as 'Authorization: Bearer <token>'."))
        token = (
            ApiToken.objects.select_related(*(f"user__{name}" for name in REQUEST_ROWS))
            .filter(digest=token_digest(parts[1]), user__is_active=True)
            .first()
        )
        if token is None:
            raise AuthenticationFailed(_("This token is unknown or has been revoked."))
        now = timezone.now()
        if token.has_expired(now):
            raise AuthenticationFailed(
                _("This token has expired. Create a new one."), code="token_expired"
            )
        _check_scope(request, token)
        if token.used_at is None or token.used_at < now - USED_AT_INTERVAL:
            ApiToken.objects.filter(pk=token.pk).update(used_at=now)
        if last_seen.is_user_action(request):
            last_seen.update_last_seen(token.user)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return self.keyword


def _check_scope(request: Request, token: ApiToken) -> None:
    match = request.resolver_match
    scope = scopes.required_scope(
        request.method or "", "" if match is None else match.url_name or ""
    )
    if scope is None or not token.may(scope):
        raise _missing_scope(scope)


def check_has_scope(request: Request, scope: Scope) -> None:
    """Check a scope that a request needs because of its body; sessions have all scopes.

    Raises:
        MissingScopeError: the token of the request lacks it.
    """
    if isinstance(request.auth, ApiToken) and not request.auth.may(scope):
        raise _missing_scope(scope)


def _missing_scope(scope: Scope | None) -> MissingScopeError:
    return MissingScopeError(
        _("This token cannot do this: it needs the scope “%(scope)s”.") % {"scope": scope or "?"}
    )


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}
