//! The analysis of a whole match: each move compared with the best move, and the score over the course of the match.

use std::collections::BTreeMap;

use board_engine::{Seat, Turn, Viewer};
use games_package::{MatchState, Ply, Record, TableGame, Thought, Valuation, Variation};

use crate::appraisal::{Appraisal, expected_points, table_points};
use crate::consequence::{Consequence, consequence};
use crate::result::Analysis;

/// The analyses of a match's positions so far.
#[derive(Debug, Default)]
pub struct MatchReport {
    positions: Vec<Analyzed>,
    /// For each ply with known scores, the move compared with the best move.
    appraisals: BTreeMap<usize, Appraisal>,
    /// The mover of each ply.
    movers: Vec<Turn>,
}

/// A position of a match.
#[derive(Debug)]
struct Analyzed {
    /// The position, in the game's notation.
    position: String,
    /// The analysis; `None` if chance is next, and at the end.
    analysis: Option<Analysis>,
    /// The first seat's expected points, if known.
    expected: Option<f64>,
}

impl MatchReport {
    /// Adds the position of `state`. `last` is the move that led to this position, with its mover.
    pub(crate) fn add(
        &mut self,
        state: &dyn MatchState,
        seat_count: usize,
        last: Option<(&str, Turn)>,
        analysis: Option<Analysis>,
    ) {
        if let Some((played, mover)) = last {
            self.movers.push(mover);
            let consequence = consequence(state, mover, seat_count);
            self.appraise(played, consequence, analysis.as_ref());
        }
        let expected = expected_of_first(state, seat_count, analysis.as_ref());
        let position = state.position(Viewer::Arbiter);
        self.positions.push(Analyzed { position, analysis, expected });
    }

    /// Compares the last move with the best move in the position before it.
    fn appraise(&mut self, played: &str, consequence: Consequence, reply: Option<&Analysis>) {
        let Some(Analyzed { analysis: Some(best), .. }) = self.positions.last() else { return };
        let is_best = best.chosen == played;
        let (value, table) = match consequence {
            Consequence::Over(value) => (Some(value), None),
            Consequence::Next(_) if is_best => (best.valuation(), best.table),
            Consequence::Next(conversion) => (
                reply.and_then(Analysis::valuation).map(|after| conversion.of_valuation(after)),
                reply.and_then(|reply| reply.table).map(|after| conversion.of_table(after)),
            ),
            Consequence::Unknown => (None, None),
        };
        if let Some((value, best_value)) = value.zip(best.valuation()) {
            let (played, best_table) = (played.to_owned(), best.table);
            let best = best.chosen.clone();
            let appraisal = Appraisal { played, value, table, best, best_value, best_table };
            self.appraisals.insert(self.positions.len() - 1, appraisal);
        }
    }

    /// Number of analyzed positions.
    pub const fn position_count(&self) -> usize {
        self.positions.len()
    }

    /// The position after `ply` plies.
    pub fn position(&self, ply: usize) -> Option<&str> {
        self.positions.get(ply).map(|analyzed| analyzed.position.as_str())
    }

    /// The analysis of the position after `ply` plies.
    pub fn analysis(&self, ply: usize) -> Option<&Analysis> {
        self.positions.get(ply)?.analysis.as_ref()
    }

    /// The appraisal of the move played after `ply` plies.
    pub fn appraisal(&self, ply: usize) -> Option<&Appraisal> {
        self.appraisals.get(&ply)
    }

    /// All moves with known scores, each with its ply index.
    pub fn appraisals(&self) -> impl Iterator<Item = (usize, &Appraisal)> {
        self.appraisals.iter().map(|(ply, appraisal)| (*ply, appraisal))
    }

    /// The mover after `ply` plies.
    pub fn mover(&self, ply: usize) -> Option<Turn> {
        self.movers.get(ply).copied()
    }

    /// The first of two seats' expected points in each position, if known.
    pub fn expected_points(&self) -> impl Iterator<Item = Option<f64>> {
        self.positions.iter().map(|analyzed| analyzed.expected)
    }

    /// The marked moves in order, each given by the number of plies before it.
    pub fn mistakes(&self) -> impl Iterator<Item = usize> {
        self.appraisals().filter(|(_, appraisal)| appraisal.mark().is_some()).map(|(ply, _)| ply)
    }

    /// Adds scores and marks to the record, and the better line for each mistake. Marks in the record stay, and so do
    /// scores from the same depth or a greater one.
    pub fn annotate(&self, record: &mut Record, game: &dyn TableGame) {
        for (ply, appraisal) in self.appraisals() {
            let Some(played) = record.plies.get_mut(ply) else { continue };
            let depth = self.analysis(ply).and_then(Analysis::depth).unwrap_or(0);
            let note = &mut played.note;
            if note.thought.is_none_or(|known| known.depth < depth) {
                note.thought = Some(Thought { valuation: appraisal.value, depth });
            }
            note.mark = note.mark.or(appraisal.mark());
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

/// The legal part of a line from the position after `ply` plies, up to its first illegal move.
fn playable(record: &Record, game: &dyn TableGame, ply: usize, analysis: &Analysis) -> Vec<Ply> {
    let Ok(mut state) = game.open(Some(&record.start)) else { return Vec::new() };
    let before = record.plies.iter().take(ply).all(|ply| state.play_on(&ply.mv).is_ok());
    let line = analysis.line().split_ascii_whitespace().filter(|_| before);
    line.map_while(|mv| state.play(mv).ok().map(Ply::from)).collect()
}

/// The first seat's expected points, in a two-player game.
fn expected_of_first(
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
    let analysis = analysis?;
    let points = match analysis.table {
        Some(value) => table_points(value),
        None => expected_points(analysis.valuation()?),
    };
    Some(if state.turn() == Turn::Seat(Seat::FIRST) { points } else { 1.0 - points })
}
