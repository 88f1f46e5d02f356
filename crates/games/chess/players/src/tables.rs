//! Probes tablebases during a search.

use std::sync::Arc;

use chess::{Chess, DrawRule, Move, Position};
use chess_tablebase::{MoveValue, SyzygyTables, Wdl};
use search::{Hints, Margins, MoveIndex, RootByTables, TableValue, Tension, Validity};

use crate::evaluation::ChessHints;

/// A search probes tables from positions with at most this many pieces more than the largest table. From positions with
/// more pieces, a search rarely reaches a table.
const REACH: u32 = 10;

/// Chess hints, with tablebases if there are any.
#[derive(Clone, Debug, Default)]
pub struct ChessTableHints {
    tables: Option<Arc<SyzygyTables>>,
}

impl ChessTableHints {
    /// Hints with these tables.
    pub const fn new(tables: Arc<SyzygyTables>) -> Self {
        Self { tables: Some(tables) }
    }
}

impl Hints<Chess> for ChessTableHints {
    const MARGINS: Option<Margins> = <ChessHints as Hints<Chess>>::MARGINS;

    #[inline]
    fn null_move(&self, game: &Chess, position: &Position) -> Option<Position> {
        ChessHints.null_move(game, position)
    }

    #[inline]
    fn is_in_check(&self, game: &Chess, position: &Position) -> bool {
        ChessHints.is_in_check(game, position)
    }

    #[inline]
    fn gives_check(&self, game: &Chess, position: &Position, mv: Move) -> bool {
        ChessHints.gives_check(game, position, mv)
    }

    #[inline]
    fn gain(&self, game: &Chess, position: &Position, mv: Move) -> i32 {
        ChessHints.gain(game, position, mv)
    }

    #[inline]
    fn exchange_gains(&self, game: &Chess, position: &Position, mv: Move, least: i32) -> bool {
        ChessHints.exchange_gains(game, position, mv, least)
    }

    #[inline]
    fn tension(&self, game: &Chess, position: &Position) -> Tension {
        ChessHints.tension(game, position)
    }

    #[inline]
    fn is_noisy(&self, game: &Chess, position: &Position, mv: Move) -> bool {
        ChessHints.is_noisy(game, position, mv)
    }

    #[inline]
    fn rank(&self, game: &Chess, position: &Position, mv: Move) -> i32 {
        ChessHints.rank(game, position, mv)
    }

    #[inline]
    fn structure(&self, game: &Chess, position: &Position) -> Option<u64> {
        ChessHints.structure(game, position)
    }

    #[inline]
    fn move_index(&self, game: &Chess, position: &Position, mv: Move) -> MoveIndex {
        ChessHints.move_index(game, position, mv)
    }

    fn is_near_tables(&self, _: &Chess, position: &Position) -> bool {
        let most = self.tables.as_ref().map_or(0, |tables| tables.pieces_max());
        most > 0 && position.board().occupied().len() <= most + REACH
    }

    /// The value of a position after a capture or a pawn move, because WDL tables don't store the number of quiet plies
    /// to a win.
    #[inline]
    fn table_value(&self, game: &Chess, position: &Position) -> Option<TableValue> {
        let tables = self.tables.as_ref()?;
        if position.quiet_plies() > 0 || position.board().occupied().len() > tables.pieces_max() {
            return None;
        }
        let payoff = match tables.wdl(position.board())? {
            Wdl::Win => 1,
            Wdl::Loss => -1,
            Wdl::Draw => 0,
            // The tables don't distinguish wins within seventy-five moves from later wins.
            _ if game.draw_rule() == DrawRule::Automatic => return None,
            Wdl::CursedWin | Wdl::BlessedLoss => 0,
        };
        Some(TableValue { payoff, plies: None, validity: Validity::Always })
    }

    /// In a won position, recommends the moves that win in time, and after a repetition only the fastest path to the
    /// next capture or pawn move. In a lost position, recommends the longest resistance if the fifty-move rule is near.
    /// In a drawn position, recommends the moves with the best chances.
    fn root_by_tables(
        &self,
        game: &Chess,
        position: &Position,
        moves: &[Move],
        has_repeated: bool,
    ) -> Option<RootByTables> {
        let tables = self.tables.as_ref()?;
        if position.board().occupied().len() > tables.pieces_max() {
            return None;
        }
        let value = |mv: &Move| tables.move_value(*game, position, *mv);
        let values: Vec<Option<MoveValue>> = moves.iter().map(value).collect();
        let best = values.iter().flatten().copied().max_by_key(|value| value.rank)?;
        let are_all_known = values.iter().all(Option::is_some);
        if best.payoff <= 0 && !are_all_known {
            return None;
        }
        let is_kept = |value: MoveValue| match best.payoff {
            1.. => value.payoff > 0 && !has_repeated || value.rank == best.rank,
            0 => value.rank == best.rank,
            _ => value.is_far_from_draw && best.is_far_from_draw || value.rank == best.rank,
        };
        let keeps = values.into_iter().map(|value| value.is_some_and(is_kept)).collect();
        Some(RootByTables { payoff: best.payoff, keeps })
    }
}
