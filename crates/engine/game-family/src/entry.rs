//! A game's entry in the catalog, with its evaluators and players.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use board_engine::{
    Deterministic, Game, Notation, NotationError, PerfectInformation, Seat, ZeroSum,
};
use games_package::{
    CatalogError, LineOfPlay, OptionError, Options, Player, new_line_of_play, suggestion,
};
use learning::{AutomaticInputs, LearnedEvaluator, LearningInputs};
use notation::{EngineNotations, Pgn, SheetFormat};
use opening_book::GameBook;
use players::{AnySearch, LEVELS, Level, any_search};
use search::{
    Deepening, Depth, Evaluator, Hints, MonteCarlo, MonteCarloOptions, Pvs, PvsOptions, Report,
    Score, Solver, Task, Zero,
};
use tablebase::{Selection, TableError, Tablebase, default_folder};

use crate::classic::{Classic, EvaluatorInfo, PlayerAbout, PlayerEntry, Textbook};
use crate::learnable::LearnableGame;
use crate::playout::{Playout, play_out};

/// A game in the catalog, with its named evaluators. The implementing type has no values; it only represents the entry.
///
/// A game without an evaluation has only [`Zero`](search::Zero), named [`NO_EVALUATOR`](crate::NO_EVALUATOR): only
/// finished games have a score. All evaluators of a game are one type, an enum. Every search is then compiled once per
/// game instead of once per evaluator, at the cost of an always-predicted branch.
pub trait CatalogEntry: Sized + 'static {
    /// The rules.
    type Game: Notation + Clone + 'static;

    /// The kind of game, which determines its players and searches.
    type Kind: Kind<Self>;

    /// The file notations for whole matches; the first one is the default for writing.
    const SHEETS: &'static [&'static dyn SheetFormat] = &[&Pgn];

    /// The game's notation in engine protocols; by default it has none.
    fn engine_notations(_game: &Self::Game) -> EngineNotations {
        EngineNotations::default()
    }

    /// The levels of the game's player with graded strength, weakest first.
    const LEVELS: &'static [Level] = &LEVELS;

    /// The game's evaluator type.
    type Evaluator: Evaluator<Self::Game> + Clone + 'static;

    /// The hints for selective searches in the game.
    type Hints: Hints<Self::Game> + Default + 'static;

    /// The game's evaluators with their names; the first one is the default.
    const EVALUATORS: &'static [(EvaluatorInfo, Self::Evaluator)];

    /// The players from earlier programs that play this game.
    const CLASSICS: &'static [Classic<Self::Evaluator>] = &[];

    /// `true` if tablebases can exist for the game.
    const HAS_TABLES: bool = false;

    /// The game's tablebases, or the reason why it has none; `None` if Rival doesn't build tables for the game.
    fn tablebase(_game: &Self::Game) -> Option<&'static dyn Tablebase> {
        None
    }

    /// The hints for a search that uses the tables in this folder. The default, for games without tables
    /// ([`HAS_TABLES`](Self::HAS_TABLES)), ignores them.
    ///
    /// # Errors
    /// [`TableError`] if the variant has no tables, or a table is missing or unusable.
    fn hints_with_tables(
        _game: &Self::Game,
        _folder: &Path,
        _selection: Selection,
    ) -> Result<Self::Hints, TableError> {
        Ok(Self::Hints::default())
    }

    /// A random playout: [`play_out`]. An entry for several static types forwards this method and the following methods
    /// to the actual type so that hot code is compiled for that type.
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

    /// A search for the game with this evaluator: [`new_duel_search`].
    ///
    /// # Errors
    /// [`TableError`] if the search uses missing tablebases.
    fn duel_search(
        game: &Self::Game,
        evaluator: Self::Evaluator,
        wanted: DuelSearch,
    ) -> Result<Box<dyn AnySearch<Self::Game>>, TableError>
    where
        Self::Game: ZeroSum + Deterministic + PerfectInformation,
    {
        new_duel_search::<Self>(game, evaluator, wanted)
    }

    /// Puzzle themes that only this game has. The first theme that matches is reported.
    const MOTIFS: &'static [GameMotif<Self::Game>] = &[];

    /// Returns `true` if the payoffs of all seats sum to zero at the end of every game.
    fn payoffs_cancel(_game: &Self::Game) -> bool {
        Self::Kind::PAYOFFS_CANCEL
    }

    /// The game's settings for opening books. Books are for two-sided games without chance.
    fn book(_game: &Self::Game) -> GameBook {
        GameBook::default()
    }

    /// The inputs for networks that learn the game; `None` if the game can't be learned. A game overrides this method
    /// if it can derive its inputs faster than from diagrams.
    fn learning_inputs(game: &Self::Game) -> Option<Arc<dyn LearningInputs<Self::Game>>> {
        AutomaticInputs::new(game).map(|inputs| Arc::new(inputs) as Arc<dyn LearningInputs<_>>)
    }

    /// The content of the file `best.net` that a learning run produced for these rules, used by the player `learned`.
    /// In a game with a network, `learned` is the default player. `None` by default.
    fn network(_game: &Self::Game) -> Option<&'static [u8]> {
        None
    }

    /// The game's own solver for these rules, if any. Small two-player games don't need their own solver: the general
    /// solver searches them exhaustively.
    fn solver(_game: &Self::Game) -> Option<Box<dyn Solver<Self::Game>>> {
        None
    }

    /// The rank of a legal move for the greedy player, without search: higher is better; 0, the default, is neutral.
    fn rank(
        _game: &Self::Game,
        _position: &<Self::Game as Game>::Position,
        _mv: <Self::Game as Game>::Move,
    ) -> i32 {
        0
    }

    /// The evaluator with this name, if any.
    fn evaluator(name: &str) -> Option<Self::Evaluator> {
        let named = Self::EVALUATORS.iter().find(|(info, _)| info.name == name);
        named.map(|(_, evaluator)| evaluator.clone())
    }

    /// The evaluator with this name, or the default one.
    ///
    /// # Errors
    /// [`CatalogError::Unknown`] if there is no such evaluator.
    fn evaluator_or_default(name: Option<&str>) -> Result<Self::Evaluator, CatalogError> {
        let names = || Self::EVALUATORS.iter().map(|(info, _)| info.name);
        let name = name.or_else(|| names().next()).unwrap_or_default();
        Self::evaluator(name).ok_or_else(|| unknown_error("evaluator", name, names()))
    }

    /// The hints for a search that uses the tables with at most `pieces` pieces, from this folder or from the user's
    /// own folder. Without `pieces`, the search doesn't use tables.
    ///
    /// # Errors
    /// [`TableError`] if the game has no tables, or a table is missing or unusable.
    fn hints_up_to(
        game: &Self::Game,
        pieces: Option<u8>,
        folder: Option<&Path>,
    ) -> Result<Self::Hints, TableError> {
        let Some(pieces) = pieces else { return Ok(Self::Hints::default()) };
        if Self::tablebase(game).is_none() {
            let (game, why) = ("this game".into(), "Rival builds none");
            return Err(TableError::Unsupported { game, why });
        }
        let folder = folder.map_or_else(default_folder, |folder| Ok(folder.into()))?;
        Self::hints_with_tables(game, &folder, Selection::UpTo(pieces))
    }

    /// The game's evaluator names, with the default first.
    fn evaluator_infos() -> Vec<EvaluatorInfo> {
        Self::EVALUATORS.iter().map(|(info, _)| *info).collect()
    }
}

