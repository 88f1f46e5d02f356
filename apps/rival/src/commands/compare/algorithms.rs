//! Every algorithm on one position.

use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use evaluation::EvaluatorVisitor;
use game_catalog::{CatalogGame, GameVisitor, with_game};
use search::{
    Algorithm, AlphaBeta, Depth, Evaluator, Limits, Minimax, Negamax, Negascout, Report, Score,
    Statistics, Task,
};
use serde_json::json;

use crate::arguments::CompareArguments;
use crate::failure::{CommandResult, Failure, FailureKind, OrFail};

pub(super) fn run(arguments: &CompareArguments, depth: u32) -> CommandResult {
    with_game(&arguments.game, CompareOn { arguments, depth }).or_fail(FailureKind::Usage)?
}

struct CompareOn<'a> {
    arguments: &'a CompareArguments,
    depth: u32,
}

impl GameVisitor for CompareOn<'_> {
    type Output = CommandResult;

    fn visit<G: CatalogGame>(self, name: String, game: G) -> CommandResult {
        let position = match &self.arguments.position {
            Some(text) => game.parse_position(text).or_fail(FailureKind::Input)?,
            None => game.start(),
        };
        let evaluator = self.arguments.evaluator.as_deref().unwrap_or(G::EVALUATORS[0].name);
        let with = CompareWith { game: &game, position: &position, depth: Depth::new(self.depth) };
        let rows = G::with_evaluator(evaluator, with)
            .map_err(|_visitor| unknown_evaluator::<G>(&name, evaluator))?;
        if self.arguments.json {
            rows.iter().try_for_each(Row::write_json)?;
        } else {
            writeln!(
                stdout(),
                "{name}, depth {}, evaluator {evaluator}\n{}",
                self.depth,
                Row::HEADING
            )?;
            rows.iter().try_for_each(Row::write_text)?;
        }
        Ok(())
    }
}

fn unknown_evaluator<G: CatalogGame>(game: &str, name: &str) -> Failure {
    let names: Vec<&str> = G::EVALUATORS.iter().map(|info| info.name).collect();
    let hint = games_package::hint(
        games_package::suggestion(name, names.iter().copied()).as_deref(),
        &names.join(", "),
    );
    Failure::new(FailureKind::Usage, anyhow!("{game} has no evaluator \"{name}\"{hint}"))
}

struct CompareWith<'a, G: CatalogGame> {
    game: &'a G,
    position: &'a G::Position,
    depth: Depth,
}

impl<G: CatalogGame> EvaluatorVisitor<G> for CompareWith<'_, G> {
    type Output = Vec<Row>;

    fn visit<E: Evaluator<G> + 'static>(self, evaluator: E) -> Vec<Row> {
        let task =
            Task { game: self.game, evaluator: &evaluator, position: self.position, history: None };
        vec![
            self.row("minimax", &task, &Minimax),
            self.row("negamax", &task, &Negamax),
            self.row("alpha-beta", &task, &AlphaBeta),
            self.row("negascout", &task, &Negascout),
        ]
    }
}

impl<G: CatalogGame> CompareWith<'_, G> {
    fn row<E: Evaluator<G>, A: Algorithm<G>>(
        &self,
        name: &'static str,
        task: &Task<'_, G, E>,
        algorithm: &A,
    ) -> Row {
        let begun = Instant::now();
        let Report { best, score, statistics, .. } =
            algorithm.search(task, &Limits::to_depth(self.depth));
        let time = begun.elapsed();
        let mv = best.map_or_else(|| "-".into(), |mv| self.game.format_move(self.position, mv));
        Row { algorithm: name, mv, score, statistics, time }
    }
}

/// What one algorithm did.
struct Row {
    algorithm: &'static str,
    mv: String,
    score: Score,
    statistics: Statistics,
    time: Duration,
}

impl Row {
    const HEADING: &'static str =
        "algorithm             nodes   evaluations      cut-offs        time  move          value";

    fn write_text(&self) -> CommandResult {
        let Statistics { nodes, evaluations, cutoffs } = self.statistics;
        let seconds = self.time.as_secs_f64();
        writeln!(
            stdout(),
            "{:<12}{nodes:>15}{evaluations:>14}{cutoffs:>14}{seconds:>10.3} s  {:<12}  {}",
            self.algorithm,
            self.mv,
            self.score
        )?;
        Ok(())
    }

    fn write_json(&self) -> CommandResult {
        let Statistics { nodes, evaluations, cutoffs } = self.statistics;
        let object = json!({
            "algorithm": self.algorithm, "nodes": nodes, "evaluations": evaluations, "cutoffs": cutoffs,
            "seconds": self.time.as_secs_f64(), "move": self.mv, "value": self.score.to_string(),
        });
        writeln!(stdout(), "{object}")?;
        Ok(())
    }
}
