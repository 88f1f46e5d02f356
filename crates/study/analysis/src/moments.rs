//! The decisive moments in a match, each with a reason if the search or the rules provide one.

use board_engine::{GlyphKind, Seat, Turn, Viewer};
use games_package::{MatchState, Record, TableGame, Valuation};

use crate::appraisal::Appraisal;
use crate::report::MatchReport;

/// Maximum number of moments.
const COUNT_MAX: usize = 3;

/// Number of moves in a line to quote and to search for lost pieces.
const LINE_PLIES: usize = 6;

/// A decisive move in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The number of plies before the move.
    pub ply: usize,
    /// Sentences that give the move and its score, the better line, and the reason why the move was bad.
    pub text: String,
}

impl MatchReport {
    /// The marked moves with the largest losses, at most three, in match order.
    pub fn moments(&self, game: &dyn TableGame, record: &Record) -> Vec<Moment> {
        let mut marked: Vec<(usize, &Appraisal)> =
            self.appraisals().filter(|(_, appraisal)| appraisal.mark().is_some()).collect();
        marked.sort_by(|(_, a), (_, b)| b.loss().total_cmp(&a.loss()));
        marked.truncate(COUNT_MAX);
        marked.sort_by_key(|(ply, _)| *ply);
        let moment = |(ply, appraisal): (usize, &Appraisal)| {
            let played = record.plies.get(ply)?;
            let sentence = self.ply_sentence(game, ply, played);
            let better = first_moves(self.analysis(ply)?.line());
            let why = self.reason(game, ply, appraisal).unwrap_or_default();
            Some(Moment { ply, text: format!("{sentence} ({better}).{why}") })
        };
        marked.into_iter().filter_map(moment).collect()
    }

    /// The reason why the move was bad, as a sentence with a leading space.
    fn reason(&self, game: &dyn TableGame, ply: usize, appraisal: &Appraisal) -> Option<String> {
        let reply = self.analysis(ply + 1).map(|found| first_moves(found.line()));
        let reply = reply.map(|line| format!(": {line}")).unwrap_or_default();
        match (appraisal.value, appraisal.best_value) {
            (Valuation::LossIn(plies), best) if !matches!(best, Valuation::LossIn(_)) => {
                return Some(format!(" It loses by force in {}{reply}.", in_plies(plies)));
            }
            (value, Valuation::WinIn(plies)) if !matches!(value, Valuation::WinIn(_)) => {
                return Some(format!(" It misses a win in {}.", in_plies(plies)));
            }
            _ => {}
        }
        let Some(Turn::Seat(mover)) = self.mover(ply) else { return None };
        let before = game.open(Some(self.position(ply)?)).ok()?;
        let start = pieces(&*before, mover);
        let best = after(game, self.position(ply)?, self.analysis(ply)?.line(), mover)?;
        let played = format!("{} {}", appraisal.played, self.analysis(ply + 1)?.line());
        let played = after(game, self.position(ply)?, &played, mover)?;
        let (lost, missed) = (start.balance() - played.balance(), best.balance() - start.balance());
        // If pieces can change sides, as discs do, piece counts are meaningless.
        let is_capturing = played.total() <= start.total() && played.own <= start.own;
        match (lost, missed) {
            _ if !is_capturing => None,
            (1.., _) if best.balance() > played.balance() => {
                Some(format!(" It loses {}{reply}.", count_phrase(lost)))
            }
            (..=0, 1..) => Some(format!(" It misses winning {}.", count_phrase(missed))),
            _ => None,
        }
    }
}

/// Number of pieces that the mover and the other seats have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PieceCounts {
    own: i64,
    others: i64,
}

impl PieceCounts {
    const fn balance(self) -> i64 {
        self.own - self.others
    }

    const fn total(self) -> i64 {
        self.own + self.others
    }
}

fn pieces(state: &dyn MatchState, mover: Seat) -> PieceCounts {
    let diagram = state.diagram(Viewer::Arbiter);
    let mut pieces = PieceCounts { own: 0, others: 0 };
    for (_, glyph) in diagram.glyphs() {
        match glyph.owner.filter(|_| matches!(glyph.kind, GlyphKind::Piece { .. })) {
            Some(owner) if owner == mover => pieces.own += 1,
            Some(_) => pieces.others += 1,
            None => {}
        }
    }
    pieces
}