/// A kind of game: its players and searches.
pub trait Kind<E: CatalogEntry> {
    /// The players that need the rules. The first one is the default opponent.
    fn players() -> Vec<PlayerEntry<E::Game>>;

    /// Returns `true` if a player with a book option uses a book with these checked options.
    fn uses_book(_player: &str, _options: &Options) -> bool {
        false
    }

    /// A solver for positions in the game; `None` if games of this kind have no solver.
    fn solver(_game: &E::Game) -> Option<Box<dyn Solver<E::Game>>> {
        None
    }

    /// The game as a learnable game; `None` if games of this kind can't be learned by self-play.
    fn learnable(_game: &E::Game, _name: &str) -> Option<Box<dyn LearnableGame>> {
        None
    }

    /// Creates the player that searches with the game's learned network, from checked options. `name` is the game's
    /// full name.
    fn learned_player(
        _game: E::Game,
        _name: &str,
        _options: &Options,
    ) -> Option<Result<Box<dyn Player>, OptionError>> {
        None
    }

    /// The description of the player that searches with a learned network, if games of this kind have one.
    const LEARNED: Option<PlayerAbout> = None;

    /// `true` if the payoffs of all games of this kind cancel.
    const PAYOFFS_CANCEL: bool = false;

    /// The algorithm names for [`search`](Self::search), from simple to advanced.
    const ALGORITHMS: &'static [&'static str];

    /// Searches a position to `depth` with the algorithm of this name; `None` if there is no such algorithm.
    fn search(
        task: &Task<'_, E::Game, E::Evaluator>,
        algorithm: &str,
        depth: Depth,
    ) -> Option<Report<<E::Game as Game>::Move>>;
}

