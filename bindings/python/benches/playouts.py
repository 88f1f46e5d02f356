"""Random playouts of checkers from Python, compared with PyPI's open_spiel and pydraughts.

All libraries take turns in every round, so a busy machine slows all of them down. Prints a table of moves per second:
the median of the rounds, with the minimum and the maximum.

    pip install open_spiel==2.0.2 pydraughts==0.6.7
    python playouts.py [ROUNDS] [SECONDS]
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

import draughts
import pyspiel

import rival_games

SPIEL = pyspiel.load_game("checkers")
START = rival_games.Game("checkers").start()


def by_moves() -> int:
    position, plies = START, 0
    draw = random.random
    while count := position.move_count:
        position = position.apply(int(draw() * count))
        plies += 1
    return plies


def in_batches() -> int:
    return sum(played.plies for played in START.random_playouts(1000, random.getrandbits(63)))


def by_open_spiel() -> int:
    state, plies = SPIEL.new_initial_state(), 0
    draw = random.random
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(draw() * len(actions))])
        plies += 1
    return plies


def by_pydraughts() -> int:
    board, plies = draughts.Board(variant="english"), 0
    while not board.is_over() and plies < 200:
        board.push(random.choice(list(board.legal_moves())))
        plies += 1
    return plies


def rate(playout: Callable[[], int], seconds: float) -> float:
    plies, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        plies += playout()
    return plies / elapsed


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    ways = {
        "rival_games, each move called from Python": by_moves,
        "rival_games, 1000 playouts a call": in_batches,
        "open_spiel": by_open_spiel,
        "pydraughts": by_pydraughts,
    }
    rates: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, playout in ways.items():
            rates[name].append(rate(playout, seconds))
    medians = {name: statistics.median(values) for name, values in rates.items()}
    print("| moves per second | median | least | greatest | × open_spiel | × pydraughts |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, values in rates.items():
        ratios = [medians[name] / medians[other] for other in ("open_spiel", "pydraughts")]
        numbers = [f"{medians[name]:,.0f}", f"{min(values):,.0f}", f"{max(values):,.0f}"]
        print(f"| {name} | {' | '.join(numbers)} | {ratios[0]:.2f} | {ratios[1]:,.2f} |")


if __name__ == "__main__":
    main()
