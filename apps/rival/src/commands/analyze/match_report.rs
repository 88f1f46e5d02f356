//! What there is to say of a whole match: each move beside the best one, how often who erred, and the course of the
//! score.

use std::collections::BTreeMap;

use board_engine::{Seat, Turn};
use games_package::{Mark, MatchState, Ply, Record, TableGame, Thought, Valuation, Variation};

use crate::advice::{self, Aftermath, Appraisal, expected_points};
use crate::analysis::Analysis;

/// What a player thinks of the positions of a match, as far as it has looked.
#[derive(Debug, Default)]
pub(super) struct MatchReport {
    /// For each position from the start on: what was found there. Nothing where chance decides, and at the end.
    analyses: Vec<Option<Analysis>>,
    /// For each ply whose worth is known: it beside the best one.
    appraisals: BTreeMap<usize, Appraisal>,
    /// For each ply: who played it.
    movers: Vec<Turn>,
    /// For each position: the points that the first seat can expect, if they are known.
    course: Vec<Option<f64>>,
}

impl MatchReport {
    /// How many positions were looked at.
    pub(super) const fn looked_at(&self) -> usize {
        self.analyses.len()
    }

    /// The next position was looked at: `state` is the match as it stands there, `last` the
    /// move that led to it and who made it.
    pub(super) fn add(
        &mut self,
        state: &dyn MatchState,
        seat_count: usize,
        last: Option<(&str, Turn)>,
        analysis: Option<Analysis>,
    ) {
        if let Some((played, mover)) = last {
            self.movers.push(mover);
            let aftermath = advice::aftermath(state, mover, seat_count);
            self.appraise(played, aftermath, analysis.as_ref());
        }
        self.course.push(course_at(state, seat_count, analysis.as_ref()));
        self.analyses.push(analysis);
    }

    /// Compares the last move with the best one before it.
    fn appraise(&mut self, played: &str, aftermath: Aftermath, reply: Option<&Analysis>) {
        let Some(Some(best)) = self.analyses.last() else { return };
        let is_best = best.chosen == played;
        let value = match aftermath {
            Aftermath::Over(value) => Some(value),
            Aftermath::Goes(_) if is_best => best.valuation(),
            Aftermath::Goes(view) => reply.and_then(Analysis::valuation).map(view),
            Aftermath::Unknowable => None,
        };
        if let Some((value, best_value)) = value.zip(best.valuation()) {
            let (played, best) = (played.to_owned(), best.chosen.clone());
            let appraisal = Appraisal { played, value, best, best_value };
            self.appraisals.insert(self.analyses.len() - 1, appraisal);
        }
    }

    /// What was found in the position after so many plies.
    pub(super) fn analysis(&self, ply: usize) -> Option<&Analysis> {
        self.analyses.get(ply)?.as_ref()
    }

    /// The move that was played after so many plies, beside the best one.
    pub(super) fn appraisal(&self, ply: usize) -> Option<&Appraisal> {
        self.appraisals.get(&ply)
    }

    /// "12. White: 22x15?: -0.30. Better was 23-18: +0.12."
    pub(super) fn ply_sentence(&self, game: &dyn TableGame, ply: usize, played: &Ply) -> String {
        let who = match self.movers.get(ply) {
            Some(Turn::Seat(seat)) => game.seat_name(*seat),
            _ => "Chance".into(),
        };
        let begin = format!("{}. {who}: {}", ply + 1, played.mv);
        match self.appraisal(ply) {
            None => begin,
            Some(appraisal) => {
                let Appraisal { value, best, best_value, .. } = appraisal;
                match appraisal.mark() {
                    None => format!("{begin}  {value}"),
                    Some(mark) => {
                        format!("{begin}{}  {value}; better was {best}: {best_value}", mark.sign())
                    }
                }
            }
        }
    }

    /// The plies that were marked, in order.
    pub(super) fn mistakes(&self) -> impl Iterator<Item = usize> {
        self.appraisals.iter().filter(|(_, found)| found.mark().is_some()).map(|(ply, _)| *ply)
    }

    /// For each seat, "White: 1 inaccuracy, 2 mistakes, no blunder; a move loses 0.04 points". Moves without a choice
    /// don't count.
    pub(super) fn summary(&self, game: &dyn TableGame) -> String {
        let of_seat = |seat: Seat| {
            let own: Vec<&Appraisal> = self
                .appraisals
                .iter()
                .filter(|(ply, _)| self.analysis(**ply).is_some_and(|found| !found.is_forced))
                .filter(|(ply, _)| self.movers.get(**ply) == Some(&Turn::Seat(seat)))
                .map(|(_, appraisal)| appraisal)
                .collect();
            if own.is_empty() {
                return String::new();
            }
            let count = |mark| own.iter().filter(|found| found.mark() == Some(mark)).count();
            let counted = |mark, plural: &str| match count(mark) {
                0 => format!("no {}", advice::name_of(mark)),
                1 => format!("1 {}", advice::name_of(mark)),
                count => format!("{count} {plural}"),
            };
            let moves = u32::try_from(own.len()).unwrap_or(u32::MAX);
            let loss = own.iter().map(|found| found.loss()).sum::<f64>() / f64::from(moves);
            format!(
                "{}: {}, {}, {}; a move loses {loss:.3} points\n",
                game.seat_name(seat),
                counted(Mark::Dubious, "inaccuracies"),
                counted(Mark::Mistake, "mistakes"),
                counted(Mark::Blunder, "blunders"),
            )
        };
        Seat::all(game.seat_count()).map(of_seat).collect()
    }

