//! A game's tables, with the static type erased: positions and moves are strings.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use board_engine::{Game, Notation, NotationError, Status, Word};
use checkers::{AnyVariant, Checkers, Position, Variant};
use tablebase::{
    BuildObserver, BuildOptions, OpenTables, PlannedTable, TableBuilder, TableError, TableInfo,
    TablePlanner, TableValue, Tablebase, Verified,
};

use crate::builder::{Builder, Planner};
use crate::rules;
use crate::table_set::{TableFilter, folder_of, value_at_end};
use crate::tables::Tables;
use crate::verification::Mismatch;

/// A variant's tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct VariantTablebase<V>(PhantomData<V>);

impl<V> VariantTablebase<V> {
    /// The tables of `V`.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<V: Variant> Tablebase for VariantTablebase<V> {
    fn unsupported(&self) -> Option<&'static str> {
        rules::unsupported::<V>()
    }

    fn folder_in(&self, folder: &Path) -> PathBuf {
        folder_of::<V>(folder)
    }

    fn planner(
        &self,
        folder: &Path,
        options: BuildOptions,
    ) -> Result<Box<dyn TablePlanner>, TableError> {
        Ok(Box::new(Planner::<V>::new(folder, options)?))
    }

    fn builder(
        &self,
        folder: &Path,
        options: BuildOptions,
    ) -> Result<Box<dyn TableBuilder>, TableError> {
        Ok(Box::new(Builder::<V>::new(folder, options)?))
    }

    fn open(&self, folder: &Path, cache_bytes: usize) -> Result<Box<dyn OpenTables>, TableError> {
        Ok(Box::new(Tables::<V>::open(folder, TableFilter::All, cache_bytes)?))
    }

    fn open_complete(
        &self,
        pieces: u8,
        folder: &Path,
        cache_bytes: usize,
    ) -> Result<Box<dyn OpenTables>, TableError> {
        let tables = Tables::<V>::open_up_to(pieces, folder, TableFilter::All, cache_bytes)?;
        Ok(Box::new(tables.complete(pieces, folder)?))
    }
}

impl<V: Variant> TablePlanner for Planner<V> {
    fn plan(&self) -> Vec<PlannedTable> {
        self.plan()
    }

    fn restrict(&mut self, material: &str) -> Result<(), TableError> {
        self.restrict(material)
    }

    fn check_memory(&self) -> Result<(), TableError> {
        self.check_memory()
    }

    fn rehearse(&self) -> Result<u64, TableError> {
        self.rehearse()
    }

    fn list(&self) -> Vec<TableInfo> {
        self.tables().list()
    }

    fn into_builder(self: Box<Self>) -> Result<Box<dyn TableBuilder>, TableError> {
        Ok(Box::new((*self).into_builder()?))
    }
}

impl<V: Variant> TablePlanner for Builder<V> {
    fn plan(&self) -> Vec<PlannedTable> {
        self.plan()
    }

    fn restrict(&mut self, material: &str) -> Result<(), TableError> {
        self.planner_mut().restrict(material)
    }

    fn check_memory(&self) -> Result<(), TableError> {
        self.planner().check_memory()
    }

    fn rehearse(&self) -> Result<u64, TableError> {
        self.planner().rehearse()
    }

    fn list(&self) -> Vec<TableInfo> {
        self.tables().list()
    }

    fn into_builder(self: Box<Self>) -> Result<Box<dyn TableBuilder>, TableError> {
        Ok(self)
    }
}

impl<V: Variant> TableBuilder for Builder<V> {
    fn build(&mut self, observer: &mut dyn BuildObserver) -> Result<(), TableError> {
        self.build(observer)
    }
}

impl<V: Variant> OpenTables for Tables<V> {
    fn list(&self) -> Vec<TableInfo> {
        self.list()
    }

    fn refused(&self) -> &[TableError] {
        self.refused()
    }

    fn take_failures(&self) -> Vec<TableError> {
        self.take_failures()
    }

    fn complete_to(&self) -> u8 {
        self.complete_to()
    }

    fn missing(&self) -> Vec<String> {
        self.missing()
    }

    fn value(&self, position: &str) -> Result<Option<TableValue>, NotationError> {
        Ok(self.probe(&rules::any_variant::<V>().parse_position(position)?))
    }

    fn plies_left(&self, position: &str) -> Result<u32, NotationError> {
        let position = rules::any_variant::<V>().parse_position(position)?;
        Ok(Checkers::<V>::plies_left(&position).likely)
    }

    fn moves(&self, position: &str) -> Result<Vec<(String, Option<TableValue>)>, NotationError> {
        valued_moves(&rules::any_variant::<V>(), position, &|after| self.probe(after))
    }

    fn verify(
        &self,
        samples: u64,
        draw: &mut dyn FnMut(u64) -> u64,
        is_wanted: &mut dyn FnMut(u64) -> bool,
    ) -> Verified {
        let game = rules::any_variant::<V>();
        let found = self.verify(samples, draw, is_wanted);
        let wrong = found.wrong.into_iter().map(|Mismatch { position, stored, searched }| {
            (game.format_position(&position), stored, searched)
        });
        Verified { checked: found.checked, wrong: wrong.collect(), unchecked: found.unchecked }
    }
}

/// The legal moves in a position, each with its value, by the rules or by `probe`.
fn valued_moves<W: Word>(
    game: &AnyVariant<W>,
    position: &str,
    probe: &dyn Fn(&Position<W>) -> Option<TableValue>,
) -> Result<Vec<(String, Option<TableValue>)>, NotationError> {
    let position = game.parse_position(position)?;
    let mut moves = Vec::new();
    if game.legal_moves(&position, &mut moves) != Status::Ongoing {
        return Ok(Vec::new());
    }
    let valued = moves.into_iter().map(|mv| {
        let mut after = position;
        game.play(&mut after, mv);
        let value = value_at_end(game, &after, &mut Vec::new()).or_else(|| probe(&after));
        (game.format_move(&position, mv), value.map(|value| value.one_ply_farther().reverse()))
    });
    Ok(valued.collect())
}
