//! Hidden hands, any number of seats, with or without chance.

use std::marker::PhantomData;

use board_engine::{Game, HiddenInformation};
use games_package::{OptionError, OptionSpec, Options, Player};
use players::{NODES_DEFAULT, SearchOptions, SearchPlayer, Tracker};
use search::{
    Algorithm, Depth, Determinized, InformationSets, Limits, Observers, Open, Report, Task,
};

use super::duel::{DEFAULT_EVALUATOR, evaluator};
use super::pvs_options::DEPTH;
use super::{greedy_of_views, pvs_options, trying};
use crate::classic::{EvaluatorInfo, PlayerAbout, PlayerEntry};
use crate::entry::{CatalogEntry, Kind};

/// Games with hidden hands. `A` searches deals with open hands; its trait bounds determine which games it fits:
///
/// | seats | without chance | with chance |
/// |---|---|---|
/// | two whose payoffs cancel | [`AlphaBeta`](search::AlphaBeta) | [`Star1`](search::Star1) |
/// | any number | [`Minimax`](search::Minimax), [`Paranoid`](search::Paranoid) | [`ExpectiMaxN`](search::ExpectiMaxN) |
///
/// An algorithm that doesn't fit the game doesn't compile. The evaluator is used if a search stops before the end of
/// the game; [`Evaluator::ends_playout`](search::Evaluator::ends_playout) decides when playouts can stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hidden<A>(PhantomData<A>);

/// The number of deals searched per move with open hands.
const DEALS: u32 = 60;

const INFORMATION_SETS: PlayerAbout = PlayerAbout::new(
    "information-sets",
    "plays many random games in which each player uses only its own knowledge",
    playouts_options,
);
const SINGLE_OBSERVER: PlayerAbout = PlayerAbout::new(
    "single-observer",
    "like information-sets, but assumes that all players share its knowledge",
    playouts_options,
);
const OPEN_HANDS: PlayerAbout = PlayerAbout::new(
    "open-hands",
    "deals the hidden cards repeatedly and searches with open hands",
    depth_options,
);

fn information_sets(observers: Observers) -> InformationSets {
    InformationSets { observers, ..InformationSets::default() }
}

fn open_hands<A: Default>() -> Determinized<A> {
    Determinized { algorithm: A::default(), deals: DEALS, seed: 0 }
}

impl<E, A> Kind<E> for Hidden<A>
where
    E: CatalogEntry<Game: HiddenInformation>,
    A: Algorithm<Open<E::Game>> + Default + Send + 'static,
{
    fn players() -> Vec<PlayerEntry<E::Game>> {
        vec![
            PlayerEntry {
                about: INFORMATION_SETS,
                make: |about, game, options| {
                    new_information_sets::<E>(about, game, options, Observers::Multiple)
                },
            },
            super::player::<E>(at_level::<E>),
            PlayerEntry {
                about: SINGLE_OBSERVER,
                make: |about, game, options| {
                    new_information_sets::<E>(about, game, options, Observers::Single)
                },
            },
            PlayerEntry {
                about: OPEN_HANDS,
                make: |about, game, options| {
                    searching::<E, _>(about, game, open_hands::<A>(), depth_limit(options)?)
                },
            },
            greedy_of_views::<E>(),
        ]
    }

    const ALGORITHMS: &'static [&'static str] =
        &["open-hands", "single-observer", "information-sets"];

    fn search(
        task: &Task<'_, E::Game, E::Evaluator>,
        algorithm: &str,
        depth: Depth,
    ) -> Option<Report<<E::Game as Game>::Move>> {
        let limits = Limits::to_depth(depth);
        let sets = |observers| Some(information_sets(observers).search(task, &limits));
        match algorithm {
            "open-hands" => Some(open_hands::<A>().search(task, &limits)),
            "single-observer" => sets(Observers::Single),
            "information-sets" => sets(Observers::Multiple),
            _ => None,
        }
    }
}

/// A player that sees each position from its seat's view, with the default evaluator.
fn searching<E, A>(
    about: &PlayerAbout,
    game: E::Game,
    algorithm: A,
    limits: SearchOptions,
) -> Result<Box<dyn Player>, OptionError>
where
    E: CatalogEntry<Game: HiddenInformation>,
    A: Algorithm<E::Game> + Send + 'static,
{
    let evaluator = evaluator::<E>(about.name, DEFAULT_EVALUATOR)?;
    let tracker = Tracker::of_positions(game);
    Ok(Box::new(SearchPlayer::new(about.name, tracker, evaluator, algorithm, limits)))
}

/// A player with the memory limit and number of playouts from its options.
fn new_information_sets<E>(
    about: &PlayerAbout,
    game: E::Game,
    options: &Options,
    observers: Observers,
) -> Result<Box<dyn Player>, OptionError>
where
    E: CatalogEntry<Game: HiddenInformation>,
{
    let limit = trying::playouts_limit(options, InformationSets::GAMES_DEFAULT)?;
    let memory_mib = pvs_options::hash_mebibytes(about.name, options)?;
    let sets = InformationSets { memory_mib, ..information_sets(observers) };
    searching::<E, _>(about, game, sets, limit)
}

/// A player with its level's number of playouts.
fn at_level<E>(
    about: &PlayerAbout,
    game: E::Game,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError>
where
    E: CatalogEntry<Game: HiddenInformation>,
{
    let level = super::level(options)?;
    let limits = SearchOptions { nodes: Some(level.playouts()), ..SearchOptions::DEFAULT };
    let sets = information_sets(Observers::Multiple);
    Ok(super::careless(level, searching::<E, _>(about, game, sets, limits)?))
}

fn playouts_options(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    vec![trying::playouts_option(InformationSets::GAMES_DEFAULT), trying::trees_option()]
}

/// The default depth of open-hands, in plies.
const DEPTH_DEFAULT: i64 = 6;

fn depth_options(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    let what = format!(
        "search depth in plies, in each of {DEALS} deals, with at most {NODES_DEFAULT} nodes"
    );
    vec![OptionSpec::integer(DEPTH, &what, DEPTH_DEFAULT, 1, 100)]
}

/// The depth from the option, with a node limit for all deals together, because chance turns have many possible draws.
fn depth_limit(options: &Options) -> Result<SearchOptions, OptionError> {
    let nodes = Some(NODES_DEFAULT);
    Ok(SearchOptions { nodes, ..SearchOptions::to_depth(Some(options.get(DEPTH)?)) })
}
