"""Many games at once."""

import numpy
import pytest

from rival_games import Batch, Game, action_mask, observation


@pytest.mark.parametrize("name", ["tic-tac-toe", "checkers", "backgammon", "kuhn-poker:1", "tic-tac-toe-3"])
def test_a_batch_has_the_arrays_of_its_games(name):
    game = Game(name)
    batch = Batch(game, 8, seed=3)
    assert len(batch) == 8
    ended = 0
    for _ in range(150):
        planes, masks, seats = batch.observations(), batch.masks(), batch.seats()
        assert planes.shape == (8, *game.observation_shape) and planes.dtype == numpy.float32
        assert masks.shape == (8, game.action_count) and planes.flags.writeable
        actions = batch.random_actions()
        assert (masks[numpy.arange(8), actions] == 1).all()
        batch.step(actions)
        over, payoffs = batch.over(), batch.payoffs()
        assert payoffs.shape == (8, game.seat_count) and (payoffs[~over] == 0).all()
        assert (seats < game.seat_count).all()
        ended += over.sum()
    assert ended > 0 or name == "backgammon"


def test_a_batch_plays_as_a_state():
    batch, state = Batch("connect-four", 2), Game("connect-four").state()
    for column in [3, 3, 2, 4, 3]:
        batch.step([column, 6 - column])
        state.apply_action(column)
        assert batch.positions()[0] == str(state)
        assert (batch.observations()[0] == observation(state, state.current_player())).all()
        assert (batch.masks()[0] == action_mask(state)).all()
        assert batch.seats().tolist() == [state.current_player()] * 2


def test_a_finished_game_starts_again():
    batch = Batch("tic-tac-toe", 1)
    for action in [0, 3, 1, 4, 2]:
        assert not batch.over().any()
        batch.step([action])
    assert batch.over().tolist() == [True] and batch.payoffs().tolist() == [[1, -1]]
    assert batch.positions() == [str(Game("tic-tac-toe").start())]
    batch.step([0])
    assert not batch.over().any() and not batch.payoffs().any()


def test_the_same_seed_gives_the_same_games():
    def played(seed):
        batch = Batch("backgammon", 4, seed=seed)
        for _ in range(20):
            batch.step(batch.random_actions())
        return batch.positions()

    assert played(1) == played(1) != played(2)


def test_wrong_steps_change_nothing():
    batch = Batch("connect-four", 2)
    before = batch.positions()
    with pytest.raises(ValueError, match="1 actions for 2 games"):
        batch.step([0])
    with pytest.raises(ValueError, match="game 1: there is no action 7: the 7 actions are numbered from 0"):
        batch.step([0, 7])
    with pytest.raises(TypeError, match="actions are integers, not float64"):
        batch.step([0.0, 1.0])
    with pytest.raises(ValueError, match='no game "chekers"'):
        Batch("chekers", 2)
    assert batch.positions() == before


@pytest.mark.parametrize("count", [-1, 2**40, 2**70])
def test_a_batch_of_an_impossible_size_is_refused(count):
    with pytest.raises(ValueError, match=f"count is {count}, expected 0 to 1000000"):
        Batch("connect-four", count)
