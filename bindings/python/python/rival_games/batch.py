"""Many games played at once, with arrays. Needs numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._native import Game, RawBatch

if TYPE_CHECKING:
    import numpy
    from numpy.typing import ArrayLike


COUNT_MAX = 1_000_000


class Batch:
    """`count` matches of the same game, played at once by numbered actions.

    A step takes one action in each game. Chance outcomes are drawn automatically. A finished game starts again: `over`
    and `payoffs` then describe the finished game, observations and masks the new game. The same seed gives the same
    outcomes.

    >>> from rival_games import Batch
    >>> batch = Batch("connect-four", 1000, seed=1)
    >>> batch.observations().shape, batch.masks().shape
    ((1000, 3, 6, 7), (1000, 7))
    >>> batch.step(batch.random_actions())
    >>> batch.seats().tolist() == [1] * 1000
    True
    """

    def __init__(self, game: Game | str, count: int, seed: int = 0) -> None:
        """Starts the games. Raises ValueError if there is no such game, or for more than a million games."""
        if not 0 <= count <= COUNT_MAX:
            raise ValueError(f"count is {count}, expected 0 to {COUNT_MAX}")
        import numpy

        self._numpy = numpy
        self.game = Game(game) if isinstance(game, str) else game
        self.count = count
        self._raw = RawBatch(self.game, count, seed)

    def __len__(self) -> int:
        """The number of games."""
        return self.count

    def step(self, actions: ArrayLike) -> None:
        """Takes one action in each game.

        Raises ValueError and changes nothing if the number of actions is wrong or an action is not legal. An exception
        in rules written in Python is raised here; the game in which it occurred has then ended in a draw.
        """
        array = self._numpy.ascontiguousarray(actions)
        if array.size and not self._numpy.issubdtype(array.dtype, self._numpy.integer):
            raise TypeError(f"actions are integers, not {array.dtype}")
        self._raw.step(array.astype(self._numpy.int64, copy=False).tobytes())

    def observations(self) -> numpy.ndarray:
        """Each game as seen by the seat to move: float32 of shape (count, planes, rows, columns)."""
        return self._array(self._raw.observations(), "float32", self.game.observation_shape)

    def masks(self) -> numpy.ndarray:
        """The legal actions of each game: int8 of shape (count, actions), with 1 for each legal action."""
        return self._array(self._raw.masks(), "int8", (self.game.action_count,))

    def seats(self) -> numpy.ndarray:
        """The seat to move in each game: uint8 of shape (count,)."""
        return self._array(self._raw.seats(), "uint8", ())

    def over(self) -> numpy.ndarray:
        """Whether each game ended in the last step: bool of shape (count,)."""
        return self._array(self._raw.over(), "bool", ())

    def payoffs(self) -> numpy.ndarray:
        """The payoffs of games that ended in the last step, and 0 for other games: float32 of shape (count, seats)."""
        return self._array(self._raw.payoffs(), "float32", (self.game.seat_count,))

    def random_actions(self) -> numpy.ndarray:
        """A random legal action for each game, uniformly drawn: int64 of shape (count,)."""
        return self._array(self._raw.random_actions(), "int64", ())

    def positions(self) -> list[str]:
        """The texts of the positions."""
        return self._raw.positions()

    def _array(self, data: bytearray, kind: str, shape: tuple[int, ...]) -> numpy.ndarray:
        return self._numpy.frombuffer(data, dtype=kind).reshape((self.count, *shape))
