//! Players of games in which something is hidden.

use std::sync::atomic::Ordering;
use std::time::Duration;

use games_package::{Player, Reply, Request};
use kuhn_poker::KuhnPoker;
use players::HiddenPlayer;
use search::InformationSets;

use crate::engine::Impatient;
use crate::request_after;

const START: &str = "K? -";
const CLOCK: Option<Duration> = Some(Duration::from_mins(1));

fn player() -> HiddenPlayer<KuhnPoker, InformationSets> {
    let algorithm = |seed| InformationSets { seed, ..InformationSets::default() };
    HiddenPlayer::new("information-sets", KuhnPoker, algorithm, None, None)
}

/// How often a player that may play 160 games asks a host that says stop at the `patience + 1`st time.
fn asked(patience: u32, time_left: Option<Duration>) -> u32 {
    let host = Impatient::after(patience);
    let request = Request { time_left, ..request_after(KuhnPoker, START, "") };
    let reply = player().with_nodes_untimed(160).choose_move(&request, &host).unwrap();
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
