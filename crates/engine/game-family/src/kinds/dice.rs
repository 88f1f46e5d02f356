//! Two sides and dice, nothing hidden.

use board_engine::{Chance, Game, PerfectInformation, ZeroSum};
use games_package::{OptionError, Options, Player};
use players::{SearchOptions, SearchPlayer, Tracker};
use search::{Algorithm, Deepening, Depth, Expectiminimax, Limits, Report, Star1, Star2, Task};

use super::duel::{DEFAULT_EVALUATOR, deepening_by_options, evaluator, searcher_options};
use super::{greedy, trying};
use crate::classic::{PlayerAbout, PlayerEntry};
use crate::entry::{CatalogEntry, Kind};

/// Two-player zero-sum games with chance turns and perfect information: Pig, backgammon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dice {}

const STAR_1: PlayerAbout =
    PlayerAbout::new("star1", "expectiminimax with pruning at chance nodes", searcher_options);
const STAR_2: PlayerAbout =
    PlayerAbout::new("star2", "star1, but probes one reply to each draw first", searcher_options);
const EXPECTIMINIMAX: PlayerAbout = PlayerAbout::new(
    "expectiminimax",
    "searches every line and every draw to a fixed depth",
    searcher_options,
);

impl<E> Kind<E> for Dice
where
    E: CatalogEntry<Game: ZeroSum + Chance + PerfectInformation>,
{
    fn players() -> Vec<PlayerEntry<E::Game>> {
        vec![
            PlayerEntry { about: STAR_1, make: deepening_by_options::<E, Star1> },
            super::player::<E>(at_level::<E>),
            PlayerEntry { about: STAR_2, make: deepening_by_options::<E, Star2> },
            PlayerEntry { about: EXPECTIMINIMAX, make: deepening_by_options::<E, Expectiminimax> },
            trying::monte_carlo(),
            greedy::<E>(),
        ]
    }

    const PAYOFFS_CANCEL: bool = true;

    const ALGORITHMS: &'static [&'static str] = &["expectiminimax", "star1", "star2"];

    fn search(
        task: &Task<'_, E::Game, E::Evaluator>,
        algorithm: &str,
        depth: Depth,
    ) -> Option<Report<<E::Game as Game>::Move>> {
        let limits = Limits::to_depth(depth);
        match algorithm {
            "expectiminimax" => Some(Expectiminimax.search(task, &limits)),
            "star1" => Some(Star1.search(task, &limits)),
            "star2" => Some(Star2.search(task, &limits)),
            _ => None,
        }
    }
}

/// A player with its level's node limit.
fn at_level<E>(
    about: &PlayerAbout,
    game: E::Game,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError>
where
    E: CatalogEntry<Game: ZeroSum + Chance + PerfectInformation>,
{
    let level = super::level(options)?;
    let evaluator = evaluator::<E>(about.name, DEFAULT_EVALUATOR)?;
    let limits = SearchOptions { nodes: Some(level.nodes), ..SearchOptions::DEFAULT };
    let (tracker, algorithm) = (Tracker::new(game), Deepening(Star1));
    let player = SearchPlayer::new(level.name, tracker, evaluator, algorithm, limits);
    Ok(super::careless(level, Box::new(player)))
}
