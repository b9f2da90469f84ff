"""The page of a person's devices. A script adds a browser: only the browser can subscribe."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import authenticated_user
from portal.http.refusals import refusal_as_message

from . import devices


@never_cache
@require_safe
@login_required
def device_list(request: HttpRequest) -> HttpResponse:
    """List my devices, with the button that adds this one."""
    context = {
        "devices": devices.active_devices(authenticated_user(request)),
        "key": devices.application_server_key(),
        "most": devices.MOST,
    }
    return render(request, "games/notifications/devices.html", context)


@require_POST
@login_required
def test_device(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a test notification to one of my devices now."""
    with refusal_as_message(request):
        devices.send_test(authenticated_user(request), pk)
        messages.success(request, _("Test sent. The device will show it as soon as it can."))
    return redirect("games:devices")


@require_POST
@login_required
def remove_device(request: HttpRequest, pk: int) -> HttpResponse:
    if devices.remove_devices(authenticated_user(request), pk):
        messages.success(request, _("Device removed."))
    return redirect("games:devices")
