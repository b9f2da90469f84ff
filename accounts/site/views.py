"""The owner's pages: the first run and the site's settings; and the public site picture."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import cast

from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from portal.http import web_push
from portal.mail_test import send_test_mail
from portal.server import owner_key

from ..models import Site, User
from . import configuration, owner, setup_checks
from .forms import FirstOwnerForm, OwnerKeyForm, SiteSettingsForm
from .picture import side_length

RATE_LIMIT_APP = "allauth.account"


@never_cache
@sensitive_post_parameters("key", "password")
def first_run(request: HttpRequest) -> HttpResponse:
    """Make the holder of the key the owner; 404 if the site has an owner or no key."""
    if not owner_key.read(settings.DATA_DIR) or not owner.is_site_unowned():
        raise Http404
    user = request.user if request.user.is_authenticated else None
    kind = FirstOwnerForm if user is None else OwnerKeyForm
    form = kind(request.POST or None)
    if request.method == "POST":
        if too_many := ratelimit.consume_or_429(request, app=RATE_LIMIT_APP, action="first_run"):
            return cast(HttpResponse, too_many)
        if form.is_valid():
            made = form.save if isinstance(form, FirstOwnerForm) else lambda: cast(User, user)
            try:
                newcomer = owner.claim_ownership(made)
            except IntegrityError:
                form = kind(request.POST)  # its validation now reports what was taken
            else:
                if isinstance(form, FirstOwnerForm):
                    login(request, newcomer, backend=settings.AUTHENTICATION_BACKENDS[0])
                    form.add_username_message(request)
                messages.success(request, _("You own this site. Set it up below."))
                return redirect("accounts:site")
    return render(request, "site/first_run.html", {"form": form})


def owner_required(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let only owners open this view, after a login; answer 403 to other users."""

    @never_cache
    @login_required
    @wraps(view)
    def guarded_view(request: HttpRequest, **address: int) -> HttpResponse:
        if not cast(User, request.user).is_superuser:
            raise PermissionDenied
        return view(request, **address)

    return guarded_view


@owner_required
def site_settings(request: HttpRequest) -> HttpResponse:
    """Show all settings on one page; a POST saves them."""
    with transaction.atomic():
        row = Site.objects.select_for_update().filter(pk=Site.ONLY).first() or Site(pk=Site.ONLY)
        form = SiteSettingsForm(request.POST or None, request.FILES or None, instance=row)
        if request.method == "POST" and form.is_valid():
            _save_site(
                row, form.cleaned_data["upload"], form.cleaned_data.get("usual_picture", False)
            )
            messages.success(request, _("Saved. The whole site is updated within ten seconds."))
            return redirect("accounts:site")
    return _render_settings(request, form)


def _save_site(row: Site, uploaded: bytes | None, usual: bool) -> None:
    if uploaded is not None or usual:
        row.picture, row.picture_name = b"", ""
    if uploaded is not None:
        digest = hashlib.sha256(uploaded).hexdigest()[:20]
        row.picture, row.picture_name = uploaded, f"{side_length(uploaded)}-{digest}"
    row.save()
    configuration.site_cache.invalidate_on_commit()


@owner_required
@require_POST
def hide_warning(request: HttpRequest, key: str) -> HttpResponse:
    """Hide the warning about a missing setting."""
    if key not in setup_checks.WARNINGS:
        raise Http404
    with transaction.atomic():
        Site.objects.get_or_create(pk=Site.ONLY)
        row = Site.objects.select_for_update().get(pk=Site.ONLY)
        row.hidden_warnings = sorted({*row.hidden_warnings, key})
        row.save(update_fields=["hidden_warnings"])
        configuration.site_cache.invalidate_on_commit()
    return redirect("accounts:site")


@owner_required
@require_POST
def mail_test(request: HttpRequest) -> HttpResponse:
    """Send the owner a test mail and show the mail server's response."""
    user = cast(User, request.user)
    if too_many := ratelimit.consume_or_429(
        request, app=RATE_LIMIT_APP, action="try_mail", user=user
    ):
        return cast(HttpResponse, too_many)
    row = Site.objects.filter(pk=Site.ONLY).first() or Site(pk=Site.ONLY)
    return _render_settings(request, SiteSettingsForm(instance=row), send_test_mail(user.email))


def _render_settings(request: HttpRequest, form: SiteSettingsForm, said: str = "") -> HttpResponse:
    context = {
        "form": form,
        "said": said,
        "sender": settings.DEFAULT_FROM_EMAIL,
        "mail_folder": getattr(settings, "EMAIL_FILE_PATH", ""),
        "push_key": web_push.public_key(settings.PUSH_KEY) if settings.PUSH_KEY else "",
        "data": settings.DATA_DIR,
        "is_sqlite": settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"),
        "backed_up": _last_backup_at(),
    }
    return render(request, "site/settings.html", context)


def _last_backup_at() -> datetime | None:
    """Return when the last backup was made, or None (docs/operations/back-up.md)."""
    try:
        at = (settings.DATA_DIR / "last_backup").stat().st_mtime
    except OSError:
        return None
    return datetime.fromtimestamp(at, UTC)


@require_safe
def site_picture(request: HttpRequest, name: str) -> HttpResponse:
    """Return the site's picture as PNG; its address contains a digest, so browsers cache it."""
    found = get_object_or_404(Site, pk=Site.ONLY, picture_name=name)
    answer = HttpResponse(bytes(found.picture), content_type="image/png")
    answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return answer
