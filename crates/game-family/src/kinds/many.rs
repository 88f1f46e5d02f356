//! Any number of seats, no chance, nothing hidden.

use board_engine::{Deterministic, Game, Notation, PerfectInformation};
use games_package::{OptionError, OptionSpec, Options, Player};
use search::{Algorithm, Depth, Limits, Minimax, Paranoid, Report, Task, Zero};

use crate::entry::{CatalogEntry, Kind};
use crate::evaluator_info::EvaluatorInfo;
use crate::kinds::duel::{deepening, depth, depth_option};
use crate::kinds::{NO_EVALUATOR, levels, trying};
use crate::player_entry::{PlayerAbout, PlayerEntry};

/// Games for more than two without chance and with perfect information. They have no evaluators: searches know only the
/// results of finished games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Many {}

const PARANOID: PlayerAbout =
    PlayerAbout::new("paranoid", "thinks that all others stand against it", depth_options);
const MAX_N: PlayerAbout =
    PlayerAbout::new("max-n", "thinks that everybody takes what is best for itself", depth_options);

impl<E: CatalogEntry<Game: Deterministic + PerfectInformation>> Kind<E> for Many {
    fn evaluators() -> Vec<EvaluatorInfo> {
        vec![NO_EVALUATOR]
    }

    fn players() -> Vec<PlayerEntry<E::Game>> {
        vec![
            trying::monte_carlo(),
            levels::player(
                |_| vec![levels::option(E::LEVELS)],
                trying::monte_carlo_at_level::<E::Game>,
            ),
            PlayerEntry { about: PARANOID, make: searching::<E::Game, Paranoid> },
            PlayerEntry { about: MAX_N, make: searching::<E::Game, Minimax> },
        ]
    }

    const ALGORITHMS: &'static [&'static str] = &["max-n", "paranoid"];

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
            "max-n" => Some(Minimax.search(&task, &limits)),
            "paranoid" => Some(Paranoid.search(&task, &limits)),
            _ => None,
        }
    }
}

fn depth_options(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    vec![depth_option()]
}

fn searching<G, A>(
    about: &PlayerAbout,
    game: G,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError>
where
    G: Notation,
    A: Algorithm<G> + Default + Send + 'static,
{
    Ok(deepening(about.name, game, Zero, A::default(), depth(options)?))
}
