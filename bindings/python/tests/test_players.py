"""Players and matches."""

import signal
import time

import pytest

import rival_games
from rival_games import Game, Player, play_match


def test_every_player_chooses_a_legal_move_in_its_games():
    for name, _ in rival_games.games():
        if name.startswith("checkers:"):
            continue
        game = Game(name)
        position = game.start()
        while position.is_chance:
            position = position.apply(position.random_move(1))
        for player, _ in game.players():
            if player != "human":
                chosen = Player(name, player).choose(position, depth=2, nodes=200, time=5.0)
                assert chosen in position.moves, (name, player)


def test_a_search_finds_the_win():
    position = Game("tic-tac-toe").start()
    for move in ["a1", "a2", "b1", "b2"]:
        position = position.apply(move)
    assert Player("tic-tac-toe", "alpha-beta").choose(position, depth=3) == "c1"


def test_a_player_keeps_to_its_time():
    import time

    start = time.monotonic()
    Player("checkers", "pvs").choose(Game("checkers").start(), time=0.1)
    assert time.monotonic() - start < 5


def test_what_is_wrong_with_a_player_is_named():
    with pytest.raises(ValueError, match='no player "alphabeta": did you mean alpha-beta'):
        Player("checkers", "alphabeta")
    with pytest.raises(ValueError, match="option depth can't be"):
        Player("checkers", "alpha-beta:depth=101")
    player = Player("checkers", "random")
    with pytest.raises(ValueError, match="the position's game is chess"):
        player.choose(Game("chess").start())
    with pytest.raises(RuntimeError, match="the game is over"):
        player.choose(Game("checkers").position("B:W32:B"))
    for time, shown in [(-1.0, "-1"), (float("nan"), "NaN")]:
        with pytest.raises(ValueError, match=f"time is {shown}, expected seconds from 0"):
            player.choose(Game("checkers").start(), time=time)
    with pytest.raises(RuntimeError, match="human failed"):
        Player("checkers", "human").choose(Game("checkers").start())


def test_a_match_is_played_the_same_from_the_same_seed():
    play = lambda seed: play_match("checkers", ["random", "alpha-beta"], depth=2, seed=seed)
    played = play(1)
    assert played.payoffs == [-1, 1] and "wins" in played.ending
    assert played.moves == play(1).moves != play(2).moves
    position = Game("checkers").start()
    for move in played.moves:
        position = position.apply(move)
    assert position.is_over and position.payoffs == played.payoffs
    assert "checkers:english" in played.record


def test_functions_play_by_index_or_text():
    first = lambda position: 0
    last = lambda position: position.moves[-1]
    played = play_match("tic-tac-toe", [first, last])
    assert played.moves[0] == Game("tic-tac-toe").start().moves[0] and played.payoffs


def test_a_function_that_fails_loses_its_match():
    def failing(position):
        raise KeyError("nothing here")

    played = play_match("tic-tac-toe", [failing, "random"])
    assert played.payoffs == [-1, 1] and "nothing here" in played.ending
    played = play_match("tic-tac-toe", [lambda position: 99, "random"])
    assert played.payoffs == [-1, 1] and "there is no move 99" in played.ending


def test_a_long_match_is_broken_off():
    played = play_match("checkers", ["random", "random"], max_plies=10)
    assert played.payoffs is None and len(played.moves) == 10


def test_the_time_of_a_match_is_seconds_per_move_or_a_string():
    for time in (0.3, 1, "250ms", None):
        played = play_match("tic-tac-toe", ["random", "random"], time=time)
        assert played.payoffs is not None
    with pytest.raises(TypeError, match="^time is a number of seconds per move, or a string such as"):
        play_match("tic-tac-toe", ["random", "random"], time=[1])
    with pytest.raises(ValueError, match="^time is -1, expected seconds from 0$"):
        play_match("tic-tac-toe", ["random", "random"], time=-1)


def test_matches_refuse_wrong_players():
    with pytest.raises(ValueError, match="needs 2 players, not 1"):
        play_match("checkers", ["random"])
    with pytest.raises(TypeError, match="a player is a string"):
        play_match("checkers", ["random", 3])
    with pytest.raises(ValueError, match="malformed time"):
        play_match("checkers", ["random", "random"], time="soon")


def test_an_analysis_has_lines_with_scores():
    position = Game("chess").start().apply("e4").apply("f6").apply("d4").apply("g5")
    lines = Player("chess", "pvs:lines=2").analyze(position, depth=3)
    assert [line.rank for line in lines] == [1, 2]
    best, second = lines
    assert best.moves == ["Qh5#"] and best.win_in == 1 and best.score is None
    assert second.win_in is None and isinstance(second.score, float) and second.nodes > 0
    assert repr(best) == 'Line(1, win in 1, "Qh5#")'
    assert Player("chess", "random").analyze(position) == []
    with pytest.raises(ValueError, match="the position's game is tic-tac-toe"):
        Player("chess", "pvs").analyze(Game("tic-tac-toe").start())


class Interrupt(Exception):
    """Raised by a signal handler."""


@pytest.mark.parametrize(
    "compute",
    [
        lambda start: Player("chess", "pvs").choose(start, time=600.0),
        lambda start: Player("chess", "monte-carlo").analyze(start, time=600.0),
        lambda start: start.random_playouts(10_000_000, 1),
    ],
)
def test_a_signal_ends_a_long_computation(compute):
    def handle(*_):
        raise Interrupt

    start = Game("chess").start()
    earlier = signal.signal(signal.SIGALRM, handle)
    begun = time.monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(Interrupt):
            compute(start)
    finally:
        signal.signal(signal.SIGALRM, earlier)
    assert time.monotonic() - begun < 300
