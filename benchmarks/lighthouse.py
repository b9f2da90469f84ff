"""What Lighthouse says of the pages that people see first, on a phone and on a desk.

usage: python -m benchmarks.lighthouse ADDRESS [--name ada --password longtable-demo] [--game KEY]
       [--pages home …]

At a site that runs on this machine, filled with `--demo`: the front page of a visitor and of this
person, the shelf, a game's page, and the guided match of a guest. Lighthouse comes by `npx` from
npm's registry and runs in the Chromium that is installed here. Reported: its four scores of a
hundred (performance, accessibility, best practices, search engines; the last is left out where a
page is for one person alone and asks to be left out itself), and what keeps one below 95.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
from typing import Any

from benchmarks.rules import titles_for

WANTED = 95
DEVICES = {"phone": [], "desk": ["--preset=desktop"]}


def scores(address: str, cookies: str, device: str, chromium: str) -> dict[str, Any]:
    """What Lighthouse reports of one page, for whoever has these cookies."""
    command = [
        *("npx", "--yes", "lighthouse", address, "--quiet", "--output=json"),
        "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
        f"--extra-headers={json.dumps({'Cookie': cookies})}",
        *DEVICES[device],
    ]
    environment = {**os.environ, "CHROME_PATH": chromium}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def weak_audits(report: dict[str, Any]) -> list[str]:
    """The audits that keep a score below what is wanted."""
    return [
        f"{audit['id']} {audit.get('displayValue', '')}".strip()
        for category in report["categories"].values()
        if (category["score"] or 0) * 100 < WANTED
        for reference in category["auditRefs"]
        if reference["weight"]
        for audit in [report["audits"][reference["id"]]]
        if audit["score"] is not None and audit["score"] < 0.9
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("address")
    parser.add_argument("--name", default="ada")
    parser.add_argument("--password", default="longtable-demo")
    parser.add_argument("--game", default=titles_for(2)[0])
    parser.add_argument("--devices", nargs="+", choices=DEVICES, default=list(DEVICES))
    parser.add_argument("--pages", nargs="+", default=[""], help="words of their names")
    arguments = parser.parse_args()
    from playwright.sync_api import sync_playwright

    from tests.browser_fixtures import ARGUMENTS
    from tests.requirements import CHROMIUM_NAMES, program

    chromium = program(*CHROMIUM_NAMES)
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium, args=ARGUMENTS)

        def cookies_of(page: Any) -> str:
            jar = page.context.cookies()
            return "; ".join(f"{one['name']}={one['value']}" for one in jar)

        member = browser.new_context(base_url=arguments.address, locale="en").new_page()
        member.goto("/accounts/login/")
        member.get_by_label("Name or e-mail address").fill(arguments.name)
        member.get_by_label("Password").fill(arguments.password)
        member.get_by_role("button", name="Sign in", exact=True).click()
        member.get_by_role("heading", level=1).wait_for()
        guest = browser.new_context(base_url=arguments.address, locale="en").new_page()
        guest.goto(f"/games/{arguments.game}/")
        guest.get_by_role("button", name=re.compile("^Learn by playing")).first.click()
        guest.locator("#moves").wait_for(state="attached")
        pages = {
            "home, of a visitor": (arguments.address, ""),
            "home, of a member": (arguments.address, cookies_of(member)),
            "the shelf": (f"{arguments.address}/games/", ""),
            "a game": (f"{arguments.address}/games/{arguments.game}/", ""),
            "a guided match": (guest.url, cookies_of(guest)),
        }
        browser.close()
    for name, (address, cookies) in pages.items():
        if not any(word in name for word in arguments.pages):
            continue
        for device in arguments.devices:
            report = scores(address, cookies, device, chromium)
            percentages = [
                round((one["score"] or 0) * 100) for one in report["categories"].values()
            ]
            print(f"{name}, {device}:", *percentages, *weak_audits(report), flush=True)


if __name__ == "__main__":
    main()
