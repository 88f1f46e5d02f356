"""Random playouts of one game by OpenSpiel: prints plies per second within its library, then from Python move by move.

The library plays out positions for its Monte Carlo evaluator; it tells no plies, so their mean comes from the games that
are played from Python. Turns of chance count as plies.
"""

import random
import sys
import time

import pyspiel

SECONDS = 1.0


def play(state):
    """Plays the state to its end; returns the number of plies."""
    plies = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes())
            state.apply_action(random.choices(actions, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
        plies += 1
    return plies


def main():
    game = pyspiel.load_game(sys.argv[1])
    games, plies, start = 0, 0, time.perf_counter()
    while time.perf_counter() < start + SECONDS:
        games, plies = games + 1, plies + play(game.new_initial_state())
    from_python = plies / (time.perf_counter() - start)

    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    rollouts, taken = 1, 0.0
    while taken < SECONDS:
        rollouts *= 2
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False)
        start = time.perf_counter()
        bot.mcts_search(state)
        taken = time.perf_counter() - start
    print(rollouts * (plies / games) / taken, from_python)


main()
