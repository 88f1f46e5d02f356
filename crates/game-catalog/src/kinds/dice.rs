//! Two sides and dice, nothing hidden.

use board_engine::{Chance, Notation, PerfectInformation, ZeroSum};
use evaluation::{EvaluatedGame, EvaluatorInfo, RankedMoves};
use games_package::{OptionError, Options, Player};
use players::GreedyPlayer;
use search::{Algorithm, Depth, Expectiminimax, Limits, Report, Star1, Star2, Task};

use crate::kinds::duel::{EVALUATOR, deepening, depth, evaluator, searcher_options};
use crate::kinds::{About, Entry, Kind, no_options, trying};

/// Zero-sum games of two with turns of chance and perfect information: Pig, backgammon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dice {}

const STAR_1: About =
    About::new("star1", "expectiminimax without the draws that can't matter", searcher_options);
const STAR_2: About =
    About::new("star2", "star1 that first tries one answer to each draw", searcher_options);
const EXPECTIMINIMAX: About =
    About::new("expectiminimax", "looks at every line and every draw to a depth", searcher_options);
const GREEDY: About = About::new("greedy", "the move with the best position after it", no_options);

impl<G> Kind<G> for Dice
where
    G: Notation + ZeroSum + Chance + PerfectInformation + EvaluatedGame + RankedMoves + Clone,
{
    fn evaluators() -> Vec<EvaluatorInfo> {
        G::evaluator_infos().collect()
    }

    fn players() -> Vec<Entry<G>> {
        vec![
            Entry { about: STAR_1, make: searching::<G, Star1> },
            Entry { about: STAR_2, make: searching::<G, Star2> },
            Entry { about: EXPECTIMINIMAX, make: searching::<G, Expectiminimax> },
            trying::monte_carlo(),
            Entry { about: GREEDY, make: |_, game, _| Ok(Box::new(GreedyPlayer::new(game))) },
        ]
    }

    const ALGORITHMS: &'static [&'static str] = &["expectiminimax", "star1", "star2"];

    fn search(
        game: &G,
        position: &G::Position,
        algorithm: &str,
        evaluator: &str,
        depth: Depth,
    ) -> Option<Report<G::Move>> {
        let evaluator = &G::evaluator(evaluator)?;
        let task = Task { game, evaluator, position, history: None };
        let limits = Limits::to_depth(depth);
        match algorithm {
            "expectiminimax" => Some(Expectiminimax.search(&task, &limits)),
            "star1" => Some(Star1.search(&task, &limits)),
            "star2" => Some(Star2.search(&task, &limits)),
            _ => None,
        }
    }
}

fn searching<G, A>(
    about: &About,
    game: G,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError>
where
    G: Notation + EvaluatedGame,
    A: Algorithm<G> + Default + Send + 'static,
{
    let evaluator = evaluator::<G>(about.name, &options.get::<String>(EVALUATOR)?)?;
    Ok(deepening(about.name, game, evaluator, A::default(), depth(options)?))
}
