"""The environments, tested with PettingZoo's own checks and with OpenSpiel."""

import random

import pyspiel
import pytest
from open_spiel.python.algorithms import random_agent  # noqa: F401  (the installed package is whole)
from pettingzoo.test import api_test, seed_test

from rival_games import openspiel
from rival_games.pettingzoo_env import GameEnv

GAMES = ["tic-tac-toe", "checkers", "chess", "backgammon", "kuhn-poker:1", "dominoes", "tic-tac-toe-3"]


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_accepts_the_environment(name):
    api_test(GameEnv(name, max_moves=2048), num_cycles=300)


def test_the_same_seed_gives_the_same_environment():
    seed_test(lambda: GameEnv("pig"), num_cycles=100)


def test_rewards_are_the_payoffs():
    env = GameEnv("tic-tac-toe", render_mode="ansi")
    env.reset(seed=1)
    for move in ["a1", "a2", "b1", "b2", "c1"]:
        env.step(env.position.move_index(move))
    assert env.rewards == {"player_0": 1, "player_1": -1} and all(env.terminations.values())
    assert "x" in env.render().lower()


def test_an_illegal_action_is_refused():
    env = GameEnv("tic-tac-toe")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="there are 9 moves"):
        env.step(9)
    with pytest.raises(ValueError, match="greater max_moves"):
        GameEnv("chess", max_moves=3).reset()


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_plays_the_game_at_random(name):
    game = pyspiel.load_game(openspiel.register(name, max_moves=2048))
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


def test_openspiel_counts_the_payoffs():
    game = pyspiel.load_game(openspiel.register("tic-tac-toe"))
    state = game.new_initial_state()
    source = random.Random(3)
    while not state.is_terminal():
        state.apply_action(source.choice(state.legal_actions()))
    assert state.returns() == [float(payoff) for payoff in state.position.payoffs]
