"""Pictures of boards before and after a change, compared pixel by pixel.

usage: DATA_DIR=FOLDER python -m benchmarks.board_pictures make
       python -m benchmarks.board_pictures shoot ADDRESS --pages FOLDER/pages.json --into FOLDER
       python -m benchmarks.board_pictures compare BEFORE AFTER [--into FOLDER]

`make` plays twelve random matches of each title to different lengths, and writes the addresses of
their tables, as the seat to move sees them, to `pages.json` in DATA_DIR; every second table has a
draft. Serve copies of that folder from both checkouts (`DATA_DIR=COPY python3 manage.py serve`),
and `shoot` each site: 1280 and 390 pixels wide, light and dark, English and Japanese. `compare`
lists the pictures that differ, with the number of different pixels and the box around them, and
ends with status 1 if there are any; `--into` keeps them with the differences in red.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from benchmarks.clicks import without_chance

POSITIONS = 12
WIDTHS: dict[str, dict[str, Any]] = {
    "1280": {"viewport": {"width": 1280, "height": 900}},
    "390": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
SCHEMES = ("light", "dark")
LANGUAGES = {"en": "en-GB", "ja": "ja-JP"}
# What depends on the time or stands beside the board is not drawn.
STILL = """
*, *::before, *::after { animation: none !important; transition: none !important;
  caret-color: transparent !important; }
time, .clock, [data-clock], #sidebar, #since-strip, #tip, footer { visibility: hidden !important; }
"""


class Page(NamedTuple):
    """A table to look at: its name in pictures, its path, and the session of the person there."""

    name: str
    path: str
    session: str


def make() -> None:
    """Create the tables in the database of DATA_DIR."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    import django

    from portal.server import secret_key

    folder = Path(os.environ["DATA_DIR"])
    folder.mkdir(parents=True, exist_ok=True)
    secret_key.read_or_create(folder)  # sessions are for sites with this key
    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from games import rules

    pages = [page for game in rules.catalogue() for page in _tables(game)]
    file = Path(settings.DATA_DIR) / "pages.json"
    file.write_text(json.dumps(pages))
    print(f"{len(pages)} tables: {file}")


def _tables(game: str) -> Iterator[Page]:
    from accounts.models import User
    from games import rules
    from games.boards import presenter
    from games.lobby import match_start
    from games.lobby.setup import table_setup
    from games.lobby.table_settings import TableSettings
    from games.models import Table
    from games.table.actions import player_actions
    from games.table.session.loader import load_match
    from games.time_controls import PRESETS_BY_KEY
    from tests.browser_fixtures import make_session

    rng = random.Random(game)
    without_chance(match_start, rng)
    title = rules.catalogue()[game]
    for number in range(POSITIONS):
        seats = rng.choice([seats for seats in title.seats if seats > 1])
        options = {option.key: rng.choice(option.choices) for option in title.options}
        if title.conflict is not None and title.conflict(seats, options):
            options = {option.key: option.default for option in title.options}
        users = [
            User.objects.create_user(f"{game[:4]}{number}{'abcde'[n]}", f"{game}{number}{n}@x.org")
            for n in range(seats)
        ]
        User.objects.filter(pk__in=[user.pk for user in users]).update(warn_reveal=False)
        table = table_setup.open_table(
            users[0], game, TableSettings(seats, options, PRESETS_BY_KEY["day"].clock)
        )
        for user in users[1:]:
            table_setup.join(table.key, user)
        facts = presenter(game).facts
        length = seats * (facts.decisions if facts and facts.decisions else 50)
        moves = length * (number + 1) // POSITIONS  # the last ones are often over before
        while True:
            table = Table.objects.get(pk=table.pk)
            waiting = table.seat_set.filter(waiting_since__isnull=False).first()
            if waiting is None or table.move_count >= moves:
                break
            listed = load_match(table).legal_moves(waiting.number)
            assert waiting.user is not None
            player_actions.confirm(table.key, waiting.user, table.version, [rng.choice(listed)])
        viewer = waiting or table.seat_set.first()
        assert viewer is not None
        if waiting is not None and number % 2:
            match = load_match(table)
            listed = match.legal_moves(waiting.number)
            for move in rng.sample(listed, len(listed)):
                if not rules.Consequences(match, waiting.number).is_revealing(move):
                    type(waiting).objects.filter(pk=waiting.pk).update(draft=[move])
                    break
        assert viewer.user is not None
        yield Page(f"{game}-{number:02}", f"/tables/{table.key}/", make_session(viewer.user))


