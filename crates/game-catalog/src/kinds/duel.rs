//! Two sides, no chance, nothing hidden.

use board_engine::{Deterministic, Notation, PerfectInformation, ZeroSum};
use evaluation::{EvaluatedGame, EvaluatorInfo, RankedMoves};
use games_package::{OptionError, OptionSpec, Options, Player};
use players::{GreedyPlayer, NODES_DEFAULT, SearchPlayer};
use search::{Algorithm, AlphaBeta, Depth, Limits, Minimax, Negamax, Negascout, Report, Task};

use crate::kinds::{About, Entry, Kind, no_options};

/// Games of two whose payoffs cancel, without chance and with everything in sight: checkers, chess, Connect Four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duel {}

const DEPTH: &str = "depth";
/// The depth that stands for none.
const DEPTH_BY_TIME: i64 = 0;
const EVALUATOR: &str = "evaluator";
/// The game's own first choice of an evaluator.
const DEFAULT_EVALUATOR: &str = "default";

const ALPHA_BETA: About =
    About::new("alpha-beta", "minimax without the lines that can't matter", searcher_options);
const NEGASCOUT: About =
    About::new("negascout", "alpha-beta that expects its first move to be best", searcher_options);
const NEGAMAX: About = About::new(
    "negamax",
    "minimax from the mover's side: the same moves, half the code",
    searcher_options,
);
const MINIMAX: About = About::new("minimax", "looks at every line to a depth", searcher_options);
const GREEDY: About = About::new("greedy", "the move that looks best by itself", no_options);

impl<G> Kind<G> for Duel
where
    G: Notation
        + ZeroSum
        + Deterministic
        + PerfectInformation
        + EvaluatedGame
        + RankedMoves
        + Clone,
{
    fn evaluators() -> Vec<EvaluatorInfo> {
        G::evaluator_infos().collect()
    }

    fn players() -> Vec<Entry<G>> {
        vec![
            Entry { about: ALPHA_BETA, make: searching::<G, AlphaBeta> },
            Entry { about: NEGASCOUT, make: searching::<G, Negascout> },
            Entry { about: NEGAMAX, make: searching::<G, Negamax> },
            Entry { about: MINIMAX, make: searching::<G, Minimax> },
            Entry { about: GREEDY, make: |_, game, _| Ok(Box::new(GreedyPlayer::new(game))) },
        ]
    }

    const ALGORITHMS: &'static [&'static str] = &["minimax", "negamax", "alpha-beta", "negascout"];

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
            "minimax" => Some(Minimax.search(&task, &limits)),
            "negamax" => Some(Negamax.search(&task, &limits)),
            "alpha-beta" => Some(AlphaBeta.search(&task, &limits)),
            "negascout" => Some(Negascout.search(&task, &limits)),
            _ => None,
        }
    }
}

/// The options of who looks a number of plies ahead and judges what it sees there.
fn searcher_options(evaluators: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    let names = evaluators.iter().map(|info| info.name);
    let names: Vec<&str> = [DEFAULT_EVALUATOR].into_iter().chain(names).collect();
    let depth = format!(
        "how many plies it looks ahead; {DEPTH_BY_TIME}: as the time allows, or {NODES_DEFAULT} positions"
    );
    vec![
        OptionSpec::integer(DEPTH, &depth, DEPTH_BY_TIME, 0, 100),
        OptionSpec::choice(
            EVALUATOR,
            "what it thinks a position is worth",
            DEFAULT_EVALUATOR,
            &names,
        ),
    ]
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
    let name = about.name;
    let depth = Some(options.get(DEPTH)?).filter(|&depth| i64::from(depth) != DEPTH_BY_TIME);
    let named: String = options.get(EVALUATOR)?;
    let evaluator = if named == DEFAULT_EVALUATOR {
        Some(G::EVALUATORS[0].1.clone())
    } else {
        G::evaluator(&named)
    };
    let evaluator = evaluator.ok_or_else(|| OptionError::Value {
        player: name.into(),
        name: EVALUATOR.into(),
        value: named,
        expected: "an evaluator of this game".into(),
    })?;
    Ok(Box::new(SearchPlayer::new(name, game, evaluator, A::default(), depth)))
}
