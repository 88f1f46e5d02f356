//! The players of earlier programs.

use board_engine::{Deterministic, PerfectInformation, ZeroSum};
use games_package::{OptionError, OptionSpec, Options, Player};
use players::{EachMove, SearchOptions, SearchPlayer, Ties, Tracker, WinPreference};

use crate::classic::{ClassicSearch, LEVEL};
use crate::entry::{CatalogEntry, Wanted};
use crate::evaluator_info::EvaluatorInfo;
use crate::kinds::duel::{deepening, depth, depth_option, without_tables};
use crate::player_entry::{PlayerAbout, PlayerEntry};
use crate::textbook::Textbook;

const ALGORITHM: &str = "algorithm";

/// The classic players of a game.
pub(super) fn players<E>() -> impl Iterator<Item = PlayerEntry<E::Game>>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    E::CLASSICS.iter().map(|classic| PlayerEntry { about: classic.about, make: make::<E> })
}

/// The classic player with this name.
fn make<E>(
    about: &PlayerAbout,
    game: E::Game,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let name = about.name;
    let classic = E::CLASSICS.iter().find(|classic| classic.about.name == name);
    let classic = classic.expect("it is about one of the list");
    let (evaluator, search) = (classic.evaluator.clone(), &classic.search);
    let (name, algorithm, ties, win_preference, depth) = match search {
        ClassicSearch::Iterative | ClassicSearch::IterativeByOption => {
            let wanted = Wanted::Deepening(algorithm(search, options)?);
            let search = without_tables::<E>(&game, evaluator, wanted);
            return Ok(deepening(name, game, search, depth(options)?));
        }
        ClassicSearch::Minimax(depth) => {
            (name.into(), Textbook::Minimax, Ties::First, WinPreference::Any, *depth)
        }
        ClassicSearch::ByLevel(levels, win_preference) => {
            let level: String = options.get(LEVEL)?;
            let (name, depth) = (format!("{name} {level}"), levels.depth(&level));
            (name, Textbook::AlphaBeta, Ties::ByChance, *win_preference, depth)
        }
    };
    let search = without_tables::<E>(&game, evaluator, Wanted::Textbook(algorithm));
    let search = Box::new(EachMove::new(search, ties, win_preference));
    let (tracker, options) = (Tracker::new(game), SearchOptions::to_depth(Some(depth)));
    Ok(Box::new(SearchPlayer::by(name, tracker, search, options)))
}

/// The option for the algorithm of iterative deepening.
fn algorithm(search: &ClassicSearch, options: &Options) -> Result<Textbook, OptionError> {
    if matches!(search, ClassicSearch::Iterative) {
        return Ok(Textbook::AlphaBeta);
    }
    let name: String = options.get(ALGORITHM)?;
    Ok(Textbook::named(&name).unwrap_or(Textbook::AlphaBeta))
}

/// The options of a [`ClassicSearch::Iterative`].
pub fn depth_options(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    vec![depth_option()]
}

/// The options of a [`ClassicSearch::IterativeByOption`].
pub fn depth_and_algorithm_options(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    let default = Textbook::AlphaBeta.name();
    let what = "how it looks ahead";
    vec![depth_option(), OptionSpec::choice(ALGORITHM, what, default, &Textbook::NAMES)]
}
