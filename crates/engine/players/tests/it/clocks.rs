//! Checks that none of Rival's players loses on time in whole matches against the clock.
//!
//! The full tests take a quarter of an hour, so they only run with `RIVAL_DEEP=1`. Tests of single matches with ample
//! time always run.
//!
//! No player can meet a limit of 10 ms per move if the whole machine pauses, as virtual machines do. A search checks
//! many times per millisecond whether it should stop, so a longer gap between two checks reveals a pause. Pauses don't
//! count as the player's time. A search that checks too rarely would show a pause in most of its turns, which also
//! fails the test.

use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use board_engine::Turn;
use checkers::{Checkers, English, International, Variant};
use checkers_players::{DraughtsEvaluator, DraughtsHints};
use games_package::{
    AskError, EndReason, Host, MatchSetup, Moderator, Player, PlayerError, Ply, Prompt, Reply,
    Request, Rules, SeatSetup, Setup, TableGame, Thinking, TimeControl, Urgency,
};
use players::{SearchOptions, SearchPlayer, Tracker};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use search::{Pvs, PvsOptions};

/// Maximum time between two checks of the stop signal in a release build, if the thread has a core to itself.
const LOOK_MAX: Duration = Duration::from_millis(1);

/// The time that a player needs to answer without a search once its time is almost or entirely used up.
const ANSWER_MAX: Duration = Duration::from_millis(5);

/// The tolerance at the table, which also counts pauses.
const MARGIN: Duration = Duration::from_secs(1);

/// Allows one check at a time, so matches don't compete for a core.
static TABLE: Mutex<()> = Mutex::new(());

fn is_deep() -> bool {
    std::env::var("RIVAL_DEEP").is_ok_and(|value| value == "1")
}

/// A player with time to spare, unless the test concerns scarce time.
fn player<V: Variant>() -> impl Player {
    let nodes = if is_deep() { None } else { Some(2_000) };
    let options = SearchOptions { nodes, ..SearchOptions::DEFAULT };
    let search =
        Pvs::with_hints(PvsOptions { hash_mebibytes: 4, ..PvsOptions::DEFAULT }, DraughtsHints);
    let tracker = Tracker::new(Checkers::<V>::new());
    SearchPlayer::new("pvs", tracker, DraughtsEvaluator::Standard, search, options)
}

/// The time spent on one turn.
#[derive(Clone, Copy, Debug)]
struct Spent {
    /// The remaining time when the player was called.
    left: Duration,
    /// The time that the player took to answer, including pauses.
    taken: Duration,
    /// The part of `taken` when the thread was paused.
    paused: Duration,
}

impl Spent {
    /// Returns `true` if the player took longer than it had.
    fn is_late(&self) -> bool {
        self.taken > self.left.max(ANSWER_MAX) + self.paused
    }
}

/// Records a player's time use.
struct Watched<P> {
    player: P,
    spent: Sender<Spent>,
}

impl<P: Player> Player for Watched<P> {
    fn name(&self) -> String {
        self.player.name()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.player.start(setup)
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        let began = Instant::now();
        let looks = Looks { host, seen: Mutex::new((began, Duration::ZERO)) };
        let reply = self.player.choose_move(request, &looks);
        let (ended, paused) = looks.look();
        let left = request.time_left.expect("the match has a clock");
        self.spent.send(Spent { left, taken: ended - began, paused }).expect("the test listens");
        reply
    }
}

/// A host that detects pauses of the player's thread between its calls.
struct Looks<'a> {
    host: &'a dyn Host,
    /// The last check, and the total pause time before it.
    seen: Mutex<(Instant, Duration)>,
}

impl Looks<'_> {
    /// The time of this check, and the total pause time up to it.
    fn look(&self) -> (Instant, Duration) {
        let mut seen = self.seen.lock().expect("no holder panics");
        let now = Instant::now();
        *seen = (now, seen.1 + (now - seen.0).saturating_sub(LOOK_MAX));
        *seen
    }
}

impl Host for Looks<'_> {
    fn urgency(&self) -> Urgency {
        self.look();
        self.host.urgency()
    }

    fn report(&self, thinking: &Thinking) {
        self.host.report(thinking);
    }

    fn ask(&self, prompt: &Prompt) -> Result<String, AskError> {
        self.host.ask(prompt)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        self.host.resolve(text)
    }

    fn log(&self, text: &str) {
        self.host.log(text);
    }
}

/// Up to `plies` random moves from the start of the game; fewer if the game ends.
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

/// Plays a match from a random opening. Returns the match's ending and the time of each turn.
fn play<V: Variant>(seed: u64, plies: usize, time_control: TimeControl) -> (EndReason, Vec<Spent>) {
    let game: Arc<dyn TableGame> = Arc::new(Rules::new(V::RULES.name, Checkers::<V>::new()));
    let (sender, receiver) = mpsc::channel();
    let seats = [sender.clone(), sender].map(|spent| {
        let player = Watched { player: player::<V>(), spent };
        SeatSetup::new("pvs", Box::new(player))
    });
    let mut setup = MatchSetup::new(Arc::clone(&game), seats.into());
    setup.opening = opening(&*game, plies, seed);
    setup.time_control = time_control;
    setup.margin = MARGIN;
    let record = Moderator::new(setup).unwrap().run().unwrap().record;
    let ending = record.ending.expect("the match has ended");
    (ending.reason, receiver.iter().collect())
}

/// Plays `matches` matches, and checks that the rules end each of them and that no turn took longer than the time left.
fn check<V: Variant>(matches: u64, plies: usize, time_control: TimeControl) {
    let _table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut turns, mut paused) = (0, 0);
    for seed in 0..matches {
        let (reason, spent) = play::<V>(seed, plies, time_control);
        let name = V::RULES.name;
        assert!(matches!(reason, EndReason::Rules(_)), "match {seed} of {name}: {reason:?}");
        let late = spent.iter().find(|turn| turn.is_late());
        assert!(late.is_none(), "match {seed} of {name}, {paused} of {turns} paused: {late:?}");
        turns += spent.len();
        paused += spent.iter().filter(|turn| !turn.paused.is_zero()).count();
    }
    assert!(!is_deep() || paused * 2 <= turns, "{paused} of {turns} turns paused");
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
