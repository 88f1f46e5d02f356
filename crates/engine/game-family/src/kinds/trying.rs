//! Monte Carlo players, shared by several kinds of games.

use board_engine::{Notation, PerfectInformation};
use games_package::{OptionError, OptionSpec, Options, Player};
use players::{AnySearch, PLAYOUTS_DEFAULT, SearchOptions, SearchPlayer, Tracker, any_search};
use search::{MonteCarlo, MonteCarloOptions, Zero};

use super::pvs_options;
use crate::classic::{EvaluatorInfo, PlayerAbout, PlayerEntry};

const PLAYOUTS: &str = "playouts";
/// The number of playouts that means no limit.
const PLAYOUTS_BY_TIME: i64 = 0;

pub(super) const MONTE_CARLO: PlayerAbout = PlayerAbout::new(
    "monte-carlo",
    "plays many random games and favors moves that did well",
    monte_carlo_options,
);

/// The Monte Carlo player for a game with perfect information.
pub(super) fn monte_carlo<G: Notation + PerfectInformation>() -> PlayerEntry<G> {
    PlayerEntry {
        about: MONTE_CARLO,
        make: |about, game, options| {
            let search = |_: &_, options| any_search(Zero, MonteCarlo::new(options));
            new_monte_carlo(about, game, options, search)
        },
    }
}

/// The option for the number of playouts; `untimed` is the default in a match without a clock.
pub(super) fn playouts_option(untimed: u64) -> OptionSpec {
    let what = format!("playouts per move; {PLAYOUTS_BY_TIME}: as time allows, or {untimed}");
    OptionSpec::integer(PLAYOUTS, &what, PLAYOUTS_BY_TIME, 0, i64::MAX)
}

/// The limit that [`playouts_option`] sets; `nodes_default` playouts if nothing else limits the search.
pub(super) fn playouts_limit(
    options: &Options,
    nodes_default: u64,
) -> Result<SearchOptions, OptionError> {
    let nodes = Some(options.get::<u64>(PLAYOUTS)?).filter(|&playouts| playouts > 0);
    Ok(SearchOptions { nodes, nodes_default, ..SearchOptions::DEFAULT })
}

fn monte_carlo_options(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    vec![playouts_option(PLAYOUTS_DEFAULT), trees_option(), pvs_options::threads_option()]
}

/// The option for the search tree's memory.
pub(super) fn trees_option() -> OptionSpec {
    let default = MonteCarloOptions::default().memory_mib;
    pvs_options::hash_option("memory limit for its trees in MiB", default)
}

/// The Monte Carlo player with the search that `new_search` creates.
pub(super) fn new_monte_carlo<G: Notation>(
    about: &PlayerAbout,
    game: G,
    options: &Options,
    new_search: impl FnOnce(&G, MonteCarloOptions) -> Box<dyn AnySearch<G>>,
) -> Result<Box<dyn Player>, OptionError> {
    let search = MonteCarloOptions {
        memory_mib: pvs_options::hash_mebibytes(about.name, options)?,
        threads: pvs_options::threads(options)?,
        ..MonteCarloOptions::default()
    };
    let search = new_search(&game, search);
    let limits = playouts_limit(options, PLAYOUTS_DEFAULT)?;
    Ok(Box::new(SearchPlayer::by(about.name.into(), Tracker::new(game), search, limits)))
}

/// A Monte Carlo player with its level's number of playouts.
pub(super) fn monte_carlo_at_level<G: Notation + PerfectInformation>(
    _: &PlayerAbout,
    game: G,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError> {
    let level = super::level(options)?;
    let (tracker, algorithm) = (Tracker::new(game), MonteCarlo::new(MonteCarloOptions::default()));
    let limits = SearchOptions { nodes: Some(level.playouts()), ..SearchOptions::DEFAULT };
    let player = SearchPlayer::new(level.name, tracker, Zero, algorithm, limits);
    Ok(super::careless(level, Box::new(player)))
}
