//! Measures how much tablebases slow down a search that never reaches a table position.
//!
//! ```text
//! cargo run --release -p checkers-players --example table_cost -- TABLES_FOLDER
//! ```
//!
//! If the folder has no tables, three-piece tables for English and international draughts are built there. In both
//! games, the strong search visits the same positions with and without tables, in turn. The output is the median ratio
//! of each pair's CPU times, with a 95 % confidence interval. `opening` is a position a few moves after the start. In
//! the `near` positions, there are few enough pieces that a search probes tables at every node, but it doesn't reach a
//! table position.

#![expect(clippy::cast_precision_loss, reason = "counts of positions and nanoseconds")]
#![expect(clippy::print_stdout, reason = "it is what this program is for")]

use std::env::args;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use board_engine::{Game, Notation};
use checkers::{Checkers, English, International, Variant};
use checkers_players::{CheckersEntry, DraughtsEvaluator, TableHints};
use checkers_tablebase::{Builder, folder_of};
use game_family::CatalogEntry;
use search::{Algorithm, Depth, Limits, Pvs, PvsOptions, Report, Task};
use tablebase::{
    BuildObserver, BuildOptions, Content, Control, Selection, TableInfo, TableProgress,
};

/// Nodes per search. The number is small so that both runs of a pair see the machine in the same state.
const NODES: u64 = 100_000;

/// Pairs of runs to compare.
const PAIRS: usize = 400;

/// The index of the median in the sorted ratios, between the bounds of its 95 % confidence interval: 1.96 standard
/// deviations of a binomial distribution on each side.
const MEDIAN_AND_BOUNDS: [usize; 3] = [PAIRS / 2 - 20, PAIRS / 2, PAIRS / 2 + 20];

struct Silent;

impl BuildObserver for Silent {
    fn on_progress(&mut self, _: TableProgress) -> Control {
        Control::Continue
    }

    fn on_table(&mut self, _: &TableInfo) {}
}

fn main() -> anyhow::Result<()> {
    let folder = args().nth(1).map(PathBuf::from).context("pass a folder for the tables")?;
    compare::<English>(&folder, "opening", &["B:W18,21,23-32:B1-10,12,15"])?;
    compare::<English>(
        &folder,
        "near",
        &["W:W21,22,27,29,30,32:B1,2,3,5,6,12,13", "B:W20,21,25,27,30,31:B1,3,6,7,10,12"],
    )?;
    compare::<International>(&folder, "opening", &["W:W28,31,33-50:B1-18,20,23"])?;
    compare::<International>(
        &folder,
        "near",
        &["W:W28,33,38,42,43,48:B3,8,9,13,14,19", "B:W32,37,38,41,46,48:B2,7,12,13,16,18"],
    )
}

/// Prints how much longer a search takes with tables, over a variant's positions.
fn compare<V: Variant>(folder: &Path, kind: &str, positions: &[&str]) -> anyhow::Result<()> {
    let options =
        BuildOptions { pieces: 3, content: Content::Distances, threads: 1, memory_bytes: 1 << 28 };
    Builder::<V>::new(&folder_of::<V>(folder), options)?.build(&mut Silent)?;
    let tables =
        CheckersEntry::<V>::hints_with_tables(&Checkers::new(), folder, Selection::Present)?;
    let none = TableHints::<V>::default();
    let mut ratios = Vec::with_capacity(PAIRS);
    let mut speeds = Vec::with_capacity(PAIRS);
    for pair in 0..PAIRS {
        // The two searches take turns running first.
        let (with, without);
        if pair % 2 == 0 {
            with = search_all(&tables, positions)?;
            without = search_all(&none, positions)?;
        } else {
            without = search_all(&none, positions)?;
            with = search_all(&tables, positions)?;
        }
        ensure!(with.nodes == without.nodes, "the searches diverged: one of them reached a table");
        ratios.push(with.seconds / without.seconds);
        speeds.push(without.nodes as f64 / without.seconds / 1e6);
    }
    ratios.sort_by(f64::total_cmp);
    let [low, middle, high] = MEDIAN_AND_BOUNDS.map(|at| (ratios[at] - 1.0) * 100.0);
    speeds.sort_by(f64::total_cmp);
    println!(
        "{} {kind}: {:.2} M nodes a second without, time with tables {middle:+.2} % ({low:+.2} to {high:+.2})",
        V::RULES.name,
        speeds[PAIRS / 2],
    );
    Ok(())
}

/// The cost of searching all positions.
struct Cost {
    nodes: u64,
    /// This thread's CPU time, in seconds.
    seconds: f64,
}

fn search_all<V: Variant>(hints: &TableHints<V>, positions: &[&str]) -> anyhow::Result<Cost> {
    let game = Checkers::<V>::new();
    let evaluator = DraughtsEvaluator::Patterns;
    let mut nodes = 0;
    let mut engine = Pvs::with_hints(PvsOptions::default(), hints.clone());
    let before = thread_seconds()?;
    for text in positions {
        let position = game.parse_position(text)?;
        let task = Task { game: &game, evaluator: &evaluator, position: &position, history: None };
        let limits = Limits { nodes: Some(NODES), ..Limits::to_depth(Depth::MAX) };
        let found: Report<<Checkers<V> as Game>::Move> = engine.search(&task, &limits);
        nodes += found.statistics.nodes;
    }
    Ok(Cost { nodes, seconds: thread_seconds()? - before })
}

/// This thread's CPU time, in seconds.
fn thread_seconds() -> anyhow::Result<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds =
        text.split_ascii_whitespace().next().context("can't read this thread's CPU time")?;
    Ok(nanoseconds.parse::<u64>()? as f64 / 1e9)
}