/// A search for a [`Duel`](crate::Duel), as its players request it.
#[derive(Clone, Debug)]
pub struct DuelSearch(pub(crate) SearchKind);

/// The kind of search.
#[derive(Clone, Debug)]
pub(crate) enum SearchKind {
    /// The strong search, with these tablebases.
    Strong(PvsOptions, Option<TablesOf>),
    /// A textbook algorithm to a fixed depth.
    Textbook(Textbook),
    /// A textbook algorithm with iterative deepening.
    Deepening(Textbook),
    /// Random playouts.
    MonteCarlo(MonteCarloOptions),
}

/// Tablebases from a folder.
#[derive(Clone, Debug)]
pub(crate) struct TablesOf {
    pub(crate) folder: PathBuf,
    pub(crate) selection: Selection,
}

/// The requested search for the game `E`, compiled for its types.
///
/// # Errors
/// [`TableError`] if the search uses missing tablebases.
pub fn new_duel_search<E>(
    game: &E::Game,
    evaluator: E::Evaluator,
    wanted: DuelSearch,
) -> Result<Box<dyn AnySearch<E::Game>>, TableError>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    Ok(match wanted.0 {
        SearchKind::Strong(options, tables) => {
            strong_search::<E>(StrongEvaluator::Own(evaluator), options, hints::<E>(game, tables)?)
        }
        SearchKind::Textbook(algorithm) => any_search(evaluator, algorithm),
        SearchKind::Deepening(algorithm) => any_search(evaluator, Deepening(algorithm)),
        SearchKind::MonteCarlo(options) => any_search(Zero, MonteCarlo::new(options)),
    })
}

/// The strong search for the game `E`.
pub(crate) fn strong_search<E>(
    evaluator: StrongEvaluator<E>,
    options: PvsOptions,
    hints: E::Hints,
) -> Box<dyn AnySearch<E::Game>>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    any_search(evaluator, Pvs::with_hints(options, hints))
}

/// The strong search's evaluator: one of the game's own, or a learned one. Because it is a single type, the search code
/// is compiled only once.
pub(crate) enum StrongEvaluator<E: CatalogEntry> {
    Own(E::Evaluator),
    Learned(LearnedEvaluator<E::Game>),
}

impl<E: CatalogEntry> Evaluator<E::Game> for StrongEvaluator<E> {
    #[inline]
    fn evaluate(
        &self,
        game: &E::Game,
        position: &<E::Game as Game>::Position,
        seat: Seat,
    ) -> Score {
        match self {
            Self::Own(evaluator) => evaluator.evaluate(game, position, seat),
            Self::Learned(evaluator) => evaluator.evaluate(game, position, seat),
        }
    }

    fn ends_playout(&self, game: &E::Game, position: &<E::Game as Game>::Position) -> bool {
        match self {
            Self::Own(evaluator) => evaluator.ends_playout(game, position),
            Self::Learned(evaluator) => evaluator.ends_playout(game, position),
        }
    }

    fn unit(&self) -> i32 {
        match self {
            Self::Own(evaluator) => evaluator.unit(),
            Self::Learned(evaluator) => evaluator.unit(),
        }
    }

    fn payoff_scale(&self) -> i32 {
        match self {
            Self::Own(evaluator) => evaluator.payoff_scale(),
            Self::Learned(evaluator) => evaluator.payoff_scale(),
        }
    }
}

/// The hints for the search, with the tablebases that it uses.
fn hints<E: CatalogEntry>(
    game: &E::Game,
    tables: Option<TablesOf>,
) -> Result<E::Hints, TableError> {
    match tables {
        Some(TablesOf { folder, selection }) => E::hints_with_tables(game, &folder, selection),
        None => Ok(E::Hints::default()),
    }
}

/// A puzzle theme that only one game has; the game detects it.
#[derive(Debug)]
pub struct GameMotif<G: Game> {
    /// The theme's name, a word in lower case: "fork".
    pub name: &'static str,
    /// Returns `true` if the solution with these moves from the position has this theme. The moves are legal; the first
    /// and the last belong to the side to move.
    pub fits: fn(&G, &G::Position, &[G::Move]) -> bool,
}

/// The error for a name that is not in this list.
pub(crate) fn unknown_error<'a>(
    what: &'static str,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> CatalogError {
    let (suggestion, known) =
        (suggestion(name, names.clone()), names.collect::<Vec<_>>().join(", "));
    CatalogError::Unknown { what, name: name.into(), suggestion, known }
}
