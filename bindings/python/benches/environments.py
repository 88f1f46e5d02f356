"""Steps of training environments from Python, compared with PyPI's open_spiel.

All libraries take turns in every round, so a busy machine slows all of them down. Prints a table of thousands of steps
per second, as medians over the rounds. A step is one action in a random game, without and with an observation by the
player to move. A batch also computes the masks of legal actions.

    pip install open_spiel==2.0.2
    python environments.py [ROUNDS] [SECONDS]
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

import pyspiel
from open_spiel.python.observation import make_observation

from rival_games import Batch, Game, observation, openspiel

GAMES = {
    "tic-tac-toe": "tic_tac_toe",
    "connect-four": "connect_four",
    "checkers": "checkers",
    "chess": "chess",
    "othello": "othello",
    "breakthrough": "breakthrough",
    "hex": "hex",
    "backgammon": "backgammon",
}
BATCH = 2048


def in_openspiel(game: pyspiel.Game, observes: bool) -> Callable[[], int]:
    observer = make_observation(game) if observes else None

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        draw = random.random
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes())
                state.apply_action(random.choices(actions, odds)[0])
                continue
            if observer is not None:
                observer.set_from(state, state.current_player())
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            steps += 1
        return steps

    return play


def in_states(game: Game, observes: bool) -> Callable[[], int]:
    def play() -> int:
        state, steps = game.state(), 0
        draw = random.random
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.random_action(random.getrandbits(63)))
                continue
            if observes:
                observation(state, state.current_player())
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            steps += 1
        return steps

    return play


def in_batches(game: Game, observes: bool) -> Callable[[], int]:
    batch = Batch(game, BATCH, seed=1)

    def play() -> int:
        if observes:
            batch.observations()
            batch.masks()
        batch.step(batch.random_actions())
        return BATCH

    return play


def rate(play: Callable[[], int], seconds: float) -> float:
    steps, start = 0, time.process_time()
    while (elapsed := time.process_time() - start) < seconds:
        steps += play()
    return steps / elapsed


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 0.5
    for observes in (False, True):
        print("\nwith observations\n" if observes else "\nsteps alone\n")
        print("| thousands a second | open_spiel | wrapper | × | State | × | Batch | × |")
        print("|---|---:|---:|---:|---:|---:|---:|---:|")
        for name, other in GAMES.items():
            game = Game(name)
            wrapped = pyspiel.load_game(openspiel.register(name))
            ways = [
                in_openspiel(pyspiel.load_game(other), observes),
                in_openspiel(wrapped, observes),
                in_states(game, observes),
                in_batches(game, observes),
            ]
            rates = [[rate(way, seconds) for way in ways] for _ in range(rounds)]
            base, *others = (statistics.median(values) for values in zip(*rates))
            columns = [f"{base / 1000:,.0f}"]
            for value in others:
                columns += [f"{value / 1000:,.0f}", f"{value / base:.2f}"]
            print(f"| {name} | {' | '.join(columns)} |", flush=True)


if __name__ == "__main__":
    main()