def shoot(address: str, pages: Sequence[Page], folder: Path) -> None:
    """Save a picture of every page in every look."""
    from playwright.sync_api import sync_playwright

    from tests.requirements import CHROMIUM_NAMES, program

    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=program(*CHROMIUM_NAMES),
            args=["--no-sandbox", "--font-render-hinting=none", "--force-color-profile=srgb"],
        )
        for width, size in WIDTHS.items():
            for language, locale in LANGUAGES.items():
                context = browser.new_context(
                    base_url=address, locale=locale, reduced_motion="reduce", bypass_csp=True,
                    service_workers="block", **size,
                )  # fmt: skip
                view = context.new_page()
                for page in pages:
                    context.clear_cookies()
                    context.add_cookies(
                        [
                            {"name": "sessionid", "value": page.session, "url": address},
                            {"name": "django_language", "value": language, "url": address},
                        ]
                    )
                    view.goto(page.path, wait_until="networkidle")
                    view.add_style_tag(content=STILL)
                    for scheme in SCHEMES:
                        view.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                        view.wait_for_timeout(150)
                        file = folder / f"{page.name}-{width}-{scheme}-{language}.png"
                        view.screenshot(path=file, full_page=True)
                context.close()
        browser.close()


def compare(before: Path, after: Path, into: Path | None) -> int:
    """Print the pictures that differ; return how many."""
    names = sorted({one.name for one in before.glob("*.png")} | {
        one.name for one in after.glob("*.png")
    })  # fmt: skip
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda name: difference(before / name, after / name, into), names))
    different = [(name, text) for name, text in zip(names, found, strict=True) if text]
    for name, text in different:
        print(f"{name}: {text}")
    print(f"{len(names)} pictures, {len(different)} differ")
    return len(different)


def difference(before: Path, after: Path, into: Path | None) -> str:
    """How two pictures differ, in words; "" if all their pixels are equal."""
    from PIL import Image, ImageChops

    missing = [str(one) for one in (before, after) if not one.exists()]
    if missing:
        return f"missing: {missing[0]}"
    first, second = (Image.open(one).convert("RGB") for one in (before, after))
    red, green, blue = ImageChops.difference(first, second).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    changed = most.point(lambda value: 255 if value else 0)
    if first.size != second.size:
        sizes = [" x ".join(map(str, one.size)) for one in (first, second)]
        text = f"size {sizes[0]} -> {sizes[1]}"
    elif (box := changed.getbbox()) is None:
        return ""
    else:
        text = f"{changed.histogram()[255]} pixels in {' '.join(map(str, box))}"
    if into:
        into.mkdir(parents=True, exist_ok=True)
        height = max(first.height, second.height)
        sheet = Image.new("RGB", (first.width + 2 * second.width + 16, height))
        sheet.paste(first)
        sheet.paste(second, (first.width + 8, 0))
        marked = second.point(lambda value: value // 2 + 64)
        marked.paste((255, 0, 0), None, changed.crop((0, 0, *second.size)))
        sheet.paste(marked, (first.width + second.width + 16, 0))
        sheet.save(into / after.name)
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("make")
    camera = actions.add_parser("shoot")
    camera.add_argument("address")
    camera.add_argument("--pages", type=Path, required=True)
    camera.add_argument("--into", type=Path, required=True)
    camera.add_argument("--games", nargs="+", default=[""])
    judge = actions.add_parser("compare")
    judge.add_argument("before", type=Path)
    judge.add_argument("after", type=Path)
    judge.add_argument("--into", type=Path)
    given = parser.parse_args()
    if given.action == "make":
        make()
    elif given.action == "shoot":
        if urlsplit(given.address).hostname not in ("127.0.0.1", "localhost", "::1"):
            raise SystemExit("only a site on this machine is asked: 127.0.0.1")
        pages = [Page(*one) for one in json.loads(given.pages.read_text())]
        chosen = tuple(given.games)
        shoot(given.address, [one for one in pages if one.name.startswith(chosen)], given.into)
    else:
        sys.exit(1 if compare(given.before, given.after, given.into) else 0)


if __name__ == "__main__":
    main()
