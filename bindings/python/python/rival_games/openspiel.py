"""Any game as an OpenSpiel game.

An action is a number in the game's fixed action space. Needs open_spiel and numpy.
"""

from __future__ import annotations

from typing import Any

import numpy
import pyspiel

from . import Game, Position, State, observation


PLIES_MAX = 10_000

#: The properties of each registered game that OpenSpiel stores.
_shapes: dict[str, tuple[Any, ...]] = {}


def register(name: str, max_plies: int = PLIES_MAX) -> str:
    """Registers a game with OpenSpiel and returns its name for `pyspiel.load_game`.

    `max_plies` is the maximum number of moves in a match. A longer match is a draw. A game in Python that was replaced
    gets a new name if its actions have changed. Raises ValueError if there is no such game.
    """
    rules = Game(name)
    short_name = "rival_" + "".join(sign if sign.isalnum() else "_" for sign in rules.name)
    if max_plies != PLIES_MAX:
        short_name += f"_plies_{max_plies}"
    hidden = _hides(rules)
    shape = (hidden, rules.action_count, rules.draw_count, rules.observation_shape, rules.is_zero_sum)
    first_name, number = short_name, 1
    while short_name in pyspiel.registered_names():
        if _shapes.get(short_name) == shape:
            return short_name
        number += 1
        short_name = f"{first_name}_{number}"
    _shapes[short_name] = shape
    kind = pyspiel.GameType(
        short_name=short_name,
        long_name=f"Rival: {rules.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=(
            pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
            if rules.draw_count
            else pyspiel.GameType.ChanceMode.DETERMINISTIC
        ),
        information=(
            pyspiel.GameType.Information.IMPERFECT_INFORMATION
            if hidden
            else pyspiel.GameType.Information.PERFECT_INFORMATION
        ),
        utility=(
            pyspiel.GameType.Utility.ZERO_SUM
            if rules.is_zero_sum
            else pyspiel.GameType.Utility.GENERAL_SUM
        ),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.seat_count,
        min_num_players=rules.seat_count,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
    )
    sums = {"utility_sum": 0.0} if rules.is_zero_sum else {}
    information = pyspiel.GameInfo(
        num_distinct_actions=rules.action_count,
        max_chance_outcomes=rules.draw_count,
        num_players=rules.seat_count,
        min_utility=-float(rules.payoff_max),
        max_utility=float(rules.payoff_max),
        max_game_length=max_plies,
        **sums,
    )

    class RegisteredGame(_OpenSpielGame):
        """The registered game."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            """Creates the game, which has no parameters."""
            # The current rules, which can have replaced the registered ones.
            super().__init__(Game(rules.name), kind, information, params)

    pyspiel.register_game(kind, RegisteredGame)
    return short_name


def _hides(rules: Game) -> bool:
    """Whether seats see only a part of the position in random matches."""
    position = rules.start()
    for seed in range(200):
        if position.is_over:
            break
        whole = position.notation()
        if any(position.notation(seat) != whole for seat in range(rules.seat_count)):
            return True
        position = position.apply(position.random_move(seed))
    return False


class _OpenSpielGame(pyspiel.Game):
    """An OpenSpiel game with Rival's rules."""

    def __init__(
        self,
        rules: Game,
        kind: pyspiel.GameType,
        information: pyspiel.GameInfo,
        params: dict[str, Any] | None,
    ) -> None:
        super().__init__(kind, information, params or {})
        self.rules = rules
        self.max_plies = information.max_game_length

    def new_initial_state(self) -> GameState:
        """The initial state of a match."""
        return GameState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Registers the game in the process that unpickles it."""
        return _load, (self.rules.name, self.max_plies)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """A seat's view, as planes and as text; with perfect recall, also the moves that the seat has seen."""
        return _Observer(self.rules, iig_obs_type, params)


def _load(name: str, max_plies: int) -> pyspiel.Game:
    """Loads a game for pickle."""
    return pyspiel.load_game(register(name, max_plies))


def _state(game: pyspiel.Game, history: list[int]) -> GameState:
    """Creates a state for pickle."""
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


class GameState(pyspiel.State):
    """A state in OpenSpiel's form. `state` is the game in progress."""

    def __init__(self, game: _OpenSpielGame) -> None:
        """Starts a match."""
        super().__init__(game)
        self.state: State = game.rules.state(max_plies=game.max_plies)

    @property
    def position(self) -> Position:
        """The position at the beginning of the current move."""
        return self.state.position

    def current_player(self) -> int:
        """The seat to act, or a number from `pyspiel.PlayerId`."""
        return self.state.current_player()

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The numbers of the legal actions, in ascending order; empty if it is not the player's turn."""
        if player is not None and player != self.state.current_player():
            return []
        return self.state.legal_actions()

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The chance outcomes with their probabilities."""
        return self.state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.state.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.state.action_to_string(action)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.state.is_terminal()

    def returns(self) -> list[float]:
        """The payoff of each seat; all 0 before the end."""
        return self.state.returns()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the game and the actions so far."""
        return _state, (self.get_game(), self.history())

    def __deepcopy__(self, memo: dict[int, Any]) -> GameState:
        """An independent copy."""
        return self.clone()

    def __str__(self) -> str:
        """The text of the position, with the actions of an unfinished move."""
        made = self.state.made
        return f"{self.state} {made}" if made else str(self.state)


class _Observer:
    """A seat's view of a state."""

    def __init__(self, rules: Game, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters, not {params}")
        self._recalls = kind is not None and kind.perfect_recall
        planes, rows, columns = rules.observation_shape
        self.tensor = numpy.zeros(planes * rows * columns, numpy.float32)
        self.dict = {"observation": self.tensor.reshape(rules.observation_shape)}

    def set_from(self, state: GameState, player: int) -> None:
        """Writes what the player sees into the tensor."""
        self.tensor[:] = observation(state.state, player).ravel()

    def string_from(self, state: GameState, player: int) -> str:
        """The text of what the player sees."""
        if self._recalls:
            return state.state.information_state_string(player)
        return state.state.observation_string(player)
