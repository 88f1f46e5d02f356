//! Two sides, chance and hidden hands.

use board_engine::{Chance, Game, HiddenInformation, Notation, ZeroSum};
use games_package::{OptionError, OptionSpec, Options, Player};
use players::{SearchOptions, SearchPlayer, Tracker};
use search::{
    Algorithm, Depth, Determinized, InformationSets, Limits, Observers, Report, Star1, Task, Zero,
};

use crate::entry::{CatalogEntry, Kind};
use crate::evaluator_info::EvaluatorInfo;
use crate::kinds::duel::DEPTH;
use crate::kinds::{NO_EVALUATOR, levels, trying};
use crate::player_entry::{PlayerAbout, PlayerEntry};

/// Zero-sum games of two with chance and hidden hands: Kuhn poker. They have no evaluators: searches know only the
/// results of finished games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hidden {}

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

fn multiple() -> InformationSets {
    InformationSets { observers: Observers::Multiple, ..InformationSets::default() }
}

fn single() -> InformationSets {
    InformationSets { observers: Observers::Single, ..InformationSets::default() }
}

const fn open_hands() -> Determinized<Star1> {
    Determinized { algorithm: Star1, deals: DEALS, seed: 0 }
}

impl<E: CatalogEntry<Game: ZeroSum + Chance + HiddenInformation>> Kind<E> for Hidden {
    fn evaluators() -> Vec<EvaluatorInfo> {
        vec![NO_EVALUATOR]
    }

    fn players() -> Vec<PlayerEntry<E::Game>> {
        vec![
            PlayerEntry {
                about: INFORMATION_SETS,
                make: |about, game, options| {
                    let limit = trying::playouts_limit(options, InformationSets::GAMES_DEFAULT)?;
                    Ok(searching(about, game, multiple(), limit))
                },
            },
            levels::player(|_| vec![levels::option(E::LEVELS)], at_level::<E::Game>),
            PlayerEntry {
                about: SINGLE_OBSERVER,
                make: |about, game, options| {
                    let limit = trying::playouts_limit(options, InformationSets::GAMES_DEFAULT)?;
                    Ok(searching(about, game, single(), limit))
                },
            },
            PlayerEntry {
                about: OPEN_HANDS,
                make: |about, game, options| {
                    let limit = SearchOptions::to_depth(Some(options.get(DEPTH)?));
                    Ok(searching(about, game, open_hands(), limit))
                },
            },
        ]
    }

    const ALGORITHMS: &'static [&'static str] =
        &["open-hands", "single-observer", "information-sets"];

    fn search(
        game: &E::Game,
        position: &<E::Game as Game>::Position,
        algorithm: &str,
        evaluator: &str,
        depth: Depth,
    ) -> Option<Report<<E::Game as Game>::Move>> {
        let task = Task { game, evaluator: &Zero, position, history: None };
        let limits = Limits::to_depth(depth);
        match algorithm {
            _ if evaluator != NO_EVALUATOR.name => None,
            "open-hands" => Some(open_hands().search(&task, &limits)),
            "single-observer" => Some(single().search(&task, &limits)),
            "information-sets" => Some(multiple().search(&task, &limits)),
            _ => None,
        }
    }
}

/// A player that sees each position as its seat does.
fn searching<G, A>(
    about: &PlayerAbout,
    game: G,
    algorithm: A,
    limits: SearchOptions,
) -> Box<dyn Player>
where
    G: Notation + HiddenInformation,
    A: Algorithm<G> + Send + 'static,
{
    let tracker = Tracker::of_positions(game);
    Box::new(SearchPlayer::new(about.name, tracker, Zero, algorithm, limits))
}

/// A player with as many playouts as its level has.
fn at_level<G>(
    about: &PlayerAbout,
    game: G,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError>
where
    G: Notation + HiddenInformation + ZeroSum + Chance,
{
    let level = levels::level(options)?;
    let limits = SearchOptions { nodes: Some(level.playouts()), ..SearchOptions::DEFAULT };
    Ok(levels::careless(level, searching(about, game, multiple(), limits)))
}

fn playouts_options(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    vec![trying::playouts_option(InformationSets::GAMES_DEFAULT)]
}

/// The default depth of open-hands, in plies.
const DEPTH_DEFAULT: i64 = 10;

fn depth_options(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    let what = format!("how many plies it looks ahead, in each of {DEALS} deals");
    vec![OptionSpec::integer(DEPTH, &what, DEPTH_DEFAULT, 1, 100)]
}
