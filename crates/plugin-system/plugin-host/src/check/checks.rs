//! Defines the checks, in the order in which they run.

mod memory;
mod timing;

use board_engine::Seat;
use games_package::{AfterEnd, Command, Control, Event, OptionKind, OptionSpec};

use self::memory::memory;
use self::timing::{WithoutHurry, deadline, pondering, rest, stop, untimed};
use super::error::CheckError;
use super::matches::{MatchDriver, PlyLimit, play, send};
use super::subject::{Rules, Scope, Subject};
use crate::sandbox::ProcessPool;

/// The details of a passed check, or the reason why the check didn't pass.
type CheckResult = Result<String, CheckError>;

/// One check.
pub(super) struct Check {
    pub(super) name: &'static str,
    /// The games in which the check runs.
    pub(super) scope: Scope,
    /// Whether the check measures time or memory and must run alone.
    pub(super) is_alone: bool,
    /// Whether the other checks are pointless if the player fails this check.
    pub(super) is_condition: bool,
    /// Whether a fault is only a remark.
    pub(super) is_remark: bool,
    pub(super) run: fn(&Subject<'_>, &Rules) -> CheckResult,
}

impl Check {
    /// A check that can run in parallel, in one variant of each game.
    const fn of(name: &'static str, run: fn(&Subject<'_>, &Rules) -> CheckResult) -> Self {
        let (scope, is_alone, is_condition, is_remark) = (Scope::EachGame, false, false, false);
        Self { name, scope, is_alone, is_condition, is_remark, run }
    }

    /// A check that measures and must run alone.
    const fn alone(name: &'static str, run: fn(&Subject<'_>, &Rules) -> CheckResult) -> Self {
        Self { is_alone: true, ..Self::of(name, run) }
    }
}

/// All checks, in the order in which they run and are shown.
pub(super) const CHECKS: &[Check] = &[
    Check { scope: Scope::FirstGame, is_condition: true, ..Check::alone("first move", first_move) },
    Check::of("options", options),
    Check { scope: Scope::EachVariant, ..Check::of("moves", moves) },
    Check { scope: Scope::EachVariant, ..Check::of("positions", positions) },
    Check::of("new game", new_game),
    Check::of("take back", take_back),
    Check::of("pondering", pondering),
    Check::of("kept", kept),
    Check { is_remark: true, ..Check::of("same seed", same_seed) },
    Check::alone("rest", rest),
    Check::alone("stop", stop),
    Check::alone("deadline", deadline),
    Check { scope: Scope::FirstGame, is_remark: true, ..Check::alone("untimed", untimed) },
    Check::alone("memory", memory),
];

/// Ends the match after the player's first move. Other seats and chance can move before the player.
struct FirstMove(PlyLimit);

impl FirstMove {
    fn of(seat: Seat) -> Self {
        Self(PlyLimit::of(seat, PLIES_MAX))
    }
}

impl MatchDriver for FirstMove {
    fn on_event(&mut self, event: &Event, control: &Control) {
        self.0.on_event(event, control);
        if self.0.own > 0 {
            send(control, Command::Stop);
        }
    }
}

/// Starts a match and plays its first move.
fn first_move(subject: &Subject<'_>, game: &Rules) -> CheckResult {
    let mut driver = FirstMove::of(Seat::FIRST);
    let played = subject.setup(game, Seat::FIRST, None).and_then(|setup| play(setup, &mut driver));
    match played {
        Ok(_) => Ok(String::new()),
        Err(CheckError::Failure(failure)) => Err(failure.into()),
        Err(fault) if driver.0.own == 0 => Err(CheckError::NoMove(fault.to_string())),
        Err(fault) => Err(fault),
    }
}

/// For each option, tries the default, the minimum and maximum, every choice, or odd strings.
fn options(subject: &Subject<'_>, game: &Rules) -> CheckResult {
    let mut count = 0;
    for spec in &subject.info.options {
        for value in test_values(spec) {
            let mut options = subject.options.clone();
            options.set(spec.name.as_str(), value.as_str());
            let played = subject
                .setup_with(game, Seat::FIRST, None, &options)
                .and_then(|observed_match| play(observed_match, &mut FirstMove::of(Seat::FIRST)));
            match played {
                // A player may refuse odd strings.
                Err(CheckError::Refusal(_)) if is_odd(spec, &value) => {}
                played => {
                    let shown: String = value.escape_debug().take(SHOWN_CHARS_MAX).collect();
                    played.map_err(|error| error.with(&format!("{}={shown}", spec.name)))?;
                }
            }
            count += 1;
        }
    }
    Ok(format!("{} options, {count} settings", subject.info.options.len()))
}

