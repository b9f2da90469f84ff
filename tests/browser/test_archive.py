"""A record in real Chromium: an altered one is refused, a true one brought and taken along."""

from __future__ import annotations

import re

from playwright.sync_api import FilePayload, Page, expect

from games.archive import exporter
from games.models import Table
from tests.browser.table_play import assert_fits, serious_problems
from tests.browser.test_viewer import NewPerson, finished_match
from tests.browser_fixtures import PHONE


def bring(page: Page, record: bytes) -> None:
    file = FilePayload(name="match.jsonl", mimeType="application/octet-stream", buffer=record)
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Import this record").press("Enter")


def test_a_record_is_brought_from_a_file_and_taken_along_as_it_was(person: NewPerson) -> None:
    text = exporter.record_bytes(finished_match(person))
    lines = text.splitlines(keepends=True)
    altered = b"".join([*lines[:4], lines[5], lines[4], *lines[6:]])
    here = person("Fay", **PHONE)
    page = here.page
    page.goto("/records/")
    bring(page, altered)
    refused = page.get_by_role("alert")
    expect(refused).to_contain_text(re.compile(r"not imported: .*\b[45]\b"))
    assert serious_problems(page) == []
    assert_fits(page)
    bring(page, text)
    page.wait_for_url("**/replay/**")  # until its scripts are there, too
    page.locator("body").press("Home")
    expect(page.locator("#board")).to_have_attribute("data-at", "0")
    page.goto(Table.objects.get(imported__imported_by=here.user).get_absolute_url())
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download the record").press("Enter")
    assert taken.value.path().read_bytes() == text
