//! Sentences of the report on a match.

use board_engine::{Seat, Turn};
use games_package::{Mark, Ply, TableGame};

use crate::appraisal::Appraisal;
use crate::report::MatchReport;
use crate::text::name_of;

impl MatchReport {
    /// "12. White: 22x15?  -0.30; better was 23-18: +0.12"
    pub fn ply_sentence(&self, game: &dyn TableGame, ply: usize, played: &Ply) -> String {
        let mover = match self.mover(ply) {
            Some(Turn::Seat(seat)) => game.seat_name(seat),
            _ => "Chance".into(),
        };
        let begin = format!("{}. {mover}: {}", ply + 1, played.mv);
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

    /// For each seat, "White: 1 inaccuracy, 2 mistakes, no blunder; a move loses 0.040 points". Forced moves don't
    /// count.
    pub fn summary(&self, game: &dyn TableGame) -> String {
        Seat::all(game.seat_count()).filter_map(|seat| self.summary_of(game, seat)).collect()
    }

    /// None if no move of the seat has been appraised.
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
                "{}: {}, {}, {}; a move loses {loss:.3} points\n",
                game.seat_name(seat),
                counted(Mark::Dubious, "inaccuracies"),
                counted(Mark::Mistake, "mistakes"),
                counted(Mark::Blunder, "blunders"),
            )
        })
    }
}