    /// The course of the score as text; empty if nothing is known of it.
    pub(super) fn graph(&self, game: &dyn TableGame, width: usize) -> String {
        let names = [game.seat_name(Seat::FIRST), game.seat_name(Seat::SECOND)];
        graph(&self.course, &names, width)
    }

    /// Writes what was found into the record: scores, marks, and for each marked move the better line.
    pub(super) fn annotate(&self, record: &mut Record, game: &dyn TableGame) {
        for (&ply, appraisal) in &self.appraisals {
            let Some(played) = record.plies.get_mut(ply) else { continue };
            let depth = self.analysis(ply).and_then(Analysis::depth).unwrap_or(0);
            played.note.thought = Some(Thought { valuation: appraisal.value, depth });
            played.note.mark = appraisal.mark().or(played.note.mark);
            if appraisal.mark().is_some() {
                self.add_better_line(record, game, ply, appraisal.best_value);
            }
        }
    }

    fn add_better_line(
        &self,
        record: &mut Record,
        game: &dyn TableGame,
        ply: usize,
        valuation: Valuation,
    ) {
        let Some(analysis) = self.analysis(ply) else { return };
        let mut plies = playable(record, game, ply, analysis);
        let Some(first) = plies.first_mut() else { return };
        let depth = analysis.depth().unwrap_or(0);
        first.note.thought = Some(Thought { valuation, depth });
        let is_known = |variation: &Variation| {
            variation.after == ply && variation.plies.first().map(|ply| &ply.mv) == Some(&first.mv)
        };
        if !record.variations.iter().any(is_known) {
            record.variations.push(Variation { after: ply, plies, variations: Vec::new() });
        }
    }
}

/// As much of a line as the rules allow from the position after so many plies.
fn playable(record: &Record, game: &dyn TableGame, ply: usize, analysis: &Analysis) -> Vec<Ply> {
    let Ok(mut state) = game.open(Some(&record.start)) else { return Vec::new() };
    let before = record.plies.iter().take(ply).all(|ply| state.play_on(&ply.mv).is_ok());
    let line = analysis.line().split_ascii_whitespace().filter(|_| before);
    line.map_while(|mv| state.play(mv).ok().map(Ply::from)).collect()
}

/// The points that the first seat can expect in a game for two.
fn course_at(
    state: &dyn MatchState,
    seat_count: usize,
    analysis: Option<&Analysis>,
) -> Option<f64> {
    if seat_count != 2 {
        return None;
    }
    if let Some(outcome) = state.outcome() {
        return Some(f64::from(outcome.payoff(Seat::FIRST).signum() + 1) / 2.0);
    }
    let points = expected_points(analysis?.valuation()?);
    (state.turn() == Turn::Seat(Seat::FIRST)).then_some(points).or(Some(1.0 - points))
}

/// How high a graph is, in lines: an odd number, so that there is a line for an even position.
const GRAPH_HEIGHT: usize = 9;

/// The first seat's points over the plies, which are drawn closer where there are too many for the width.
fn graph(course: &[Option<f64>], names: &[String; 2], width: usize) -> String {
    if course.iter().all(Option::is_none) {
        return String::new();
    }
    let label = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
    let columns = course.len().min(width.saturating_sub(label + 2)).max(1);
    let at = |column: usize| course[column * course.len() / columns];
    let middle = GRAPH_HEIGHT / 2;
    let row_of = |points: f64| {
        // From 0 at the top; both numbers are small.
        (0..GRAPH_HEIGHT)
            .min_by(|a, b| {
                let distance = |row: &usize| {
                    let row = u32::try_from(*row).unwrap_or(0);
                    let bottom = u32::try_from(GRAPH_HEIGHT - 1).unwrap_or(1);
                    (1.0 - f64::from(row) / f64::from(bottom) - points).abs()
                };
                distance(a).total_cmp(&distance(b))
            })
            .unwrap_or(middle)
    };
    let mut text = String::new();
    for row in 0..GRAPH_HEIGHT {
        let name = match row {
            0 => names[0].as_str(),
            _ if row == middle => "even",
            _ if row == GRAPH_HEIGHT - 1 => names[1].as_str(),
            _ => "",
        };
        let cell = |column| match at(column).map(row_of) {
            Some(at) if at == row => '*',
            _ if row == middle => '-',
            _ => ' ',
        };
        let cells: String = (0..columns).map(cell).collect();
        text += format!("{name:>label$} |{cells}").trim_end();
        text.push('\n');
    }
    text + &format!(
        "{:>label$}  0{:>end$}\n",
        "",
        course.len() - 1,
        end = columns.saturating_sub(1)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(course: &[Option<f64>], width: usize, expected: &str) {
        assert_eq!(graph(course, &["X".into(), "O".into()], width), expected);
    }

    #[test]
    fn a_graph_has_a_star_for_every_ply() {
        check(
            &[Some(0.5), Some(0.75), None, Some(1.0), Some(0.0)],
            80,
            "   X |   *\n     |\n     | *\n     |\neven |*----\n     |\n     |\n     |\n   O |    *\n      0   4\n",
        );
    }

    #[test]
    fn a_long_match_is_drawn_closer() {
        let course = vec![Some(0.5); 1000];
        let text = graph(&course, &["X".into(), "O".into()], 40);
        assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
        assert!(text.contains("even |**********************************\n"), "{text}");
    }

    #[test]
    fn of_nothing_there_is_no_graph() {
        check(&[None, None], 80, "");
        check(&[], 80, "");
    }
}
