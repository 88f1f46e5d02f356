"""The environments, tested with PettingZoo's own checks and with OpenSpiel."""

import copy
import inspect
import pickle
import random

import numpy
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, minimax
from open_spiel.python.algorithms import random_agent  # noqa: F401  (the installed package is whole)
from pettingzoo.test import api_test, render_test, seed_test

import rival_games
from rival_games import Game, openspiel, pettingzoo_env
from rival_games.pettingzoo_env import GameEnv

NAMES = [name for name, _ in rival_games.games()]


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_accepts_the_environment(name):
    api_test(GameEnv(name), num_cycles=100)


def test_the_same_seed_gives_the_same_environment():
    seed_test(lambda: GameEnv("pig"), num_cycles=100)


def test_rewards_are_the_payoffs():
    env = GameEnv("tic-tac-toe", render_mode="ansi")
    env.reset(seed=1)
    texts = [env.game.action_text(action) for action in range(9)]
    for text in ["a1", "a2", "b1", "b2", "c1"]:
        env.step(texts.index(text))
    assert env.rewards == {"player_0": 1, "player_1": -1} and all(env.terminations.values())
    assert "x" in env.render().lower()


def test_an_action_of_pettingzoo_is_the_same_in_every_position():
    env = GameEnv("connect-four")
    env.reset()
    assert env.action_space("player_0").n == 7
    for _ in range(6):
        env.step(3)
    mask = env.observe(env.agent_selection)["action_mask"]
    assert mask.tolist() == [1, 1, 1, 0, 1, 1, 1]
    with pytest.raises(ValueError, match=r"action 3 \(4\) is not legal here"):
        env.step(3)
    env.step(0)
    assert env.position == env.game.position(env.position.notation())


def test_a_capture_of_several_pieces_is_a_sequence_of_actions():
    game = Game("checkers")
    position = game.position("B:W18,26,27:B15")
    state = game.state(position)
    assert [game.action_text(action) for action in state.legal_actions()] == ["15-22"]
    state.apply_action(state.legal_actions()[0])
    assert state.current_player() == position.turn and state.position == position
    assert [game.action_text(action) for action in state.made] == ["15-22"]
    assert {game.action_text(action) for action in state.legal_actions()} == {"22-31"}
    state.apply_action(state.legal_actions()[0])
    assert state.position == position.apply("15x31") and state.made == [] and state.plies == 1


@pytest.mark.parametrize("name", ["checkers", "pig", "kuhn-poker"])
def test_states_and_environments_are_pickled(name):
    state = Game(name).state(max_plies=1000)
    env = GameEnv(name)
    env.reset(seed=1)
    for seed in range(7):
        if not state.is_terminal():
            state.apply_action(state.random_action(seed))
        if not env.terminations[env.agent_selection]:
            env.step(env.state_of_play.random_action(seed))
    copied = pickle.loads(pickle.dumps(state))
    assert (copied.position, copied.made, copied.plies) == (state.position, state.made, state.plies)
    assert copied.information_state_string(0) == state.information_state_string(0)
    assert pickle.loads(pickle.dumps(env)).position == env.position
    assert copy.deepcopy(env).position == env.position


@pytest.mark.parametrize("name", ["checkers", "pig", "kuhn-poker"])
def test_games_and_states_of_openspiel_are_pickled(name):
    game = pyspiel.load_game(openspiel.register(name, max_plies=50))
    assert pickle.loads(pickle.dumps(game)).max_game_length() == 50
    state = game.new_initial_state()
    for _ in range(5):
        state.apply_action(state.legal_actions()[0])
    for copied in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert copied.history() == state.history() and str(copied) == str(state)


def test_pettingzoo_accepts_the_render_modes(capsys):
    render_test(lambda render_mode: GameEnv("tic-tac-toe", render_mode=render_mode))
    assert Game("tic-tac-toe").start().diagram() in capsys.readouterr().out


def test_an_unknown_render_mode_is_refused():
    with pytest.raises(ValueError, match='there is no render mode "nope": use "human", "ansi" or None'):
        GameEnv("tic-tac-toe", render_mode="nope")


def test_an_illegal_action_is_refused():
    env = GameEnv("tic-tac-toe")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="there is no action 9: the 9 actions are numbered from 0"):
        env.step(9)
    with pytest.raises(ValueError, match="player_0 must act"):
        env.step(None)


@pytest.mark.parametrize("name", NAMES)
def test_openspiel_plays_the_game_at_random(name):
    game = pyspiel.load_game(openspiel.register(name))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_openspiel_counts_the_payoffs():
    game = pyspiel.load_game(openspiel.register("tic-tac-toe"))
    state = game.new_initial_state()
    source = random.Random(3)
    while not state.is_terminal():
        state.apply_action(source.choice(state.legal_actions()))
    assert state.returns() == [float(payoff) for payoff in state.position.payoffs]


