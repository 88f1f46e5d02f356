//! Details about each move, for clients that join later.

use board_engine::{Seat, Turn};
use games_package::{Event, PlayedMove, Record, TableState, Thinking};
use notation::json::{Score, SeatNumber};
use serde::Serialize;

/// The time spent on a move, and the player's last report before the move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct MoveReport {
    /// The time spent on the move.
    seconds: f64,
    /// The report; `None` if the player sent no report or the report is no longer known.
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking: Option<ThinkingReport>,
}

/// A search's best line, without its moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct ThinkingReport {
    seat: SeatNumber,
    depth: u32,
    nodes: u64,
    evaluations: u64,
    cutoffs: u64,
    #[serde(flatten)]
    score: Score,
}

/// Details about each move in a match.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveReports {
    /// One entry per move; `None` without details. There can be fewer entries than moves.
    moves: Vec<Option<MoveReport>>,
    /// Each seat's latest report since its last move.
    newest: Vec<(Seat, ThinkingReport)>,
}

impl MoveReports {
    /// The details available from a record: the time for each move.
    pub(crate) fn of_record(record: &Record) -> Self {
        let report = |ply: &games_package::Ply| {
            Some(MoveReport { seconds: ply.elapsed.as_secs_f64(), thinking: None })
        };
        Self { moves: record.plies.iter().map(report).collect(), newest: Vec::new() }
    }

    /// One entry per move, in order; null without details.
    pub(crate) fn all(&self) -> &[Option<MoveReport>] {
        &self.moves
    }

    /// Updates the details after an event.
    pub(crate) fn update(&mut self, event: &Event) {
        match event {
            Event::ThinkingReported { seat, thinking, .. } if thinking.rank == 1 => {
                self.newest.retain(|(other, _)| other != seat);
                self.newest.push((*seat, ThinkingReport::new(*seat, thinking)));
            }
            Event::MovePlayed(played) | Event::ChanceDecided(played) => self.add(played),
            Event::MatchStarted(table)
            | Event::MoveTakenBack(table)
            | Event::MoveRedone(table)
            | Event::Resynchronized(table) => self.cut(table),
            _ => {}
        }
    }

    fn add(&mut self, played: &PlayedMove) {
        self.moves.resize(played.ply, None);
        let by_mover = |(seat, _): &(Seat, _)| Turn::Seat(*seat) == played.turn;
        let found = self.newest.iter().position(by_mover);
        let thinking = found.map(|index| self.newest.swap_remove(index).1);
        self.moves.push(Some(MoveReport { seconds: played.elapsed.as_secs_f64(), thinking }));
    }

    /// Removes the details about moves that were taken back.
    fn cut(&mut self, table: &TableState) {
        self.moves.truncate(table.moves.len());
        self.newest.clear();
    }
}

impl ThinkingReport {
    fn new(seat: Seat, thinking: &Thinking) -> Self {
        Self {
            seat: seat.into(),
            depth: thinking.depth,
            nodes: thinking.nodes,
            evaluations: thinking.evaluations,
            cutoffs: thinking.cutoffs,
            score: thinking.valuation.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn played(ply: usize, seat: usize) -> Event {
        Event::MovePlayed(PlayedMove {
            ply,
            turn: Turn::Seat(Seat::new(seat)),
            mv: "a".into(),
            position: String::new(),
            elapsed: Duration::from_millis(500),
            clock: None,
        })
    }

    fn thought(seat: usize, rank: u32, nodes: u64) -> Event {
        let thinking = Thinking { rank, nodes, ..Thinking::default() };
        Event::ThinkingReported { seat: Seat::new(seat), elapsed: Duration::ZERO, thinking }
    }

    fn nodes(reports: &MoveReports) -> Vec<Option<u64>> {
        let nodes =
            |report: &Option<MoveReport>| report.as_ref()?.thinking.as_ref().map(|t| t.nodes);
        reports.all().iter().map(nodes).collect()
    }

    #[test]
    fn a_move_has_its_own_players_newest_report() {
        let mut reports = MoveReports::default();
        for event in [thought(0, 1, 10), thought(0, 1, 20), thought(0, 2, 30), thought(1, 1, 5)] {
            reports.update(&event);
        }
        reports.update(&played(0, 0));
        reports.update(&played(1, 1));
        reports.update(&played(2, 0));
        assert_eq!(nodes(&reports), [Some(20), Some(5), None]);
        let seconds = |report: &Option<MoveReport>| report.as_ref().map(|report| report.seconds);
        let all: Vec<_> = reports.all().iter().map(seconds).collect();
        assert_eq!(all, [Some(0.5); 3]);
    }

    #[test]
    fn missed_moves_are_unknown_and_moves_taken_back_are_forgotten() {
        let mut reports = MoveReports::default();
        reports.update(&thought(0, 1, 10));
        reports.update(&played(2, 0));
        assert_eq!(nodes(&reports), [None, None, Some(10)]);
        assert_eq!(reports.all()[..2], [None, None]);
        let table = TableState { moves: vec!["a".into()], ..TableState::default() };
        reports.update(&Event::MoveTakenBack(table));
        assert_eq!(reports.all(), [None]);
    }
}
