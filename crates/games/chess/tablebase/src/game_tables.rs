//! A variant's tables, with the static type erased: positions and moves are strings.

use std::path::{Path, PathBuf};

use board_engine::{Game, Notation, NotationError, Status};
use chess::{Chess, DrawRule, Position};
use tablebase::{
    BuildOptions, OpenTables, TableBuilder, TableError, TableInfo, TablePlanner, TableValue,
    Tablebase, Verified,
};

use crate::material::PIECES_MAX;
use crate::ranking::payoff;
use crate::tables::{SyzygyTables, folder_of};
use crate::verification;
use crate::wdl::Wdl;

/// The Syzygy tables for chess and Chess960 under a draw rule.
#[derive(Clone, Copy, Debug)]
pub struct ChessTablebase {
    draw_rule: DrawRule,
}

impl ChessTablebase {
    /// The tables for games with this draw rule.
    pub const fn new(draw_rule: DrawRule) -> Self {
        Self { draw_rule }
    }

    fn with(self, tables: SyzygyTables) -> Box<dyn OpenTables> {
        Box::new(GameTables { game: Chess::default().with_draw_rule(self.draw_rule), tables })
    }
}

impl Tablebase for ChessTablebase {
    fn unsupported(&self) -> Option<&'static str> {
        None
    }

    fn folder_in(&self, folder: &Path) -> PathBuf {
        folder_of(folder)
    }

    fn file_extensions(&self) -> &'static [&'static str] {
        &["rtbw"]
    }

    fn advice(&self, _game: &str) -> String {
        "download Syzygy files (.rtbw and .rtbz) into it".into()
    }

    fn planner(
        &self,
        folder: &Path,
        _options: BuildOptions,
    ) -> Result<Box<dyn TablePlanner>, TableError> {
        Err(TableError::Downloaded { game: "chess", folder: folder.into() })
    }

    fn builder(
        &self,
        folder: &Path,
        _options: BuildOptions,
    ) -> Result<Box<dyn TableBuilder>, TableError> {
        Err(TableError::Downloaded { game: "chess", folder: folder.into() })
    }

    fn open(&self, folder: &Path, cache_bytes: usize) -> Result<Box<dyn OpenTables>, TableError> {
        Ok(self.with(SyzygyTables::open(folder, PIECES_MAX, cache_bytes)))
    }

    fn open_complete(
        &self,
        pieces: u8,
        folder: &Path,
        cache_bytes: usize,
    ) -> Result<Box<dyn OpenTables>, TableError> {
        let tables = SyzygyTables::open(folder, pieces, cache_bytes);
        Ok(self.with(tables.complete(pieces, folder)?))
    }
}

/// A game's tables.
struct GameTables {
    game: Chess,
    tables: SyzygyTables,
}

impl GameTables {
    /// The value of a position, ignoring the plies since the last capture or pawn move.
    ///
    /// Tables include the fifty-move rule. The tables don't distinguish cursed wins within seventy-five moves from
    /// slower ones.
    fn value_of(&self, position: &Position) -> Option<TableValue> {
        match self.tables.wdl(position.board())? {
            Wdl::Win => Some(TableValue::Win(None)),
            Wdl::Loss => Some(TableValue::Loss(None)),
            Wdl::Draw => Some(TableValue::Draw),
            Wdl::CursedWin | Wdl::BlessedLoss => {
                (self.game.draw_rule() == DrawRule::Claimed).then_some(TableValue::Draw)
            }
        }
    }

    /// The values of the legal moves, best first.
    fn values_of_moves(&self, position: &Position) -> Vec<(String, Option<TableValue>)> {
        let mut moves = Vec::new();
        if self.game.legal_moves(position, &mut moves) != Status::Ongoing {
            return Vec::new();
        }
        let valued = moves.into_iter().map(|mv| {
            let found = self.tables.move_value(self.game, position, mv);
            let value = found.map(|found| match found.payoff {
                1.. => TableValue::Win(None),
                0 => TableValue::Draw,
                _ => TableValue::Loss(None),
            });
            let rank = found.map(|found| found.rank);
            (rank, (self.game.format_move(position, mv), value))
        });
        let mut valued: Vec<_> = valued.collect();
        valued.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        valued.into_iter().map(|(_, valued)| valued).collect()
    }
}

impl OpenTables for GameTables {
    fn list(&self) -> Vec<TableInfo> {
        self.tables.list()
    }

    fn refused(&self) -> &[TableError] {
        self.tables.refused()
    }

    fn take_failures(&self) -> Vec<TableError> {
        self.tables.take_failures()
    }

    fn complete_to(&self) -> u8 {
        self.tables.complete_to()
    }

    fn missing(&self) -> Vec<String> {
        self.tables.missing()
    }

    fn value(&self, position: &str) -> Result<Option<TableValue>, NotationError> {
        Ok(self.value_of(&self.game.parse_position(position)?))
    }

    /// No limit if the value is also valid with the current number of plies since the last capture or pawn move,
    /// otherwise 0.
    fn plies_left(&self, position: &str) -> Result<u32, NotationError> {
        let position = self.game.parse_position(position)?;
        let quiet = i32::from(position.quiet_plies());
        let Some(value) = self.tables.wdl(position.board()) else { return Ok(u32::MAX) };
        let distance = if quiet == 0 { None } else { self.tables.dtz(position.board()) };
        let is_valid = payoff(self.game, value, distance, quiet) != 0;
        Ok(if is_valid { u32::MAX } else { 0 })
    }

    fn plies_to_progress(&self, position: &str) -> Result<Option<u32>, NotationError> {
        let position = self.game.parse_position(position)?;
        let distance = self.tables.dtz(position.board());
        Ok(distance.filter(|distance| *distance != 0).map(i32::unsigned_abs))
    }

    fn moves(&self, position: &str) -> Result<Vec<(String, Option<TableValue>)>, NotationError> {
        Ok(self.values_of_moves(&self.game.parse_position(position)?))
    }

    fn verify(
        &self,
        samples: u64,
        draw: &mut dyn FnMut(u64) -> u64,
        is_wanted: &mut dyn FnMut(u64) -> bool,
    ) -> Verified {
        let value = |value: Wdl| match value {
            Wdl::Win => TableValue::Win(None),
            Wdl::Loss => TableValue::Loss(None),
            _ => TableValue::Draw,
        };
        let found = verification::verify(&self.tables, samples, draw, is_wanted);
        let wrong = found
            .wrong
            .into_iter()
            .map(|wrong| (wrong.position, wrong.stored.map(value), wrong.searched.map(value)));
        Verified { checked: found.checked, wrong: wrong.collect(), unchecked: found.unchecked }
    }
}
