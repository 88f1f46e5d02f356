//! Pairings. Each format is a pure function from the past rounds to the next round.

mod knockout;
mod swiss;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use self::knockout::Bracket;
pub use self::knockout::{Decision, Duel, KnockoutRound};
pub use self::swiss::{byes, rematches};
use crate::statistics::{Comparison, CrossTable, Ranking};

/// A way to pair players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "name", deny_unknown_fields)]
pub enum Format {
    /// Every player meets every other player. With two players, this is a duel.
    #[default]
    RoundRobin,
    /// The first players meet all other players, but not each other.
    Gauntlet {
        /// Number of first players, at least 1.
        #[serde(default = "one")]
        heads: usize,
    },
    /// Each round pairs players with similar points, with as few rematches as possible.
    Swiss {
        /// Number of rounds, at least 1.
        rounds: usize,
    },
    /// Losers are eliminated. A drawn encounter is replayed up to three times; then the player earlier in the list
    /// advances.
    Knockout,
    /// Round robins in groups, then a knockout among each group's best players.
    Groups {
        /// Number of groups, at least 2.
        groups: usize,
        /// Number of players per group that advance, at least 1.
        #[serde(default = "two")]
        advance: usize,
    },
}

impl Format {
    /// Reads a format; a name alone stands for the format with its default values.
    pub(crate) fn named_or_written<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        let written = match toml::Value::deserialize(deserializer)? {
            name @ toml::Value::String(_) => toml::Table::from_iter([("name".into(), name)]).into(),
            written => written,
        };
        written.try_into().map_err(|error: toml::de::Error| D::Error::custom(error.message()))
    }
}

const fn one() -> usize {
    1
}

const fn two() -> usize {
    2
}

/// Maximum number of encounters per round. A higher number must be a mistake.
const ENCOUNTERS_MAX: usize = 1_000_000;

/// The reason why a format can't be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FormatError {
    /// There are too few players.
    #[error("{format} needs at least {needed} players, got {given}")]
    TooFewPlayers {
        /// The format's name.
        format: &'static str,
        /// The minimum number of players.
        needed: usize,
        /// The actual number of players.
        given: usize,
    },
    /// The format requires a two-player game.
    #[error("{format} needs a two-player game, but this one has {seats}; use round-robin")]
    Seats {
        /// The format's name.
        format: &'static str,
        /// The game's number of seats.
        seats: usize,
    },
    /// A number is too small.
    #[error("{what} must be at least {least}")]
    TooSmall {
        /// The number's name.
        what: &'static str,
        /// The minimum.
        least: usize,
    },
    /// The run can't be extended, because more games would change the pairings.
    #[error("a {format} can't be extended: pairings depend on the results of whole rounds")]
    NotExtensible {
        /// The format's name.
        format: &'static str,
    },
    /// There would be too many encounters.
    #[error("a round of {given} players would have more than {ENCOUNTERS_MAX} encounters")]
    TooMany {
        /// The number of players.
        given: usize,
    },
}

/// The pairings for a round, or for a replay of its drawn encounters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// The round number, from 1. A replay has its round's number.
    pub number: usize,
    /// The replay number, from 1; 0 for the round itself.
    pub replay: usize,
    /// The players' indices in each encounter.
    pub encounters: Vec<Vec<usize>>,
    /// The players with a bye, which counts as a won encounter.
    pub byes: Vec<usize>,
}

/// A round with its results.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedRound {
    /// The pairings.
    pub round: Round,
    /// Pairwise scores for the players in each encounter.
    pub results: Vec<Comparison>,
    /// Points for a bye: as many as for winning every game in an encounter.
    pub bye: f64,
}

impl Round {
    /// The first round, without byes.
    const fn first(encounters: Vec<Vec<usize>>) -> Self {
        Self { number: 1, replay: 0, encounters, byes: Vec::new() }
    }
}

