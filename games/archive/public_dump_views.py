"""The public dump: a page about it, an index for programs, and the file."""

from __future__ import annotations

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from portal import export_jobs

from . import public_dump
from .models import PublicDump
from .record_format import MEDIA_TYPE


@require_safe
def dump_page(request: HttpRequest) -> HttpResponse:
    return render(request, "archive/public_dump.html", {"dump": public_dump.latest_dump()})


@require_safe
def dump_index(request: HttpRequest) -> JsonResponse:
    dump = _latest_or_404()
    return JsonResponse(
        {
            "url": request.build_absolute_uri(reverse("games:dump_file")),
            "format": MEDIA_TYPE,
            "matches": dump.matches,
            "bytes": dump.size,
            "made": dump.started_at,
        }
    )


@require_safe
def dump_file(request: HttpRequest) -> StreamingHttpResponse:
    dump = _latest_or_404()
    answer = StreamingHttpResponse(export_jobs.stream_parts(dump), content_type="application/gzip")
    answer["Content-Length"] = str(dump.size)
    name = f"longtable-matches-{dump.started_at:%Y-%m-%d}.jsonl.gz"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _latest_or_404() -> PublicDump:
    found = public_dump.latest_dump()
    if found is None:
        raise Http404(_("There is no file yet. It is built once a day."))
    return found
