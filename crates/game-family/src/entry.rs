//! A game as the catalog has it.

mod duel_search;

use std::path::Path;

use board_engine::{Deterministic, Game, Notation, NotationError, PerfectInformation, ZeroSum};
use games_package::{Options, Pgn, SheetFormat};
use opening_book::GameBook;
use players::{AnySearch, LEVELS, Level};
use search::{Depth, Evaluator, Hints, Report, Solver, Task};
use tablebase::{Selection, TableError, Tablebase};

pub use self::duel_search::{DuelSearch, new_duel_search};
pub(crate) use self::duel_search::{TablesOf, Wanted};
use crate::classic::Classic;
use crate::evaluator_info::EvaluatorInfo;
use crate::line_of_play::{LineOfPlay, new_line_of_play};
use crate::motif::GameMotif;
use crate::player_entry::PlayerEntry;
use crate::playout::{Playout, play_out};

/// A game of the catalog, with its evaluators by name. The type that implements it has no values: it stands for the game's
/// entry.
///
/// A game without an evaluation has [`Zero`](search::Zero) as the only one, under the name of
/// [`NO_EVALUATOR`](crate::NO_EVALUATOR): only the ends of its games count. Evaluators are one type, an enum: every search is
/// compiled once per game instead of once per evaluator, and what it costs is a branch that always goes the same way.
pub trait CatalogEntry: Sized + 'static {
    /// The rules.
    type Game: Notation + Clone + 'static;

    /// The kind of game, which determines the players and searches that fit it.
    type Kind: Kind<Self>;

    /// The notations for whole matches in files; the first one is written unless another is asked for.
    const SHEETS: &'static [&'static dyn SheetFormat] = &[&Pgn];

    /// The levels of its players of graded strength, weakest first.
    const LEVELS: &'static [Level] = &LEVELS;

    /// Any one of the game's evaluators.
    type Evaluator: Evaluator<Self::Game> + Clone + 'static;

    /// What a selective search of the game goes by.
    type Hints: Hints<Self::Game> + Default + 'static;

    /// The game's evaluators with their names; the first one is the default.
    const EVALUATORS: &'static [(EvaluatorInfo, Self::Evaluator)];

    /// The players of earlier programs that play this game.
    const CLASSICS: &'static [Classic<Self::Evaluator>] = &[];

    /// Whether there can be endgame tables of the game.
    const HAS_TABLES: bool = false;

    /// The game's endgame tables, or why it has none; `None` if nobody builds any.
    fn tablebase(_game: &Self::Game) -> Option<&'static dyn Tablebase> {
        None
    }

    /// The hints of a search that knows these of the endgame tables in a folder of tables. By default, of a game that has none
    /// ([`HAS_TABLES`](Self::HAS_TABLES)), those that know no tables.
    ///
    /// # Errors
    /// [`TableError`] if the variant has no tables, if those are not there, or if one of them can't be used.
    fn hints_with_tables(_folder: &Path, _selection: Selection) -> Result<Self::Hints, TableError> {
        Ok(Self::Hints::default())
    }

    /// A random playout: [`play_out`]. An entry whose game stands for several static types calls this, and what follows, with
    /// the one that it is, so that what is hot is compiled for that.
    fn play_out(
        game: &Self::Game,
        position: &<Self::Game as Game>::Position,
        plies_max: u32,
        draw: &mut dyn FnMut(u32) -> u32,
    ) -> Playout {
        play_out(game, position, plies_max, draw)
    }

    /// A line of play: [`new_line_of_play`].
    ///
    /// # Errors
    /// [`NotationError`] if the position is malformed.
    fn line_of_play(
        game: &Self::Game,
        position: Option<&str>,
    ) -> Result<Box<dyn LineOfPlay>, NotationError> {
        new_line_of_play(game.clone(), game.clone(), position)
    }

    /// A search of the game by this evaluator: [`new_duel_search`].
    ///
    /// # Errors
    /// [`TableError`] if it uses endgame tables that are not there.
    fn duel_search(
        _game: &Self::Game,
        evaluator: Self::Evaluator,
        wanted: DuelSearch,
    ) -> Result<Box<dyn AnySearch<Self::Game>>, TableError>
    where
        Self::Game: ZeroSum + Deterministic + PerfectInformation,
    {
        new_duel_search::<Self>(evaluator, wanted)
    }

    /// What solutions of puzzles can be about in this game alone. The first one that fits is stated.
    const MOTIFS: &'static [GameMotif<Self::Game>] = &[];

    /// What the game has in opening books. They fit games of two sides without chance.
    fn book(_game: &Self::Game) -> GameBook {
        GameBook::default()
    }

    /// The game's own solver of positions, if it has one for these rules. Small games of two need none: their positions are
    /// solved by looking at all that can follow.
    fn solver(_game: &Self::Game) -> Option<Box<dyn Solver<Self::Game>>> {
        None
    }

    /// The rank of a legal move without a look at the replies, for the greedy player: higher is better, 0 is nothing
    /// special, as all moves are by default.
    fn rank(
        _game: &Self::Game,
        _position: &<Self::Game as Game>::Position,
        _mv: <Self::Game as Game>::Move,
    ) -> i32 {
        0
    }

    /// The evaluator of this name, if there is one.
    fn evaluator(name: &str) -> Option<Self::Evaluator> {
        let named = Self::EVALUATORS.iter().find(|(info, _)| info.name == name);
        named.map(|(_, evaluator)| evaluator.clone())
    }

    /// The names of the game's evaluators, the default first.
    fn evaluator_infos() -> Vec<EvaluatorInfo> {
        Self::EVALUATORS.iter().map(|(info, _)| *info).collect()
    }
}

/// A kind of games: its players and searches.
pub trait Kind<E: CatalogEntry> {
    /// The players that know the rules. The first one is the default opponent.
    fn players() -> Vec<PlayerEntry<E::Game>>;

    /// Whether a player that has the option for a book uses one with these options, which have been checked.
    fn uses_book(_player: &str, _options: &Options) -> bool {
        false
    }

    /// A solver of positions of the game; `None` if games of this kind have none.
    fn solver(_game: &E::Game) -> Option<Box<dyn Solver<E::Game>>> {
        None
    }

    /// The names of the algorithms of [`search`](Self::search), from simple to advanced.
    const ALGORITHMS: &'static [&'static str];

    /// Searches a position to `depth` by the algorithm with this name; `None` if there is no such algorithm.
    fn search(
        task: &Task<'_, E::Game, E::Evaluator>,
        algorithm: &str,
        depth: Depth,
    ) -> Option<Report<<E::Game as Game>::Move>>;
}
