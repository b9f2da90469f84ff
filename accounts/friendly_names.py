"""Names for guests who have not chosen one: "Brave Otter"."""

from __future__ import annotations

import secrets

QUALITIES = (
    *("Brave", "Breezy", "Bright", "Calm", "Cheerful", "Clever", "Cosy", "Curious", "Daring"),
    *("Dreamy", "Eager", "Earnest", "Gentle", "Gleeful", "Happy", "Hearty", "Honest", "Humble"),
    *("Jolly", "Kind", "Lively", "Lucky", "Mellow", "Merry", "Modest", "Nimble", "Noble"),
    *("Patient", "Playful", "Polite", "Proud", "Quiet", "Quick", "Serene", "Sleepy", "Smiling"),
    *("Sunny", "Warm", "Wise", "Witty"),
)
ANIMALS = (
    *("Alpaca", "Badger", "Beaver", "Bison", "Camel", "Crane", "Deer", "Dolphin", "Dormouse"),
    *("Falcon", "Ferret", "Finch", "Fox", "Gecko", "Hamster", "Hare", "Hedgehog", "Heron"),
    *("Ibex", "Koala", "Lemur", "Llama", "Lynx", "Magpie", "Marmot", "Moose", "Newt", "Otter"),
    *("Owl", "Panda", "Pelican", "Penguin", "Puffin", "Raven", "Robin", "Seal", "Sparrow"),
    *("Squirrel", "Starling", "Swan", "Tapir", "Turtle", "Walrus", "Wombat", "Wren"),
)


def generate_friendly_name() -> str:
    """Return a random one of about 1,800 names."""
    return f"{secrets.choice(QUALITIES)} {secrets.choice(ANIMALS)}"
