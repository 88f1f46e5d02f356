"""Games with rules in Python."""

from typing import NamedTuple

import pyspiel
import pytest

import rival_games
from rival_games import Batch, Game, Player, Rules, add_game, openspiel, play_match

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Noughts(Rules):
    """Three in a row wins. A move is the number of a square, 1 to 9."""

    name = "noughts"
    description = "tic-tac-toe in Python"
    seat_names = ("X", "O")
    actions = [str(square) for square in range(1, 10)]
    pieces = {"x": (0, "mark"), "o": (1, "mark")}

    def start(self):
        return "." * 9

    def turn(self, state):
        return (9 - state.count(".")) % 2

    def result(self, state):
        for a, b, c in LINES:
            if state[a] != "." and state[a] == state[b] == state[c]:
                return 1 if state[a] == "x" else -1
        return None if "." in state else 0

    def moves(self, state):
        return [str(index + 1) for index, sign in enumerate(state) if sign == "."]

    def play(self, state, move):
        index = int(move) - 1
        return state[:index] + "xo"[self.turn(state)] + state[index + 1 :]

    def board(self, state):
        return [state[:3], state[3:6], state[6:]]

    def reason(self, state):
        return "three in a row" if self.result(state) else "the board is full"


class Pile(Rules):
    """Take one or two counters; the player who takes the last one wins."""

    name = "pile"
    actions = ["1", "2"]

    def start(self):
        return (7, 0)

    def turn(self, state):
        return state[1]

    def result(self, state):
        return None if state[0] else (-1 if state[1] == 0 else 1)

    def moves(self, state):
        return ["1", "2"][: state[0]]

    def play(self, state, move):
        return (state[0] - int(move), 1 - state[1])

    def evaluate(self, state):
        lead = 1.0 if state[0] % 3 else -1.0
        return lead if state[1] == 0 else -lead


def test_a_game_in_python_has_the_same_tree_as_its_twin_in_rust():
    own, twin = add_game(Noughts()).start(), Game("tic-tac-toe").start()
    for depth in range(1, 7):
        assert own.perft(depth) == twin.perft(depth), depth
    assert ("noughts", "tic-tac-toe in Python") in rival_games.games()


def test_positions_have_texts_diagrams_and_results():
    position = add_game(Noughts()).start()
    for move in "14256":
        position = position.apply(move)
    assert position.notation() == "'xx.oox...'" and not position.is_over
    position = Game("noughts").position("'xxxoo....'")
    assert position.is_over and position.payoffs == [1, -1]
    assert position.reason == "three in a row"
    assert position == Game("noughts").position(position.notation())
    assert position.diagram().splitlines()[0].split() == ["3", "x", "x", "x"]
    with pytest.raises(ValueError, match="is not a state"):
        Game("noughts").position("(")
    with pytest.raises(ValueError, match="the legal moves are 2, 3, 4"):
        Game("noughts").start().apply("1").apply("1")


def test_searches_play_it_perfectly():
    game = add_game(Noughts())
    for first, second in [("pvs", "random"), ("random", "pvs"), ("pvs", "alpha-beta:depth=9")]:
        played = play_match("noughts", [first, second], nodes=3_000, seed=3)
        wins = {"pvs": 0, "random": 1}.get(first, 0)
        assert played.payoffs is not None and played.payoffs[wins] >= 0, played.ending
    line = Player("noughts", "pvs").analyze(game.position("'xx.oo....'"), depth=4)[0]
    assert line.moves[0] == "3" and line.win_in == 1
    assert Player("noughts", "monte-carlo").choose(game.position("'xx.oo....'"), nodes=2_000) == "3"


def test_an_evaluation_in_python_guides_a_search():
    game = add_game(Pile())
    assert Player("pile", "pvs").choose(game.start(), depth=1) == "1"
    assert Player("pile", "pvs").analyze(game.start(), depth=1)[0].score == 1.0


