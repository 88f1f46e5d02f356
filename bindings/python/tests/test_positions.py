"""Games and positions."""

import pickle
import threading

import pytest

import rival_games
from rival_games import Game, observation

NAMES = [name for name, _ in rival_games.games()]


def test_every_listed_game_is_played_to_its_end_by_random_moves():
    for name in NAMES:
        position = Game(name).start()
        for seed in range(3000):
            if position.is_over:
                break
            assert position.is_chance == (position.turn is None)
            assert bool(position.weights) == position.is_chance
            position = position.apply(position.random_move(seed))
        if position.is_over:
            assert len(position.payoffs) == position.seat_count
            assert position.reason and position.moves == [] and position.move_count == 0


def test_perft_of_checkers_and_chess_is_as_published():
    assert [Game("checkers").start().perft(depth) for depth in range(1, 6)] == [7, 49, 302, 1469, 7361]
    assert Game("chess").start().perft(3) == 8902


def test_moves_are_given_by_text_or_index_and_change_nothing():
    start = Game("checkers").start()
    index = start.moves.index("11-15")
    assert start.move_index("11-15") == index and start.move_text(index) == "11-15"
    by_text, by_index = start.apply("11-15"), start.apply(index)
    assert by_text == by_index and hash(by_text) == hash(by_index) and by_text != start
    assert str(start) == "B:W21-32:B1-12" and start.turn == 0 and by_text.turn == 1


def test_positions_are_read_from_their_notation_and_pickled():
    for name in NAMES:
        game = Game(name)
        position = game.start()
        for seed in range(20):
            if position.is_over:
                break
            position = position.apply(position.random_move(seed))
        assert game.position(position.notation()) == position
        assert pickle.loads(pickle.dumps(position)) == position


def test_what_is_wrong_is_named():
    with pytest.raises(ValueError, match='no game "chekers": did you mean checkers'):
        Game("chekers")
    with pytest.raises(ValueError, match="malformed position"):
        Game("checkers").position("x")
    start = Game("checkers").start()
    with pytest.raises(ValueError, match="illegal move 1-2"):
        start.apply("1-2")
    for index in (-1, 7, 2**40):
        with pytest.raises(IndexError, match="the 7 moves are numbered from 0"):
            start.apply(index)
    with pytest.raises(IndexError, match="there is no seat 2"):
        start.notation(2)
    for depth in (-1, 101):
        with pytest.raises(ValueError, match=f"depth is {depth}, expected 0 to 100"):
            start.perft(depth)
    over = Game("checkers").position("B:W32:B")
    assert over.is_over
    with pytest.raises(ValueError, match="the game is over"):
        over.apply(0)


def test_repetition_ends_a_game_of_chess():
    position = Game("chess").start()
    for move in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        assert not position.is_over
        position = position.apply(move)
    assert position.payoffs == [0, 0]


def test_the_same_seed_gives_the_same_playouts():
    start = Game("checkers").start()
    played = start.random_playouts(50, seed=3)
    again = start.random_playouts(50, seed=3)
    results = lambda playouts: [(one.payoffs, one.plies) for one in playouts]
    assert results(played) == results(again) != results(start.random_playouts(50, seed=4))
    one = start.random_playout(3)
    assert (one.payoffs, one.plies) == results(played)[0]
    assert len({plies for _, plies in results(played)}) > 10


def test_a_playout_ends_at_the_greatest_number_of_moves():
    played = Game("chess").start().random_playout(1, max_plies=3)
    assert played.payoffs is None and played.plies == 3


def test_playouts_leave_the_lock_to_other_threads():
    start, counted = Game("checkers").start(), 0
    thread = threading.Thread(target=start.random_playouts, args=(20_000, 1))
    thread.start()
    while thread.is_alive():
        counted += 1
    assert counted > 100


def test_observations_have_the_pieces_of_the_board():
    game = Game("checkers")
    planes = observation(game.start())
    assert planes.shape == game.observation_shape and len(game.plane_names) == planes.shape[0]
    totals = dict(zip(game.plane_names, planes.sum(axis=(1, 2))))
    assert sorted(total for name, total in totals.items() if name.endswith("man")) == [12, 12]
    assert observation(game.start(), 0)[-1].all() and not observation(game.start(), 1)[-1].any()


def test_observations_of_every_game_have_one_shape():
    for name in NAMES:
        game = Game(name)
        position = game.start()
        for seed in range(60):
            if position.is_over:
                break
            for seat in [None, *range(game.seat_count)]:
                assert observation(position, seat).shape == game.observation_shape
            position = position.apply(position.random_move(seed))


def test_a_seat_sees_nothing_of_other_hands():
    game = Game("kuhn-poker:1")
    seen = {}
    for first in range(3):
        for second in range(2):
            position = game.start()
            for choice in (first, second):
                if position.is_chance:
                    position = position.apply(choice)
            for seat in range(2):
                assert position.notation(seat) != position.notation()
            own = tuple(position.notation(0).split())
            seen.setdefault(own, set()).add(observation(position, 0).tobytes())
            assert observation(position).tobytes() != observation(position, 0).tobytes()
    assert len(seen) == 3 and all(len(observations) == 1 for observations in seen.values())


def test_a_playout_is_shown_in_terms_of_python():
    start = Game("tic-tac-toe").start()
    assert repr(start.random_playout(1, max_plies=1)) == "Playout(payoffs=None, plies=1)"
    played = start.random_playout(1)
    assert repr(played) == f"Playout(payoffs={played.payoffs}, plies={played.plies})"
