//! A game with its static type erased.

use std::sync::Arc;

use board_engine::NotationError;
use games_package::{LineOfPlay, OptionError, Options, Player, Rules, TableGame};
use notation::{EngineNotations, SheetFormat};
use opening_book::GameBook;
use tablebase::Tablebase;

use crate::books;
use crate::classic::{EvaluatorInfo, PlayerAbout};
use crate::entry::{CatalogEntry, Kind};
use crate::explorer::{Explorer, Exploring};
use crate::learnable::{LearnableGame, has_learned};

/// A game in a family, with the players that need its rules.
pub trait OpenGame: Send + Sync {
    /// The full name: "checkers:english".
    fn name(&self) -> &str;

    /// The rules, for the table.
    fn table_game(&self) -> Arc<dyn TableGame>;

    /// The file notations for whole matches; the first one is the default for writing.
    fn sheets(&self) -> &'static [&'static dyn SheetFormat];

    /// The game's notation in engine protocols.
    fn engine_notations(&self) -> EngineNotations;

    /// The game's tablebases, if any.
    fn tablebase(&self) -> Option<&'static dyn Tablebase>;

    /// The game's settings for opening books.
    fn book(&self) -> GameBook;

    /// The names of the game's own motifs: see [`Explorer::motif`].
    fn motifs(&self) -> Vec<&'static str>;

    /// The evaluators; the first one is the default.
    fn evaluators(&self) -> Vec<EvaluatorInfo>;

    /// The players that need the rules; the first one is the default opponent. The learned player is listed only if the
    /// user has its network.
    fn players(&self) -> Vec<PlayerAbout>;

    /// The game as a learnable game; `None` if it can't be learned by self-play.
    fn learnable(&self) -> Option<Box<dyn LearnableGame>>;

    /// Creates the player with this name; `None` if there is no such player.
    ///
    /// # Errors
    /// [`OptionError`] if an option is unknown or invalid.
    fn new_player(
        &self,
        name: &str,
        options: &Options,
    ) -> Result<Option<Box<dyn Player>>, OptionError>;

    /// A position in the game, or its start, to explore.
    ///
    /// # Errors
    /// [`NotationError`] if the position is malformed.
    fn explore(&self, position: Option<&str>) -> Result<Box<dyn Explorer>, NotationError>;

    /// A line of play that begins at a position in the game, or at its start.
    ///
    /// # Errors
    /// [`NotationError`] if the position is malformed.
    fn line_of_play(&self, position: Option<&str>) -> Result<Box<dyn LineOfPlay>, NotationError>;
}

/// Opens `game` under its full name.
pub fn open<E: CatalogEntry>(name: String, game: E::Game) -> Box<dyn OpenGame> {
    Box::new(Opened::<E> { name, game })
}

struct Opened<E: CatalogEntry> {
    name: String,
    game: E::Game,
}

impl<E: CatalogEntry> OpenGame for Opened<E> {
    fn name(&self) -> &str {
        &self.name
    }

    fn table_game(&self) -> Arc<dyn TableGame> {
        Arc::new(Rules::new(self.name.clone(), self.game.clone()))
    }

    fn sheets(&self) -> &'static [&'static dyn SheetFormat] {
        E::SHEETS
    }

    fn engine_notations(&self) -> EngineNotations {
        E::engine_notations(&self.game)
    }

    fn tablebase(&self) -> Option<&'static dyn Tablebase> {
        E::tablebase(&self.game)
    }

    fn book(&self) -> GameBook {
        E::book(&self.game)
    }

    fn motifs(&self) -> Vec<&'static str> {
        E::MOTIFS.iter().map(|motif| motif.name).collect()
    }

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        E::evaluator_infos()
    }

    fn players(&self) -> Vec<PlayerAbout> {
        let has_network = E::network(&self.game).is_some();
        let learned = E::Kind::LEARNED.filter(|_| has_network || has_learned(&self.name));
        let (first, last) = if has_network { (learned, None) } else { (None, learned) };
        let others = E::Kind::players().into_iter().map(|entry| entry.about);
        first.into_iter().chain(others).chain(last).collect()
    }

    fn learnable(&self) -> Option<Box<dyn LearnableGame>> {
        E::Kind::learnable(&self.game, &self.name)
    }

    fn new_player(
        &self,
        name: &str,
        options: &Options,
    ) -> Result<Option<Box<dyn Player>>, OptionError> {
        if let Some(about) = E::Kind::LEARNED.filter(|about| about.name == name) {
            let options = options.checked(name, &(about.options)(&E::evaluator_infos()))?;
            return E::Kind::learned_player(self.game.clone(), &self.name, &options).transpose();
        }
        let players = E::Kind::players();
        let Some(entry) = players.iter().find(|entry| entry.about.name == name) else {
            return Ok(None);
        };
        let options = options.checked(name, &(entry.about.options)(&E::evaluator_infos()))?;
        let player = (entry.make)(&entry.about, self.game.clone(), &options)?;
        if !E::Kind::uses_book(name, &options) {
            return Ok(Some(player));
        }
        books::with_book(player, name, &options, &self.table_game(), self.book()).map(Some)
    }

    fn explore(&self, position: Option<&str>) -> Result<Box<dyn Explorer>, NotationError> {
        let game = self.game.clone();
        let exploring = Exploring::<E>::new(self.name.clone(), game, position)?;
        Ok(Box::new(exploring))
    }

    fn line_of_play(&self, position: Option<&str>) -> Result<Box<dyn LineOfPlay>, NotationError> {
        E::line_of_play(&self.game, position)
    }
}
