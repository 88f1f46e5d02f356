//! `info`: an engine's search report.

use std::fmt::Write as _;
use std::time::Duration;

use games_package::{Thinking, Valuation};

use crate::engine_player::checked_line;
use notation::ProtocolLine;

/// Parses the rest of an `info` line. Returns `None` if the line contains neither moves nor a score. Ignores malformed
/// parts.
pub(super) fn parse(rest: &str, line: &dyn ProtocolLine) -> Option<Thinking> {
    let mut thinking = Thinking::default();
    let mut words = rest.split_ascii_whitespace();
    let (mut has_score, mut moves) = (false, Vec::new());
    while let Some(word) = words.next() {
        match word {
            "depth" => thinking.depth = number(words.next()).unwrap_or_default(),
            "seldepth" => thinking.selective_depth = number(words.next()),
            "nodes" => thinking.nodes = number(words.next()).unwrap_or_default(),
            "hashfull" => thinking.table_use = number(words.next()),
            "multipv" => thinking.rank = number(words.next()).filter(|&rank| rank > 0).unwrap_or(1),
            "score" => {
                let score = valuation(words.next(), words.next());
                has_score |= score.is_some();
                thinking.valuation = score.unwrap_or_default();
            }
            "pv" => moves.extend(words.by_ref()),
            "string" => break,
            _ => {}
        }
    }
    if !has_score && moves.is_empty() {
        return None;
    }
    (thinking.line, thinking.line_error) = checked_line(line, &moves.join(" "));
    Some(thinking)
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

/// Parses `cp 35` or `mate -2`. A mate counts the winning side's moves.
fn valuation(kind: Option<&str>, value: Option<&str>) -> Option<Valuation> {
    let value: i32 = number(value)?;
    match kind? {
        "cp" => Some(Valuation::Centi(value)),
        "mate" if value > 0 => Some(Valuation::WinIn(value.unsigned_abs().saturating_mul(2) - 1)),
        "mate" => Some(Valuation::LossIn(value.unsigned_abs().saturating_mul(2))),
        _ => None,
    }
}

/// Formats a search report with the elapsed time.
pub(super) fn format(thinking: &Thinking, elapsed: Duration, moves: &str) -> String {
    let Thinking { depth, nodes, rank, .. } = *thinking;
    let mut text = format!("info depth {depth}");
    let mut add = |name: &str, value: String| {
        // Writing to a string can't fail.
        let _ = write!(text, " {name} {value}");
    };
    if let Some(depth) = thinking.selective_depth {
        add("seldepth", depth.to_string());
    }
    add("multipv", rank.to_string());
    add(
        "score",
        match thinking.valuation {
            Valuation::Centi(value) => format!("cp {value}"),
            Valuation::WinIn(plies) => format!("mate {}", plies.div_ceil(2)),
            Valuation::LossIn(plies) => format!("mate -{}", plies.div_ceil(2)),
        },
    );
    add("nodes", nodes.to_string());
    add("nps", thinking.nodes_per_second(elapsed).to_string());
    if let Some(per_mille) = thinking.table_use {
        add("hashfull", per_mille.to_string());
    }
    add("time", elapsed.as_millis().to_string());
    if !moves.is_empty() {
        add("pv", moves.into());
    }
    text
}

/// Formats an error as an `info string`, because the protocol defines no errors.
pub(super) fn error(why: &str) -> String {
    let why: String = why.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
    format!("info string error: {why}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(rest: &str) -> Option<Thinking> {
        let game = game_catalog::engine_notations("chess:standard").uci.expect("chess");
        parse(rest, &*game.line(game.castling))
    }

    #[test]
    fn reports_are_understood() {
        let all = "depth 12 seldepth 20 multipv 2 score cp -35 nodes 777 nps 9 hashfull 5 tbhits 0 time 3 pv e2e4 e7e5";
        let thinking = parsed(all).expect("a report");
        assert_eq!((thinking.depth, thinking.selective_depth, thinking.rank), (12, Some(20), 2));
        assert_eq!((thinking.nodes, thinking.table_use), (777, Some(5)));
        assert_eq!(thinking.valuation, Valuation::Centi(-35));
        assert_eq!(thinking.line, "e4 e5");
        let score = |text: &str| parsed(&format!("score {text}")).map(|found| found.valuation);
        assert_eq!(score("mate 1"), Some(Valuation::WinIn(1)));
        assert_eq!(score("mate 3 lowerbound"), Some(Valuation::WinIn(5)));
        assert_eq!(score("mate -2"), Some(Valuation::LossIn(4)));
        assert_eq!(score("mate 0"), Some(Valuation::LossIn(0)));
    }

    #[test]
    fn nonsense_reports_nothing() {
        for rest in ["", "string score cp 3", "depth", "score cp", "score lots 3", "currmove e2e4"]
        {
            assert_eq!(parsed(rest), None, "{rest}");
        }
        let thinking = parsed("depth -3 multipv 0 score cp 7 pv e2e5").expect("a score");
        assert_eq!((thinking.depth, thinking.rank, thinking.line.as_str()), (0, 1, ""));
        let error = thinking.line_error.expect("an illegal line");
        assert!(error.starts_with("e2e5: "), "{error}");
        assert_eq!(parsed("score cp 7 pv e2e4").and_then(|it| it.line_error), None);
    }

    #[test]
    fn reports_are_written_in_the_same_form() {
        let thinking = Thinking { depth: 3, nodes: 50, ..Thinking::default() };
        let check = |valuation, score: &str| {
            let thinking = Thinking { valuation, ..thinking.clone() };
            let expected =
                format!("info depth 3 multipv 1 score {score} nodes 50 nps 500 time 100 pv e2e4");
            assert_eq!(format(&thinking, Duration::from_millis(100), "e2e4"), expected);
        };
        check(Valuation::Centi(12), "cp 12");
        check(Valuation::WinIn(1), "mate 1");
        check(Valuation::WinIn(5), "mate 3");
        check(Valuation::LossIn(4), "mate -2");
    }
}
