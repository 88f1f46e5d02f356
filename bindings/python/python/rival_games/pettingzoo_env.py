"""Any game as a PettingZoo environment in which agents act in turn (AEC).

An action is a number in the game's fixed action space. Needs pettingzoo and numpy.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy
from pettingzoo import AECEnv

from . import Game, Position, State, action_mask, observation


class GameEnv(AECEnv):
    """A PettingZoo environment for a game.

    Observations show what the agent may see, as planes; `action_mask` has a 1 for each legal action. An action number
    means the same action in every position; `env.game.action_text` returns its text. If a move has several steps, such
    as a multiple capture in draughts, the agent acts several times in a row. Chance outcomes are drawn automatically.
    An illegal action raises ValueError.
    """

    metadata = {"render_modes": ["human", "ansi"], "name": "rival_games_v1", "is_parallelizable": False}

    def __init__(self, game: str, render_mode: str | None = None) -> None:
        """Creates the environment for a game. Raises ValueError if there is no such game or render mode."""
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f'there is no render mode "{render_mode}": use "human", "ansi" or None')
        self.game = Game(game)
        self.state_of_play: State = self.game.state()
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seat_count)]
        count = self.game.action_count
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(
                    0.0, numpy.inf, self.game.observation_shape, numpy.float32
                ),
                "action_mask": gymnasium.spaces.Box(0, 1, (count,), numpy.int8),
            }
        )
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(count) for agent in self.possible_agents
        }
        self._random = numpy.random.default_rng()

    @property
    def position(self) -> Position:
        """The position at the beginning of the current move."""
        return self.state_of_play.position

    def observation_space(self, agent: str) -> gymnasium.spaces.Space:
        """An agent's observation space, including the mask of legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space:
        """An agent's action space: the numbers of all actions in the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game. The same seed gives the same chance outcomes."""
        if seed is not None:
            self._random = numpy.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        self.state_of_play = self.game.state()
        self._draw()
        self.agent_selection = self.agents[self.state_of_play.current_player()]

    def observe(self, agent: str) -> dict[str, numpy.ndarray]:
        """The agent's view and its legal actions, which are empty if a different agent is to act."""
        seat = self.possible_agents.index(agent)
        if self.state_of_play.current_player() == seat:
            mask = action_mask(self.state_of_play)
        else:
            mask = numpy.zeros(self.game.action_count, numpy.int8)
        return {"observation": observation(self.state_of_play, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Takes an action for the selected agent. Raises ValueError if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must act: the game is not over")
        self.state_of_play.apply_action(int(action))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._draw()
        if self.state_of_play.is_terminal():
            payoffs = (int(payoff) for payoff in self.state_of_play.returns())
            self.rewards = dict(zip(self.agents, payoffs))
            self.terminations = {other: True for other in self.agents}
            seat = self.possible_agents.index(agent)
            self.agent_selection = self.possible_agents[(seat + 1) % len(self.possible_agents)]
        else:
            self.agent_selection = self.possible_agents[self.state_of_play.current_player()]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Returns the ASCII diagram if the render mode is "ansi"; prints it if the render mode is "human"."""
        if self.render_mode == "human":
            print(self.position.diagram())
        return self.position.diagram() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: an environment has no resources to release."""

    def _draw(self) -> None:
        """Plays all pending chance turns."""
        while self.state_of_play.is_chance_node():
            seed = int(self._random.integers(2**63))
            self.state_of_play.apply_action(self.state_of_play.random_action(seed))
