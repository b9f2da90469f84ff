"""The viewer inside a page of another site, for public matches that are over.

Only this page may be framed. Its readers are anonymous: it reads and sets no cookie.
"""

from __future__ import annotations

from csp.constants import HEADER as CONTENT_POLICY
from csp.utils import build_policy
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from . import embeds, viewer


@xframe_options_exempt
@require_safe
def embedded_match(request: HttpRequest, key: str) -> HttpResponse:
    request.user = AnonymousUser()
    look = viewer.move_to_last_scoring(request, viewer.viewer_state_of(request, key))
    if not embeds.can_be_embedded(look.table):
        raise Http404(_("Only public matches that are over can be embedded."))
    shown, parts = viewer.viewer_context(request, look)
    board = render_to_string("games/viewer/viewer.html", {**parts, "is_embedded": True})
    context = {
        "table": look.table,
        "presenter": parts["presenter"],
        "after": look.visible_number,
        "last": look.counted.moves,
        "viewer": SafeString(board),
    }
    # without the request, because its context processors would read cookies and set one
    page = render_to_string("games/history/embed.html", context)
    policy = build_policy(replace={"frame-ancestors": ["*"]})
    return HttpResponse(page, status=shown.status, headers={CONTENT_POLICY: policy})
