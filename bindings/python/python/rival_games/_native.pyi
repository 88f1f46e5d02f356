from collections.abc import Callable, Sequence
from typing import Any, final

from .rules import Rules

__all__ = [
    "Game",
    "Line",
    "Match",
    "Player",
    "Playout",
    "Position",
    "RawBatch",
    "State",
    "add_game",
    "games",
    "pair_statistics",
    "play_match",
    "ratings",
]

def add_game(rules: Rules) -> Game:
    """Adds a game with rules in Python to the games of this process, or replaces the rules of an earlier one.

    Raises ValueError if the name is malformed or a shipped game has it.
    """

def games() -> list[tuple[str, str]]:
    """All listed games, as (name, description) pairs."""

@final
class Game:
    """The rules of a game, by name: "checkers", "checkers:international", "connect-four:7,6,4".

    Raises ValueError if there is no such game.
    """
    def __new__(cls, name: str) -> Game: ...
    @property
    def name(self) -> str:
        """The full name, including the variant."""
    @property
    def seat_count(self) -> int: ...
    @property
    def seat_names(self) -> list[str]:
        """The names of the seats, in turn order."""
    @property
    def payoff_max(self) -> int:
        """The maximum that a seat can win or lose."""
    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """The numbers of planes, rows and columns of an observation."""
    @property
    def plane_names(self) -> list[str]:
        """The names of the planes of an observation."""
    @property
    def is_zero_sum(self) -> bool:
        """Whether the payoffs of all seats sum to zero at the end of every game."""
    @property
    def action_count(self) -> int:
        """The number of player actions; chance outcomes are not included."""
    @property
    def draw_count(self) -> int:
        """The number of chance outcomes; 0 in a game without chance."""
    def action_text(self, action: int) -> str:
        """The text of an action: "b3", "e2-e4", "pass". Raises IndexError if there is no such action."""
    def state(self, position: Position | None = None, max_plies: int | None = None) -> State:
        """A game in progress, played by numbered actions. After `max_plies` moves, it ends without a result."""
    def start(self) -> Position:
        """The position in which a match starts."""
    def position(self, notation: str) -> Position:
        """Parses a position. Raises ValueError if the text is not a position."""
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any) -> Game: ...
    def players(self) -> list[tuple[str, str]]:
        """The players that can play this game, as (name, description) pairs."""

@final
class Playout:
    """The end of a random playout."""
    @property
    def payoffs(self) -> list[int] | None:
        """The payoff of each seat; None if the playout stopped before the end of the game."""
    @property
    def plies(self) -> int:
        """The number of moves played."""

@final
class Position:
    """An immutable position of a game: applying a move returns a new position.

    Positions are equal, and have equal hashes, if the rules can't tell them apart. The comparison ignores their
    histories, even though these matter for draws by repetition.
    """
    @property
    def game(self) -> str:
        """The full name of the game."""
    @property
    def seat_count(self) -> int: ...
    @property
    def turn(self) -> int | None:
        """The seat to move, from 0; None if the game is over or chance decides."""
    @property
    def is_chance(self) -> bool:
        """True if the next move is drawn at random, by `weights`."""
    @property
    def is_over(self) -> bool: ...
    @property
    def payoffs(self) -> list[int] | None:
        """The payoff of each seat; None while the game continues."""
    @property
    def reason(self) -> str | None:
        """The reason why the game is over, as at the table: "three in a row". None while it continues."""
    @property
    def moves(self) -> list[str]:
        """The legal moves, in a fixed order; empty if the game is over."""
    @property
    def move_count(self) -> int:
        """The number of legal moves. Faster than `len(moves)`."""
    @property
    def weights(self) -> list[int]:
        """The relative weight of each chance move; empty if a seat is to move."""
    def move_text(self, index: int, seat: int | None = None) -> str:
        """The text of a legal move, as `seat` may see it. Raises IndexError if there is no such move."""
    def move_index(self, text: str) -> int:
        """The index of the legal move that the text denotes. Raises ValueError, with the rule, if there is none."""
    def actions_of(self, move: int | str) -> list[int]:
        """The numbers of the actions that make up a legal move: see `State`. Raises IndexError or ValueError."""
    def apply(self, move: int | str) -> Position:
        """The position after a legal move, given by index (fast) or text. Raises IndexError or ValueError."""
    def notation(self, seat: int | None = None) -> str:
        """The text of the position, as `seat` may see it; `Game.position` parses this text."""
    def diagram(self, seat: int | None = None) -> str:
        """An ASCII diagram, as `seat` may see it."""
    def perft(self, depth: int) -> int:
        """The number of leaves at depth `depth`, in plies. Releases the GIL."""
    def random_move(self, seed: int) -> int:
        """The index of a random legal move; at a chance turn, drawn by weight. Raises ValueError after the end."""
    def random_playout(self, seed: int, max_plies: int = 10_000) -> Playout:
        """Plays random moves to the end. Repetitions don't end a playout."""
    def random_playouts(self, count: int, seed: int, max_plies: int = 10_000) -> list[Playout]:
        """Plays many playouts in one call and releases the GIL. The same seed gives the same playouts."""
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: Any) -> Position: ...
    def _planes(self, seat: int | None = None) -> tuple[bytearray, tuple[int, int, int]]: ...

