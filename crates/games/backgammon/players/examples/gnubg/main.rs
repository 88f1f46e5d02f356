//! Plays against GNU Backgammon, which moves both sides' checkers and asks for each of our decisions.
//!
//! This requires GNU Backgammon; on Debian, `apt-get install gnubg` installs it:
//!
//! ```text
//! cargo run --release -p backgammon-players --example gnubg -- --games 500
//! ```

#![expect(clippy::print_stdout, reason = "a program that reports")]

use anyhow::Result;
use backgammon_players::BackgammonEvaluator;
use clap::{Parser, ValueEnum};

mod connection;
mod decision;

/// Plays money games against GNU Backgammon and prints both sides' points.
#[derive(Parser)]
struct Arguments {
    /// The number of games.
    #[arg(long, default_value_t = 500)]
    games: u32,
    /// The search depth in plies: a play, a roll and a reply are one ply each.
    #[arg(long, default_value_t = 1)]
    depth: u32,
    /// The evaluation used in our search.
    #[arg(long, value_enum, default_value = "learned")]
    evaluator: EvaluatorName,
    /// `true` if the games are played with the doubling cube.
    #[arg(long)]
    cube: bool,
    /// GNU Backgammon's search depth in plies; 0 at its casual level.
    #[arg(long, default_value_t = 0)]
    gnubg_plies: u32,
    /// The noise in GNU Backgammon's evaluation, in points; 0.06 at its casual level.
    #[arg(long, default_value_t = 0.06)]
    gnubg_noise: f32,
    /// The seed for GNU Backgammon's dice.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// The program.
    #[arg(long, default_value = "/usr/games/gnubg")]
    gnubg: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum EvaluatorName {
    Learned,
    Standard,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let evaluator = match arguments.evaluator {
        EvaluatorName::Learned => BackgammonEvaluator::Learned,
        EvaluatorName::Standard => BackgammonEvaluator::Standard,
    };
    let player = decision::Player { evaluator, depth: arguments.depth, has_cube: arguments.cube };
    let mut connection = connection::Connection::open(&arguments)?;
    let mut tally = Tally::default();
    while tally.games < arguments.games {
        let message = connection.receive()?;
        if tally.note(message.scores) && tally.games.is_multiple_of(50) {
            println!("{tally}");
        }
        connection.send(&player.answer(&message)?)?;
    }
    println!("{tally}");
    Ok(())
}

/// The points of both sides.
#[derive(Default)]
struct Tally {
    games: u32,
    /// Our player's points and GNU Backgammon's points.
    points: [u32; 2],
    wins: u32,
    squares: f64,
}

impl Tally {
    /// Returns `true` if the session's score shows that another game has ended.
    fn note(&mut self, scores: [u32; 2]) -> bool {
        let [ours, theirs] = [0, 1].map(|side| scores[side].saturating_sub(self.points[side]));
        if ours + theirs == 0 {
            return false;
        }
        self.games += 1;
        self.points = scores;
        self.wins += u32::from(ours > 0);
        let points = f64::from(ours) - f64::from(theirs);
        self.squares += points * points;
        true
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let games = f64::from(self.games.max(1));
        let [ours, theirs] = self.points.map(f64::from);
        let mean = (ours - theirs) / games;
        let error = ((self.squares / games - mean * mean) / games).sqrt();
        // The share of points with its error, derived from the standard error of the mean.
        let share = 100.0 * ours / (ours + theirs).max(1.0);
        let share_error = 100.0 * error * games / (2.0 * (ours + theirs).max(1.0));
        write!(
            f,
            "{} games, {} won, points {ours} : {theirs}, {share:.1} % ± {share_error:.1} of the points, \
             {mean:+.3} ± {error:.3} a game",
            self.games, self.wins
        )
    }
}
