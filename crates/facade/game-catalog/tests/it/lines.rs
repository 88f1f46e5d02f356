//! Checks that lines of play agree with the table in every game.

use game_catalog::{LineOfPlay, PositionState, games, line_of_play, table_game};
use games_package::MatchState;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const PLIES_MAX: usize = 150;

fn position(line: &dyn LineOfPlay) -> String {
    let mut text = String::new();
    line.push_position(&mut text);
    text
}

fn moves(line: &dyn LineOfPlay) -> Vec<String> {
    let written = |index| {
        let mut text = String::new();
        line.push_move(index, &mut text).then_some(text)
    };
    (0..).map_while(written).collect()
}

fn look_ahead(line: &mut dyn LineOfPlay) -> Vec<PositionState> {
    let mut states = Vec::new();
    line.look_ahead(&mut |state| states.push(state));
    states
}

/// Checks that the line matches the table's state, and that looking ahead produces the same results as playing.
fn compare(line: &mut dyn LineOfPlay, table: &dyn MatchState, name: &str) {
    assert_eq!(position(line), table.position(board_engine::Viewer::Arbiter), "{name}");
    let mut legal = Vec::new();
    table.legal_moves(&mut legal);
    let state = line.state();
    let is_over = state.outcome.is_some();
    assert_eq!(is_over, table.ending().is_some(), "{name}: {}", position(line));
    assert_eq!(state.move_count, if is_over { 0 } else { legal.len() }, "{name}");
    let ending = table.ending().and_then(|ending| ending.payoffs);
    let payoffs = state.outcome.map(|outcome| outcome.payoffs().to_vec());
    assert_eq!(payoffs, ending, "{name}");
    if is_over {
        assert_eq!(look_ahead(line), [], "{name}");
        return;
    }
    assert_eq!(moves(line), legal, "{name}");
    assert_eq!(state.turn, table.turn(), "{name}");
    let ahead = look_ahead(line);
    assert_eq!((line.state(), ahead.len()), (state, legal.len()), "{name}");
    let middle = legal.len() / 2;
    let before = (line.ply_count(), position(line));
    let mut fork = line.fork();
    assert!(line.play(middle) && fork.play(middle), "{name}");
    assert_eq!((line.state(), fork.state()), (ahead[middle], ahead[middle]), "{name}");
    assert!(line.take_back() && fork.take_back() && !fork.take_back(), "{name}");
    assert_eq!((line.ply_count(), position(line)), before, "{name}");
    assert!(!line.play(legal.len()) && !line.push_move(legal.len(), &mut String::new()));
    assert_eq!(line.weight(legal.len()), None);
    let weights: Vec<u32> = (0..legal.len()).filter_map(|index| line.weight(index)).collect();
    let drawn = table.weights();
    assert!(if drawn.is_empty() {
        weights.iter().all(|weight| *weight == 1)
    } else {
        weights == drawn
    });
}

#[test]
fn a_line_of_play_agrees_with_the_table_in_every_game() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for name in games().iter().map(|game| game.name.as_str()) {
        let mut line = line_of_play(name, None).unwrap();
        let mut table = table_game(name).unwrap().open(None).unwrap();
        let start = position(&*line);
        compare(&mut *line, &*table, name);
        for _ in 0..PLIES_MAX {
            let count = line.state().move_count;
            if count == 0 {
                break;
            }
            let index = rng.random_range(0..count);
            let mv = moves(&*line).swap_remove(index);
            assert_eq!(line.parse_move(&mv).unwrap(), index, "{name}: {mv}");
            assert!(line.play(index));
            table.play(&mv).unwrap();
            compare(&mut *line, &*table, name);
        }
        while line.take_back() {}
        assert_eq!((position(&*line), line.ply_count()), (start, 0), "{name}");
        assert_eq!(line.state(), line_of_play(name, None).unwrap().state(), "{name}");
    }
}

#[test]
fn repetitions_count_on_a_line_and_in_its_copies() {
    // The kings move back and forth. The third repetition ends the game.
    let mut line = line_of_play("chess", Some("7k/8/8/8/8/8/R7/K7 w - - 0 1")).unwrap();
    let play = |line: &mut dyn LineOfPlay| {
        for text in ["a1b1", "h8g8", "b1a1", "g8h8"] {
            let index = line.parse_move(text).unwrap();
            assert!(line.play(index));
        }
    };
    play(&mut *line);
    assert_eq!(line.state().outcome, None);
    let mut copy = line.fork();
    play(&mut *line);
    play(&mut *copy);
    let outcome = line.state().outcome;
    assert!(outcome.is_some() && copy.state().outcome == outcome);
    assert!(line.take_back());
    assert_eq!(line.state().outcome, None);
    let back = line.parse_move("g8h8").unwrap();
    assert_eq!(look_ahead(&mut *line)[back].outcome, outcome);
}

#[test]
fn a_line_begins_at_a_position_or_reports_its_error() {
    let mut line = line_of_play("tic-tac-toe", Some("xx1/oo1/3 x")).unwrap();
    let wins: Vec<_> = look_ahead(&mut *line).into_iter().map(|state| state.outcome).collect();
    assert!(wins[0].is_some() || wins.iter().flatten().count() == 1, "{wins:?}");
    let error = line_of_play("tic-tac-toe", Some("nothing")).err().unwrap().to_string();
    assert!(error.contains("nothing"), "{error}");
    assert!(line_of_play("no-game", None).is_err());
}