@final
class State:
    """A game in progress, played by numbered actions. Each action changes the state.

    A number means the same action in every position of the game. A move of several steps is a sequence of actions.
    `position` stays the same until the move is complete. The methods have the same names as in OpenSpiel.
    """
    def legal_actions(self) -> list[int]:
        """The numbers of the legal actions, or of the outcomes at a chance turn; empty if the game is over."""
    def apply_action(self, action: int) -> None:
        """Takes a legal action, or an outcome at a chance turn. Raises ValueError if it is not legal."""
    def random_action(self, seed: int) -> int:
        """A random legal action, or an outcome drawn by weight at a chance turn. Raises ValueError after the end."""
    def is_terminal(self) -> bool:
        """Whether the game is over, by its rules or by `max_plies`."""
    def is_chance_node(self) -> bool:
        """Whether the next turn is a chance turn."""
    def current_player(self) -> int:
        """The seat to move, from 0; -1 at a chance turn, -4 if the game is over."""
    def returns(self) -> list[float]:
        """The payoff of each seat; all 0 while the game continues and after `max_plies` moves."""
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The chance outcomes with their probabilities; empty if a seat is to move."""
    def action_to_string(self, action: int) -> str:
        """The text of an action, or of an outcome at a chance turn. Raises IndexError if there is no such number."""
    @property
    def position(self) -> Position:
        """The position at the beginning of the current move."""
    @property
    def made(self) -> list[int]:
        """The actions taken so far for the current, unfinished move."""
    @property
    def plies(self) -> int:
        """The number of complete moves, including chance outcomes."""
    def observation_string(self, seat: int) -> str:
        """A seat's current view: the text of the position and the actions of an unfinished move."""
    def information_state_string(self, seat: int) -> str:
        """The moves since the start, as the seat saw them, and the position."""
    def clone(self) -> State:
        """An independent copy."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any) -> State: ...
    def _planes(self, seat: int | None = None) -> tuple[bytearray, tuple[int, int, int]]: ...
    def _mask(self) -> bytearray: ...

@final
class RawBatch:
    """The native part of `rival_games.Batch`, which wraps it with arrays."""
    def __new__(cls, game: Game, count: int, seed: int) -> RawBatch: ...
    def step(self, actions: bytes) -> None: ...
    def observations(self) -> bytearray: ...
    def masks(self) -> bytearray: ...
    def seats(self) -> bytearray: ...
    def over(self) -> bytearray: ...
    def payoffs(self) -> bytearray: ...
    def random_actions(self) -> bytearray: ...
    def positions(self) -> list[str]: ...

@final
class Player:
    """A player from the catalog, by specification: "pvs", "alpha-beta:depth=6".

    Raises ValueError if there is no such game, player or option.
    """
    def __new__(cls, game: str, spec: str) -> Player: ...
    @property
    def game(self) -> str: ...
    @property
    def name(self) -> str: ...
    def choose(
        self,
        position: Position,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        seed: int = 0,
    ) -> str:
        """The text of the player's move, within limits of time (seconds), depth (plies) and nodes (positions).

        Releases the GIL. Raises ValueError if the position belongs to a different game, and RuntimeError if the player
        has no move in the position.
        """

    def analyze(
        self,
        position: Position,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        seed: int = 0,
    ) -> list[Line]:
        """The best lines that the player finds within these limits, best line first.

        The list is empty if the player doesn't report any, such as one that moves at random. The option `lines` of a
        search sets their number: `Player("chess", "pvs:lines=3")`. Raises the same errors as `choose`.
        """

@final
class Line:
    """A line of an analysis."""
    @property
    def rank(self) -> int:
        """The rank of the line, from 1."""
    @property
    def moves(self) -> list[str]:
        """The moves of the line, in the game's notation."""
    @property
    def score(self) -> float | None:
        """The score for the seat to move, in the game's unit; None if the line wins or loses by force."""
    @property
    def win_in(self) -> int | None:
        """The number of plies in which the seat to move wins; negative if it loses; None if neither is forced."""
    @property
    def depth(self) -> int:
        """The depth of the search in plies."""
    @property
    def selective_depth(self) -> int | None:
        """The longest line searched, in plies; None if the player doesn't measure it."""
    @property
    def nodes(self) -> int:
        """The number of positions, or of playouts, that the player has visited."""

@final
class Match:
    """A finished match."""
    @property
    def moves(self) -> list[str]: ...
    @property
    def payoffs(self) -> list[int] | None:
        """The payoff of each seat; None if the match was aborted."""
    @property
    def ending(self) -> str: ...
    @property
    def record(self) -> str:
        """The text of the record, which `rival replay` reads."""
    @property
    def players(self) -> list[str]:
        """The names of the players, in seat order."""
    @property
    def failed_seat(self) -> int | None:
        """The seat whose player raised an exception or returned an illegal move, and so lost; None if no player did."""

def play_match(
    game: str,
    players: Sequence[str | Callable[[Position], int | str]],
    *,
    position: str | None = None,
    opening: Sequence[str] = ...,
    time: str | float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seed: int = 0,
    max_plies: int = 2_000,
) -> Match:
    """Plays a match. Each player is a specification, or a function that takes a position and returns a move.

    The moves in `opening` are played before the first player is asked; a chance move is one of them.
    `time` is a number of seconds per move, or a string: a time per move ("250ms"), a clock ("1m+1s") or "none".
    Releases the GIL.
    """

def ratings(players: int, pairs: Sequence[tuple[int, int, float]]) -> list[tuple[float, float]]:
    """The Elo rating and its error for each player, from pairs of games.

    A pair is the first player, the second player, and the first player's points out of 2. The mean rating is 0. Raises
    ValueError for a player or points out of range.
    """

def pair_statistics(counts: Sequence[int]) -> tuple[float, float, float, float]:
    """Mean score, Elo difference, its error and the probability of superiority, for the first player.

    `counts` contains the number of pairs with 0, ½, 1, 1½ and 2 points.
    """
