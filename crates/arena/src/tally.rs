//! What is kept of a finished game, and what is counted of a player.

use std::collections::BTreeMap;

use crate::journal::Entry;
use crate::statistics::Comparison;

/// What is kept of a game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GameResult {
    /// In seat order.
    players: Vec<usize>,
    payoffs: Vec<i16>,
    /// The player who ran out of time or failed, and how.
    fault: Option<(usize, &'static str)>,
    plies: u64,
}

/// What is counted of a player besides points.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games with the best payoff of all, alone.
    pub wins: u64,
    /// Games with the best payoff of all, shared.
    pub draws: u64,
    /// Games with less.
    pub losses: u64,
    /// Games lost by faults, by the name of the fault: "timed out", "illegal move", "crashed".
    pub faults: BTreeMap<&'static str, u64>,
    /// Plies of all its games.
    pub plies: u64,
}

impl Tally {
    /// How many games there are.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

impl GameResult {
    /// The result of a game of `players` players. `None` if the entry names others, or if its numbers don't fit.
    pub(crate) fn of(entry: &Entry, players: usize) -> Option<Self> {
        let fits = entry.players.len() == entry.payoffs.len()
            && entry.players.iter().all(|&player| player < players);
        let culprit = entry.conclusion.seat.and_then(|seat| entry.players.get(seat)).copied();
        fits.then(|| Self {
            players: entry.players.clone(),
            payoffs: entry.payoffs.clone(),
            fault: culprit.zip(entry.conclusion.fault()),
            plies: entry.plies() as u64,
        })
    }

    /// What these games say of each two of their players. The score of one game is the share of the others that a
    /// player leaves behind, with half of those that do as well: 1, ½ or 0 in a game of two.
    pub(crate) fn compare<'a>(games: impl Iterator<Item = &'a Self>) -> Vec<Comparison> {
        let mut of_two: BTreeMap<(usize, usize), (f64, f64)> = BTreeMap::new();
        for game in games {
            let others = u32::try_from(game.players.len().saturating_sub(1)).unwrap_or(u32::MAX);
            let weight = 1.0 / f64::from(others.max(1));
            let seats: Vec<(usize, i16)> =
                game.players.iter().copied().zip(game.payoffs.iter().copied()).collect();
            for (index, &(first, won)) in seats.iter().enumerate() {
                for &(second, lost) in &seats[index + 1..] {
                    let (low, high, order) = if first < second {
                        (first, second, won.cmp(&lost))
                    } else {
                        (second, first, lost.cmp(&won))
                    };
                    let score = f64::from(order as i8 + 1) / 2.0;
                    let cell = of_two.entry((low, high)).or_default();
                    *cell = (cell.0 + weight * score, cell.1 + weight);
                }
            }
        }
        let comparison =
            |((first, second), (score, games))| Comparison { first, second, score, games };
        of_two.into_iter().map(comparison).collect()
    }

    /// The halves of a point that `player` made in a game of two.
    pub(crate) fn half_points_of(&self, player: usize) -> usize {
        let Some(seat) = self.players.iter().position(|&other| other == player) else { return 0 };
        match self.payoffs[seat].cmp(&self.payoffs[1 - seat.min(1)]) {
            std::cmp::Ordering::Greater => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 0,
        }
    }

    /// Counts this game for each of its players.
    pub(crate) fn count(&self, tallies: &mut [Tally]) {
        let best = self.payoffs.iter().max().copied().unwrap_or_default();
        let is_shared = self.payoffs.iter().filter(|&&payoff| payoff == best).count() > 1;
        for (&player, &payoff) in self.players.iter().zip(&self.payoffs) {
            let tally = &mut tallies[player];
            match payoff == best {
                true if is_shared => tally.draws += 1,
                true => tally.wins += 1,
                false => tally.losses += 1,
            }
            tally.plies += self.plies;
        }
        if let Some((culprit, fault)) = self.fault {
            *tallies[culprit].faults.entry(fault).or_default() += 1;
        }
    }
}
