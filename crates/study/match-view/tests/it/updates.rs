//! Tests for screen updates after events.

use std::time::Duration;

use board_engine::{Seat, Viewer};
use games_package::{DrawOffer, Event, Prompt, TableState, Thinking, Valuation};

use crate::Watched;

#[test]
fn a_move_is_shown_before_the_table_confirms_it_and_is_new_only_once() {
    let mut watched = Watched::new("tic-tac-toe", &[true, false]);
    watched.asks();
    let command = watched.view.play("b2").unwrap();
    assert_eq!(format!("{command:?}"), "Answer { seat: Seat(0), ply: 0, text: \"b2\" }");
    assert_eq!(watched.view.history().plies().len(), 1);
    assert!(watched.view.play("a1").is_none(), "one move is played at a time");
    let update = watched.plays("b2");
    assert!(update.needs_saving && !update.is_new_position);
    assert_eq!(watched.view.history().moves(), ["b2"]);
    let update = watched.plays("a1");
    assert!(update.is_new_position);
}

#[test]
fn a_move_after_which_a_player_asks_again_is_taken_back() {
    let mut watched = Watched::new("tic-tac-toe", &[true, false]);
    watched.asks();
    watched.view.play("b2");
    let prompt = Prompt { question: "which?".into(), refusal: Some("not that one".into()) };
    watched.happens(&Event::InputRequested { seat: Seat::FIRST, prompt });
    assert!(watched.view.history().plies().is_empty() && watched.view.may_move());
}

#[test]
fn a_move_with_a_refused_command_is_taken_back() {
    let mut watched = Watched::new("tic-tac-toe", &[true, false]);
    watched.asks();
    watched.view.play("b2");
    watched.view.handle_refusal();
    assert!(watched.view.history().plies().is_empty() && watched.view.may_move());
}

#[test]
fn a_late_viewer_sees_the_whole_table() {
    let mut watched = Watched::new("tic-tac-toe", &[true, false]);
    for mv in ["a1", "b2"] {
        watched.state.play(mv).unwrap();
    }
    let table = TableState {
        redoable: 3,
        draw_offer: Some(DrawOffer::new(Seat::SECOND)),
        ..watched.table(Viewer::Public)
    };
    watched.happens(&Event::Resynchronized(table));
    assert_eq!(watched.view.history().moves(), ["a1", "b2"]);
    assert_eq!(watched.view.draw_offer(), Some(Seat::SECOND));
    assert_eq!(format!("{:?}", watched.view.redo()), "Redo { plies: 3 }");
    assert_eq!(watched.view.asked_seat(), Some(Seat::FIRST));
    watched.view.show_ply(1);
    assert_eq!(watched.view.history().shown_ply(), 1);
    assert!(!watched.view.may_move(), "no moves in an earlier position");
}

#[test]
fn the_movers_clock_runs_except_during_a_pause() {
    let clocks = vec![Duration::from_mins(1), Duration::MAX];
    let mut watched = Watched::with_clocks("tic-tac-toe", &[true, true], clocks);
    watched.asks();
    watched.now = Duration::from_secs(10);
    watched.view.set_time(watched.now);
    let shown = |watched: &Watched| watched.view.clock(Seat::FIRST);
    assert_eq!(shown(&watched), Some(Duration::from_secs(50)));
    assert_eq!(watched.view.clock(Seat::SECOND), None);
    watched.happens(&Event::Paused);
    watched.now = Duration::from_secs(30);
    watched.happens(&Event::Resumed);
    assert_eq!(shown(&watched), Some(Duration::from_secs(50)));
    watched.now = Duration::from_secs(31);
    watched.view.set_time(watched.now);
    assert_eq!(shown(&watched), Some(Duration::from_secs(49)));
}

#[test]
fn a_capture_of_several_pieces_is_seen_step_by_step() {
    let mut watched = Watched::new("checkers:english", &[false, false]);
    let game = watched.view.game().clone();
    watched.state = game.open(Some("B:W27,18:B14")).unwrap();
    watched.table.start = watched.state.position(Viewer::Arbiter);
    let table = watched.table(Viewer::Public);
    watched.happens(&Event::Resynchronized(table));
    watched.plays("14x23x32");
    let first = watched.view.picture().clone();
    assert_ne!(first, *watched.view.history().picture());
    assert!(watched.view.next_change().is_some());
    watched.view.set_time(Duration::from_secs(1));
    assert_eq!(watched.view.picture(), watched.view.history().picture());
}

#[test]
fn reports_stay_until_the_next_turns_report() {
    let mut watched = Watched::new("tic-tac-toe", &[true, false]);
    let thinking = Thinking { valuation: Valuation::WinIn(3), ..Thinking::default() };
    let elapsed = Duration::ZERO;
    watched.happens(&Event::ThinkingReported { seat: Seat::FIRST, elapsed, thinking });
    assert_eq!(watched.view.thoughts().share_of_first(), Some(1000));
    watched.turn_starts();
    assert!(watched.view.thoughts().are_old);
}
