"""How soon a stranger decides something: from a cold landing on the front page to their match.

usage: python -m benchmarks.landing ADDRESS [--visits 2]

Chromium opens the site with nothing kept, on a line of 9 Mbit/s down, 1.5 up and 60 ms there and
back (4G): on a desk, and on a phone whose processor is slowed four times. It presses "Play now" and
the first game's picture, which need no script. Reported, in milliseconds: until the front page is
drawn, and its scripts have run; from the second press until the match is drawn, and its scripts
have run; and from landing to decision, which is the first and the last of these. The quickest visit
counts, as other programs only slow one down. Every visit is a guest, of whom the site takes five an
hour from one address.
"""

from __future__ import annotations

import argparse
from typing import Any

from benchmarks.visit import LINE, SLOWER, TIMES


def land(page: Any, slower: int) -> list[float]:
    """When the front page and then the match are drawn and ready; from landing to decision."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto("/", wait_until="load")
    front = page.evaluate(TIMES)
    page.evaluate("document.querySelector('.hero .button.primary').click()")
    page.evaluate("document.querySelector('.play-now').click()")
    page.wait_for_url("**/tables/**", wait_until="load")
    page.locator("#moves").wait_for(state="attached")
    match = page.evaluate(TIMES)
    return [*front, *match, front[0] + match[1]]


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("address")
    parser.add_argument("--visits", type=int, default=2)
    arguments = parser.parse_args()
    from playwright.sync_api import sync_playwright

    from tests.browser_fixtures import ARGUMENTS, DESK, PHONE
    from tests.requirements import CHROMIUM_NAMES, program

    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program(*CHROMIUM_NAMES), args=ARGUMENTS)
        for device, slower in ((PHONE, SLOWER), (DESK, 1)):
            visits = []
            for _ in range(arguments.visits):
                context = browser.new_context(base_url=arguments.address, locale="en", **device)
                visits.append(land(context.new_page(), slower))
                context.close()
            quickest = min(visits, key=lambda times: times[-1])
            print("phone" if device is PHONE else "desk", *map(round, quickest), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
