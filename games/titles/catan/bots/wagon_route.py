"""The route of the wagon in the scenario `traders`."""

from __future__ import annotations

from ..rules import routes, wagon
from ..rules.components import GRAIN
from ..rules.match import CatanMatch


def route_paths(match: CatanMatch, seat: int) -> list[int]:
    """Return the paths of the wagon's cheapest route."""
    paths: list[int] = []
    if match.wagons[seat] < 0:
        return paths
    goals = routes.goals_of(match, seat)
    costs = routes.costs_to_goals(match, seat, goals)
    here = match.wagons[seat]
    while here not in goals and here in costs and len(paths) < 20:
        options = []
        for near, path in match.board.steps[here]:
            if near in costs and (near in goals or not match.board.plazas >> near & 1):
                points, toll = wagon.step_price(match, seat, path)
                cost = (costs[near][0] + points, costs[near][1] + (toll >= 0))
                options.append((cost, near, path))
        if not options:
            break
        _, here, path = min(options)
        paths.append(path)
    return paths


def choose_wagon_move(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Drive barbarians off the route, feed grain if it lets the wagon arrive, else step on.

    `play swift` is kept for a trip with a load. After a delivery the wagon loads only at the end
    of the turn (rules 5.8), so a second trip would carry nothing.
    """
    paths = route_paths(match, seat)
    if match.arrived:
        return "play swift" if "play swift" in listed and not match.unloaded else "end"
    for move in listed:
        if move.startswith("drive "):
            path = match.board.path_index[move.split(" ")[1]]
            if path in paths or match.road[path] == seat:
                return move
    if paths:
        total = sum(wagon.step_price(match, seat, path)[0] for path in paths)
        first = wagon.step_price(match, seat, paths[0])[0]
        if "grain" in listed and match.movement < total and match.movement + 2 >= total:
            return "grain"
        near = next(n for n, path in match.board.steps[match.wagons[seat]] if path == paths[0])
        move = f"go {match.board.spots[near]}"
        if move in listed:
            return move
        plenty = match.hands[seat][GRAIN] > 2
        if "grain" in listed and match.movement < first <= match.movement + 2 and plenty:
            return "grain"
    return "play swift" if "play swift" in listed else "end"
