//! Any number of seats, nothing hidden.

use board_engine::{Chance, Deterministic, Game, PerfectInformation};
use search::{Algorithm, Depth, ExpectiMaxN, Limits, Minimax, Paranoid, Report, Task};

use super::duel::{deepening_by_options, searcher_options};
use super::{greedy, trying};
use crate::classic::{PlayerAbout, PlayerEntry};
use crate::entry::{CatalogEntry, Kind};

/// Games for any number of seats without chance and with perfect information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Many {}

/// Games for any number of seats with chance turns and perfect information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ManyDice {}

const PARANOID: PlayerAbout =
    PlayerAbout::new("paranoid", "assumes that all others play against it", searcher_options);
const MAX_N: PlayerAbout = PlayerAbout::new(
    "max-n",
    "assumes that every player maximizes its own payoff",
    searcher_options,
);

impl<E: CatalogEntry<Game: Deterministic + PerfectInformation>> Kind<E> for Many {
    fn players() -> Vec<PlayerEntry<E::Game>> {
        vec![
            trying::monte_carlo(),
            super::player::<E>(trying::monte_carlo_at_level),
            PlayerEntry { about: PARANOID, make: deepening_by_options::<E, Paranoid> },
            PlayerEntry { about: MAX_N, make: deepening_by_options::<E, Minimax> },
            greedy::<E>(),
        ]
    }

    const ALGORITHMS: &'static [&'static str] = &["max-n", "paranoid"];

    fn search(
        task: &Task<'_, E::Game, E::Evaluator>,
        algorithm: &str,
        depth: Depth,
    ) -> Option<Report<<E::Game as Game>::Move>> {
        let limits = Limits::to_depth(depth);
        match algorithm {
            "max-n" => Some(Minimax.search(task, &limits)),
            "paranoid" => Some(Paranoid.search(task, &limits)),
            _ => None,
        }
    }
}

impl<E: CatalogEntry<Game: Chance + PerfectInformation>> Kind<E> for ManyDice {
    fn players() -> Vec<PlayerEntry<E::Game>> {
        vec![
            trying::monte_carlo(),
            super::player::<E>(trying::monte_carlo_at_level),
            PlayerEntry { about: MAX_N, make: deepening_by_options::<E, ExpectiMaxN> },
            greedy::<E>(),
        ]
    }

    const ALGORITHMS: &'static [&'static str] = &["max-n"];

    fn search(
        task: &Task<'_, E::Game, E::Evaluator>,
        algorithm: &str,
        depth: Depth,
    ) -> Option<Report<<E::Game as Game>::Move>> {
        let limits = Limits::to_depth(depth);
        (algorithm == "max-n").then(|| ExpectiMaxN.search(task, &limits))
    }
}
