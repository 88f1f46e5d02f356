//! Hidden hands, any number of seats, with or without chance.

use std::marker::PhantomData;

use board_engine::{Game, HiddenInformation};
use games_package::{OptionError, OptionSpec, Options, Player};
use players::{NODES_DEFAULT, SearchOptions, SearchPlayer, Tracker};
use search::{
    Algorithm, Depth, Determinized, InformationSets, Limits, Observers, Open, Report, Task,
};

use crate::entry::{CatalogEntry, Kind};
use crate::evaluator_info::EvaluatorInfo;
use crate::kinds::duel::{DEFAULT_EVALUATOR, DEPTH, evaluator};
use crate::kinds::greedy::greedy_of_views;
use crate::kinds::{levels, trying};
use crate::player_entry::{PlayerAbout, PlayerEntry};

/// Games with hidden hands. `A` looks ahead in a deal with open hands, so its marks say what game it takes:
///
/// | seats | without chance | with chance |
/// |---|---|---|
/// | two whose payoffs cancel | [`AlphaBeta`](search::AlphaBeta) | [`Star1`](search::Star1) |
/// | any number | [`Minimax`](search::Minimax), [`Paranoid`](search::Paranoid) | [`ExpectiMaxN`](search::ExpectiMaxN) |
///
/// An algorithm that doesn't fit the game doesn't compile. The evaluator is asked where a search stops before the end:
/// [`Evaluator::ends_playout`](search::Evaluator::ends_playout) says where games that are played out may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hidden<A>(PhantomData<A>);

/// How many deals are searched for a move with open hands.
const DEALS: u32 = 60;

const INFORMATION_SETS: PlayerAbout = PlayerAbout::new(
    "information-sets",
    "plays many games at random, in which each chooses by what it knows",
    playouts_options,
);
const SINGLE_OBSERVER: PlayerAbout = PlayerAbout::new(
    "single-observer",
    "information-sets that believes the others to know what it knows itself",
    playouts_options,
);
const OPEN_HANDS: PlayerAbout = PlayerAbout::new(
    "open-hands",
    "deals what it can't see again and again, and looks ahead with open hands",
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
                    let limit = trying::playouts_limit(options, InformationSets::GAMES_DEFAULT)?;
                    searching::<E, _>(about, game, information_sets(Observers::Multiple), limit)
                },
            },
            levels::player::<E>(at_level::<E>),
            PlayerEntry {
                about: SINGLE_OBSERVER,
                make: |about, game, options| {
                    let limit = trying::playouts_limit(options, InformationSets::GAMES_DEFAULT)?;
                    searching::<E, _>(about, game, information_sets(Observers::Single), limit)
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

/// A player that sees each position as its seat does, with the default evaluator.
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

/// A player with as many playouts as its level has.
fn at_level<E>(
    about: &PlayerAbout,
    game: E::Game,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError>
where
    E: CatalogEntry<Game: HiddenInformation>,
{
    let level = levels::level(options)?;
    let limits = SearchOptions { nodes: Some(level.playouts()), ..SearchOptions::DEFAULT };
    let sets = information_sets(Observers::Multiple);
    Ok(levels::careless(level, searching::<E, _>(about, game, sets, limits)?))
}

fn playouts_options(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    vec![trying::playouts_option(InformationSets::GAMES_DEFAULT)]
}

/// The default depth of open-hands, in plies.
const DEPTH_DEFAULT: i64 = 6;

fn depth_options(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    let what = format!(
        "how many plies it looks ahead, in each of {DEALS} deals, but at no more than {NODES_DEFAULT} positions"
    );
    vec![OptionSpec::integer(DEPTH, &what, DEPTH_DEFAULT, 1, 100)]
}

/// The value of the option for the depth, with a limit on the positions of all deals: turns of chance have many draws.
fn depth_limit(options: &Options) -> Result<SearchOptions, OptionError> {
    let nodes = Some(NODES_DEFAULT);
    Ok(SearchOptions { nodes, ..SearchOptions::to_depth(Some(options.get(DEPTH)?)) })
}