/// The values to try for an option.
fn test_values(spec: &OptionSpec) -> Vec<String> {
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

/// Maximum number of characters to display for a value.
const SHOWN_CHARS_MAX: usize = 40;

/// Strings that people type by mistake or out of curiosity.
fn odd_texts() -> Vec<String> {
    let texts =
        ["", " ", "%s%n", "../../nowhere", "\u{1b}[31m\n", "\0", "Ä 象 🙂", "--help", "a=b"];
    let long = "x".repeat(10_000);
    texts.into_iter().map(String::from).chain([long]).collect()
}

/// Returns `true` if this is one of [`odd_texts`].
fn is_odd(spec: &OptionSpec, value: &str) -> bool {
    matches!(spec.kind, OptionKind::Text { .. }) && value != spec.default_text()
}

/// The ply limit for a match.
const PLIES_MAX: usize = 24;

/// Plays a match in each seat. Moves must be legal and on time.
fn moves(subject: &Subject<'_>, game: &Rules) -> CheckResult {
    let mut own = 0;
    for seat in Seat::all(game.seat_count()) {
        let observed_match = subject.setup(game, seat, None)?;
        let mut plies = PlyLimit::of(seat, PLIES_MAX);
        play(observed_match, &mut plies)?;
        own += plies.own;
    }
    Ok(format!("{own} moves"))
}

/// The distances in plies between the start and the positions in which the player must choose a move.
const PLIES_OF_POSITIONS: [usize; 8] = [1, 4, 9, 15, 22, 30, 41, 56];

/// Asks for one move in each of many positions.
fn positions(subject: &Subject<'_>, game: &Rules) -> CheckResult {
    let positions = subject.positions(game, &PLIES_OF_POSITIONS);
    for (seat, position) in &positions {
        let observed_match = subject.setup(game, *seat, Some(position.clone()))?;
        let played = play(observed_match, &mut PlyLimit::of(*seat, 1));
        played.map_err(|error| error.with(position))?;
    }
    Ok(format!("{} positions", positions.len()))
}

/// Sends a command after each segment, `left` times in total, and then ends the match. A segment has `plies` plies, or
/// fewer if the game ends.
struct Segments {
    plies: usize,
    left: usize,
    command: fn() -> Command,
    played: usize,
    /// The number of plies since the start of the match.
    plies_of_match: usize,
}

impl Segments {
    fn of(plies: usize, count: usize, command: fn() -> Command) -> Self {
        Self { plies, left: count, command, played: 0, plies_of_match: 0 }
    }

    /// Returns `true` if a segment has ended; the command was then sent.
    fn end(&mut self, event: &Event, control: &Control) -> bool {
        match event {
            Event::MatchStarted(table)
            | Event::MoveTakenBack(table)
            | Event::Resynchronized(table) => self.plies_of_match = table.moves.len(),
            Event::MovePlayed(_) => self.plies_of_match += 1,
            _ => {}
        }
        match event {
            Event::MovePlayed(_) => self.played += 1,
            Event::MatchEnded(_) => self.played = self.played.max(self.plies),
            // The command starts a new segment.
            Event::MatchStarted(_) | Event::MoveTakenBack(_) => self.played = 0,
            // This program was slower than the match, so it missed events.
            Event::Resynchronized(table) => {
                self.played = if table.ending.is_some() { self.plies } else { 0 };
            }
            _ => {}
        }
        if self.played != self.plies {
            return false;
        }
        // No segment ends until the command takes effect.
        self.played += 1;
        let command = (self.command)();
        // A player that resigns immediately leaves no move to take back.
        let is_possible = self.plies_of_match > 0 || !matches!(command, Command::TakeBack { .. });
        match self.left.checked_sub(1).filter(|_| is_possible) {
            Some(left) => {
                self.left = left;
                send(control, command);
            }
            None => send(control, Command::Stop),
        }
        true
    }
}

impl MatchDriver for Segments {
    fn on_event(&mut self, event: &Event, control: &Control) {
        self.end(event, control);
    }
}

fn play_segments(subject: &Subject<'_>, game: &Rules, segments: fn() -> Segments) -> CheckResult {
    for seat in Seat::all(game.seat_count()) {
        let mut observed_match = subject.setup(game, seat, None)?;
        observed_match.setup.after_end = AfterEnd::Stay;
        play(observed_match, &mut segments())?;
    }
    Ok(String::new())
}

/// Restarts the match twice with the same player.
fn new_game(subject: &Subject<'_>, game: &Rules) -> CheckResult {
    play_segments(subject, game, || Segments::of(4, 2, || Command::Restart))
}

/// Takes back two moves, three times.
fn take_back(subject: &Subject<'_>, game: &Rules) -> CheckResult {
    play_segments(subject, game, || Segments::of(4, 3, || Command::TakeBack { plies: 2 }))
}

/// The first `plies` moves in a match in which no command to move is sent.
fn line_of_play(subject: &Subject<'_>, game: &Rules, plies: usize) -> Result<String, CheckError> {
    let observed_match = subject.setup(game, Seat::FIRST, None)?;
    let record = play(observed_match, &mut WithoutHurry(PlyLimit::of(Seat::FIRST, plies)))?;
    // Depending on timing, the match may continue for some moves after the limit.
    Ok(record.moves().take(plies).collect::<Vec<_>>().join(" "))
}

/// Number of plies to play in a reused process. Leftover state would show at the beginning.
const PLIES_KEPT: usize = 8;

/// A reused process must play a match exactly as a new process does. If the process isn't reusable, every process is
/// new.
fn kept(subject: &Subject<'_>, game: &Rules) -> CheckResult {
    if !subject.plugin.has_own_processes() {
        return Ok("it runs in this process".into());
    }
    let in_pool = |pool| Subject { pool, ..*subject };
    let keeping = in_pool(ProcessPool::with_capacity(1));
    let first = line_of_play(&keeping, game, PLIES_KEPT)?;
    if line_of_play(&keeping, game, PLIES_KEPT)? == first {
        return Ok(String::new());
    }
    if line_of_play(&in_pool(ProcessPool::default()), game, PLIES_KEPT)? != first {
        return Ok("skipped: its matches with the same seed differ anyway".into());
    }
    let differ = "its process plays a second match differently than a new process; it must reset its state when a match begins, or not claim to be reusable";
    Err(CheckError::Fault(differ.into()))
}

/// Checks that two matches with the same seed are identical.
fn same_seed(subject: &Subject<'_>, game: &Rules) -> CheckResult {
    let line = || line_of_play(subject, game, PLIES_MAX / 2);
    if line()? != line()? {
        let differ = "two matches with the same seed differ; a record can't be replayed exactly";
        return Err(CheckError::Fault(differ.into()));
    }
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use games_package::{
        Ending, Host, MatchSetup, Moderator, Player, PlayerError, Reply, Request, SeatSetup,
        TableState,
    };

    use super::*;

    /// A player for a match in which it never moves.
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
    fn a_segment_with_a_missed_end_ends_at_the_resynchronization() {
        let game = game_catalog::table_game("tic-tac-toe").expect("it is in the catalog");
        let seat = || SeatSetup::new("idle", Box::new(Idle));
        let moderator = Moderator::new(MatchSetup::new(game, vec![seat(), seat()]));
        let control = moderator.expect("two players for two seats").control();
        let mut segments = Segments::of(1, 2, || Command::Restart);
        assert!(!segments.end(&resynchronized(None), &control), "the match continues");
        let over = resynchronized(Some(Ending::draw_agreed(2)));
        assert!(segments.end(&over, &control), "a match that is over has no more plies");
        assert!(!segments.end(&Event::Paused, &control), "the command is not obeyed yet");
        assert!(segments.end(&over, &control), "it was obeyed, and that was missed as well");
        assert_eq!(segments.left, 0);
    }

    #[test]
    fn a_player_that_resigns_before_the_first_move_has_no_move_to_take_back() {
        let game = game_catalog::table_game("tic-tac-toe").expect("it is in the catalog");
        let seat = || SeatSetup::new("idle", Box::new(Idle));
        let moderator = Moderator::new(MatchSetup::new(game, vec![seat(), seat()]));
        let control = moderator.expect("two players for two seats").control();
        let take_back = || Command::TakeBack { plies: 2 };
        let commands_left = |moves: &[&str]| {
            let moves = moves.iter().map(|mv| (*mv).to_owned()).collect();
            let mut segments = Segments::of(4, 3, take_back);
            segments
                .end(&Event::MatchStarted(TableState { moves, ..TableState::default() }), &control);
            assert!(segments.end(&Event::MatchEnded(Ending::draw_agreed(2)), &control));
            segments.left
        };
        assert_eq!(commands_left(&[]), 3, "the match is stopped");
        assert_eq!(commands_left(&["a1"]), 2, "a move is taken back");
    }
}
