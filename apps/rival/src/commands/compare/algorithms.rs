//! All search algorithms on one position.

use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use game_catalog::SearchResult;
use house::{CommandResult, FailureKind, OrFail};
use search::Statistics;
use serde_json::json;

use crate::arguments::CompareArguments;

pub(super) fn run(arguments: &CompareArguments, depth: u32) -> CommandResult {
    let explorer = house::explore(&arguments.game, arguments.position.as_deref())?;
    let evaluator = arguments.evaluator.as_deref().unwrap_or(explorer.evaluators()[0].name);
    for (index, algorithm) in explorer.algorithms().iter().enumerate() {
        let begun = Instant::now();
        let found = explorer.search(algorithm, evaluator, depth).or_fail(FailureKind::Usage)?;
        let row = Row { algorithm, found, time: begun.elapsed() };
        if arguments.json {
            row.write_json()?;
            continue;
        }
        if index == 0 {
            writeln!(
                stdout(),
                "{}, depth {depth}, evaluator {evaluator}\n{HEADING}",
                explorer.game()
            )?;
        }
        row.write_text()?;
    }
    Ok(())
}

const HEADING: &str =
    "algorithm             nodes   evaluations      cut-offs        time  move          value";

/// The result of one algorithm.
struct Row {
    algorithm: &'static str,
    found: SearchResult,
    time: Duration,
}

impl Row {
    fn write_text(&self) -> CommandResult {
        let SearchResult { best, score, statistics: Statistics { nodes, evaluations, cutoffs } } =
            &self.found;
        let (name, seconds) = (self.algorithm, self.time.as_secs_f64());
        let numbers = format!("{nodes:>15}{evaluations:>14}{cutoffs:>14}{seconds:>10.3} s");
        writeln!(stdout(), "{name:<12}{numbers}  {:<12}  {score}", best.as_deref().unwrap_or("-"))?;
        Ok(())
    }

    fn write_json(&self) -> CommandResult {
        let SearchResult { best, score, statistics: Statistics { nodes, evaluations, cutoffs } } =
            &self.found;
        let object = json!({
            "algorithm": self.algorithm, "nodes": nodes, "evaluations": evaluations, "cutoffs": cutoffs,
            "seconds": self.time.as_secs_f64(), "move": best, "value": score.to_string(),
        });
        writeln!(stdout(), "{object}")?;
        Ok(())
    }
}
