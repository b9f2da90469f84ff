"""The followers phase: draw from the bag and recall from action spaces (rules 5.3)."""

from __future__ import annotations

from itertools import compress

from games.rules.reasons import UserInput
from games.rules.reasons import gettext_noop as _

from .bag import draw_tiles
from .board import GROUP_OF, GROUPS, TECHNOLOGY, Board
from .components import PLACE_KEYS, SLOT_TYPES, TILE_ID, TILES, TOWER
from .move_query import EVERY, MoveQuery, Moves, NumberReader
from .move_syntax import STANDING_READER, TILE_ON_SLOT_TEXTS, WIDTH
from .rule_reason import RuleReason
from .shared_reasons import BAG_EMPTY, list_or_nothing
from .state import FOLLOWERS, PLANNING, State

GROUP_OF_SLOT = tuple(
    group
    for _, group in sorted(
        (slot, number) for number, group in enumerate(GROUPS) for slot in group.slots
    )
)
DRAW_TEXT = tuple(f"draw {number}" for number in range(20))
RECALL_TEXT = tuple(f"recall {standing}" for standing in TILE_ON_SLOT_TEXTS)
CODE_BASE = tuple((content - 1) * WIDTH for content in range(TECHNOLOGY))  # by slot content


def begin_followers(state: State) -> str:
    """Empty the towers, set the rights of all seats, and make those with moves actors."""
    state.phase = FOLLOWERS
    for seat, board in enumerate(state.boards):
        if board.owned >> TOWER & 1:
            tiles = board.clear(TOWER, board.market)
            if tiles:
                state.emit("tower", seat, {"tiles": [TILES[tile] for tile in tiles]})
        board.rights = board.draws
        refresh_moves(board)
    return ask_unfinished_seats(state)


def draw_moves(board: Board, ask: MoveQuery = EVERY) -> list[str]:
    """A `draw` move for each number of followers that rights, market and bag allow."""
    bag = sum(board.bag)
    if not bag and ask.is_blocked(BAG_EMPTY):
        return []
    most = min(board.rights, board.room, bag)
    counts = ask.word(COUNT, range(1, most + 1), lambda count: too_many_reason(board, count))
    return [*map(DRAW_TEXT.__getitem__, counts)]


def no_count_reason(given: UserInput) -> RuleReason:
    message = _("%(given)s is not a number of followers: draw 1 or more")
    return RuleReason("5.3", "not_a_number", message, given=given)


COUNT = NumberReader(no_count_reason)


def too_many_reason(board: Board, count: int) -> RuleReason:
    if count > (most := board.rights):
        message = _("%(count)s followers are too many: you can draw %(most)s more")
    elif count > (most := board.room):
        message = _("%(count)s followers are too many: your market has room for %(most)s")
    else:
        most = sum(board.bag)
        message = _("%(count)s followers are too many: your bag holds %(most)s")
    return RuleReason("5.3", "too_many", message, count=count, most=most)


def recall_moves(board: Board, ask: MoveQuery = EVERY) -> Moves:
    """A `recall` move for each follower on a slot; equal ones appear once."""
    slots = board.own_slots
    filled = compress(zip(slots, GROUP_OF_SLOT, strict=False), slots)
    codes = dict.fromkeys(
        [CODE_BASE[content] + group for content, group in filled if content < TECHNOLOGY]
    )
    lying = ask.word(STANDING_READER, codes, lambda code: not_there_reason(board, code))
    return [*map(RECALL_TEXT.__getitem__, lying)]


def not_there_reason(board: Board, code: int) -> RuleReason:
    """Why that follower cannot be recalled from there."""
    tile, group = divmod(code, WIDTH)
    place, slot, _slots = GROUPS[group]
    key = PLACE_KEYS[place]
    if place == TOWER:
        message = _("followers come back from %(place)s automatically")
        return RuleReason("5.3", "by_itself", message, place=key)
    return RuleReason(
        "5.3",
        "no_follower",
        _("there is no %(tile)s on the %(slot)s slot of %(place)s; there: %(lying)s"),
        tile=TILES[tile],
        slot=SLOT_TYPES[slot],
        place=key,
        lying=list_or_nothing(TILES[other] for other in board.tiles_on(place)),
    )


def refresh_moves(board: Board) -> None:
    """List the seat's moves again; a seat without moves is finished."""
    board.finished = True
    board.listed = []
    moves = draw_moves(board)
    if moves or (board.rights and board.room):
        moves += recall_moves(board)
    if moves:
        board.finished = False
        moves.append("done")
        board.listed = moves


def ask_unfinished_seats(state: State) -> str:
    """Make the unfinished seats actors: all of them, or the first one in turn order."""
    boards = state.boards
    if state.options["simultaneous_followers"] == "on":
        state.actors = tuple([seat for seat, board in enumerate(boards) if not board.finished])
    else:
        waiting = (seat for seat in state.turn_order() if not boards[seat].finished)
        first = next(waiting, None)
        state.actors = () if first is None else (first,)
    if state.actors:
        return ""
    for board in boards:
        board.rights = 0
    return PLANNING


def play_draw(state: State, seat: int, args: list[str]) -> str:
    board = state.boards[seat]
    number = int(args[0])
    drawn = draw_tiles(state, board, f"bag:{seat}", number)
    for tile in drawn:
        board.market[tile] += 1
    board.rights -= number
    state.emit("draw", seat, {"tiles": [TILES[tile] for tile in drawn]})
    refresh_moves(board)
    return ask_unfinished_seats(state) if board.finished else ""


def play_recall(state: State, seat: int, args: list[str]) -> str:
    """Apply `recall …`: use one right to move a tile from an own action space to the market."""
    board = state.boards[seat]
    tile = TILE_ID[args[0]]
    slots = GROUPS[GROUP_OF[args[1], args[2]]].slots
    board.slots[board.slots.index(tile + 1, slots[0])] = 0
    board.market[tile] += 1
    board.rights -= 1
    state.emit("recall", seat, {"tile": args[0], "place": args[1], "slot": args[2]})
    refresh_moves(board)
    return ask_unfinished_seats(state) if board.finished else ""


def play_done(state: State, seat: int) -> str:
    board = state.boards[seat]
    state.emit("done", seat, {"phase": FOLLOWERS, "rights": board.rights})
    board.finished = True
    board.rights = 0
    board.listed = []
    return ask_unfinished_seats(state)
