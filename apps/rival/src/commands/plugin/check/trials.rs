//! What is tried out.

use std::time::{Duration, Instant};

use board_engine::{Seat, Turn};
use games_package::{
    AfterEnd, Command, Control, Event, OptionKind, OptionSpec, SeatSetup, ThinkingLimits,
    TimeControl,
};
use house::Failure;

use super::matches::{Director, Plies, play, tell};
use super::memory::resident_bytes;
use super::subject::{STOP_TIME_MAX, Slow, Subject};
use super::witness::{Seen, Watched};

/// Why a trial has not passed.
#[derive(Debug)]
pub(super) enum Trouble {
    /// What the player did wrong, as a phrase.
    Fault(String),
    /// The player says that it can't, as a phrase.
    Refusal(String),
    /// The program itself has failed.
    Failure(Failure),
}

impl Trouble {
    /// The same, with what it happened with in front of a fault.
    pub(super) fn with(self, what: &str) -> Self {
        match self {
            Self::Fault(fault) => Self::Fault(format!("{what}: {fault}")),
            Self::Refusal(refusal) => Self::Refusal(format!("{what}: {refusal}")),
            Self::Failure(failure) => Self::Failure(failure),
        }
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// What there is to say of a trial that has passed.
type Found = Result<String, Trouble>;

/// One thing that is tried out.
pub(super) struct Trial {
    pub(super) name: &'static str,
    /// In all variants of the games that the player plays, or in one of each.
    pub(super) in_every_variant: bool,
    /// Whether to differ is no fault.
    pub(super) is_remark: bool,
    pub(super) run: fn(&Subject<'_>, &str) -> Found,
}

impl Trial {
    const fn of(name: &'static str, run: fn(&Subject<'_>, &str) -> Found) -> Self {
        Self { name, in_every_variant: false, is_remark: false, run }
    }
}

/// All of it, the quick things first.
pub(super) const TRIALS: &[Trial] = &[
    Trial::of("options", options),
    Trial { in_every_variant: true, ..Trial::of("moves", moves) },
    Trial { in_every_variant: true, ..Trial::of("positions", positions) },
    Trial::of("new game", new_game),
    Trial::of("take back", take_back),
    Trial::of("pondering", pondering),
    Trial::of("rest", rest),
    Trial::of("stop", stop),
    Trial::of("deadline", deadline),
    Trial::of("memory", memory),
    Trial { is_remark: true, ..Trial::of("same seed", same_seed) },
];

/// Each option at its default, its least and its greatest value, at each of its words, or at odd texts; the others as
/// they are.
fn options(subject: &Subject<'_>, game: &str) -> Found {
    let mut count = 0;
    for spec in &subject.info.options {
        for value in settings(spec) {
            let mut options = subject.options.clone();
            options.set(spec.name.as_str(), value.as_str());
            let played = subject
                .setup_with(game, Seat::FIRST, None, &options)
                .and_then(|watched| play(watched, &mut Plies::of(Seat::FIRST, 1)));
            match played {
                // Not every text need make sense to a player, as long as it says so.
                Err(Trouble::Refusal(_)) if is_odd(spec, &value) => {}
                played => {
                    let shown: String = value.escape_debug().take(SHOWN_CHARS_MAX).collect();
                    played.map_err(|trouble| trouble.with(&format!("{}={shown}", spec.name)))?;
                }
            }
            count += 1;
        }
    }
    Ok(format!("{} options, {count} settings", subject.info.options.len()))
}

/// The values at which an option is tried.
fn settings(spec: &OptionSpec) -> Vec<String> {
    let mut values = vec![spec.default_text()];
    match &spec.kind {
        OptionKind::Integer { min, max, .. } => values.extend([min.to_string(), max.to_string()]),
        OptionKind::Flag { .. } => values.extend([true.to_string(), false.to_string()]),
        OptionKind::Choice { choices, .. } => values.extend(choices.iter().cloned()),
        OptionKind::Text { .. } => values.extend(odd_texts()),
    }
    values.sort();
    values.dedup();
    values
}

/// How much of a value is shown.
const SHOWN_CHARS_MAX: usize = 40;

/// Texts that people type by mistake or out of curiosity.
fn odd_texts() -> Vec<String> {
    let texts =
        ["", " ", "%s%n", "../../nowhere", "\u{1b}[31m\n", "\0", "Ä 象 🙂", "--help", "a=b"];
    let long = "x".repeat(10_000);
    texts.into_iter().map(String::from).chain([long]).collect()
}

/// Whether this is a value that no player has asked for.
fn is_odd(spec: &OptionSpec, value: &str) -> bool {
    matches!(spec.kind, OptionKind::Text { .. }) && value != spec.default_text()
}

/// The plies of a match that is not played to its end.
const PLIES_MAX: usize = 24;

/// A match in each seat: legal moves, and an answer when it is asked for.
fn moves(subject: &Subject<'_>, game: &str) -> Found {
    let mut own = 0;
    for seat in Seat::all(house::game(game)?.seat_count()) {
        let watched = subject.setup(game, seat, None)?;
        let mut plies = Plies::of(seat, PLIES_MAX);
        play(watched, &mut plies)?;
        own += plies.own;
    }
    Ok(format!("{own} moves"))
}

/// How far from the start the positions are in which a player is asked for one move.
const PLIES_OF_POSITIONS: [usize; 8] = [1, 4, 9, 15, 22, 30, 41, 56];

/// One move in each of many positions.
fn positions(subject: &Subject<'_>, game: &str) -> Found {
    let positions = subject.positions(game, &PLIES_OF_POSITIONS)?;
    for (seat, position) in &positions {
        let watched = subject.setup(game, *seat, Some(position.clone()))?;
        let played = play(watched, &mut Plies::of(*seat, 1));
        played.map_err(|trouble| trouble.with(position))?;
    }
    Ok(format!("{} positions", positions.len()))
}

/// Sends a command at the end of each stretch of play, so many times; then ends the match. A stretch has so many
/// plies, or goes to the end of the game.
struct Stretches {
    plies: usize,
    left: usize,
    command: fn() -> Command,
    played: usize,
}

impl Stretches {
    fn of(plies: usize, count: usize, command: fn() -> Command) -> Self {
        Self { plies, left: count, command, played: 0 }
    }

    /// Whether a stretch has ended; then what comes next has been told.
    fn end(&mut self, event: &Event, control: &Control) -> bool {
        match event {
            Event::MovePlayed(_) => self.played += 1,
            Event::MatchEnded(_) => self.played = self.played.max(self.plies),
            // What was played after the command is another table.
            Event::MatchStarted(_) | Event::MoveTakenBack(_) => self.played = 0,
            // This program was slower than the table, and does not know what it missed.
            Event::Resynchronized(table) => {
                self.played = if table.ending.is_some() { self.plies } else { 0 };
            }
            _ => {}
        }
        if self.played != self.plies {
            return false;
        }
        // Until the command is obeyed, no stretch ends.
        self.played += 1;
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                tell(control, (self.command)());
            }
            None => tell(control, Command::Stop),
        }
        true
    }
}

