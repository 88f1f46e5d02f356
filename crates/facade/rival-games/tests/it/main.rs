//! Tests for the crate as used by player authors.

mod actions;
#[path = "../../examples/negamax.rs"]
#[expect(dead_code, reason = "its main program is for the command line")]
mod negamax;

use std::cell::Cell;
use std::time::Duration;

use rival_games::{
    Limits, Options, Turn, Viewer, chosen_move, chosen_move_until, drawn_move, explore, games,
    new_player, playouts, playouts_until, random_source, table_game,
};

#[test]
fn the_example_search_finds_and_blocks_wins() {
    let check = |depth, position: &str, expected: &str| {
        assert_eq!(negamax::answer("tic-tac-toe", depth, Some(position)).unwrap(), expected);
    };
    let position = |moves: &[&str]| {
        let mut position = explore("tic-tac-toe", None).unwrap();
        for mv in moves {
            position.play(position.parse_move(mv).unwrap());
        }
        position.position()
    };
    check(3, &position(&["a1", "a2", "b1", "b2"]), "c1 (+1)");
    check(2, &position(&["a1", "b2", "b1"]), "c1 (+0)");
    assert_eq!(negamax::answer("tic-tac-toe", 9, None).unwrap().split_once(' ').unwrap().1, "(+0)");
    assert!(negamax::answer("chekers", 1, None).is_err());
}

#[test]
fn an_exploration_equals_a_match_at_a_table() {
    for info in games() {
        let mut draw = random_source(11);
        let mut position = explore(&info.name, None).unwrap();
        let mut state = table_game(&info.name).unwrap().open(None).unwrap();
        for ply in 0..400 {
            assert_eq!(position.position(), state.position(Viewer::Arbiter), "{}", info.name);
            assert_eq!(position.outcome(), state.outcome(), "{} after {ply} plies", info.name);
            if position.outcome().is_some() {
                break;
            }
            let mut moves = Vec::new();
            state.legal_moves(&mut moves);
            assert_eq!(position.moves(), moves);
            assert_eq!(position.turn(), state.turn());
            let index = drawn_move(&*position, &mut draw).unwrap();
            assert_eq!(position.parse_move(&moves[index]).unwrap(), index);
            if position.turn() == Turn::Chance {
                assert_eq!(state.weights()[index], position.weight(index));
            }
            let before = position.fork();
            position.play(index);
            state.play(&moves[index]).unwrap();
            assert!(!before.is_same(&*position) && before.is_same(&*before.fork()));
        }
    }
}

#[test]
fn repetition_ends_an_exploration_as_it_ends_a_match() {
    let mut position = explore("chess", None).unwrap();
    for mv in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
        assert!(position.outcome().is_none());
        position.play(position.parse_move(mv).unwrap());
    }
    assert_eq!(position.outcome().unwrap().payoffs(), [0, 0]);
    assert!(position.is_same(&*explore("chess", Some(&position.position())).unwrap()));
}

#[test]
fn playouts_end_and_are_reproducible() {
    for info in games() {
        let position = explore(&info.name, None).unwrap();
        let played = playouts(&*position, 5, 5000, 3);
        assert_eq!(played, playouts(&*position, 5, 5000, 3), "{}", info.name);
        for playout in played {
            assert!(playout.outcome.is_some() || playout.plies == 5000);
        }
        assert!(playouts(&*position, 1, 1, 3)[0].plies <= 1);
    }
}

#[test]
fn random_numbers_cover_exactly_their_range() {
    let mut draw = random_source(1);
    assert_eq!(draw(0), 0);
    let mut counts = [0; 7];
    for _ in 0..7000 {
        counts[draw(7) as usize] += 1;
    }
    assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
}

#[test]
fn a_player_chooses_within_its_limits() {
    let position = explore("checkers", None).unwrap();
    let mut player = new_player("checkers", "pvs", &Options::default()).unwrap();
    for limits in [
        Limits { depth: Some(3), ..Limits::default() },
        Limits { nodes: Some(500), ..Limits::default() },
        Limits { time: Some(Duration::from_millis(20)), ..Limits::default() },
    ] {
        assert!(chosen_move(&mut *player, &*position, limits, 0).unwrap().index < 7);
    }
    let mut human = new_player("checkers", "human", &Options::default()).unwrap();
    let error = chosen_move(&mut *human, &*position, Limits::default(), 0).unwrap_err();
    assert!(error.to_string().starts_with("human failed"), "{error}");
    let backgammon = explore("backgammon", None).unwrap();
    let error = chosen_move(&mut *human, &*backgammon, Limits::default(), 0).unwrap_err();
    assert_eq!(error.to_string(), "it is chance's turn; draw one of the moves");
}

#[test]
fn a_choice_includes_the_last_report_of_each_line() {
    let position = explore("checkers", None).unwrap();
    let limits = Limits { depth: Some(5), ..Limits::default() };
    let mut player = new_player("checkers", "pvs", &"lines=3".parse().unwrap()).unwrap();
    let chosen = chosen_move(&mut *player, &*position, limits, 0).unwrap();
    assert_eq!(chosen.lines.iter().map(|line| line.rank).collect::<Vec<_>>(), [1, 2, 3]);
    let mut best = String::new();
    position.push_move(chosen.index, &mut best);
    assert!(chosen.lines[0].line.starts_with(&best), "{best}: {:?}", chosen.lines);
    assert!(
        chosen.lines.iter().all(|line| line.depth == 5 && line.nodes > 0),
        "{:?}",
        chosen.lines
    );
    let mut random = new_player("checkers", "random", &Options::default()).unwrap();
    let chosen = chosen_move(&mut *random, &*position, limits, 0).unwrap();
    assert_eq!(chosen.lines, []);
}

#[test]
fn an_interrupted_player_moves_at_once() {
    let position = explore("checkers", None).unwrap();
    let mut player = new_player("checkers", "pvs", &Options::default()).unwrap();
    // Without limits and without an interruption, the search would not end.
    let limits = Limits::default();
    let chosen = chosen_move_until(&mut *player, &*position, limits, 0, &|| true).unwrap();
    assert!(chosen.index < position.move_count());
    let calls = Cell::new(0);
    let is_interrupted = || calls.replace(calls.get() + 1) == 3;
    let played = playouts_until(&*position, 10, 1000, 7, &is_interrupted);
    assert_eq!(played, playouts(&*position, 3, 1000, 7));
}
