//! Nodes and time to a depth.

use board_engine::{Game, Notation};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clap::Args;
use search::{Algorithm, Depth, Limits, Pvs, PvsOptions, Task, Technique, Techniques};

use crate::games::{Measured, Measurement, Opening, evaluator, opening};

#[derive(Debug, Args)]
pub(crate) struct Depths {
    /// The game.
    pub(crate) game: String,
    /// The depth, in plies.
    depth: u32,
    /// The evaluator, if not the game's first one.
    #[arg(long)]
    evaluator: Option<String>,
    /// The number of positions: the start, and others a few random moves later.
    #[arg(long, default_value_t = 6)]
    positions: u64,
    /// Maximum number of nodes of a search, in millions. A longer search counts as this number.
    #[arg(long, default_value_t = 50)]
    meganodes: u64,
    /// The size of the table, in MiB.
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// The number of threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Only the full search.
    #[arg(long)]
    whole: bool,
}

/// The cost of searches.
#[derive(Clone, Copy, Default)]
struct Cost {
    nodes: u64,
    time: Duration,
    unfinished: u32,
}

impl Measurement for Depths {
    fn measure<E: Measured>(self, game: &E::Game) -> anyhow::Result<()> {
        let evaluator = evaluator::<E>(self.evaluator.as_deref())?;
        let openings: Vec<Opening<E::Game>> = (0..self.positions)
            .filter_map(|number| opening(game, number, if number == 0 { 0 } else { 4 + number }))
            .collect();
        println!("{} to depth {}, {} positions", self.game, self.depth, openings.len());
        println!(
            "{:<24} {:>14} {:>7} {:>9} {:>9} {:>11}",
            "", "nodes", "", "seconds", "Mnodes/s", "unfinished"
        );
        let cost = |techniques| -> Cost {
            let costs = openings
                .iter()
                .map(|opening| self.cost::<E>(game, &evaluator, opening, techniques));
            costs.fold(Cost::default(), |sum, cost| Cost {
                nodes: sum.nodes + cost.nodes,
                time: sum.time + cost.time,
                unfinished: sum.unfinished + cost.unfinished,
            })
        };
        let whole = cost(Techniques::ALL);
        whole.print("all", whole);
        if !self.whole {
            for technique in Technique::ALL {
                let without = cost(Techniques::ALL.without(technique));
                without.print(&format!("without {}", technique.name()), whole);
            }
        }
        Ok(())
    }
}

impl Depths {
    fn cost<E: Measured>(
        &self,
        game: &E::Game,
        evaluator: &E::Evaluator,
        opening: &Opening<E::Game>,
        techniques: Techniques,
    ) -> Cost {
        let Opening { position, history } = opening;
        let options = PvsOptions {
            hash_mebibytes: self.hash,
            threads: self.threads,
            techniques,
            ..PvsOptions::default()
        };
        let task = Task { game, evaluator, position, history: Some(history) };
        let nodes = Some(self.meganodes * 1_000_000);
        let limits = Limits { nodes, ..Limits::to_depth(Depth::new(self.depth)) };
        let mut search = Pvs::with_hints(options, E::Hints::default());
        // The table is allocated before the time is measured.
        search.forget();
        let began = Instant::now();
        let report = search.search(&task, &limits);
        Cost {
            nodes: report.statistics.nodes,
            time: began.elapsed(),
            unfinished: u32::from(!report.completed),
        }
    }
}

impl Cost {
    #[expect(clippy::cast_precision_loss, reason = "it is shown with two digits")]
    fn print(self, name: &str, whole: Self) {
        let factor = self.nodes as f64 / whole.nodes as f64;
        let seconds = self.time.as_secs_f64();
        let speed = self.nodes as f64 / seconds / 1e6;
        let Self { nodes, unfinished, .. } = self;
        println!(
            "{name:<24} {nodes:>14} {factor:>6.2}× {seconds:>9.3} {speed:>9.2} {unfinished:>11}"
        );
    }
}

#[derive(Debug, Args)]
pub(crate) struct Speed {
    /// The game.
    pub(crate) game: String,
    /// Time per search, in milliseconds.
    ms: u64,
    /// The evaluator, if not the game's first one.
    #[arg(long)]
    evaluator: Option<String>,
    /// The size of the table, in MiB.
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// The number of threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

impl Measurement for Speed {
    fn measure<E: Measured>(self, game: &E::Game) -> anyhow::Result<()> {
        let evaluator = &evaluator::<E>(self.evaluator.as_deref())?;
        let position = &game.start();
        let task = Task { game, evaluator, position, history: None };
        let options = PvsOptions {
            hash_mebibytes: self.hash,
            threads: self.threads,
            ..PvsOptions::default()
        };
        let mut search = Pvs::with_hints(options, E::Hints::default());
        search.forget();
        let began = Instant::now();
        let is_over = || began.elapsed() >= Duration::from_millis(self.ms);
        let limits = Limits { stop: Some(&is_over), ..Limits::to_depth(Depth::MAX) };
        let report = search.search_with(&task, &limits, &mut |progress| {
            let ms = began.elapsed().as_millis();
            let line = &progress.lines[0];
            let mut at = position.clone();
            let mut texts = Vec::new();
            for &mv in &line.moves {
                texts.push(game.format_move(&at, mv));
                game.play(&mut at, mv);
            }
            println!(
                "depth {:>3}/{:<3} {:>8} {:>11} nodes {ms:>7} ms {:>4}‰  {}",
                progress.depth,
                progress.selective_depth.unwrap_or_default(),
                line.score,
                progress.statistics.nodes,
                progress.table_per_mille.unwrap_or_default(),
                texts.join(" ")
            );
            ControlFlow::Continue(())
        });
        let micros = began.elapsed().as_micros().max(1);
        println!(
            "{} nodes, {} knodes/s",
            report.statistics.nodes,
            u128::from(report.statistics.nodes) * 1_000 / micros
        );
        Ok(())
    }
}