impl PlayedRound {
    /// Returns `true` if every game in every encounter has been played.
    fn is_complete(&self) -> bool {
        let missing = |result: &Comparison| result.games < self.bye;
        self.results.len() == self.round.encounters.len() && !self.results.iter().any(missing)
    }
}

impl Format {
    /// The format name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet { .. } => "gauntlet",
            Self::Swiss { .. } => "swiss",
            Self::Knockout => "knockout",
            Self::Groups { .. } => "groups",
        }
    }

    /// Checks that `players` players can play in this format if the game has `seats` seats.
    ///
    /// # Errors
    /// [`FormatError`] for the first problem.
    pub fn check(self, players: usize, seats: usize) -> Result<Self, FormatError> {
        let format = self.name();
        if self != Self::RoundRobin && seats != 2 {
            return Err(FormatError::Seats { format, seats });
        }
        let too_small = |what, given: usize, least| {
            if given < least { Err(FormatError::TooSmall { what, least }) } else { Ok(()) }
        };
        let needed = match self {
            Self::RoundRobin => seats,
            Self::Gauntlet { heads } => {
                too_small("the number of heads", heads, 1)?;
                heads + 1
            }
            Self::Swiss { rounds } => {
                too_small("the number of rounds", rounds, 1)?;
                2
            }
            Self::Knockout => 2,
            Self::Groups { groups, advance } => {
                too_small("the number of groups", groups, 2)?;
                too_small("the number of players that advance", advance, 1)?;
                groups.saturating_mul(advance.max(2))
            }
        };
        if players < needed {
            return Err(FormatError::TooFewPlayers { format, needed, given: players });
        }
        if binomial(players, seats) > ENCOUNTERS_MAX {
            return Err(FormatError::TooMany { given: players });
        }
        Ok(self)
    }

    /// Checks that encounters can be extended after the run's start.
    ///
    /// # Errors
    /// [`FormatError::NotExtensible`] if later rounds depend on earlier results.
    pub fn extensible(self) -> Result<Self, FormatError> {
        match self {
            Self::RoundRobin | Self::Gauntlet { .. } => Ok(self),
            _ => Err(FormatError::NotExtensible { format: self.name() }),
        }
    }

    /// The round that follows `past`; `None` after the last round.
    pub fn next_round(self, players: usize, seats: usize, past: &[PlayedRound]) -> Option<Round> {
        let only = |encounters| past.is_empty().then(|| Round::first(encounters));
        match self {
            Self::RoundRobin => only(tables(&(0..players).collect::<Vec<_>>(), seats)),
            Self::Gauntlet { heads } => {
                let meet = |other| (0..heads).map(move |head| vec![head, other]);
                only((heads..players).flat_map(meet).collect())
            }
            Self::Swiss { rounds } => {
                (past.len() < rounds).then(|| swiss::next_round(players, past))
            }
            Self::Groups { groups, .. } if past.is_empty() => {
                let members = members(players, groups);
                only(members.iter().flat_map(|group| tables(group, 2)).collect())
            }
            Self::Knockout | Self::Groups { .. } => self.bracket(players, past)?.next,
        }
    }

    /// The knockout rounds played so far; empty if there is no knockout.
    pub fn knockout(self, players: usize, past: &[PlayedRound]) -> Vec<KnockoutRound> {
        self.bracket(players, past).map(|bracket| bracket.rounds).unwrap_or_default()
    }

    /// The knockout; `None` if the format has no knockout, or if the group stage is not over.
    fn bracket(self, players: usize, past: &[PlayedRound]) -> Option<Bracket> {
        match self {
            Self::Knockout => {
                Some(Bracket::play(&(0..players).collect::<Vec<_>>(), players, past, 1))
            }
            Self::Groups { groups, advance } => {
                let (first, knockout) = past.split_first()?;
                let seeds = qualifiers(players, groups, advance, first);
                Some(Bracket::play(&seeds, players, knockout, 2))
            }
            Self::RoundRobin | Self::Gauntlet { .. } | Self::Swiss { .. } => None,
        }
    }

    /// All players after these rounds, best first, with the cross table.
    pub fn standings(self, players: usize, past: &[PlayedRound]) -> (Vec<usize>, CrossTable) {
        let table = cross_table(players, past);
        let order = match self {
            Self::RoundRobin | Self::Gauntlet { .. } => table.rank(Ranking::HeadToHead),
            Self::Swiss { .. } => table.rank(Ranking::Buchholz),
            Self::Knockout | Self::Groups { .. } => match self.bracket(players, past) {
                None => table.rank(Ranking::HeadToHead),
                Some(bracket) => by_stage(&table, &bracket.stages),
            },
        };
        (order, table)
    }
}

