//! The player that searches with a learned network, and its training.

use std::path::Path;
use std::sync::Arc;

use board_engine::{Deterministic, Notation, PerfectInformation, ZeroSum};
use games_package::{OptionError, OptionSpec, Options, Player};
use learning::{
    LearnedEvaluator, Learner, LearningError, LearningInputs, RunHost, RunOptions, RunReport,
    best_network, default_folder,
};
use players::{AnySearch, SearchPlayer, Tracker};
use search::{Evaluator, PvsOptions};

use super::pvs_options::{self, depth, depth_option};
use crate::classic::{EvaluatorInfo, PlayerAbout};
use crate::entry::{CatalogEntry, StrongEvaluator, strong_search};
use crate::learnable::LearnableGame;

const NAME: &str = "learned";
const NETWORK: &str = "network";
/// The option value for the network in the default run folder, or for the game's shipped network.
const NETWORK_PRESENT: &str = "auto";
/// The hash table size for searches during training, which visit few nodes.
const HASH_MEBIBYTES: usize = 1;

pub(super) const LEARNED: PlayerAbout =
    PlayerAbout::new(NAME, "the strong search with a network from \"rival learn\"", options);

fn options(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    let what = format!("network: a FILE, or {NETWORK_PRESENT} for your own or the shipped one");
    let network = OptionSpec::text(NETWORK, &what, NETWORK_PRESENT);
    [depth_option(), network].into_iter().chain(pvs_options::options()).collect()
}

/// The score of one game unit in the game's default evaluator. The search margins are tuned to this score.
fn unit<E: CatalogEntry>() -> i32 {
    E::EVALUATORS.first().map_or(100, |(_, evaluator)| evaluator.unit().max(1))
}

/// The strong search with a learned evaluator.
fn search<E>(
    evaluator: LearnedEvaluator<E::Game>,
    options: PvsOptions,
) -> Box<dyn AnySearch<E::Game>>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    strong_search::<E>(StrongEvaluator::Learned(evaluator), options, E::Hints::default())
}

/// The player for the game with this full name.
pub(super) fn new_player<E>(
    game: E::Game,
    name: &str,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let wanted: String = options.get(NETWORK)?;
    let unusable = |error: LearningError| OptionError::Unavailable {
        player: NAME.into(),
        name: NETWORK.into(),
        value: wanted.clone(),
        why: error.to_string(),
    };
    let unfit = || LearningError::Unfit { game: name.into(), why: "it has too many inputs" };
    let inputs = E::learning_inputs(&game).ok_or_else(unfit);
    let of_file =
        |path: &Path, inputs| LearnedEvaluator::from_file(path, name, inputs, unit::<E>());
    let evaluator = inputs.and_then(|inputs| {
        if wanted != NETWORK_PRESENT {
            return of_file(Path::new(&wanted), inputs);
        }
        let own = default_folder(name).map(|folder| best_network(&folder));
        match (own, E::network(&game)) {
            (Ok(own), None) => of_file(&own, inputs),
            (Ok(own), Some(_)) if own.is_file() => of_file(&own, inputs),
            (_, Some(shipped)) => LearnedEvaluator::from_bytes(shipped, name, inputs, unit::<E>()),
            (Err(error), None) => Err(error),
        }
    });
    let evaluator = evaluator.map_err(unusable)?;
    let (of_search, limits) = pvs_options::read(NAME, depth(options)?, options)?;
    let search = search::<E>(evaluator, of_search);
    Ok(Box::new(SearchPlayer::by(NAME.into(), Tracker::new(game), search, limits)))
}

/// The game as a learnable one.
pub(super) fn learnable<E>(game: &E::Game, name: &str) -> Option<Box<dyn LearnableGame>>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let inputs = E::learning_inputs(game)?;
    Some(Box::new(Learnable::<E> { game: game.clone(), name: name.into(), inputs }))
}

/// A game with its full name and its inputs.
struct Learnable<E: CatalogEntry> {
    game: E::Game,
    name: String,
    inputs: Arc<dyn LearningInputs<E::Game>>,
}

impl<E> LearnableGame for Learnable<E>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    fn learn(
        &self,
        folder: &Path,
        options: &RunOptions,
        host: &dyn RunHost,
    ) -> Result<RunReport, LearningError> {
        let of_search = PvsOptions { hash_mebibytes: HASH_MEBIBYTES, ..PvsOptions::DEFAULT };
        let learner = Learner {
            game: &self.game,
            name: &self.name,
            inputs: Arc::clone(&self.inputs),
            new_search: &|evaluator| search::<E>(evaluator, of_search),
            unit: unit::<E>(),
            format_move: &|position, mv| self.game.format_move(position, mv),
        };
        learner.run(folder, options, host)
    }
}
