"""Games with rules written in Python."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Mapping, Sequence
from typing import Any


class Rules:
    """The rules of a game of two players without chance and hidden information.

    A subclass defines the rules, and `rival_games.add_game(MyRules())` adds the game under its name. Positions are
    Python values, called states: any immutable, hashable values, such as tuples and strings. Moves are texts without
    blanks. The docstring of the subclass explains the game to its players.

    A subclass must define `name` and the methods `start`, `turn`, `result`, `moves` and `play`. These attributes have
    defaults:

    - `description = "a game defined in Python"`: one line for lists of games.
    - `seat_names = ("First", "Second")`: the names of the players; the first one is to move at the start.
    - `actions = ["a1", "a2", "pass"]`: the texts of all moves that can ever be legal. `State`, `Batch` and the
      environments need them.
    - `pieces = {"k": (0, "king"), "K": (1, "king")}`: for each character of `board`, the owner and the role.
    - `repetition = 3`: the number of times that a position occurs until the game is drawn; 0 if repetition ends no
      game.

    Every position that a search visits costs several calls of these methods. Rules in Rust are a hundred times as fast.
    """

    name: str
    """The name of the game: lower-case letters, digits and hyphens."""

    description: str = "a game defined in Python"
    """One line for lists of games."""

    seat_names: tuple[str, str] = ("First", "Second")
    """The names of the players; the first one is to move at the start."""

    actions: Sequence[str] = ()
    """The texts of all moves that can ever be legal, for `State`, `Batch` and environments."""

    pieces: Mapping[str, tuple[int, str]] = {}
    """The pieces on the board: for each character, the player who owns it and the piece's role, such as "king"."""

    repetition: int = 0
    """The number of times that a position occurs until the game is drawn; 0 if repetition ends no game."""

    def start(self) -> Hashable:
        """The state in which a game starts."""
        raise _missing(self, "start")

    def turn(self, state: Any) -> int:
        """The player to move: 0 or 1."""
        raise _missing(self, "turn")

    def result(self, state: Any) -> int | None:
        """None in an unfinished game. Otherwise 1 if player 0 has won, -1 if player 1 has won, 0 for a draw."""
        raise _missing(self, "result")

    def moves(self, state: Any) -> Sequence[str]:
        """The legal moves in an unfinished game, each once and always in the same order; at least one."""
        raise _missing(self, "moves")

    def play(self, state: Any, move: str) -> Hashable:
        """The state after a legal move."""
        raise _missing(self, "play")

    def evaluate(self, state: Any) -> float:
        """The lead of player 0 in an unfinished game. A lead of 1.0 wins three times as often as it loses."""
        return 0.0

    def board(self, state: Any) -> Sequence[str]:
        """The rows of the board from the top, one character per square. Characters not in `pieces` are empty."""
        return ()

    def reason(self, state: Any) -> str:
        """The reason why the game is over, as a phrase such as "three in a row"."""
        return "the game is over"

    def to_text(self, state: Any) -> str:
        """The text of a state, in one line, for records. Equal states have equal texts.

        The default works for numbers, strings, and tuples and frozensets of them. For other states, define this method
        and `from_text`.
        """
        return _text(state)

    def from_text(self, text: str) -> Hashable:
        """The state with this text. Raises ValueError if there is none."""
        try:
            return _value(ast.parse(text.strip(), mode="eval").body)
        except (SyntaxError, TypeError, MemoryError, RecursionError) as error:
            raise ValueError(f"{text!r} is not a state: {error}") from None


def _text(value: Any) -> str:
    """The text of a value. Unlike in `repr`, the items of a set are sorted, so equal values have equal texts."""
    if type(value) is frozenset:
        return f"frozenset({{{', '.join(sorted(map(_text, value)))}}})" if value else "frozenset()"
    if type(value) is tuple:
        items = ", ".join(map(_text, value))
        return f"({items},)" if len(value) == 1 else f"({items})"
    return repr(value)


def _value(node: ast.expr) -> Hashable:
    """The value of a text from `_text`."""
    match node:
        case ast.Tuple(elts=items):
            return tuple(map(_value, items))
        case ast.Call(func=ast.Name(id="frozenset"), args=[], keywords=[]):
            return frozenset()
        case ast.Call(func=ast.Name(id="frozenset"), args=[ast.Set(elts=items)], keywords=[]):
            return frozenset(map(_value, items))
    return ast.literal_eval(node)


def _missing(rules: Rules, method: str) -> NotImplementedError:
    """The error for a method that a subclass doesn't define."""
    return NotImplementedError(f"{type(rules).__name__} must define the method {method}")
