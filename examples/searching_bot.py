#!/usr/bin/env python3
"""A bot that thinks with the site's own rules and bots.

usage: LONGTABLE_TOKEN=lt_… python -m examples.searching_bot http://127.0.0.1:8000 [--table KEY]

The site deals it a match as its seat may know it: what is hidden from the seat is dealt anew, so
that it may be played on at will. LEVEL says which of our bots looks at it (`strong`, where there is
one); any program of your own may take its place.
"""

import os
import random
from typing import Any

import games.rules as rules
from examples.bot import Site, main
from games.bots import ask, levels


def choose_move(site: Site, table: dict[str, Any]) -> str:
    dealt = site.call(f"tables/{table['key']}/redealt/")
    match = rules.load(table["game"], dealt["match"])
    offered = levels(table["game"])
    level = os.environ.get("LEVEL", "strong")
    bot = offered[level if level in offered else "steady"]()
    return ask(bot, match, table["seat"], random.Random())


if __name__ == "__main__":
    main(choose_move)
