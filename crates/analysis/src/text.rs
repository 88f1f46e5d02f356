//! Sentences about the results of an analysis.

use games_package::Mark;

use crate::appraisal::Appraisal;
use crate::result::{Analysis, AnalysisError};

/// The maximum number of moves of a line in a sentence.
const LINE_LEN_MAX: usize = 8;

/// The word for a mark, without its article: "mistake".
pub(crate) const fn name_of(mark: Mark) -> &'static str {
    match mark {
        Mark::Brilliant => "brilliant move",
        Mark::Good => "good move",
        Mark::Interesting => "interesting move",
        Mark::Dubious => "inaccuracy",
        Mark::Mistake => "mistake",
        Mark::Blunder => "blunder",
    }
}

/// "The best move is 9-14 (+0.12, depth 11): 9-14 22x15 11x18".
pub fn hint_sentence(analysis: &Analysis) -> String {
    let chosen = &analysis.chosen;
    let known = analysis.valuation().zip(analysis.depth());
    let score = known.map(|(value, depth)| format!(" ({value}, depth {depth})"));
    format!(
        "The best move is {chosen}{}{}",
        score.unwrap_or_default(),
        line_suffix(analysis.line())
    )
}

/// ": 9-14 22x15 …", or a full stop if there is only one move.
fn line_suffix(line: &str) -> String {
    let moves: Vec<&str> = line.split(' ').collect();
    match moves.get(..LINE_LEN_MAX) {
        _ if moves.len() < 2 => ".".into(),
        Some(first) if moves.len() > LINE_LEN_MAX => format!(": {} …", first.join(" ")),
        _ => format!(": {line}"),
    }
}

/// "9-13 is a mistake (?): -0.40. Better was 9-14: +0.12."
pub fn appraisal_sentence(appraisal: &Appraisal) -> String {
    let Appraisal { played, value, best, best_value } = appraisal;
    match appraisal.mark() {
        None if played == best => format!("{played} is the best move ({value})."),
        None => format!("{played} is good ({value}); {best} is about as good ({best_value})."),
        Some(mark) => {
            let article = if mark == Mark::Dubious { "an" } else { "a" };
            let (name, sign) = (name_of(mark), mark.sign());
            format!(
                "{played} is {article} {name} ({sign}): {value}. Better was {best}: {best_value}."
            )
        }
    }
}

/// Why there is no advice.
pub fn refusal_sentence(why: &AnalysisError) -> String {
    match why {
        AnalysisError::Stopped => "The analysis was stopped.".into(),
        AnalysisError::Person => "There is nobody here who could give advice.".into(),
        AnalysisError::Failed(why) => format!("There is no advice: {why}."),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use games_package::Valuation;

    use super::*;
    use crate::result::Lines;

    fn check(value: Valuation, best: (&str, Valuation), expected: &str) {
        let (best, best_value) = (best.0.into(), best.1);
        let appraisal = Appraisal { played: "b2".into(), value, best, best_value };
        assert_eq!(appraisal_sentence(&appraisal), expected);
    }

    #[test]
    fn a_move_is_appraised_in_a_sentence() {
        let even = Valuation::Centi(12);
        check(
            Valuation::LossIn(4),
            ("a1", even),
            "b2 is a blunder (??): loss in 4. Better was a1: +0.12.",
        );
        check(Valuation::Centi(-300), ("b2", even), "b2 is the best move (-3.00).");
    }

    #[test]
    fn a_hint_without_a_report_is_the_move_alone() {
        let (lines, chosen) = (Lines::default(), "a1".into());
        let silent = Analysis { lines, chosen, elapsed: Duration::ZERO, is_forced: false };
        assert_eq!(hint_sentence(&silent), "The best move is a1.");
    }
}
