//! The effect of each part of the strong search: nodes and time to a depth without it, and Elo against it.
//!
//! ```text
//! cargo run --release -p search --example strength -- depths international 15
//! cargo run --release -p search --example strength -- speed english 2000
//! cargo run --release -p search --example strength -- matches english probcut --nodes 20000 --pairs 100
//! cargo run --release -p search --example strength -- matches english each --ms 10 --pairs 100
//! ```

#![expect(clippy::print_stdout, reason = "it is a program")]

mod depths;
mod games;
mod matches;

use clap::{Parser, Subcommand};

use crate::depths::{Depths, Speed};
use crate::games::with_game;
use crate::matches::Matches;

/// Measures the parts of the strong search.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Nodes and time to a depth on fixed positions, with all parts and without each of them.
    Depths(Depths),
    /// Depth by depth of one search from the start, with nodes and speed.
    Speed(Speed),
    /// Self-play of the full search against a modified search, in pairs of games from random openings.
    Matches(Matches),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Depths(depths) => with_game(&depths.game.clone(), depths),
        Command::Speed(speed) => with_game(&speed.game.clone(), speed),
        Command::Matches(matches) => with_game(&matches.game.clone(), matches),
    }
}