def test_actions_and_environments_use_the_list_of_moves():
    state = add_game(Noughts()).state()
    state.apply_action(4)
    assert state.legal_actions() == [0, 1, 2, 3, 5, 6, 7, 8]
    assert Game("noughts").action_text(4) == "5"


def test_observations_have_the_planes_of_the_pieces_only():
    names = add_game(Noughts()).plane_names
    assert names == ["O mark", "X mark", "to move"]
    assert add_game(Pile()).plane_names == ["to move"]


def test_a_new_definition_replaces_the_old_one():
    class Longer(Pile):
        def start(self):
            return (9, 0)

    add_game(Pile())
    add_game(Longer())
    assert Game("pile").start().notation() == "(9, 0)"
    class Taken(Pile):
        name = "chess"

    with pytest.raises(ValueError, match='game "chess" already exists'):
        add_game(Taken())


@pytest.fixture
def repaired():
    """Replaces broken rules after a test, since other tests play all games of the process."""
    yield
    for name in ["wrong", "fragile"]:
        add_game(type(name, (Pile,), {"name": name})())


@pytest.mark.usefixtures("repaired")
@pytest.mark.parametrize(
    ("method", "returned", "error", "message"),
    [
        ("start", [1, 2], TypeError, "start must return a state; a state must be hashable"),
        ("start", None, TypeError, "start must return a state, not None; end it with a return statement"),
        ("turn", 2, ValueError, "turn must be 0 or 1, not 2"),
        ("result", 5, ValueError, "result must be 1, 0, -1 or None, not 5"),
        ("result", "win", ValueError, "result must be 1, 0, -1 or None, not 'win'"),
        ("turn", None, ValueError, "turn must be 0 or 1, not None"),
        ("moves", [], ValueError, "moves returned no move"),
        ("moves", [1], TypeError, r"moves must return a list of strings, not \[1\]"),
        ("moves", "12", TypeError, "moves must return a list of strings, not '12'"),
        ("moves", None, TypeError, "moves must return a list of strings, not None"),
        ("moves", ["1 2"], ValueError, "without whitespace"),
        ("moves", ["1", "2", "1"], ValueError, 'moves returned "1" twice'),
        ("play", [1, 2], TypeError, "play must return a state; a state must be hashable"),
        ("play", None, TypeError, "play must return a state, not None; end it with a return statement"),
        ("evaluate", "good", TypeError, "evaluate must return a number, not 'good'"),
        ("evaluate", None, TypeError, "evaluate must return a number, not None"),
        ("evaluate", float("nan"), ValueError, "evaluate must return a number, not nan"),
        ("board", "...", TypeError, "board must return a list of strings, one for each row, not '...'"),
        ("board", [["x"]], TypeError, "board must return a list of strings, one for each row"),
        ("board", ["ab", "c"], ValueError, "board must return rows of the same length"),
        ("board", ["." * 257], ValueError, "a board has at most 256 squares"),
        ("reason", 3, TypeError, "reason must return a string, not 3"),
        ("to_text", 7, TypeError, "to_text must return a string, not 7"),
        ("from_text", (1, 1), ValueError, "but from_text returns"),
    ],
)
def test_what_is_wrong_with_rules_is_raised_where_they_are_used(method, returned, error, message):
    class Wrong(Pile):
        name = "wrong"

    setattr(Wrong, method, lambda *_: returned)
    with pytest.raises(error, match=message):
        add_game(Wrong())


