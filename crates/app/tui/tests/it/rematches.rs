//! Consecutive matches between the same players.

use std::sync::Arc;

use board_engine::Seat;
use games_package::{EndReason, Ending, Event, TableGame};
use tui::{Effect, ExitReason};

use crate::support::{Match, rules};

fn small() -> Arc<dyn TableGame> {
    rules("tic-tac-toe", tic_tac_toe::TicTacToe::default())
}

/// The end of a match won by the first seat.
fn end() -> Event {
    let reason = EndReason::Resigned(Seat::SECOND);
    Event::MatchEnded(Ending::forfeit(2, Seat::SECOND, reason))
}

#[test]
fn sides_are_switched_during_a_match_and_in_the_next_one() {
    let mut begun = Match::new(&small(), &[true, false], &[]);
    assert!(matches!(begun.enters("x")[..], [Effect::Exit(ExitReason::SwitchSides)]));
    assert!(begun.enters("rematch").is_empty());
    begun.shows("The match is unfinished");
    begun.emit(end());
    begun.shows("rematch  switch  analyze  save");
    let rematches = |effects: &[Effect], switched| {
        let rematch = ExitReason::Rematch { swaps_sides: switched };
        matches!(effects, [Effect::Exit(exit)] if *exit == rematch)
    };
    assert!(rematches(&begun.enters("x"), true));
    assert!(rematches(&begun.enters("rematch"), false));
    assert!(rematches(&begun.enters("restart"), false));
}

#[test]
fn points_of_several_matches_are_shown_from_the_second_on() {
    let mut first = Match::new(&small(), &[true, false], &[]);
    first.emit(end());
    assert_eq!(first.table.points(), [1.0, 0.0]);
    assert!(!first.text(80, 24).contains("score"));
    let mut second = Match::new(&small(), &[true, false], &[]);
    second.table = second.table.with_points(vec![0.5, 1.5]);
    second.shows("score 1.5");
    second.emit(end());
    assert_eq!(second.table.points(), [1.5, 1.5]);
}
