"""What `view()` returns has the shape that the title declares, whoever looks, at any time.

Matches are looked at where they have something (see `contract.words_of`) not looked at yet.
"""

from __future__ import annotations

import json
import random

import pytest
import typeguard

import games.rules as rules

from . import contract


@pytest.mark.parametrize("key", rules.catalogue())
def test_a_title_declares_the_shape_of_its_view(key: str) -> None:
    assert rules.get(key).view is not dict, "GAME needs view=…, the TypedDict of match.view()"


@pytest.mark.parametrize("key", rules.catalogue())
def test_views_have_the_declared_shape(key: str) -> None:
    game = rules.get(key)
    chance = random.Random(f"views of {key}")
    shown: set[tuple[str, str, str]] = set()
    for seats in game.seats:
        options = {option.key: chance.choice(option.choices) for option in game.options}
        try:
            match = rules.new_match(key, seats, options, seed=f"views {seats}")
        except rules.OptionError:
            match = rules.new_match(key, seats, seed=f"views {seats}")
        events = match.opening
        while True:
            actor = chance.choice(match.actors) if match.actors else 0
            listed = match.legal_moves(actor)
            words = contract.words_of(match, listed, events)
            new = contract.features(match, words) - shown
            if match.over or new:
                shown |= new
                for seat in (None, *range(seats)):
                    check(match.view(seat), game.view)
            if match.over:
                break
            events = match.play(actor, chance.choice(listed))


def fits(view: object, shape: type) -> None:
    every = typeguard.CollectionCheckStrategy.ALL_ITEMS
    typeguard.check_type(view, shape, collection_check_strategy=every)


def check(view: object, shape: type) -> None:
    """As JSON it is the same, and has the shape."""
    same = json.loads(json.dumps(view))
    assert same == view
    fits(same, shape)


def test_a_wrong_shape_is_found() -> None:
    shape = rules.get(next(iter(rules.catalogue()))).view
    with pytest.raises((typeguard.TypeCheckError, AssertionError)):
        check({"nothing": ("like", "it")}, shape)
