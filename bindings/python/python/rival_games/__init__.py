"""Rival's games, computer players and matches.

>>> import rival_games
>>> position = rival_games.Game("checkers").start()
>>> position.moves[0]
'9-14'
>>> position.apply("11-15").move_count
7
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._native import Game, Line, Match, Player, Playout, Position, State, add_game, games, play_match
from .batch import Batch
from .rules import Rules
from .series import Pairs, Series, Standing, play_pairs

if TYPE_CHECKING:
    import numpy

__all__ = [
    "Batch",
    "Game",
    "Line",
    "Match",
    "Pairs",
    "Player",
    "Playout",
    "Position",
    "Rules",
    "Series",
    "Standing",
    "State",
    "action_mask",
    "add_game",
    "games",
    "observation",
    "play_match",
    "play_pairs",
]


def observation(position: Position | State, seat: int | None = None) -> numpy.ndarray:
    """The position as planes of numbers: a float32 array of shape `Game.observation_shape`.

    The array shows what `seat` may see; without a seat, it shows everything. `Game.plane_names` names the planes.
    During a move of several actions, the array for a state includes the actions taken so far. Needs numpy.
    """
    import numpy

    if not isinstance(position, (Position, State)):
        raise TypeError(f"observation needs a Position or a State, not {type(position).__name__}")

    planes, shape = position._planes(seat)
    return numpy.frombuffer(planes, dtype=numpy.float32).reshape(shape)


def action_mask(state: State) -> numpy.ndarray:
    """The legal actions: an int8 array of length `Game.action_count`, with 1 for each legal action.

    All numbers are 0 at a chance turn and after the end of the game. Needs numpy.
    """
    import numpy

    if not isinstance(state, State):
        raise TypeError(
            f"action_mask needs a State, as Game.state returns it, not {type(state).__name__}"
        )

    return numpy.frombuffer(state._mask(), dtype=numpy.int8)


def _position(game: str, notation: str) -> Position:
    """Creates a position for pickle."""
    return Game(game).position(notation)


def _state(game: str, start: str, max_plies: int | None, actions: list[int]) -> State:
    """Creates a game in progress for pickle."""
    rules = Game(game)
    position = rules.start()
    if position.notation() != start:
        position = rules.position(start)
    state = rules.state(position, max_plies)
    for action in actions:
        state.apply_action(action)
    return state