/// The number of ways to choose `size` out of `all`. On overflow, returns a number above every limit.
fn binomial(all: usize, size: usize) -> usize {
    (0..size.min(all))
        .try_fold(1_usize, |ways, index| {
            ways.checked_mul(all - index).map(|ways| ways / (index + 1))
        })
        .unwrap_or(usize::MAX)
}

/// All combinations of `seats` players. Pairs are in round-robin order (Berger's circle), which keeps all players busy.
fn tables(players: &[usize], seats: usize) -> Vec<Vec<usize>> {
    if seats == 2 { circle(players) } else { choices(players, seats) }
}

fn choices(players: &[usize], size: usize) -> Vec<Vec<usize>> {
    let Some((first, rest)) = players.split_first().filter(|_| size > 0) else {
        return if size == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let with_first = choices(rest, size - 1).into_iter().map(|mut choice| {
        choice.insert(0, *first);
        choice
    });
    with_first.chain(choices(rest, size)).collect()
}

fn circle(players: &[usize]) -> Vec<Vec<usize>> {
    let mut places: Vec<Option<usize>> = players.iter().copied().map(Some).collect();
    if places.len() % 2 == 1 {
        places.push(None);
    }
    let mut encounters = Vec::new();
    for _ in 1..places.len() {
        let half = places.len() / 2;
        let facing = places.iter().take(half).zip(places.iter().rev());
        encounters.extend(facing.filter_map(|(a, b)| Some(vec![(*a)?, (*b)?])));
        if let Some(others) = places.get_mut(1..) {
            others.rotate_right(1);
        }
    }
    encounters
}

/// The players in each group. Snake order spreads the top players evenly.
fn members(players: usize, groups: usize) -> Vec<Vec<usize>> {
    let mut members = vec![Vec::new(); groups];
    for player in 0..players {
        let (lap, place) = (player / groups, player % groups);
        members[if lap % 2 == 0 { place } else { groups - 1 - place }].push(player);
    }
    members
}

/// The players that advance from the groups, in seeding order: all group winners, then all runners-up, and so on.
fn qualifiers(players: usize, groups: usize, advance: usize, round: &PlayedRound) -> Vec<usize> {
    let order = cross_table(players, std::slice::from_ref(round)).rank(Ranking::HeadToHead);
    let of_group = |group: Vec<usize>| -> Vec<usize> {
        order.iter().copied().filter(|player| group.contains(player)).take(advance).collect()
    };
    let best: Vec<Vec<usize>> = members(players, groups).into_iter().map(of_group).collect();
    (0..advance)
        .flat_map(|place| best.iter().filter_map(move |group| group.get(place)))
        .copied()
        .collect()
}

/// Ranks players by stage reached, then by table rank.
fn by_stage(table: &CrossTable, stages: &[u32]) -> Vec<usize> {
    let mut order = table.rank(Ranking::HeadToHead);
    order.sort_by_key(|&player| std::cmp::Reverse(stages[player]));
    order
}

fn cross_table(players: usize, past: &[PlayedRound]) -> CrossTable {
    let mut table = CrossTable::new(players);
    for played in past {
        for &Comparison { first, second, score, games } in &played.results {
            table.add(first, second, score, games);
        }
        played.round.byes.iter().for_each(|&player| table.add_bye(player, played.bye));
    }
    table
}