impl Director for Stretches {
    fn heard(&mut self, event: &Event, control: &Control) {
        self.end(event, control);
    }
}

fn directed(subject: &Subject<'_>, game: &str, stretches: fn() -> Stretches) -> Found {
    for seat in Seat::all(house::game(game)?.seat_count()) {
        let mut watched = subject.setup(game, seat, None)?;
        watched.setup.after_end = AfterEnd::Stay;
        play(watched, &mut stretches())?;
    }
    Ok(String::new())
}

/// The match begins again, twice, with the same player.
fn new_game(subject: &Subject<'_>, game: &str) -> Found {
    directed(subject, game, || Stretches::of(4, 2, || Command::Restart))
}

/// Two moves are taken back, three times.
fn take_back(subject: &Subject<'_>, game: &str) -> Found {
    directed(subject, game, || Stretches::of(4, 3, || Command::TakeBack { plies: 2 }))
}

/// How long others think while the player ponders.
const OTHERS_TIME: Duration = Duration::from_millis(80);

/// Thinks while others do.
fn pondering(subject: &Subject<'_>, game: &str) -> Found {
    let mut watched = against_slow(subject, game, OTHERS_TIME)?;
    watched.setup.pondering = true;
    play(watched, &mut Plies::of(Seat::FIRST, 6))?;
    Ok(String::new())
}

/// A match in which the player begins and others take so long over each move.
fn against_slow(subject: &Subject<'_>, game: &str, time: Duration) -> Result<Watched, Trouble> {
    let mut watched = subject.setup(game, Seat::FIRST, None)?;
    let seats = std::mem::take(&mut watched.setup.seats).into_iter().zip(0..);
    let slowed = seats.map(|(seat, number)| match number {
        0 => seat,
        _ => SeatSetup { player: Box::new(Slow(seat.player, time)), ..seat },
    });
    watched.setup.seats = slowed.collect();
    Ok(watched)
}

