//! Shows progress in a terminal.

mod cursor;

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use arena::journal::Entry;
use arena::observer::{LiveGame, RunObserver};
use arena::run::Run;
use arena::run_folder::tables::Report;
use arena::settings::Settings;
use board_engine::printable;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::progress::figures;

/// Minimum time between two updates.
const PAUSE: Duration = Duration::from_millis(500);

/// Updates take at most 1/20 of the time, so they become less frequent with many games.
const SHARE: u32 = 20;

/// Lines on standard error that are updated in place: the standings, the crosstable if it fits, a game in progress on a
/// worker, the progress bar, the remaining time, and the latest figures.
#[derive(Debug)]
pub(crate) struct LiveTable {
    /// A single bar that includes every line above it, so all lines are drawn and cleared together.
    bar: ProgressBar,
    table: String,
    /// A game in progress on a worker; empty if there is none.
    live_game: String,
    /// The number of games finished before this session, which don't count toward the speed.
    before: u64,
    /// The time when the next update is due.
    next: Option<Instant>,
}

impl LiveTable {
    pub(crate) fn new(run: &Run) -> Self {
        let before = run.finished_games() as u64;
        let bar = ProgressBar::with_draw_target(Some(0), cursor::target());
        Self { bar, table: String::new(), live_game: String::new(), before, next: None }
    }

    /// Returns `true` if standard error is a terminal.
    pub(crate) fn is_possible() -> bool {
        stderr().is_terminal()
    }

    /// Sets the figures after the bar. The bar fills the rest of the line.
    fn set_figures(&self, figures: String, width: usize) {
        let room = width.saturating_sub(figures.chars().count() + 1);
        let template = format!("{{prefix}}\n{{bar:{room}}} {{msg}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            self.bar.set_style(style);
        }
        self.bar.set_message(figures);
    }

    fn draw(&self) {
        let gap = if self.live_game.is_empty() { "" } else { "\n" };
        self.bar.set_prefix(format!("{}{gap}{}", self.table, self.live_game));
    }
}

impl RunObserver for LiveTable {
    fn update(&mut self, run: &Run, _entries: &[Entry]) -> io::Result<()> {
        let (finished, known) = (run.finished_games() as u64, run.known_games() as u64);
        self.bar.set_length(known.saturating_sub(self.before));
        self.bar.set_position(finished.saturating_sub(self.before));
        let begin = Instant::now();
        if self.bar.is_hidden() || self.next.is_some_and(|next| begin < next) {
            return Ok(());
        }
        let (width, lines) = room();
        let mut figures = figures(run);
        if finished > self.before {
            let (speed, left) = (self.bar.per_sec(), HumanDuration(self.bar.eta()));
            let _ = write!(figures, ", {speed:.1}/s, {left:#} left");
        }
        self.set_figures(figures, width);
        self.table = Report::of(run).to_short_text(lines, width);
        self.draw();
        self.next = Some(begin + PAUSE.max(begin.elapsed() * SHARE));
        Ok(())
    }

    fn wants_live_games(&self) -> bool {
        !self.bar.is_hidden()
    }

    fn show_live_game(&mut self, run: &Run, game: &LiveGame) -> io::Result<()> {
        let (width, _) = room();
        self.live_game = game_in_a_line(run.tournament().settings(), game, width);
        self.draw();
        Ok(())
    }

    fn note(&mut self, line: &str) -> io::Result<()> {
        self.bar.suspend(|| writeln!(stderr(), "{line}"))
    }
}

/// The maximum line length in characters and the maximum number of table lines. These limits leave room for a game, the
/// bar and a shell prompt.
fn room() -> (usize, usize) {
    let (width, height) = cursor::size();
    (usize::from(width), usize::from(height).saturating_sub(4))
}

/// A game in progress on a worker, with as many of its latest moves as fit, for example "on ada-7: A – B, 23 plies: …
/// 32-28 19-23".
fn game_in_a_line(settings: &Settings, game: &LiveGame, width: usize) -> String {
    let LiveGame { worker, players, before, moves, .. } = game;
    let names = players.iter().filter_map(|&player| settings.players.get(player));
    let names = names.map(ToString::to_string).collect::<Vec<_>>().join(" – ");
    let plies = before.saturating_add(moves.len());
    let head: String =
        format!("on {worker}: {names}, {plies} plies: ").chars().take(width).collect();
    let room = width.saturating_sub(head.chars().count());
    let mut tail = moves.join(" ");
    if *before > 0 || tail.chars().count() > room {
        // Each move is preceded by a space. The ellipsis stands for the earlier moves.
        let lengths = moves.iter().rev().scan(1, |length, mv| {
            *length += 1 + mv.chars().count();
            Some(*length)
        });
        let fitting = lengths.take_while(|length| *length <= room).count();
        let newest = moves.iter().skip(moves.len() - fitting);
        tail = newest.fold("…".into(), |text, mv| text + " " + mv);
    }
    // The line comes from another machine and can contain control characters.
    printable(&head.chars().chain(tail.chars().take(room)).collect::<String>())
}

impl Drop for LiveTable {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(width: usize, before: usize, moves: &[&str], expected: &str) {
        let settings = Settings::new("checkers", ["Ada".into(), "Bob".into()]);
        let moves = moves.iter().map(ToString::to_string).collect();
        let (worker, players) = ("w\x1b".into(), vec![1, 0]);
        let game = LiveGame { worker, round: 0, number: 0, players, before, moves };
        let line = game_in_a_line(&settings, &game, width);
        assert_eq!(line, expected);
        assert!(line.chars().count() <= width);
    }

    #[test]
    fn a_game_is_shown_with_its_newest_moves() {
        let moves = ["9-14", "22-18", "5-9"];
        check(80, 0, &moves, "on w\u{FFFD}: Bob – Ada, 3 plies: 9-14 22-18 5-9");
        check(80, 20, &moves, "on w\u{FFFD}: Bob – Ada, 23 plies: … 9-14 22-18 5-9");
        check(
            80,
            usize::MAX,
            &moves,
            "on w\u{FFFD}: Bob – Ada, 18446744073709551615 plies: … 9-14 22-18 5-9",
        );
        check(38, 0, &moves, "on w\u{FFFD}: Bob – Ada, 3 plies: … 22-18 5-9");
        check(36, 0, &moves, "on w\u{FFFD}: Bob – Ada, 3 plies: … 5-9");
        check(19, 0, &moves, "on w\u{FFFD}: Bob – Ada, 3");
        check(0, 0, &moves, "");
    }
}
