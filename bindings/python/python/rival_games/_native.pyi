from collections.abc import Callable, Sequence
from typing import Any, final

__all__ = ["Game", "Match", "Player", "Playout", "Position", "games", "play_match"]

def games() -> list[tuple[str, str]]:
    """All listed games, as pairs of name and description."""

@final
class Game:
    """The rules of a game, by name: "checkers", "checkers:international", "connect-four:7,6,4".

    Raises ValueError if there is no such game.
    """
    def __new__(cls, name: str) -> Game: ...
    @property
    def name(self) -> str:
        """The full name, with the variant."""
    @property
    def seat_count(self) -> int: ...
    @property
    def seat_names(self) -> list[str]:
        """The names of the seats, in turn order."""
    @property
    def payoff_max(self) -> int:
        """The most that a seat can win or lose."""
    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Planes, rows and columns of an observation."""
    @property
    def plane_names(self) -> list[str]:
        """The names of the planes of an observation."""
    def start(self) -> Position:
        """The position in which a match starts."""
    def position(self, notation: str) -> Position:
        """The position with this text. Raises ValueError if the text is not a position."""
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any) -> Game: ...
    def players(self) -> list[tuple[str, str]]:
        """The players that can play this game, as pairs of name and description."""

@final
class Playout:
    """The end of a random playout."""
    @property
    def payoffs(self) -> list[int] | None:
        """The payoff of each seat; None if the game was not over."""
    @property
    def plies(self) -> int:
        """The number of moves played."""

@final
class Position:
    """An immutable position of a game: a move returns a new one.

    Positions are equal, and have equal hashes, if the rules can't tell them apart. Their histories are not compared,
    although they matter for draws by repetition.
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
        """The rule that ended the game; None while it continues."""
    @property
    def moves(self) -> list[str]:
        """The legal moves, always in the same order; empty if the game is over."""
    @property
    def move_count(self) -> int:
        """The number of legal moves. Faster than `len(moves)`."""
    @property
    def weights(self) -> list[int]:
        """The relative weight of each chance move; empty if a seat is to move."""
    def move_text(self, index: int, seat: int | None = None) -> str:
        """The text of a legal move, as `seat` may see it. Raises IndexError if there is no such move."""
    def move_index(self, text: str) -> int:
        """The index of the legal move that the text means. Raises ValueError, with the rule, if there is none."""
    def apply(self, move: int | str) -> Position:
        """The position after a legal move, given by index (fast) or text. Raises IndexError or ValueError."""
    def notation(self, seat: int | None = None) -> str:
        """The text of the position, as `seat` may see it; `Game.position` reads it."""
    def diagram(self, seat: int | None = None) -> str:
        """A drawing in ASCII, as `seat` may see it."""
    def perft(self, depth: int) -> int:
        """The number of leaves `depth` plies below. Runs without Python's lock."""
    def random_move(self, seed: int) -> int:
        """The index of a random legal move; at a turn of chance by the weights. Raises ValueError if the game is over."""
    def random_playout(self, seed: int, max_plies: int = 10_000) -> Playout:
        """Plays random moves to the end. Repetitions don't end a playout."""
    def random_playouts(self, count: int, seed: int, max_plies: int = 10_000) -> list[Playout]:
        """Plays many playouts in one call, without Python's lock. The same seed gives the same playouts."""
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: Any) -> Position: ...
    def _planes(self, seat: int | None) -> tuple[bytes, tuple[int, int, int]]: ...

@final
class Player:
    """A player of the catalog, by its specification: "pvs", "alpha-beta:depth=6".

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

        Runs without Python's lock. Raises ValueError if the position is of another game, RuntimeError if the player
        has no move there.
        """

@final
class Match:
    """A finished match."""
    @property
    def moves(self) -> list[str]: ...
    @property
    def payoffs(self) -> list[int] | None:
        """The payoff of each seat; None if the match was broken off."""
    @property
    def ending(self) -> str: ...
    @property
    def record(self) -> str:
        """The text of the record, which `rival replay` reads."""

def play_match(
    game: str,
    players: Sequence[str | Callable[[Position], int | str]],
    *,
    position: str | None = None,
    time: str = "none",
    depth: int | None = None,
    nodes: int | None = None,
    seed: int = 0,
    max_plies: int = 2_000,
) -> Match:
    """Plays a match. Each player is a specification, or a function that takes a position and returns a move.

    `time` is a time for each move ("250ms"), a clock ("1m+1s") or "none". Runs without Python's lock.
    """