@pytest.mark.usefixtures("repaired")
@pytest.mark.parametrize(
    ("attribute", "value", "error", "message"),
    [
        ("name", 3, TypeError, "name must be a string, not 3"),
        ("description", None, TypeError, "description must be a string, not None"),
        ("seat_names", ("One",), TypeError, r"seat_names must be two strings, not \('One',\)"),
        ("seat_names", "AB", TypeError, "seat_names must be two strings, not 'AB'"),
        ("actions", "12", TypeError, "actions must be a list of strings, one for each move, not '12'"),
        ("actions", [1, 2], TypeError, r"actions must be a list of strings, one for each move, not \[1, 2\]"),
        ("actions", ["1", "2 3"], ValueError, "actions: a move must be a string without whitespace"),
        ("actions", ["1"], ValueError, 'the legal move "2" is not in actions'),
        ("repetition", 1, ValueError, "repetition must be 0 or a number from 2 to 255, not 1"),
        ("repetition", "3", ValueError, "repetition must be 0 or a number from 2 to 255, not '3'"),
    ],
)
def test_what_is_wrong_with_an_attribute_is_raised_by_add_game(attribute, value, error, message):
    wrong = type("Wrong", (Pile,), {"name": "wrong", attribute: value})
    with pytest.raises(error, match=message):
        add_game(wrong())


def test_a_missing_name_is_named():
    with pytest.raises(AttributeError, match="Nameless must define name; derive it from Rules"):
        add_game(type("Nameless", (Rules,), {})())


@pytest.mark.usefixtures("repaired")
def test_mistakes_in_later_positions_are_found_by_add_game():
    class Growing(Pile):
        name = "wrong"

        def board(self, state):
            return ["." * state[0]]

    with pytest.raises(ValueError, match="board returned 1×[65] squares, but 1×7 at the start"):
        add_game(Growing())

    class Random(Pile):
        name = "wrong"
        played = 0

        def play(self, state, move):
            Random.played += 1
            return (state[0] - int(move), 1 - state[1], Random.played)

    with pytest.raises(ValueError, match="returned two different states; equal arguments need equal states"):
        add_game(Random())


def test_a_class_in_place_of_an_object_is_refused():
    with pytest.raises(TypeError, match=r"use add_game\(Pile\(\)\)"):
        add_game(Pile)


@pytest.mark.usefixtures("repaired")
def test_an_exception_in_a_search_is_raised_after_it():
    class Fragile(Pile):
        name = "fragile"

    def play(self, state, move):
        if state[0] < 4:
            raise KeyError("a hole in the rules")
        return Pile.play(self, state, move)

    game = add_game(Fragile())
    Fragile.play = play
    with pytest.raises(KeyError, match="a hole in the rules"):
        add_game(Fragile())
    with pytest.raises(KeyError, match="a hole in the rules"):
        Player("fragile", "pvs").choose(game.start(), depth=5)
    with pytest.raises(KeyError, match="a hole in the rules"):
        play_match("fragile", ["pvs", "random"], depth=5)
    assert Player("fragile", "pvs").choose(game.start(), depth=1) in ("1", "2")


@pytest.mark.usefixtures("repaired")
@pytest.mark.parametrize("method", ["moves", "reason", "board", "to_text", "from_text", "evaluate"])
def test_an_exception_in_any_rule_is_raised(method):
    class Fragile(Pile):
        name = "fragile"

    position = add_game(Fragile()).start()

    def fail(*_):
        raise KeyError("a hole in the rules")

    setattr(Fragile, method, fail)
    with pytest.raises((KeyError, ValueError), match="a hole in the rules"):
        if method == "moves":
            position.apply("1")
        elif method == "from_text":
            Game("fragile").position("(1, 0)")
        elif method == "board":
            position.diagram()
        elif method == "to_text":
            position.notation()
        else:
            play_match("fragile", ["pvs", "pvs"], depth=1)


@pytest.mark.usefixtures("repaired")
def test_an_exception_in_a_batch_is_raised_by_the_step():
    class Fragile(Pile):
        name = "fragile"

    def play(self, state, move):
        if state[0] < 6:
            raise KeyError("a hole in the rules")
        return Pile.play(self, state, move)

    batch = Batch(add_game(Fragile()), 2)
    Fragile.play = play
    batch.step([1, 1])
    with pytest.raises(KeyError, match="a hole in the rules"):
        batch.step([0, 0])
    assert add_game(Pile()).position("(1, 0)").move_count == 1


