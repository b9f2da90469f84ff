"""What `view()` returns has the shape that the title declares, whoever looks, at any time."""

from __future__ import annotations

import json
import random

import pytest
import typeguard

import games.rules as rules

LOOK_EVERY = 15


@pytest.mark.parametrize("key", rules.catalogue())
def test_a_title_declares_the_shape_of_its_view(key: str) -> None:
    assert rules.get(key).view is not dict, "GAME needs view=…, the TypedDict of match.view()"


@pytest.mark.parametrize("key", rules.catalogue())
def test_views_have_the_declared_shape(key: str) -> None:
    game = rules.get(key)
    chance = random.Random(f"views of {key}")
    for seats in game.seats:
        options = {option.key: chance.choice(option.choices) for option in game.options}
        try:
            match = rules.new_match(key, seats, options, seed=f"views {seats}")
        except rules.OptionError:
            match = rules.new_match(key, seats, seed=f"views {seats}")
        for number in range(100_000):
            if match.over or number % LOOK_EVERY == 0:
                for seat in (None, *range(seats)):
                    check(match.view(seat), game.view)
            if match.over:
                break
            actor = chance.choice(match.actors)
            match.play(actor, chance.choice(match.legal_moves(actor)))


def fits(view: object, shape: type) -> None:
    every = typeguard.CollectionCheckStrategy.ALL_ITEMS
    typeguard.check_type(view, shape, collection_check_strategy=every)


def check(view: object, shape: type) -> None:
    fits(view, shape)
    same = json.loads(json.dumps(view))
    assert same == view
    fits(same, shape)


def test_a_wrong_shape_is_found() -> None:
    shape = rules.get(next(iter(rules.catalogue()))).view
    with pytest.raises((typeguard.TypeCheckError, AssertionError)):
        check({"nothing": ("like", "it")}, shape)
