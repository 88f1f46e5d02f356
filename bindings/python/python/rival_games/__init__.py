"""Games, artificial players and matches of Rival.

>>> import rival_games
>>> position = rival_games.Game("checkers").start()
>>> position.moves[0]
'9-14'
>>> position.apply("11-15").move_count
7
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._native import Game, Match, Player, Playout, Position, games, play_match

if TYPE_CHECKING:
    import numpy

__all__ = ["Game", "Match", "Player", "Playout", "Position", "games", "observation", "play_match"]


def observation(position: Position, seat: int | None = None) -> numpy.ndarray:
    """The position as planes of numbers: an array of `Game.observation_shape` and type float32.

    It shows what `seat` may see; without a seat it shows everything. `Game.plane_names` names the planes.
    Needs numpy.
    """
    import numpy

    planes, shape = position._planes(seat)
    return numpy.frombuffer(planes, dtype=numpy.float32).reshape(shape).copy()


def _position(game: str, notation: str) -> Position:
    """For pickle."""
    return Game(game).position(notation)
