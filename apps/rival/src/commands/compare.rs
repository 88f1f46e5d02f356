//! `rival compare`: compares search algorithms on a position, or two players over whole games.

mod games;

use std::io::{Write, stdout};
use std::sync::Arc;
use std::time::{Duration, Instant};

use analysis::{Analysis, AnalysisPosition, PreparedAnalysis};
use app_context::{AppContext, CommandResult, Failure, FailureKind, Limits, OrFail, PlayerSpec};
use game_catalog::{SearchResult, player_infos_for};
use games_package::{TableGame, Thinking, ThinkingLimits, Valuation};
use search::Statistics;
use serde_json::json;

use crate::arguments::CompareArguments;

/// The number of playouts for the Monte Carlo search, which has no depth.
const PLAYOUTS: u32 = 10_000;

pub(crate) fn run(app: &AppContext, arguments: &CompareArguments) -> CommandResult {
    let game = app_context::game(&arguments.game)?;
    match (arguments.players.as_slice(), arguments.depth, arguments.games) {
        ([], Some(depth), None) => compare_algorithms(app, &game, arguments, depth),
        ([_, _], None, Some(games)) => games::run(app, arguments, &game, games),
        ([], ..) => Err(usage("comparing algorithms needs --depth N; --games needs two players")),
        _ => Err(usage("comparing players needs --games N; --depth compares algorithms")),
    }
}

fn usage(what: &'static str) -> Failure {
    Failure::message(FailureKind::Usage, what)
}

/// Runs all search algorithms on one position: the textbook algorithms, and the two strong search players.
fn compare_algorithms(
    app: &AppContext,
    game: &Arc<dyn TableGame>,
    arguments: &CompareArguments,
    depth: u32,
) -> CommandResult {
    let explorer = app_context::explore(&arguments.game, arguments.position.as_deref())?;
    let evaluator = arguments.evaluator.as_deref().unwrap_or(explorer.evaluators()[0].name);
    for (index, algorithm) in explorer.algorithms().iter().enumerate() {
        let begun = Instant::now();
        let found = explorer.search(algorithm, evaluator, depth).or_fail(FailureKind::Usage)?;
        if index == 0 && !arguments.json {
            let game = explorer.game();
            writeln!(stdout(), "{game}, depth {depth}, evaluator {evaluator}\n{HEADING}")?;
        }
        Row::of_algorithm(algorithm, found, begun.elapsed()).write(arguments)?;
    }
    let is_over =
        game.open(arguments.position.as_deref()).is_ok_and(|state| state.outcome().is_some());
    let players = if is_over { Vec::new() } else { players(&arguments.game, evaluator) };
    for (name, player) in players {
        let found = analyze(app, game, arguments, &player, depth)?;
        if let Some(row) = Row::of_player(name, &found) {
            row.write(arguments)?;
        }
    }
    Ok(())
}

/// The game's search players beyond the textbook algorithms.
fn players(game: &str, evaluator: &str) -> Vec<(&'static str, PlayerSpec)> {
    let infos = player_infos_for(game).unwrap_or_default();
    let all = [
        ("pvs", format!("pvs:evaluator={evaluator}")),
        ("monte-carlo", format!("monte-carlo:playouts={PLAYOUTS}")),
    ];
    let is_known = |name: &str| infos.iter().any(|info| info.name == name);
    let known = all.into_iter().filter(|(name, _)| is_known(name));
    known.map(|(name, spec)| (name, PlayerSpec::from_user(spec))).collect()
}

fn analyze(
    app: &AppContext,
    game: &Arc<dyn TableGame>,
    arguments: &CompareArguments,
    player: &PlayerSpec,
    depth: u32,
) -> Result<Analysis, Failure> {
    let thinking = ThinkingLimits { depth: Some(depth), nodes: None };
    let limits = Limits { thinking, ..Limits::default() };
    let setup = app.analysis_setup(game, player, limits, 0)?;
    let position = AnalysisPosition { start: arguments.position.as_deref(), moves: &[] };
    let prepared = PreparedAnalysis::new(setup, position).or_fail(FailureKind::Input)?;
    prepared.finish().or_fail(FailureKind::Player)
}

const HEADING: &str =
    "algorithm             nodes   evaluations       cutoffs        time  move          value";

/// An algorithm's result.
struct Row {
    algorithm: &'static str,
    best: Option<String>,
    value: String,
    statistics: Statistics,
    time: Duration,
}

impl Row {
    fn of_algorithm(algorithm: &'static str, found: SearchResult, time: Duration) -> Self {
        let SearchResult { best, score, statistics } = found;
        Self { algorithm, best, value: score.to_string(), statistics, time }
    }

    /// A player's row, or `None` if the player has reported nothing.
    fn of_player(algorithm: &'static str, found: &Analysis) -> Option<Self> {
        let (_, newest) = found.lines.best()?;
        let Thinking { nodes, evaluations, cutoffs, valuation, .. } = *newest;
        let statistics = Statistics { nodes, evaluations, cutoffs };
        let value = match valuation {
            // A zero score has no sign.
            Valuation::Centi(0) => "0.00".into(),
            valuation => valuation.to_string(),
        };
        let best = Some(found.chosen.clone());
        Some(Self { algorithm, best, value, statistics, time: found.elapsed })
    }

    fn write(&self, arguments: &CompareArguments) -> CommandResult {
        if arguments.json { self.write_json() } else { self.write_text() }
    }

    fn write_text(&self) -> CommandResult {
        let Statistics { nodes, evaluations, cutoffs } = self.statistics;
        let (name, seconds, value) = (self.algorithm, self.time.as_secs_f64(), &self.value);
        let numbers = format!("{nodes:>15}{evaluations:>14}{cutoffs:>14}{seconds:>10.3} s");
        let best = self.best.as_deref().unwrap_or("-");
        writeln!(stdout(), "{name:<12}{numbers}  {best:<12}  {value}")?;
        Ok(())
    }

    fn write_json(&self) -> CommandResult {
        let Statistics { nodes, evaluations, cutoffs } = self.statistics;
        let object = json!({
            "algorithm": self.algorithm, "nodes": nodes, "evaluations": evaluations, "cutoffs": cutoffs,
            "seconds": self.time.as_secs_f64(), "move": self.best, "value": self.value,
        });
        writeln!(stdout(), "{object}")?;
        Ok(())
    }
}
