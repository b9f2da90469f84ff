"""Templates of pages come without their indentation; what is shown as written keeps it."""

from __future__ import annotations

import pytest
from django.template.loader import get_template

from portal.http.template_loader import strip_indentation


def test_a_page_holds_no_indentation() -> None:
    shown = get_template("404.html").render()
    assert "<main" in shown
    assert "\n " not in shown


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.html", "<pre>\n  one</pre>"),
        ("a.html", "<textarea>\n  one</textarea>"),
        ("a.txt", "a\n  b"),
    ],
)
def test_what_is_shown_as_written_is_left_as_it_is(name: str, text: str) -> None:
    assert strip_indentation(name, text) == text


def test_lines_stay_where_they_are() -> None:
    assert strip_indentation("a.html", "<p>\n\n\t  one  two\n</p>") == "<p>\n\none  two\n</p>"
