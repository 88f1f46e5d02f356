//! The moves played in a position, with their results.

use board_engine::Seat;
use games_package::{MatchState, TableGame};
use rusqlite::Connection;

use crate::index::{Kind, MatchResult, Summary, game_keys, read_key};
use crate::kept;

/// A move, with statistics about the matches that reach the resulting position by any move order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExploredMove {
    /// The move.
    pub mv: String,
    /// Number of matches.
    pub matches: usize,
    /// Number of wins for the first seat.
    pub first_wins: usize,
    /// Number of draws.
    pub draws: usize,
    /// Number of wins for the second seat. None of the three numbers includes matches without a result or with more
    /// than two players.
    pub second_wins: usize,
    /// The players' average rating, over the matches with ratings.
    pub rating: Option<u32>,
}

/// A snapshot of the non-public matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrivateMatches {
    /// The match numbers, in ascending order.
    numbers: Vec<u32>,
    /// The largest match number at that time. Newer matches are not known to be public.
    newest: u32,
}

impl PrivateMatches {
    /// Reads the non-public matches from the database.
    pub(crate) fn read(connection: &Connection) -> rusqlite::Result<Self> {
        let (numbers, newest) = kept::private(connection)?;
        Ok(Self { numbers, newest })
    }

    /// Returns `true` if the match with this number is public.
    fn leave(&self, number: u32) -> bool {
        number <= self.newest && self.numbers.binary_search(&number).is_err()
    }
}

/// The moves played in a position, most frequent first. Ignores `private` matches.
pub(crate) fn explore(
    connection: &Connection,
    game: &dyn TableGame,
    state: &dyn MatchState,
    private: Option<&PrivateMatches>,
) -> rusqlite::Result<Vec<ExploredMove>> {
    let mut texts = Vec::new();
    state.legal_moves(&mut texts);
    let mut explored = Vec::new();
    let key_of = game_keys(game.name());
    for mv in texts {
        let mut after = state.fork();
        if after.play(&mv).is_err() {
            continue;
        }
        let mut sums = Sums::default();
        let key = key_of(after.key());
        read_key(connection, Kind::Position, key, &mut |found| {
            if private.is_none_or(|private| private.leave(found.number)) {
                sums.add(found.summary);
            }
        })?;
        if sums.matches > 0 {
            explored.push(sums.of_move(mv));
        }
    }
    explored
        .sort_by(|one, other| other.matches.cmp(&one.matches).then_with(|| one.mv.cmp(&other.mv)));
    Ok(explored)
}

/// Running totals over matches.
#[derive(Default)]
struct Sums {
    matches: usize,
    first_wins: usize,
    draws: usize,
    second_wins: usize,
    ratings: u64,
    rated: u64,
}

impl Sums {
    fn add(&mut self, summary: Summary) {
        self.matches += 1;
        match summary.result() {
            Some(MatchResult::Win(seat)) if seat == Seat::FIRST => self.first_wins += 1,
            Some(MatchResult::Win(_)) => self.second_wins += 1,
            Some(MatchResult::Draw) => self.draws += 1,
            None => {}
        }
        if let Some(rating) = summary.rating() {
            self.ratings += u64::from(rating);
            self.rated += 1;
        }
    }

    fn of_move(self, mv: String) -> ExploredMove {
        let Self { matches, first_wins, draws, second_wins, ratings, rated } = self;
        let rating = ratings.checked_div(rated).and_then(|mean| u32::try_from(mean).ok());
        ExploredMove { mv, matches, first_wins, draws, second_wins, rating }
    }
}
