//! Players of games in which something is hidden.

use std::sync::atomic::Ordering;
use std::time::Duration;

use games_package::{Player, Reply, Request};
use kuhn_poker::KuhnPoker;
use players::{SearchOptions, SearchPlayer, Tracker};
use search::{InformationSets, Zero};

use crate::engine::Impatient;
use crate::request_after;

const START: &str = "K? -";
const CLOCK: Option<Duration> = Some(Duration::from_mins(1));

/// A player that plays out 160 games where nothing else limits it.
fn player() -> SearchPlayer<KuhnPoker> {
    let options = SearchOptions { nodes_default: 160, ..SearchOptions::DEFAULT };
    let (tracker, algorithm) =
        (Tracker::of_positions(KuhnPoker::ONE_HAND), InformationSets::default());
    SearchPlayer::new("information-sets", tracker, Zero, algorithm, options)
}

/// How often the player asks a host that says stop at the `patience + 1`st time.
fn asked(patience: u32, time_left: Option<Duration>) -> u32 {
    let host = Impatient::after(patience);
    let request = Request { time_left, ..request_after(KuhnPoker::ONE_HAND, START, "") };
    let reply = player().choose_move(&request, &host).unwrap();
    assert!(request.legal_moves.iter().any(|mv| reply == Reply::play(mv)), "{reply:?}");
    host.asked.load(Ordering::Relaxed)
}

#[test]
fn a_stop_ends_it_with_and_without_a_clock() {
    assert_eq!([asked(0, None), asked(0, CLOCK)], [1, 1]);
    assert_eq!([asked(5, None), asked(5, CLOCK)], [6, 6]);
}

#[test]
fn without_a_clock_it_ends_by_itself() {
    assert_eq!(asked(100, None), 10);
    assert_eq!(asked(100, CLOCK), 101);
}
