//! Lines from a searching engine: its reports, `depth score time nodes line`, and its move.

use std::time::Duration;

use games_package::{Thinking, Valuation};
use notation::ProtocolLine;

/// A mate in N moves has this score plus N.
const MATE: i32 = 100_000;

/// Parses a report. Returns `None` if the line is not a report.
pub(super) fn parse(text: &str, line: &dyn ProtocolLine) -> Option<Thinking> {
    let mut words = text.split_ascii_whitespace();
    // Some engines append a symbol to the depth.
    let depth = words.next()?.trim_end_matches(|sign: char| !sign.is_ascii_digit()).parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    let _time: u64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    let moves: Vec<&str> = words.map(without_number).filter(|word| !word.is_empty()).collect();
    Some(Thinking {
        depth,
        nodes,
        valuation: valuation(score),
        line: line.moves_to_table(&moves.join(" ")).0.join(" "),
        ..Thinking::default()
    })
}

/// Removes the move number from `1.e4` or `1...e5`. The result may be empty.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    if rest.is_empty() { rest } else { rest.trim_start_matches('.') }
}

fn valuation(score: i32) -> Valuation {
    let moves = score.unsigned_abs().saturating_sub(MATE.unsigned_abs());
    match score {
        MATE.. => Valuation::WinIn(moves.saturating_mul(2).saturating_sub(1)),
        ..=-100_000 => Valuation::LossIn(moves.saturating_mul(2)),
        _ => Valuation::Centi(score),
    }
}

/// Formats a search report with the elapsed time.
pub(super) fn format(thinking: &Thinking, elapsed: Duration, moves: &str) -> String {
    let mate =
        |plies: u32| MATE.saturating_add(i32::try_from(plies.div_ceil(2)).unwrap_or(i32::MAX));
    let score = match thinking.valuation {
        Valuation::Centi(value) => value.clamp(1 - MATE, MATE - 1),
        Valuation::WinIn(plies) => mate(plies),
        Valuation::LossIn(plies) => mate(plies).saturating_neg(),
    };
    let Thinking { depth, nodes, .. } = thinking;
    format!("{depth} {score} {} {nodes} {moves}", elapsed.as_millis() / 10)
}

/// Parses the engine's move: `move e2e4`, or `My move is: e2e4` from older engines.
pub(crate) fn own_move(text: &str) -> Option<&str> {
    let rest = match text.strip_prefix("move ") {
        Some(rest) => rest,
        None => text.strip_prefix("My move is")?.trim_start().strip_prefix(':')?,
    };
    rest.split_ascii_whitespace().next()
}

/// Formats a line that reports an error.
pub(super) fn error(why: &str) -> String {
    let why: String = why.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
    format!("tellusererror {why}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Option<Thinking> {
        let game = game_catalog::engine_notations("chess:standard").uci.expect("chess");
        parse(text, &*game.line(game.castling))
    }

    #[test]
    fn reports_are_understood() {
        let found = parsed("9 156 1084 48000 1. Nf3 Nc6 2.d4 1-0").expect("a report");
        assert_eq!((found.depth, found.nodes, found.line.as_str()), (9, 48_000, "Nf3 Nc6 d4"));
        assert_eq!(found.valuation, Valuation::Centi(156));
        let found = parsed("12& -100002 5 7 14 900 0\te2e4").expect("a report");
        assert_eq!((found.valuation, found.line.as_str()), (Valuation::LossIn(4), "e4"));
        assert_eq!(parsed("3 100001 0 1").map(|it| it.valuation), Some(Valuation::WinIn(1)));
        for other in ["", "1. ... e2e4", "move e2e4", "9 x 1 2", "# 1 2 3 4"] {
            assert_eq!(parsed(other), None, "{other}");
        }
    }

    #[test]
    fn reports_are_written_in_the_same_form() {
        let check = |valuation, score: &str| {
            let thinking = Thinking { depth: 3, nodes: 50, valuation, ..Thinking::default() };
            let expected = format!("3 {score} 12 50 e2e4");
            assert_eq!(format(&thinking, Duration::from_millis(120), "e2e4"), expected);
        };
        check(Valuation::Centi(-7), "-7");
        check(Valuation::WinIn(3), "100002");
        check(Valuation::LossIn(4), "-100002");
        check(Valuation::LossIn(u32::MAX), "-2147483647");
    }

    #[test]
    fn both_forms_of_a_move_are_parsed() {
        assert_eq!(own_move("move e7e8q"), Some("e7e8q"));
        assert_eq!(own_move("My move is : g1f3"), Some("g1f3"));
        assert_eq!(own_move("moves e2e4"), None);
    }
}
