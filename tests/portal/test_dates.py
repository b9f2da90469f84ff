"""Dates and times look the same everywhere: "28 Nov 2026, 12:14", or 2026年11月28日 12:14."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import timezone, translation

from portal.dates import day_text, moment_text, months_text, range_text

pytestmark = pytest.mark.same_everywhere

NOW = datetime(2026, 11, 28, 3, 14, 59, tzinfo=UTC)  # 12:14 in Tokyo


@pytest.fixture(autouse=True)
def in_tokyo(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    with timezone.override("Asia/Tokyo"):
        yield


@pytest.mark.parametrize(
    ("days", "english", "japanese"),
    [
        (0, "Sat 28 Nov, 12:14", "11月28日(土) 12:14"),
        (6, "Fri 4 Dec, 12:14", "12月4日(金) 12:14"),
        (-6, "Sun 22 Nov, 12:14", "11月22日(日) 12:14"),
        (7, "5 Dec 2026, 12:14", "2026年12月5日 12:14"),
        (-7, "21 Nov 2026, 12:14", "2026年11月21日 12:14"),
    ],
)
def test_moment_has_weekday_within_six_days_else_year(
    days: int, english: str, japanese: str
) -> None:
    when = NOW + timedelta(days=days)
    for language, expected in (("en", english), ("ja", japanese)):
        with translation.override(language):
            assert moment_text(when) == expected
            assert Template("{{ when|moment }}").render(Context({"when": when})) == expected
            assert expected.startswith(day_text(when).removesuffix(" 12:14"))
            assert day_text(when) == day_text(timezone.localdate(when))


def test_a_day_starts_by_the_readers_clock() -> None:
    with timezone.override("America/Los_Angeles"):
        assert moment_text(NOW) == "Fri 27 Nov, 19:14"
        assert day_text(NOW) == "Fri 27 Nov"


@pytest.mark.parametrize(
    ("start", "end", "english", "japanese"),
    [
        # Whole days in Tokyo.
        ((12, 23, 15), (1, 2, 15), "24 December – 2 January", "12月24日〜1月2日"),
        ((11, 29, 15), (11, 30, 15), "Mon 30 Nov", "11月30日(月)"),
        # Of one day, and of several.
        ((11, 29, 3), (11, 29, 5), "Sun 29 Nov, 12:00 – 14:00", "11月29日(日) 12:00〜14:00"),
        (
            (11, 29, 3),
            (12, 29, 5),
            "Sun 29 Nov, 12:00 – 29 Dec 2026, 14:00",
            "11月29日(日) 12:00〜2026年12月29日 14:00",
        ),
    ],
)
def test_range_names_days_or_moments(
    start: tuple[int, int, int], end: tuple[int, int, int], english: str, japanese: str
) -> None:
    ends = [datetime(2026 + (m == 1), m, d, h, tzinfo=UTC) for m, d, h in (start, end)]
    for language, expected in (("en", english), ("ja", japanese)):
        with translation.override(language):
            assert range_text(*ends) == expected


def test_range_of_days_far_away_has_years() -> None:
    start, end = datetime(2027, 12, 23, 15, tzinfo=UTC), datetime(2028, 1, 2, 15, tzinfo=UTC)
    assert range_text(start, end) == "24 Dec 2027 – 2 Jan 2028"


def test_months_are_named_once_or_from_and_to() -> None:
    first = date(2026, 1, 1)
    assert months_text(first, first) == "January 2026"
    assert months_text(first, date(2026, 3, 1)) == "January 2026 – March 2026"


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", "4 Mar 2027, 05:06|4 Mar 2027|4 Mar 2027, 05:06|05:06|4 March"), ("ja", None)],
)
def test_djangos_own_formats_are_ours(language: str, expected: str | None) -> None:
    """Django's pages for the staff, and templates of others, use these."""
    text = (
        '{{ at }}|{{ at|date }}|{{ at|date:"SHORT_DATETIME_FORMAT" }}|{{ at|time }}'
        '|{{ at|date:"MONTH_DAY_FORMAT" }}'
    )
    at = datetime(2027, 3, 3, 20, 6, tzinfo=UTC)
    expected = expected or "2027年3月4日 05:06|2027年3月4日|2027年3月4日 05:06|05:06|3月4日"
    with translation.override(language):
        assert Template(text).render(Context({"at": at})) == expected


# where dates are formatted

ELSEWHERE = re.compile(r"date_format|time_format|\blocalize\b|strftime\(|toLocale|DateTimeFormat\(")
#: Forms, links and files of programs are not for people to read.
FOR_PROGRAMS = re.compile(r"""\|date:(?:'Y-m-d(?:\\TH:i)?'|'c')""")
IN_TEMPLATES = re.compile(r"\|(?:date|time)\b|\{% now\b")


def _sources(*endings: str) -> list[Path]:
    rooms = ("accounts", "games", "portal", "templates", "static/js")
    root = Path(settings.BASE_DIR)
    found = [path for room in rooms for end in endings for path in (root / room).rglob(f"*.{end}")]
    return [path for path in found if "tests" not in path.relative_to(root).parts]


def test_no_module_formats_dates_itself() -> None:
    allowed = {"portal/dates.py": {"date_format"}, "static/js/site.js": {"DateTimeFormat("}}
    for path in _sources("py", "js"):
        name = str(path.relative_to(settings.BASE_DIR))
        found = set(ELSEWHERE.findall(path.read_text("utf-8")))
        assert found == allowed.get(name, set()), name


def test_no_template_formats_dates_itself() -> None:
    paths = _sources("html", "txt", "xml", "svg")
    assert len(paths) > 200
    for path in paths:
        text = FOR_PROGRAMS.sub("", path.read_text("utf-8"))
        assert IN_TEMPLATES.search(text) is None, path