/// The pieces after the first moves in a line.
fn after(game: &dyn TableGame, position: &str, line: &str, mover: Seat) -> Option<PieceCounts> {
    let mut state = game.open(Some(position)).ok()?;
    let moves = line.split_ascii_whitespace().take(LINE_PLIES);
    let _last = moves.map_while(|mv| state.play(mv).ok()).last();
    Some(pieces(&*state, mover))
}

/// The first moves in a line, with an ellipsis if there are more.
fn first_moves(line: &str) -> String {
    let moves: Vec<&str> = line.split_ascii_whitespace().collect();
    match moves.get(..LINE_PLIES) {
        Some(first) if moves.len() > LINE_PLIES => format!("{} …", first.join(" ")),
        _ => line.into(),
    }
}

fn in_plies(plies: u32) -> String {
    if plies == 1 { "1 ply".into() } else { format!("{plies} plies") }
}

fn count_phrase(pieces: i64) -> String {
    if pieces == 1 { "a piece".into() } else { format!("{pieces} pieces") }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use games_package::Thinking;

    use super::*;
    use crate::match_analysis::MatchAnalysis;
    use crate::result::Analysis;
    use crate::study::Study;

    /// The moments in a match, given the best lines for its positions with a choice and their scores for the mover.
    fn moments(game: &str, moves: &[&str], lines: &[(&str, Valuation)]) -> Vec<String> {
        let game = game_catalog::table_game(game).unwrap();
        let mut study = Study::of_position(game.clone(), None, "human").unwrap();
        for mv in moves {
            study.play(mv).unwrap();
        }
        let mut analysis = MatchAnalysis::new(game.clone(), study.record()).unwrap();
        let mut lines = lines.iter();
        while analysis.advance().unwrap().is_some() {
            let &(line, valuation) = lines.next().expect("one line for each position");
            let thinking =
                Thinking { rank: 1, valuation, line: line.into(), ..Thinking::default() };
            analysis.add(Analysis {
                lines: [(Duration::ZERO, thinking)].into_iter().collect(),
                chosen: line.split(' ').next().unwrap().into(),
                elapsed: Duration::ZERO,
                is_forced: false,
                table: None,
                book: Vec::new(),
            });
        }
        let report = analysis.into_report();
        report.moments(&*game, study.record()).into_iter().map(|moment| moment.text).collect()
    }

    #[test]
    fn a_lost_piece_is_named_with_the_line_that_takes_it() {
        let even = Valuation::Centi(0);
        let lines = [
            ("11-15 22-18", even),
            ("22-18 15x22 25x18", even),
            ("8-11 17-13 15-18 23x14 9x18 26-23 18x27", even),
            ("24x15", Valuation::Centi(100)),
        ];
        let found = moments("checkers", &["11-15", "22-17", "15-19"], &lines);
        let better = "better was 8-11: +0.00 (8-11 17-13 15-18 23x14 9x18 26-23 …)";
        let expected = format!("2. Black: 15-19??  -1.00; {better}. It loses a piece: 24x15.");
        assert_eq!(found, [expected]);
    }

    #[test]
    fn a_forced_loss_and_a_missed_win_are_named() {
        let even = Valuation::Centi(0);
        let lines = [
            ("b2", even),
            ("b2 a1", even),
            ("b2 a3 c1", Valuation::WinIn(3)),
            ("b2 a3 c3 a1", even),
            ("c3", even),
        ];
        let found = moments("tic-tac-toe", &["a1", "b1", "c3", "b2"], &lines);
        assert_eq!(
            found,
            [
                "2. O: b1??  loss in 4; better was b2: +0.00 (b2 a1). \
                 It loses by force in 4 plies: b2 a3 c1.",
                "3. X: c3??  +0.00; better was b2: win in 3 (b2 a3 c1). It misses a win in 3 plies."
            ]
        );
    }

    #[test]
    fn a_win_that_is_one_ply_away_is_missed_in_the_singular() {
        let even = Valuation::Centi(0);
        let lines = [
            ("a1", even),
            ("b1", even),
            ("a2", even),
            ("b2", Valuation::LossIn(2)),
            ("a3", Valuation::WinIn(1)),
            ("b3", even),
        ];
        let found = moments("tic-tac-toe", &["a1", "b1", "a2", "b2", "c3"], &lines);
        let better = "better was a3: win in 1 (a3)";
        assert_eq!(found, [format!("5. X: c3??  +0.00; {better}. It misses a win in 1 ply.")]);
    }
}
