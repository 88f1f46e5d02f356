"""Pairs of games with swapped seats, and ratings with error bars."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ._native import Game, Match, Position, pair_statistics, play_match, ratings

#: The number of random openings that are tried before an opening is used again.
_TRIES = 50


@dataclass(frozen=True)
class Standing:
    """A player's results in a series, over all games."""

    name: str
    """The player's name."""
    won: int
    """The number of games won."""
    drawn: int
    """The number of games drawn or stopped after `max_plies` moves."""
    lost: int
    """The number of games lost."""
    failed: int
    """The number of lost games in which the player raised an exception or returned an illegal move."""
    elo: float
    """The player's Elo rating. The mean of all players is 0."""
    error: float
    """Half the width of the rating's 95 % interval."""

    def __str__(self) -> str:
        """The standing in one line."""
        failed = f", {self.failed} failed" if self.failed else ""
        elo = f"{self.elo:+.0f} ± {self.error:.0f}"
        return f"{self.name}: {elo} Elo, {self.won} won, {self.drawn} drawn, {self.lost} lost{failed}"


@dataclass(frozen=True)
class Pairs:
    """The pairs of games between two players."""

    counts: tuple[int, int, int, int, int]
    """The number of pairs in which the first player scored 0, ½, 1, 1½ and 2 points."""
    score: float
    """The first player's mean score per game, from 0 to 1."""
    elo: float
    """The Elo difference between the first and the second player."""
    error: float
    """Half the width of the difference's 95 % interval."""
    superiority: float
    """The probability that the first player is stronger."""


@dataclass(frozen=True)
class Series:
    """Pairs of games in which every player met every other player."""

    standings: tuple[Standing, ...]
    """One standing for each player, in the order of the players."""
    matches: tuple[Match, ...]
    """All games. The two games of a pair follow each other."""
    meetings: tuple[tuple[int, int], ...]
    """The players of each game, by index, in seat order."""

    def pairs(self, first: int, second: int) -> Pairs:
        """The pairs between two players, by index. Raises ValueError if the players have not met."""
        counts = [0] * 5
        for (game, swapped), (players, _) in zip(_in_twos(self.matches), _in_twos(self.meetings)):
            if set(players) == {first, second}:
                points = _half_points(game)[0] + _half_points(swapped)[1]
                counts[points if players[0] == first else 4 - points] += 1
        if not any(counts):
            raise ValueError(f"players {first} and {second} have not met")
        return Pairs(tuple(counts), *pair_statistics(counts))

    def __str__(self) -> str:
        """The standings, best first, one per line."""
        best_first = sorted(self.standings, key=lambda standing: -standing.elo)
        return "\n".join(map(str, best_first))


def play_pairs(
    game: Game | str,
    players: Sequence[str | Callable[[Position], int | str]],
    *,
    pairs: int = 10,
    opening_plies: int = 2,
    position: str | None = None,
    time: str | float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seed: int = 0,
    max_plies: int = 2_000,
) -> Series:
    """Lets every player meet every other player in pairs of games, and rates the players.

    Both games of a pair start with the same `opening_plies` random moves and the same dice, with seats swapped. Openings
    differ between pairs if the game has enough of them. Ratings and their errors are computed as in `rival-arena`.
    Players and limits are described at `play_match`. Raises ValueError if the game is not for two players, or if it
    ends within the opening.

    >>> from rival_games import play_pairs
    >>> series = play_pairs("tic-tac-toe", ["alpha-beta", "random"], pairs=20, seed=1)
    >>> better, worse = series.standings
    >>> better.elo > 0 > worse.elo and len(series.matches) == 40
    True
    """
    rules = Game(game) if isinstance(game, str) else game
    if rules.seat_count != 2:
        raise ValueError(f"{rules.name} has {rules.seat_count} seats, but pairs need 2")
    if len(players) < 2:
        raise ValueError(f"a series needs at least 2 players, not {len(players)}")
    if pairs < 1 or opening_plies < 0:
        raise ValueError(f"pairs is {pairs} and opening_plies is {opening_plies}; expected 1 and 0 or more")
    openings = _openings(rules, position, opening_plies, pairs, seed)
    limits = {"position": position, "time": time, "depth": depth, "nodes": nodes, "max_plies": max_plies}
    matches, meetings = [], []
    for number, opening in enumerate(openings):
        for first, second in itertools.combinations(range(len(players)), 2):
            for seats in ((first, second), (second, first)):
                seated = [players[seat] for seat in seats]
                played = play_match(rules.name, seated, opening=opening, seed=seed + number, **limits)
                matches.append(played)
                meetings.append(seats)
    return Series(_standings(players, matches, meetings), tuple(matches), tuple(meetings))


def _openings(rules: Game, start: str | None, plies: int, count: int, seed: int) -> list[list[str]]:
    """Random openings for `count` pairs. Two openings lead to the same position only if others are rare."""
    draw = random.Random(seed)
    begin = rules.start() if start is None else rules.position(start)
    seen, openings = set(), []
    for _ in range(count):
        for last in reversed(range(_TRIES)):
            moves, position = [], begin
            while len(moves) < plies and not position.is_over:
                index = position.random_move(draw.getrandbits(63))
                moves.append(position.moves[index])
                position = position.apply(index)
            if not position.is_over and (position not in seen or not last):
                break
        else:
            raise ValueError(f"{rules.name} ends within {plies} random moves; use fewer opening_plies")
        seen.add(position)
        openings.append(moves)
    return openings


def _half_points(match: Match) -> tuple[int, int]:
    """The half points of the first and the second seat."""
    if match.payoffs is None:
        return 1, 1
    first, second = match.payoffs
    points = 1 + (first > second) - (first < second)
    return points, 2 - points


def _standings(players: Sequence[object], matches: list[Match], meetings: list[tuple[int, int]]) -> tuple[Standing, ...]:
    names = [""] * len(players)
    results = [[0, 0, 0] for _ in players]
    failed = [0] * len(players)
    for match, seats in zip(matches, meetings):
        for seat, (player, points) in enumerate(zip(seats, _half_points(match))):
            names[player] = match.players[seat]
            results[player][points] += 1
            failed[player] += match.failed_seat == seat
    scores = []
    for (game, swapped), (seats, _) in zip(_in_twos(matches), _in_twos(meetings)):
        scores.append((*seats, (_half_points(game)[0] + _half_points(swapped)[1]) / 2))
    return tuple(
        Standing(name, won, drawn, lost, failed, elo, error)
        for name, (lost, drawn, won), failed, (elo, error) in zip(
            names, results, failed, ratings(len(players), scores)
        )
    )


def _in_twos(items: Sequence) -> zip:
    return zip(items[::2], items[1::2])
