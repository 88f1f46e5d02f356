"""Many games that are played at once, as arrays. Needs numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._native import Game, RawBatch

if TYPE_CHECKING:
    import numpy
    from numpy.typing import ArrayLike


class Batch:
    """`count` games of one kind, which are played at once by numbered actions.

    A step takes an action in each game. Chance draws by itself, and a game that is over starts again: `over` and
    `payoffs` describe the game that ended, observations and masks the new one. The same seed gives the same draws.

    >>> from rival_games import Batch
    >>> batch = Batch("connect-four", 1000, seed=1)
    >>> batch.observations().shape, batch.masks().shape
    ((1000, 3, 6, 7), (1000, 7))
    >>> batch.step(batch.random_actions())
    >>> batch.seats().tolist() == [1] * 1000
    True
    """

    def __init__(self, game: Game | str, count: int, seed: int = 0) -> None:
        """Begins the games. Raises ValueError if there is no such game."""
        import numpy

        self._numpy = numpy
        self.game = Game(game) if isinstance(game, str) else game
        self.count = count
        self._raw = RawBatch(self.game, count, seed)

    def __len__(self) -> int:
        """The number of games."""
        return self.count

    def step(self, actions: ArrayLike) -> None:
        """Takes an action in each game.

        Raises ValueError, and changes nothing, if the number of actions is wrong or one of them is not legal.
        """
        array = self._numpy.ascontiguousarray(actions)
        if array.size and not self._numpy.issubdtype(array.dtype, self._numpy.integer):
            raise TypeError(f"actions are integers, not {array.dtype}")
        self._raw.step(array.astype(self._numpy.int64, copy=False).tobytes())

    def observations(self) -> numpy.ndarray:
        """The view of the seat to move in each game: float32 of shape (count, planes, rows, columns)."""
        return self._array(self._raw.observations(), "float32", self.game.observation_shape)

    def masks(self) -> numpy.ndarray:
        """The legal actions of each game: int8 of shape (count, actions), 1 for a legal action."""
        return self._array(self._raw.masks(), "int8", (self.game.action_count,))

    def seats(self) -> numpy.ndarray:
        """The seat to move in each game: uint8 of shape (count,)."""
        return self._array(self._raw.seats(), "uint8", ())

    def over(self) -> numpy.ndarray:
        """Whether each game ended in the last step: bool of shape (count,)."""
        return self._array(self._raw.over(), "bool", ())

    def payoffs(self) -> numpy.ndarray:
        """The payoffs of the games that ended in the last step, 0 in others: float32 of shape (count, seats)."""
        return self._array(self._raw.payoffs(), "float32", (self.game.seat_count,))

    def random_actions(self) -> numpy.ndarray:
        """A random legal action of each game, all equally likely: int64 of shape (count,)."""
        return self._array(self._raw.random_actions(), "int64", ())

    def positions(self) -> list[str]:
        """The texts of the positions."""
        return self._raw.positions()

    def _array(self, data: bytearray, kind: str, shape: tuple[int, ...]) -> numpy.ndarray:
        return self._numpy.frombuffer(data, dtype=kind).reshape((self.count, *shape))