@pytest.mark.usefixtures("repaired")
def test_without_actions_a_game_has_matches_but_no_states():
    class Wrong(Pile):
        name = "wrong"
        actions = ()

    game = add_game(Wrong())
    for use in (Game.state, lambda game: Batch(game, 1), lambda game: game.start().actions_of(0)):
        with pytest.raises(ValueError, match='the legal move "1" is not in actions'):
            use(game)
    assert play_match("wrong", ["random", "random"]).payoffs is not None


def test_repeated_actions_are_refused():
    class Repeated(Pile):
        actions = ["1", "2", "1"]

    with pytest.raises(ValueError, match='actions has "1" twice'):
        add_game(Repeated())


@pytest.mark.parametrize("method", ["start", "turn", "result", "moves", "play"])
def test_a_missing_method_is_named(method):
    class Wrong(Rules):
        pass

    arguments = {"start": (), "play": (0, "1")}.get(method, (0,))
    with pytest.raises(NotImplementedError, match=f"^Wrong must define the method {method}$"):
        getattr(Wrong(), method)(*arguments)


def test_malformed_pieces_are_refused_with_the_right_form():
    class Malformed(Rules):
        """A game with a malformed piece."""

        name = "malformed"
        actions = ["a"]
        pieces = {"x": "cross"}

    with pytest.raises(TypeError, match="pieces must map a character to an owner and a role"):
        add_game(Malformed())


class Marks(Rules):
    """Mark one of four squares; the player who marks the last one wins. A state has a set."""

    name = "marks"
    actions = ["one", "two", "three", "four"]

    def start(self):
        return (frozenset(), ("turn", 0))

    def turn(self, state):
        return state[1][1]

    def result(self, state):
        return None if len(state[0]) < 4 else (1 if state[1][1] else -1)

    def moves(self, state):
        return [action for action in self.actions if action not in state[0]]

    def play(self, state, move):
        return (state[0] | {move}, ("turn", 1 - state[1][1]))


def test_states_with_sets_have_equal_texts_and_can_be_read():
    game = add_game(Marks())
    position = game.start()
    orders = [["one", "two", "three"], ["three", "two", "one"]]
    ends = [position.apply(first).apply(second).apply(third) for first, second, third in orders]
    assert ends[0] == ends[1] and ends[0].notation() == ends[1].notation()
    assert game.position(ends[0].notation()) == ends[0]
    assert game.position("(frozenset(), ('turn', 0))") == position
    for text in ["frozenset(1)", "frozenset({1}, 2)", "set()", "(open('x'),)", "{1: 2}", "(" * 500, "\0"]:
        with pytest.raises(ValueError):
            game.position(text)
    played = play_match("marks", [lambda position: 0, "random"])
    assert played.failed_seat is None


def test_a_game_whose_states_have_no_readable_text_is_refused():
    class State(NamedTuple):
        marked: frozenset
        turn: tuple

    class Wrong(Marks):
        def start(self):
            return State(frozenset(), ("turn", 0))

    with pytest.raises(ValueError, match="the text of a state can't be read back: to_text.*define to_text and from_text"):
        add_game(Wrong())


def test_openspiel_plays_the_rules_that_replaced_others():
    class Heap(Pile):
        name = "heap-of-seven"

    class Higher(Heap):
        def start(self):
            return (9, 0)

    class Wider(Heap):
        actions = ["1", "2", "3"]

    names = []
    for rules, start in [(Heap, "(7, 0)"), (Higher, "(9, 0)"), (Wider, "(7, 0)")]:
        add_game(rules())
        names.append(openspiel.register("heap-of-seven"))
        game = pyspiel.load_game(names[-1])
        assert game.new_initial_state().position.notation() == start
        assert game.num_distinct_actions() == len(rules.actions)
    assert names[0] == names[1] != names[2] == "rival_heap_of_seven_2"