def test_payoffs_cancel_in_games_of_zero_sum():
    kind = lambda name: pyspiel.load_game(openspiel.register(name)).get_type().utility
    zero_sum = pyspiel.GameType.Utility.ZERO_SUM
    assert [kind(name) == zero_sum for name in ("chess", "pig", "kuhn-poker", "dominoes")] == [True] * 4
    assert kind("tic-tac-toe-3") == pyspiel.GameType.Utility.GENERAL_SUM


def test_algorithms_of_openspiel_solve_kuhn_poker():
    game = pyspiel.load_game(openspiel.register("kuhn-poker:1"))
    solver = cfr.CFRPlusSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(game, policy) < 0.01
    values = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert numpy.allclose(values, [-1 / 18, 1 / 18], atol=0.005)


def test_algorithms_of_openspiel_search():
    game = pyspiel.load_game(openspiel.register("tic-tac-toe"))
    value, action = minimax.alpha_beta_search(game)
    assert value == 0 and action is not None


def test_a_copy_of_a_state_is_independent():
    game = pyspiel.load_game(openspiel.register("connect-four"))
    state = game.new_initial_state()
    state.apply_action(3)
    copy = state.clone()
    copy.apply_action(3)
    assert state.history() == [3] and copy.history() == [3, 3]
    assert str(state) != str(copy) and str(state.child(3)) == str(copy)


def test_a_match_without_end_is_cut_off():
    game = pyspiel.load_game(openspiel.register("checkers:russian", max_plies=3))
    state = game.new_initial_state()
    for _ in range(3):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() and state.returns() == [0, 0] and state.legal_actions() == []


def test_states_agree_with_their_mask_and_texts():
    for name in NAMES:
        game = Game(name)
        state, seed = game.state(max_plies=60), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            assert legal == sorted(set(legal)) and legal
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                assert [action for action, _ in outcomes] == legal
                assert sum(odds for _, odds in outcomes) == pytest.approx(1)
                assert not rival_games.action_mask(state).any()
            else:
                mask = rival_games.action_mask(state)
                assert mask.shape == (game.action_count,)
                assert numpy.flatnonzero(mask).tolist() == legal
                for action in legal:
                    assert state.action_to_string(action) == game.action_text(action)
            state.apply_action(state.random_action(seed))
            seed += 1


def test_every_public_method_has_a_description():
    classes = [GameEnv, openspiel.GameState, rival_games.Batch]
    classes += [item for item in vars(rival_games._native).values() if inspect.isclass(item)]
    for kind in classes:
        assert kind.__doc__, kind
        for name, item in vars(kind).items():
            is_member = inspect.isroutine(item) or inspect.isdatadescriptor(item)
            if is_member and not name.startswith("_"):
                assert inspect.getdoc(item), f"{kind.__name__}.{name}"
    for module in (rival_games, openspiel, pettingzoo_env):
        for name, item in inspect.getmembers(module, inspect.isfunction):
            assert inspect.getdoc(item), name


def test_errors_are_in_the_terms_of_python():
    start = Game("checkers").start()
    with pytest.raises(TypeError, match="^a move is an index or a string, not float$"):
        start.apply(1.5)
    with pytest.raises(IndexError, match="the 7 moves are numbered from 0"):
        start.apply(2**70)
    with pytest.raises(IndexError, match="there is no action 1024: the 1024 actions are numbered from 0"):
        Game("checkers").action_text(1024)
    with pytest.raises(ValueError, match="the position's game is checkers:english, not chess:standard"):
        Game("chess").state(start)


def test_a_wrong_argument_is_named():
    start = Game("checkers").start()
    player = rival_games.Player("checkers", "alpha-beta")
    with pytest.raises(ValueError, match="^depth is -1, expected 0 or more$"):
        player.choose(start, depth=-1)
    with pytest.raises(ValueError, match="^nodes is -2, expected 0 or more$"):
        player.analyze(start, nodes=-2)
    with pytest.raises(ValueError, match="^depth is 1099511627776, which is too large$"):
        player.choose(start, depth=2**40)
    with pytest.raises(ValueError, match="^max_plies is -1, expected 0 or more$"):
        start.random_playout(1, max_plies=-1)
    with pytest.raises(ValueError, match="^max_plies is -1, expected 0 or more$"):
        start.random_playouts(1, 1, max_plies=-1)
    with pytest.raises(ValueError, match="^max_plies is -1, expected 0 or more$"):
        Game("checkers").state(max_plies=-1)
    with pytest.raises(ValueError, match="^max_plies is -1, expected 0 or more$"):
        rival_games.play_match("checkers", ["random", "random"], max_plies=-1)
    with pytest.raises(TypeError, match="^action_mask needs a State, as Game.state returns it, not Position$"):
        rival_games.action_mask(start)
    with pytest.raises(TypeError, match="^observation needs a Position or a State, not str$"):
        rival_games.observation("x")
