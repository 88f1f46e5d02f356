//! Whole matches against the clock: no player of ours oversteps its time.
//!
//! They take hours of a quiet machine, so they stand behind `RIVAL_DEEP=1`. What is always played are single matches
//! with time to spare.

use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

use board_engine::{Seat, Turn};
use checkers::{Checkers, English, International, Variant};
use evaluation::DraughtsEvaluator;
use games_package::{
    EndReason, Host, MatchSetup, Moderator, Player, PlayerError, Ply, Reply, Request, Rules,
    SeatSetup, Setup, TableGame, TimeControl,
};
use players::{EngineOptions, EnginePlayer};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use search::PvsOptions;

fn is_deep() -> bool {
    std::env::var("RIVAL_DEEP").is_ok_and(|value| value == "1")
}

/// The default player. It has time to spare unless it is to be tested whether time is enough.
fn player<V: Variant>() -> EnginePlayer<Checkers<V>, DraughtsEvaluator> {
    let options = EngineOptions {
        depth: None,
        nodes: if is_deep() { None } else { Some(2_000) },
        ponders: false,
        search: PvsOptions { hash_mebibytes: 4, ..PvsOptions::DEFAULT },
    };
    EnginePlayer::new("pvs", Checkers::<V>::new(), DraughtsEvaluator::Standard, options)
}

/// Where the time of one turn went.
#[derive(Clone, Copy, Debug)]
struct Spent {
    seat: Seat,
    /// What was left when the player was called.
    left: Duration,
    /// What it took to answer …
    taken: Duration,
    /// … and for how much of that its thread had a core.
    worked: Duration,
}

/// Tells where a player's time goes.
struct Watched<P> {
    player: P,
    seat: Seat,
    told: Sender<Spent>,
}

impl<P: Player> Player for Watched<P> {
    fn name(&self) -> String {
        self.player.name()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.player.start(setup)
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        let (began, core_time) = (Instant::now(), core_time());
        let reply = self.player.choose_move(request, host);
        let (taken, worked) = (began.elapsed(), self::core_time().saturating_sub(core_time));
        let left = request.time_left.expect("the match has a clock");
        let spent = Spent { seat: self.seat, left, taken, worked };
        self.told.send(spent).expect("the test listens");
        reply
    }
}

/// For how long this thread has had a core since it began.
fn core_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.try_into().expect("no time is before the start of a thread")
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

/// Plays a match from a random opening; returns how it ended, and where the time of each turn went.
fn play<V: Variant>(seed: u64, plies: usize, time_control: TimeControl) -> (EndReason, Vec<Spent>) {
    let game: Arc<dyn TableGame> = Arc::new(Rules::new(V::RULES.name, Checkers::<V>::new()));
    let (tells, told) = mpsc::channel();
    let watched = |seat| {
        let (player, told) = (player::<V>(), tells.clone());
        let player = Watched { player, seat, told };
        SeatSetup { spec: "pvs".into(), player: Box::new(player) }
    };
    let mut setup = MatchSetup::new(Arc::clone(&game), Seat::all(2).map(watched).collect());
    drop(tells);
    setup.opening = opening(&*game, plies, seed);
    setup.time_control = time_control;
    let record = Moderator::new(setup).unwrap().run().unwrap().record;
    let ending = record.ending.expect("the match has ended");
    (ending.reason, told.iter().collect())
}

/// Plays until the rules have ended so many matches, and finds that no player oversteps its time.
///
/// A match is played for nothing if a player loses it on time although its thread had a core for less than the time that
/// was left: a kernel that reclaims memory holds a core for 10 to 50 ms, and no player can do anything about
/// that. Every other loss fails.
#[expect(clippy::print_stdout, reason = "how many matches were disturbed is worth knowing")]
fn check<V: Variant>(matches: u64, plies: usize, time_control: TimeControl) {
    let (mut whole, mut disturbed) = (0, 0);
    while whole < matches {
        let (reason, turns) = play::<V>(whole + disturbed, plies, time_control);
        match reason {
            EndReason::Rules(_) => whole += 1,
            EndReason::TimeExpired(seat) => {
                let last = turns.iter().rfind(|turn| turn.seat == seat).expect("it has answered");
                let Spent { left, taken, worked, .. } = *last;
                assert!(
                    worked < left,
                    "{}, match {whole}: {taken:?} taken, {worked:?} of a core, of {left:?}",
                    V::RULES.name
                );
                disturbed += 1;
            }
            reason => panic!("{}, match {whole}: {reason:?}", V::RULES.name),
        }
        assert!(disturbed <= matches, "the machine is too busy: {whole} matches of {matches}");
    }
    println!("{}, {time_control}: {whole} matches, {disturbed} disturbed", V::RULES.name);
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