/// How long others think while the player should rest: long enough for a look at it.
const REST_TIME: Duration = Duration::from_millis(300);

/// Thinks only when it is asked.
fn rest(subject: &Subject<'_>, game: &str) -> Found {
    let watched = against_slow(subject, game, REST_TIME)?;
    let seen = watched.seen.clone();
    play(watched, &mut Plies::of(Seat::FIRST, 9))?;
    match seen.idle_usage() {
        None => Ok("not measured: it runs in this process".into()),
        Some(idle_usage) if idle_usage.sampled.is_zero() => Ok("not measured".into()),
        Some(idle_usage) if idle_usage.is_notable() => {
            Err(Trouble::Fault(format!("it thinks in its opponent's time: {idle_usage}")))
        }
        Some(idle_usage) => Ok(idle_usage.to_string()),
    }
}

/// A player in this process can't be ended, as one in a process of its own is after [`STOP_TIME_MAX`].
const GOING_ON_MAX: Duration = STOP_TIME_MAX.saturating_add(Duration::from_secs(1));

/// Lays the match aside while the player thinks: nobody wants its answer any more. The match ends when the player has
/// stopped, or when it has had enough time to.
struct BreakOff {
    seen: Seen,
    told: Option<Instant>,
    /// How long the player went on.
    lasted: Option<Duration>,
}

impl BreakOff {
    fn look(&mut self, control: &Control) {
        let Some(told) = self.told else { return };
        if !self.seen.thinks() || told.elapsed() >= GOING_ON_MAX {
            self.lasted.get_or_insert(told.elapsed());
            tell(control, Command::Stop);
        }
    }
}

impl Director for BreakOff {
    fn heard(&mut self, event: &Event, control: &Control) {
        match event {
            // One that answers at once is not caught.
            Event::TurnStarted { ply, .. } if *ply > 2 => tell(control, Command::Stop),
            _ => self.look(control),
        }
    }

    fn waited(&mut self, control: &Control) {
        if self.told.is_none() && self.seen.thinks() {
            self.told = Some(Instant::now());
            tell(control, Command::Pause);
        }
        self.look(control);
    }
}

/// Without any limit, first told to answer, then broken off.
fn stop(subject: &Subject<'_>, game: &str) -> Found {
    let unlimited = || -> Result<Watched, Trouble> {
        let mut watched = subject.setup(game, Seat::FIRST, None)?;
        watched.setup.thinking = ThinkingLimits::default();
        Ok(watched)
    };
    let watched = unlimited()?;
    play(watched, &mut Plies::of(Seat::FIRST, 3))?;
    let mut watched = unlimited()?;
    watched.setup.time_control = TimeControl::Unlimited;
    let mut break_off = BreakOff { seen: watched.seen.clone(), told: None, lasted: None };
    let played = play(watched, &mut break_off);
    match break_off.lasted {
        Some(lasted) if lasted >= GOING_ON_MAX => {
            let advice = "it should ask is_stopped often while it thinks";
            let lasted = lasted.as_secs_f64();
            Err(Trouble::Fault(format!(
                "it went on {lasted:.2} s after it was told to stop: {advice}"
            )))
        }
        Some(lasted) => played.map(|_| format!("{} ms after it was told to", lasted.as_millis())),
        None => played.map(|_| "it answers at once".into()),
    }
}

/// The time for a move when nobody tells the player to answer.
const MOVE_TIME: Duration = Duration::from_millis(500);

/// Lets the player take its time.
struct Patience(Plies);

impl Director for Patience {
    fn heard(&mut self, event: &Event, control: &Control) {
        self.0.heard(event, control);
    }

    fn waited(&mut self, _: &Control) {}
}

/// Nothing but the clock says when to answer.
fn deadline(subject: &Subject<'_>, game: &str) -> Found {
    let mut watched = subject.setup(game, Seat::FIRST, None)?;
    watched.setup.thinking = ThinkingLimits::default();
    watched.setup.time_control = TimeControl::PerMove(MOVE_TIME);
    let mut patience = Patience(Plies::of(Seat::FIRST, 5));
    play(watched, &mut patience)?;
    let longest = patience.0.longest.as_millis();
    Ok(format!("{longest} ms of {} ms at most", MOVE_TIME.as_millis()))
}

/// The plies of a match that begins again and again, the matches until a player is warm, and those that are measured.
const ROUND_PLIES: usize = 8;
const ROUNDS_WARM: usize = 3;
const ROUNDS_MEASURED: usize = 12;

