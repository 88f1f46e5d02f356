//! Self-play.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Context;
use board_engine::{Game, Seat, Status, Turn};
use clap::Args;
use search::{Algorithm, Depth, Limits, Pvs, PvsOptions, Task, Technique, Techniques};

use crate::games::{Measured, Measurement, Opening, evaluator, opening};

#[derive(Debug, Args)]
pub(crate) struct Matches {
    /// The game.
    pub(crate) game: String,
    /// The technique that the opponent lacks; "none" if it differs in other ways, "each" for one
    /// match against the search without each technique in turn.
    technique: String,
    /// Nodes for each move.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Milliseconds for each move, instead of nodes.
    #[arg(long)]
    ms: Option<u64>,
    /// The number of pairs of games: each opening is played with colors swapped.
    #[arg(long, default_value_t = 50)]
    pairs: u32,
    /// The number of random plies of an opening.
    #[arg(long, default_value_t = 8)]
    plies: u64,
    /// The first opening.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The evaluator of both, if not the game's first one.
    #[arg(long)]
    evaluator: Option<String>,
    /// The opponent's evaluator, if different.
    #[arg(long)]
    against: Option<String>,
    /// The number of threads of the full search; the opponent has one.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Ends a match after this many seconds.
    #[arg(long, default_value_t = 600)]
    seconds: u64,
}

/// A game that lasts longer is a draw.
const PLIES_MAX: usize = 300;
/// The size of each side's table, in MiB.
const HASH: usize = 16;

/// Points of the full search, pair by pair, each 0, ½, 1, 1½ or 2.
#[derive(Default)]
struct Points {
    pairs: Vec<f64>,
    won: u32,
    drawn: u32,
    lost: u32,
}

impl Measurement for Matches {
    fn measure<E: Measured>(self, game: &E::Game) -> anyhow::Result<()> {
        let own = evaluator::<E>(self.evaluator.as_deref())?;
        let other = match &self.against {
            Some(name) => evaluator::<E>(Some(name))?,
            None => own.clone(),
        };
        let evaluators = [own, other];
        match self.technique.as_str() {
            "none" => self.play_match::<E>(game, &evaluators, "none", Techniques::ALL),
            "each" => {
                for technique in Technique::ALL {
                    let without = Techniques::ALL.without(technique);
                    self.play_match::<E>(game, &evaluators, technique.name(), without);
                }
            }
            name => {
                let found = Technique::from_name(name);
                let technique =
                    found.with_context(|| format!("there is no technique \"{name}\""))?;
                self.play_match::<E>(game, &evaluators, name, Techniques::ALL.without(technique));
            }
        }
        Ok(())
    }
}

impl Matches {
    /// Plays all pairs against the search with these techniques, and prints the result.
    fn play_match<E: Measured>(
        &self,
        game: &E::Game,
        evaluators: &[E::Evaluator; 2],
        name: &str,
        techniques: Techniques,
    ) {
        let began = Instant::now();
        let mut points = Points::default();
        let mut seed = self.seed;
        while points.pairs.len() < self.pairs as usize && began.elapsed().as_secs() < self.seconds {
            if let Some(opening) = opening(game, seed, self.plies) {
                points.add(
                    [0, 1].map(|seat| self.play::<E>(game, evaluators, &opening, techniques, seat)),
                );
            }
            seed += 1;
        }
        println!("{}", points.line(name));
    }

    /// Returns the full search's payoff in this seat.
    fn play<E: Measured>(
        &self,
        game: &E::Game,
        evaluators: &[E::Evaluator; 2],
        opening: &Opening<E::Game>,
        techniques: Techniques,
        seat: usize,
    ) -> i16 {
        let whole =
            PvsOptions { hash_mebibytes: HASH, threads: self.threads, ..PvsOptions::default() };
        let other = PvsOptions { threads: 1, techniques, ..whole };
        let mut searches =
            [whole, other].map(|options| Pvs::with_hints(options, E::Hints::default()));
        let (mut position, mut history) = (opening.position.clone(), opening.history.clone());
        let mut moves = Vec::new();
        for _ in 0..PLIES_MAX {
            let status = game.legal_moves(&position, &mut moves);
            if let Some(outcome) = status.outcome().or_else(|| history.outcome(game)) {
                return outcome.payoff(Seat::new(seat)).signum();
            }
            debug_assert_eq!(status, Status::Ongoing);
            let Turn::Seat(mover) = game.turn(&position) else { return 0 };
            let began = Instant::now();
            let is_over = || self.ms.is_some_and(|ms| began.elapsed() >= Duration::from_millis(ms));
            let nodes = self.ms.is_none().then_some(self.nodes);
            let limits = Limits { depth: Depth::MAX, nodes, stop: Some(&is_over) };
            let side = usize::from(mover.index() != seat);
            let (search, evaluator) = (&mut searches[side], &evaluators[side]);
            let task = Task { game, evaluator, position: &position, history: Some(&history) };
            let report = search.search_with(&task, &limits, &mut |progress| {
                if progress.is_decided() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            let Some(best) = report.best else { return 0 };
            history.play(game, &mut position, best);
        }
        0
    }
}

impl Points {
    fn add(&mut self, pair: [i16; 2]) {
        for payoff in pair {
            match payoff {
                1 => self.won += 1,
                0 => self.drawn += 1,
                _ => self.lost += 1,
            }
        }
        let points = pair.map(|payoff| f64::from(payoff) / 2.0 + 0.5);
        self.pairs.push(points[0] + points[1]);
    }

    /// The result with the Elo difference and its 95 % error, estimated from the spread of the pairs.
    #[expect(clippy::cast_precision_loss, reason = "few games")]
    fn line(&self, technique: &str) -> String {
        let count = self.pairs.len() as f64;
        let mean = self.pairs.iter().sum::<f64>() / count / 2.0;
        let variance =
            self.pairs.iter().map(|pair| (pair / 2.0 - mean).powi(2)).sum::<f64>() / count;
        let error = 1.96 * (variance / count).sqrt();
        let elo = |share: f64| {
            let share = share.clamp(0.001, 0.999);
            400.0 * (share / (1.0 - share)).log10()
        };
        let (low, high) = (elo(mean - error), elo(mean + error));
        let Self { won, drawn, lost, .. } = self;
        format!(
            "with {technique}: +{won} ={drawn} -{lost}, {:.1} %, Elo {:+.0} ({low:+.0} to {high:+.0})",
            100.0 * mean,
            elo(mean)
        )
    }
}
