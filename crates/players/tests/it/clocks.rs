//! Whole matches against the clock: no player of ours oversteps its time.
//!
//! They take hours of a quiet machine, so they stand behind `RIVAL_DEEP=1`. What is always played are single matches
//! with time to spare.

use std::sync::Arc;
use std::time::Duration;

use board_engine::Turn;
use checkers::{Checkers, English, International, Variant};
use evaluation::DraughtsEvaluator;
use games_package::{
    EndReason, MatchSetup, Moderator, Ply, Rules, SeatSetup, TableGame, TimeControl,
};
use players::{EngineOptions, EnginePlayer};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use search::PvsOptions;

fn is_deep() -> bool {
    std::env::var("RIVAL_DEEP").is_ok_and(|value| value == "1")
}

/// Has time to spare unless it is to be tested whether time is enough.
fn seat<V: Variant>() -> SeatSetup {
    let options = EngineOptions {
        depth: None,
        nodes: if is_deep() { None } else { Some(2_000) },
        ponders: false,
        search: PvsOptions { hash_mebibytes: 4, ..PvsOptions::DEFAULT },
    };
    let player =
        EnginePlayer::new("pvs", Checkers::<V>::new(), DraughtsEvaluator::Standard, options);
    SeatSetup { spec: "pvs".into(), player: Box::new(player) }
}

/// So many random moves from the start of the game; fewer if it ends.
fn opening(game: &dyn TableGame, plies: usize, seed: u64) -> Vec<Ply> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut state = game.open(None).unwrap();
    let mut legal = Vec::new();
    let mut opening = Vec::new();
    while opening.len() < plies && matches!(state.turn(), Turn::Seat(_)) {
        state.legal_moves(&mut legal);
        let Some(mv) = legal.choose(&mut chance) else { break };
        opening.push(Ply::from(state.play(mv).unwrap().as_str()));
    }
    opening
}

/// Plays `matches` matches from random openings, and finds that the rules end each of them.
fn check<V: Variant>(matches: u64, plies: usize, time_control: TimeControl) {
    let game: Arc<dyn TableGame> = Arc::new(Rules::new(V::RULES.name, Checkers::<V>::new()));
    for seed in 0..matches {
        let mut setup = MatchSetup::new(Arc::clone(&game), vec![seat::<V>(), seat::<V>()]);
        setup.opening = opening(&*game, plies, seed);
        setup.time_control = time_control;
        let record = Moderator::new(setup).unwrap().run().unwrap().record;
        let ending = record.ending.expect("the match has ended");
        assert!(
            matches!(ending.reason, EndReason::Rules(_)),
            "match {seed} of {}: {:?}",
            V::RULES.name,
            ending.reason
        );
    }
}

#[test]
fn with_a_time_for_each_move() {
    if is_deep() {
        let control = TimeControl::PerMove(Duration::from_millis(10));
        check::<English>(500, 6, control);
        check::<International>(500, 6, control);
    } else {
        check::<English>(1, 6, TimeControl::PerMove(Duration::from_secs(10)));
    }
}

#[test]
fn with_a_clock_and_an_increment() {
    if is_deep() {
        let control = TimeControl::Increment {
            initial: Duration::from_secs(1),
            increment: Duration::from_millis(10),
        };
        check::<English>(100, 6, control);
        check::<International>(100, 6, control);
    } else {
        let control = TimeControl::Increment {
            initial: Duration::from_mins(10),
            increment: Duration::from_secs(1),
        };
        check::<English>(1, 6, control);
    }
}