/// What a player may keep of a move, in bytes: its caches are warm, and a match has an end.
const GROWTH_MAX: u64 = 64 << 10;

/// Begins the match again and again, and notes the memory when the player is warm and at the end.
struct Growth {
    rounds: Stretches,
    seat: Seat,
    own: u64,
    warm: Option<u64>,
    end: Option<u64>,
}

impl Director for Growth {
    fn heard(&mut self, event: &Event, control: &Control) {
        let is_own =
            matches!(event, Event::MovePlayed(played) if played.turn == Turn::Seat(self.seat));
        let is_measured = self.rounds.left < ROUNDS_MEASURED && self.end.is_none();
        self.own += u64::from(is_own && is_measured);
        if self.rounds.end(event, control) {
            match self.rounds.left {
                ROUNDS_MEASURED if self.warm.is_none() => self.warm = resident_bytes(),
                // The next stretch is the last: when it ends, so does the player's process.
                0 if self.end.is_none() => self.end = resident_bytes(),
                _ => {}
            }
        }
    }
}

/// Memory that grows from match to match.
fn memory(subject: &Subject<'_>, game: &str) -> Found {
    let seat = Seat::FIRST;
    let rounds = Stretches::of(ROUND_PLIES, ROUNDS_WARM + ROUNDS_MEASURED, || Command::Restart);
    let mut growth = Growth { rounds, seat, own: 0, warm: None, end: None };
    let mut watched = subject.setup(game, seat, None)?;
    watched.setup.after_end = AfterEnd::Stay;
    play(watched, &mut growth)?;
    let Growth { own, warm: Some(warm), end: Some(end), .. } = growth else {
        return Ok("not measured".into());
    };
    let kibibytes = end.saturating_sub(warm) >> 10;
    let grown = format!("{kibibytes} KiB in {own} moves");
    let limit = own.max(1) * GROWTH_MAX;
    if end.saturating_sub(warm) > limit {
        let allowed = GROWTH_MAX >> 10;
        return Err(Trouble::Fault(format!(
            "its memory grows: {grown}; {allowed} KiB a move are allowed"
        )));
    }
    Ok(grown)
}

/// The same match twice.
fn same_seed(subject: &Subject<'_>, game: &str) -> Found {
    let mut lines = Vec::new();
    for _ in 0..2 {
        let watched = subject.setup(game, Seat::FIRST, None)?;
        let record = play(watched, &mut Patience(Plies::of(Seat::FIRST, PLIES_MAX / 2)))?;
        // How many moves come after the last one that was wanted is a matter of time.
        lines.push(record.moves().take(PLIES_MAX / 2).collect::<Vec<_>>().join(" "));
    }
    if lines.first() != lines.last() {
        let differ = "two matches with one seed differ: a record can't be played again exactly";
        return Err(Trouble::Fault(differ.into()));
    }
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use games_package::{
        Ending, Host, MatchSetup, Moderator, Player, PlayerError, Reply, Request, TableState,
    };

    use super::*;

    /// Sits at a table where nothing is played.
    struct Idle;

    impl Player for Idle {
        fn name(&self) -> String {
            "idle".into()
        }

        fn choose_move(&mut self, _: &Request, _: &dyn Host) -> Result<Reply, PlayerError> {
            Ok(Reply::Resign)
        }
    }

    fn resynchronized(ending: Option<Ending>) -> Event {
        Event::Resynchronized(TableState { ending, ..TableState::default() })
    }

    #[test]
    fn a_stretch_whose_end_was_missed_ends_with_the_table_that_is_told() {
        let game = house::game("tic-tac-toe").expect("it is in the catalog");
        let seat = || SeatSetup::new("idle", Box::new(Idle));
        let moderator = Moderator::new(MatchSetup::new(game, vec![seat(), seat()]));
        let control = moderator.expect("two players for two seats").control();
        let mut stretches = Stretches::of(1, 2, || Command::Restart);
        assert!(!stretches.end(&resynchronized(None), &control), "the match goes on");
        let over = resynchronized(Some(Ending::draw_agreed(2)));
        assert!(stretches.end(&over, &control), "a match that is over has no more plies");
        assert!(!stretches.end(&Event::Paused, &control), "the command is not obeyed yet");
        assert!(stretches.end(&over, &control), "it was obeyed, and that was missed as well");
        assert_eq!(stretches.left, 0);
    }
}
