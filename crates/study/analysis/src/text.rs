//! Sentences about analysis results.

use board_engine::{Seat, Turn};
use games_package::{Mark, Ply, TableGame};

use crate::appraisal::Appraisal;
use crate::endgame_tables::table_phrase;
use crate::move_numbers::MoveNumbers;
use crate::references::book_phrase;
use crate::report::MatchReport;
use crate::result::{Analysis, AnalysisError};

/// Maximum number of moves from a line in a sentence.
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

/// Formats "The best move is 9-14 (+0.12, depth 11): 9-14 22x15 11x18". If the tables contain the position, their value
/// replaces the score: "(won in 31 plies by tablebase)". If the book contains the position, its moves follow: "9-14
/// (+0.03), 11-15 (+0.02) in the book."
pub fn hint_sentence(analysis: &Analysis) -> String {
    let chosen = &analysis.chosen;
    let known = analysis.valuation().zip(analysis.depth());
    let score = match analysis.table {
        Some(value) => Some(format!(" ({})", table_phrase(value))),
        None => known.map(|(value, depth)| format!(" ({value}, depth {depth})")),
    };
    let book = book_phrase(&analysis.book);
    let line = line_suffix(analysis.line());
    let separator = if book.is_some() && !line.ends_with('.') { ";" } else { "" };
    format!(
        "The best move is {chosen}{}{line}{separator}{}",
        score.unwrap_or_default(),
        book.map(|moves| format!(" {moves}.")).unwrap_or_default(),
    )
}

/// Formats "If White passed, Black would play 9-14 (+0.12, depth 11): 9-14 22x15 11x18". The score is the opponent's.
pub fn threat_sentence(mover: &str, opponent: &str, analysis: &Analysis) -> String {
    let known = analysis.valuation().zip(analysis.depth());
    let score = known.map(|(value, depth)| format!(" ({value}, depth {depth})"));
    let (chosen, line) = (&analysis.chosen, line_suffix(analysis.line()));
    let score = score.unwrap_or_default();
    format!("If {mover} passed, {opponent} would play {chosen}{score}{line}")
}

/// Formats ": 9-14 22x15 …", or a full stop if there is only one move.
fn line_suffix(line: &str) -> String {
    let moves: Vec<&str> = line.split(' ').collect();
    match moves.get(..LINE_LEN_MAX) {
        _ if moves.len() < 2 => ".".into(),
        Some(first) if moves.len() > LINE_LEN_MAX => format!(": {} …", first.join(" ")),
        _ => format!(": {line}"),
    }
}

/// Formats "9-13 is a mistake (?): -0.40. Better was 9-14: +0.12." If the tables contain a move, their value replaces
/// its score: "9-13 is a blunder (??): drawn by tablebase. Better was 9-14: won in 31 plies by tablebase."
pub fn appraisal_sentence(appraisal: &Appraisal) -> String {
    let Appraisal { played, best, .. } = appraisal;
    let (value, best_value) = (appraisal.value_text(), appraisal.best_text());
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

/// The sentence that explains why there is no advice.
pub fn refusal_sentence(why: &AnalysisError) -> String {
    match why {
        AnalysisError::Stopped => "The analysis was stopped.".into(),
        AnalysisError::Person => "No engine here can give advice.".into(),
        AnalysisError::Failed(why) => format!("No advice: {why}."),
    }
}

impl MatchReport {
    /// Formats "12. White: 22x15?  -0.30; better was 23-18: +0.12", or "12… Black: …" for a reply.
    pub fn ply_sentence(&self, game: &dyn TableGame, ply: usize, played: &Ply) -> String {
        let mover = match self.mover(ply) {
            Some(Turn::Seat(seat)) => game.seat_name(seat),
            _ => "Chance".into(),
        };
        let turns = (0..=ply).map_while(|ply| self.mover(ply));
        let number = MoveNumbers::of(game).add_all(turns);
        let number = number.map(|number| format!("{number} ")).unwrap_or_default();
        let begin = format!("{number}{mover}: {}", played.mv);
        let Some(appraisal) = self.appraisal(ply) else { return begin };
        let (value, best_value) = (appraisal.value_text(), appraisal.best_text());
        match appraisal.mark() {
            None => format!("{begin}  {value}"),
            Some(mark) => {
                format!(
                    "{begin}{}  {value}; better was {}: {best_value}",
                    mark.sign(),
                    appraisal.best
                )
            }
        }
    }

    /// One line per seat: "White: 1 inaccuracy, 2 mistakes, no blunder; average loss 0.040 points per move". Forced
    /// moves don't count.
    pub fn summary(&self, game: &dyn TableGame) -> String {
        Seat::all(game.seat_count()).filter_map(|seat| self.summary_of(game, seat)).collect()
    }

    /// The seat's line; `None` if none of the seat's moves has been appraised.
    fn summary_of(&self, game: &dyn TableGame, seat: Seat) -> Option<String> {
        let counts = |ply: usize| {
            let is_choice = self.analysis(ply).is_some_and(|found| !found.is_forced);
            is_choice && self.mover(ply) == Some(Turn::Seat(seat))
        };
        let own: Vec<&Appraisal> =
            self.appraisals().filter(|(ply, _)| counts(*ply)).map(|(_, own)| own).collect();
        let count = |mark| own.iter().filter(|found| found.mark() == Some(mark)).count();
        let counted = |mark, plural: &str| match count(mark) {
            0 => format!("no {}", name_of(mark)),
            1 => format!("1 {}", name_of(mark)),
            count => format!("{count} {plural}"),
        };
        let moves = u32::try_from(own.len()).unwrap_or(u32::MAX);
        let loss = own.iter().map(|found| found.loss()).sum::<f64>() / f64::from(moves);
        (moves > 0).then(|| {
            format!(
                "{}: {}, {}, {}; average loss {loss:.3} points per move\n",
                game.seat_name(seat),
                counted(Mark::Dubious, "inaccuracies"),
                counted(Mark::Mistake, "mistakes"),
                counted(Mark::Blunder, "blunders"),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use games_package::Valuation;

    use super::*;
    use crate::result::Lines;

    fn check(value: Valuation, best: (&str, Valuation), expected: &str) {
        let (played, best, best_value) = ("b2".into(), best.0.into(), best.1);
        let (table, best_table) = (None, None);
        let appraisal = Appraisal { played, value, table, best, best_value, best_table };
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
    fn a_hint_without_a_report_is_only_the_move() {
        let (lines, chosen) = (Lines::default(), "a1".into());
        let elapsed = Duration::ZERO;
        let silent =
            Analysis { lines, chosen, elapsed, is_forced: false, table: None, book: Vec::new() };
        assert_eq!(hint_sentence(&silent), "The best move is a1.");
    }
}
