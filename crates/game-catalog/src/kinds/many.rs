//! Any number of seats, no chance, nothing hidden.

use board_engine::{Deterministic, Notation, PerfectInformation};
use evaluation::EvaluatorInfo;
use games_package::{OptionError, OptionSpec, Options, Player};
use search::{Algorithm, Depth, Limits, Minimax, Paranoid, Report, Task, Zero};

use crate::kinds::duel::{deepening, depth, depth_option};
use crate::kinds::{About, Entry, Kind, NO_EVALUATOR, trying};

/// Games for more than two without chance and with perfect information. They have no evaluators: searches know only the
/// results of finished games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Many {}

const PARANOID: About =
    About::new("paranoid", "thinks that all others stand against it", depth_options);
const MAX_N: About =
    About::new("max-n", "thinks that everybody takes what is best for itself", depth_options);

impl<G: Notation + Deterministic + PerfectInformation + Clone> Kind<G> for Many {
    fn evaluators() -> Vec<EvaluatorInfo> {
        vec![NO_EVALUATOR]
    }

    fn players() -> Vec<Entry<G>> {
        vec![
            trying::monte_carlo(),
            Entry { about: PARANOID, make: searching::<G, Paranoid> },
            Entry { about: MAX_N, make: searching::<G, Minimax> },
        ]
    }

    const ALGORITHMS: &'static [&'static str] = &["max-n", "paranoid"];

    fn search(
        game: &G,
        position: &G::Position,
        algorithm: &str,
        evaluator: &str,
        depth: Depth,
    ) -> Option<Report<G::Move>> {
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
    about: &About,
    game: G,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError>
where
    G: Notation,
    A: Algorithm<G> + Default + Send + 'static,
{
    Ok(deepening(about.name, game, Zero, A::default(), depth(options)?))
}
