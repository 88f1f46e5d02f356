"""Any game as a game of OpenSpiel.

An action is the index of a legal move. Needs open_spiel and numpy.
"""

from __future__ import annotations

from typing import Any

import numpy
import pyspiel

from . import Game, Position, observation


def register(name: str, max_moves: int = 512, max_plies: int = 10_000) -> str:
    """Registers a game with OpenSpiel and returns the name under which `pyspiel.load_game` finds it.

    `max_moves` is the maximum number of legal moves of a position, `max_plies` the maximum number of moves of a match.
    A longer match is a draw.
    """
    rules = Game(name)
    short_name = "rival_" + "".join(sign if sign.isalnum() else "_" for sign in rules.name)
    if short_name in pyspiel.registered_names():
        return short_name
    hidden, chance = _secrets_and_chance(rules)
    kind = pyspiel.GameType(
        short_name=short_name,
        long_name=f"Rival: {rules.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=(
            pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
            if chance
            else pyspiel.GameType.ChanceMode.DETERMINISTIC
        ),
        information=(
            pyspiel.GameType.Information.IMPERFECT_INFORMATION
            if hidden
            else pyspiel.GameType.Information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.seat_count,
        min_num_players=rules.seat_count,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
    )
    information = pyspiel.GameInfo(
        num_distinct_actions=max_moves,
        max_chance_outcomes=max_moves if chance else 0,
        num_players=rules.seat_count,
        min_utility=-float(rules.payoff_max),
        max_utility=float(rules.payoff_max),
        max_game_length=max_plies,
    )

    class RegisteredGame(_OpenSpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(rules, kind, information, params)

    pyspiel.register_game(kind, RegisteredGame)
    return short_name


def _secrets_and_chance(rules: Game) -> tuple[bool, bool]:
    """Whether seats see less than everything, and whether there is chance, in a random match."""
    hidden = chance = False
    position = rules.start()
    for seed in range(200):
        if position.is_over:
            break
        chance = chance or position.is_chance
        whole = position.notation()
        hidden = hidden or any(position.notation(seat) != whole for seat in range(rules.seat_count))
        position = position.apply(position.random_move(seed))
    return hidden, chance


class _OpenSpielGame(pyspiel.Game):
    def __init__(
        self,
        rules: Game,
        kind: pyspiel.GameType,
        information: pyspiel.GameInfo,
        params: dict[str, Any] | None,
    ) -> None:
        super().__init__(kind, information, params or {})
        self.rules = rules
        self.most_moves = information.num_distinct_actions
        self.most_plies = information.max_game_length

    def new_initial_state(self) -> GameState:
        return GameState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        return _Observer(self.rules, params)


class GameState(pyspiel.State):
    """A position with its history; `position` is the position."""

    def __init__(self, game: _OpenSpielGame) -> None:
        super().__init__(game)
        self._rules = game.rules
        self._most_moves = game.most_moves
        self._most_plies = game.most_plies
        self._plies = 0
        self.position: Position = game.rules.start()

    def _is_cut_off(self) -> bool:
        return self._plies >= self._most_plies

    def current_player(self) -> int:
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.position.is_chance else self.position.turn

    def _legal_actions(self, player: int) -> list[int]:
        count = self.position.move_count
        if count > self._most_moves:
            raise ValueError(f"a position has {count} moves: register the game with a greater max_moves")
        return list(range(count))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.position.weights
        total = sum(weights)
        return [(index, weight / total) for index, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        self.position = self.position.apply(int(action))
        self._plies += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.move_text(int(action))

    def is_terminal(self) -> bool:
        return self.position.is_over or self._is_cut_off()

    def returns(self) -> list[float]:
        payoffs = self.position.payoffs
        return [float(payoff) for payoff in payoffs] if payoffs else [0.0] * self.position.seat_count

    def __str__(self) -> str:
        return str(self.position)


class _Observer:
    """What a seat sees."""

    def __init__(self, rules: Game, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters, not {params}")
        planes, rows, columns = rules.observation_shape
        self.tensor = numpy.zeros(planes * rows * columns, numpy.float32)
        self.dict = {"observation": self.tensor.reshape(rules.observation_shape)}

    def set_from(self, state: GameState, player: int) -> None:
        self.tensor[:] = observation(state.position, player).ravel()

    def string_from(self, state: GameState, player: int) -> str:
        return state.position.notation(player)
