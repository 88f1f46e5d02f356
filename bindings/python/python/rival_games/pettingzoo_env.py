"""Any game as a PettingZoo environment in which agents act in turn (AEC).

An action is the index of a legal move. Needs pettingzoo and numpy.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy
from pettingzoo import AECEnv

from . import Game, Position, observation


class GameEnv(AECEnv):
    """A game as an environment.

    Observations show what the agent may see, as planes; `action_mask` marks the legal actions. Chance moves are drawn
    automatically. An illegal action raises ValueError. `max_moves` is the maximum number of legal moves of a position.
    """

    metadata = {"render_modes": ["ansi"], "name": "rival_games_v0", "is_parallelizable": False}

    def __init__(self, game: str, max_moves: int = 512, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = Game(game)
        self.max_moves = max_moves
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seat_count)]
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(
                    0.0, numpy.inf, self.game.observation_shape, numpy.float32
                ),
                "action_mask": gymnasium.spaces.Box(0, 1, (max_moves,), numpy.int8),
            }
        )
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(max_moves) for agent in self.possible_agents
        }
        self._random = numpy.random.default_rng()
        self.position: Position = self.game.start()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = numpy.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        self.position = self.game.start()
        self._draw()
        self.agent_selection = self.agents[self.position.turn or 0]

    def observe(self, agent: str) -> dict[str, numpy.ndarray]:
        seat = self.possible_agents.index(agent)
        mask = numpy.zeros(self.max_moves, numpy.int8)
        if self.position.turn == seat:
            mask[: self.position.move_count] = 1
        return {"observation": observation(self.position, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        count = self.position.move_count
        if action is None or not 0 <= int(action) < count:
            raise ValueError(f"action {action} is not legal: there are {count} moves, from 0")
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.position = self.position.apply(int(action))
        self._draw()
        if self.position.is_over:
            payoffs = self.position.payoffs or []
            self.rewards = dict(zip(self.agents, payoffs))
            self.terminations = {other: True for other in self.agents}
            seat = self.possible_agents.index(agent)
            self.agent_selection = self.possible_agents[(seat + 1) % len(self.possible_agents)]
        else:
            self.agent_selection = self.possible_agents[self.position.turn or 0]
        self._accumulate_rewards()

    def render(self) -> str | None:
        return self.position.diagram() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def _draw(self) -> None:
        """Chance's turns."""
        while self.position.is_chance:
            seed = int(self._random.integers(2**63))
            self.position = self.position.apply(self.position.random_move(seed))
        count = self.position.move_count
        if count > self.max_moves:
            raise ValueError(f"a position has {count} moves: make the environment with a greater max_moves")
