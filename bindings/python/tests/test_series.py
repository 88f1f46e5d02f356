"""Pairs of games with swapped seats, and ratings."""

import pytest
from test_own_games import Pile

from rival_games import add_game, play_pairs


class Heap(Pile):
    """A larger pile."""

    name = "heap"

    def start(self):
        return (20, 0)


def broken(position):
    raise ArithmeticError("no idea")


def first(position):
    return 0


def test_players_of_a_game_in_python_meet_in_pairs_and_are_rated():
    add_game(Heap())
    series = play_pairs("heap", ["pvs", first, "random"], pairs=6, depth=20, seed=1)
    assert len(series.matches) == 6 * 3 * 2
    best, plain, randomly = series.standings
    assert (best.name, plain.name, randomly.name) == ("pvs", "first", "random")
    assert best.elo > plain.elo and best.elo > randomly.elo and 0 < best.error < 1000
    assert sum(standing.elo for standing in series.standings) == pytest.approx(0, abs=1e-6)
    assert sum(standing.won for standing in series.standings) == len(series.matches)
    for index in range(0, len(series.matches), 2):
        game, swapped = series.matches[index : index + 2]
        assert game.moves[:2] == swapped.moves[:2]
        assert game.players == swapped.players[::-1]
    assert str(series).splitlines()[0].startswith("pvs: +")


def test_the_pairs_of_two_players_count_from_either_side():
    series = play_pairs("tic-tac-toe", ["alpha-beta", "random"], pairs=10, seed=2)
    ahead, behind = series.pairs(0, 1), series.pairs(1, 0)
    assert sum(ahead.counts) == 10 and ahead.counts == behind.counts[::-1]
    assert ahead.score == pytest.approx(1 - behind.score) and ahead.score > 0.6
    assert ahead.elo == pytest.approx(-behind.elo) and ahead.error == pytest.approx(behind.error)
    assert ahead.superiority > 0.9
    # With two players, the difference of the ratings is the Elo of the pairs.
    better, worse = series.standings
    assert better.elo - worse.elo == pytest.approx(ahead.elo)
    assert better.won + better.drawn + better.lost == 20
    with pytest.raises(ValueError, match="players 0 and 2 have not met"):
        series.pairs(0, 2)


def test_openings_differ_between_pairs_and_seeds_repeat_a_series():
    play = lambda seed: play_pairs("connect-four", ["greedy", "random"], pairs=8, seed=seed)
    series = play(3)
    openings = {tuple(match.moves[:2]) for match in series.matches}
    assert len(openings) == 8
    moves = lambda series: [match.moves for match in series.matches]
    assert moves(series) == moves(play(3)) != moves(play(4))


def test_a_player_that_fails_loses_and_is_counted():
    series = play_pairs("tic-tac-toe", [broken, "random"], pairs=2)
    failing, other = series.standings
    assert (failing.lost, failing.failed, other.won, other.failed) == (4, 4, 4, 0)
    assert str(failing).endswith("0 won, 0 drawn, 4 lost, 4 failed")
    assert "no idea" in series.matches[0].ending


def test_games_with_dice_and_stopped_games_count():
    series = play_pairs("backgammon", ["random", "random"], pairs=1, max_plies=20)
    assert [standing.drawn for standing in series.standings] == [2, 2]
    game, swapped = series.matches
    assert game.moves[:3] == swapped.moves[:3]


def test_what_is_wrong_with_a_series_is_named():
    cases = [
        (["random", "random"], {"pairs": 0}, "pairs is 0"),
        (["random"], {}, "at least 2 players"),
        (["random", "nobody"], {}, 'no player "nobody"'),
        (["random", "random"], {"opening_plies": 9}, "ends within 9 random moves"),
        (["random", "random"], {"position": "x"}, "x"),
    ]
    for players, options, message in cases:
        with pytest.raises(ValueError, match=message):
            play_pairs("tic-tac-toe", players, **options)
    with pytest.raises(ValueError, match="dominoes.* seats, but pairs need 2"):
        play_pairs("dominoes:block,partners", ["random", "random"])
