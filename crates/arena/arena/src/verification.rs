//! Verifies that a tournament run could have written its journal: every line is intact, every game follows the rules
//! and the schedule, and no game is repeated.
//!
//! [`check_line`] checks one line and can run concurrently; [`Verification::new`] combines the results. A queue's
//! scheduler checks workers' games with [`check_game`] before it accepts them.

mod replay;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Place;
use std::sync::Arc;

use thiserror::Error;

pub use self::replay::{GameError, check_game};
use crate::journal::{Checksum, Entry, Line, parse_first};
use crate::run::Run;
use crate::tournament::Tournament;

/// A fault in a journal line.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum LineFault {
    /// The line was damaged or changed.
    #[error("wrong checksum: the line was damaged or modified")]
    Checksum,
    /// The line has no checksum.
    #[error("checksum missing")]
    NoChecksum,
    /// The line is not a game, or not a journal's first line.
    #[error("{0}")]
    Malformed(String),
    /// The journal belongs to another tournament.
    #[error("the journal was written with different settings or openings than those in its folder")]
    OtherSettings,
    /// The game can't have been played as recorded.
    #[error("game {id}: {error}")]
    Game {
        /// The game's ID.
        id: String,
        /// The error.
        error: GameError,
    },
    /// The game is in the journal twice.
    #[error("game {id} is also on line {first}")]
    Duplicate {
        /// The game's ID.
        id: String,
        /// The line where the game first appears.
        first: usize,
    },
    /// The tournament has no such game.
    #[error("game {id} is not in the schedule")]
    Unplanned {
        /// The game's ID.
        id: String,
    },
    /// The schedule of the game's round depends on missing games.
    #[error("game {id} is in round {round}, but games of earlier rounds are missing")]
    TooEarly {
        /// The game's ID.
        id: String,
        /// The round, from 1.
        round: usize,
    },
}

/// A line that was checked independently of the other lines.
#[derive(Debug)]
pub struct CheckedLine {
    number: usize,
    checksum: Checksum,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// The first line, with its fingerprint.
    First(String),
    Game(Box<Entry>, Result<(), GameError>),
    Malformed(String),
}

/// Checks a line independently of the other lines: its checksum and, for a game, the rules.
pub fn check_line(tournament: &Tournament, line: Line) -> CheckedLine {
    let number = line.number;
    let (checksum, content) = if number == 1 {
        let (checksum, fingerprint) = parse_first(line);
        (checksum, fingerprint.map(Content::First))
    } else {
        let (checksum, entry) = line.parse::<Entry>();
        let checked = entry.map(|entry| {
            let result = check_game(tournament, &entry);
            Content::Game(Box::new(entry), result)
        });
        (checksum, checked)
    };
    CheckedLine { number, checksum, content: content.unwrap_or_else(Content::Malformed) }
}

/// The result of verifying a journal.
#[derive(Debug, Default)]
pub struct Verification {
    /// Number of distinct games in the journal.
    pub games: usize,
    /// Number of games in the rounds known so far.
    pub planned: usize,
    /// The faults with their line numbers, in line order.
    pub faults: Vec<(usize, LineFault)>,
}

impl Verification {
    /// Combines the checked lines from a journal for this tournament.
    pub fn new(tournament: &Arc<Tournament>, mut lines: Vec<CheckedLine>) -> Self {
        lines.sort_by_key(|line| line.number);
        let mut found = Self::default();
        found.check_checksums(&lines);
        let mut games = BTreeMap::new();
        for CheckedLine { number: line, content, .. } in lines {
            match content {
                Content::First(fingerprint)
                    if fingerprint == tournament.fingerprint().to_string() => {}
                Content::First(_) => {
                    // Games from another tournament never fit this one, so a single fault suffices.
                    found.faults.push((line, LineFault::OtherSettings));
                    return found;
                }
                Content::Malformed(why) => found.faults.push((line, LineFault::Malformed(why))),
                Content::Game(entry, result) => {
                    if let Err(error) = result {
                        let id = entry.id.clone();
                        found.faults.push((line, LineFault::Game { id, error }));
                    }
                    found.enter(tournament, &mut games, line, entry);
                }
            }
        }
        found.games = games.len();
        found.check_schedule(tournament, &games);
        found.faults.sort_by_key(|(line, _)| *line);
        found
    }

    fn check_checksums(&mut self, lines: &[CheckedLine]) {
        for line in lines {
            match line.checksum {
                Checksum::Right => {}
                Checksum::Wrong => self.faults.push((line.number, LineFault::Checksum)),
                Checksum::Missing => self.faults.push((line.number, LineFault::NoChecksum)),
            }
        }
    }

    /// Adds a game at its place in the tournament, unless another game is already there.
    fn enter(
        &mut self,
        tournament: &Tournament,
        games: &mut Games,
        line: usize,
        entry: Box<Entry>,
    ) {
        let id = entry.id.clone();
        if id != tournament.id(entry.round, entry.number) {
            return self.faults.push((line, LineFault::Unplanned { id }));
        }
        match games.entry((entry.round, entry.number)) {
            Place::Vacant(place) => {
                place.insert((line, entry));
            }
            Place::Occupied(place) => {
                let (first, _) = *place.get();
                self.faults.push((line, LineFault::Duplicate { id, first }));
            }
        }
    }

    /// Compares the games with the schedule, round by round.
    fn check_schedule(&mut self, tournament: &Arc<Tournament>, games: &Games) {
        let begun = Run::new(Arc::clone(tournament), &[]);
        let mut run = begun.expect("where nothing was played, no game is unknown");
        for (line, entry) in games.values() {
            let id = entry.id.clone();
            let fault = match run.pending_job(entry.round, entry.number) {
                Some(job) if job == entry.job() => {
                    run.finish(entry);
                    continue;
                }
                Some(_) => LineFault::Game { id, error: GameError::Schedule },
                None if entry.round >= run.known_rounds() && !run.is_over() => {
                    LineFault::TooEarly { id, round: entry.round.saturating_add(1) }
                }
                None => LineFault::Unplanned { id },
            };
            self.faults.push((*line, fault));
        }
        self.planned = run.known_games();
    }
}

/// Games and their line numbers, by round and number.
type Games = BTreeMap<(usize, usize), (usize, Box<Entry>)>;
