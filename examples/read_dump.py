"""Read a dump of public matches: `python read_dump.py FILE` counts those of each game."""

import collections
import gzip
import json
import sys


def matches(path):
    """Of each match its header, and its moves in their order."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            header = json.loads(line)
            yield header, [json.loads(next(lines)) for _number in range(header["moves"])]


if __name__ == "__main__":
    played = collections.Counter(header["game"] for header, _moves in matches(sys.argv[1]))
    for game, count in played.most_common():
        print(f"{count:6} {game}")
