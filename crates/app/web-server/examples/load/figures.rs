//! Prints the measurements as a table.

use std::time::Duration;

use crate::game::Played;

/// The times for all moves.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    own: Vec<Duration>,
    last: Vec<Duration>,
    crowd: Vec<Duration>,
}

impl Figures {
    /// Adds the measurements from one game.
    pub(crate) fn add(&mut self, played: Played) {
        self.own.extend(played.own);
        let last = if played.is_crowd { &mut self.crowd } else { &mut self.last };
        last.extend(played.last);
    }

    /// Prints the measurements taken during `time`.
    #[expect(clippy::cast_precision_loss, reason = "a count of moves")]
    pub(crate) fn print(mut self, time: Duration) {
        let rate = self.own.len() as f64 / time.as_secs_f64();
        println!("{:<44}{:>7} /s", "moves", rate.round());
        println!(
            "{:<44}{:>12}{:>12}{:>12}{:>12}",
            "milliseconds", "median", "95 %", "99 %", "longest"
        );
        print_row("a move, until its player has it", &mut self.own);
        print_row("until the last spectator of its game has it", &mut self.last);
        print_row("until the last of the crowd has it", &mut self.crowd);
    }
}

fn print_row(name: &str, times: &mut [Duration]) {
    times.sort_unstable();
    print!("{name:<44}");
    for percent in [50, 95, 99, 100] {
        let index = (times.len() * percent).div_ceil(100).saturating_sub(1);
        let milliseconds = times.get(index).map_or(f64::NAN, |time| time.as_secs_f64() * 1000.0);
        print!("{milliseconds:>12.2}");
    }
    println!();
}

/// Formats bytes as megabytes.
#[expect(clippy::cast_precision_loss, reason = "it is rounded anyway")]
pub(crate) fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
