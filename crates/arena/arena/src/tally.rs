//! Counts results and deduplicates identical games.
//!
//!
//! Deterministic players repeat the same game from the same opening, and the tenth game contains no more information
//! than the first. So identical games count only once as evidence. Players don't need to declare that they are
//! deterministic: as long as all sets between the same players from the same opening are identical, they count as one
//! set. Once two sets differ, something besides the opening (chance, a clock) must affect them, and all these sets
//! count.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use games_package::FailureKind;

use crate::journal::{Conclusion, Entry};
use crate::statistics::Comparison;
use crate::tournament::Tournament;

/// A game result.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GameResult {
    /// The players, in seat order.
    players: Vec<usize>,
    payoffs: Vec<i16>,
    /// The player that ran out of time or failed, and its fault.
    fault: Option<(usize, &'static str)>,
    /// The players that far exceeded their node limit, with their reported node counts.
    excess_nodes: Vec<(usize, u64)>,
    /// The players that reported an illegal line, and why it is illegal.
    line_errors: Vec<(usize, String)>,
    ending: usize,
    plies: u64,
    /// The key of the set's opening.
    opening: u64,
    /// The key of the whole game.
    content: u64,
}

/// An end reason and its count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndingCount {
    /// The reason for the end: "rules", "resigned", "draw agreed", "timed out", "adjudicated", or the name of a
    /// failure: "panicked".
    pub reason: String,
    /// The game rule or adjudication rule, without the numbers that decided the game; empty for all other reasons.
    pub rule: String,
    /// Number of games that ended for this reason.
    pub games: u64,
}

/// The distinct end reasons.
#[derive(Clone, Debug, Default)]
pub(crate) struct Endings {
    ways: Vec<(String, String)>,
}

impl Endings {
    /// The index of this game's end reason.
    fn index(&mut self, conclusion: &Conclusion) -> usize {
        let rule = without_numbers(conclusion.rule());
        let is_same = |way: &(String, String)| way.0 == conclusion.reason && way.1 == rule;
        self.ways.iter().position(is_same).unwrap_or_else(|| {
            self.ways.push((conclusion.reason.clone(), rule.into()));
            self.ways.len() - 1
        })
    }

    /// Counts games by reason, most frequent first.
    pub(crate) fn count<'a>(
        &self,
        games: impl Iterator<Item = &'a GameResult>,
    ) -> Vec<EndingCount> {
        let mut counts = vec![0; self.ways.len()];
        games.for_each(|game| counts[game.ending] += 1);
        let way = |((reason, rule), games): (&(String, String), u64)| EndingCount {
            reason: reason.clone(),
            rule: rule.clone(),
            games,
        };
        let mut endings: Vec<EndingCount> = self.ways.iter().zip(counts).map(way).collect();
        endings.retain(|ending| ending.games > 0);
        let key = |ending: &EndingCount| {
            (Reverse(ending.games), ending.reason.clone(), ending.rule.clone())
        };
        endings.sort_by_key(key);
        endings
    }
}

/// The players in this game that far exceeded their node limit, with their reported node counts.
fn excess_nodes(entry: &Entry) -> Vec<(usize, u64)> {
    let of_players = entry.players.iter().copied().zip(entry.excess_nodes.iter().copied());
    of_players.filter(|(_, nodes)| *nodes > 0).collect()
}

/// The players in this game that reported an illegal line, and why it is illegal.
fn line_errors(entry: &Entry) -> Vec<(usize, String)> {
    let of_players = entry.players.iter().copied().zip(&entry.line_errors);
    of_players.filter_map(|(player, error)| Some((player, error.clone()?))).collect()
}

/// The rule without the numbers that decided the game: "the board is full" for "the board is full, 44–20".
fn without_numbers(rule: &str) -> &str {
    match rule.rsplit_once(", ") {
        Some((name, numbers)) if numbers.starts_with(|first: char| first.is_ascii_digit()) => name,
        _ => rule,
    }
}

/// A player's counts, apart from points.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games in which only this player had the best payoff.
    pub wins: u64,
    /// Games in which this player shared the best payoff.
    pub draws: u64,
    /// Games in which this player had a lower payoff.
    pub losses: u64,
    /// Games lost by faults, by fault name: "timed out", "illegal move", "crashed".
    pub faults: BTreeMap<&'static str, u64>,
    /// The largest node count for one move, if it is at least ten times the limit; otherwise 0.
    pub excess_nodes: u64,
    /// Number of games in which the player reported an illegal line.
    pub illegal_lines: u64,
    /// The reason why the first such line is illegal.
    pub line_error: Option<String>,
    /// Number of plies in all games of the player.
    pub plies: u64,
    /// Repeated games, which don't count as evidence.
    pub repeats: u64,
    /// The sum of the player's payoffs, if payoffs vary in size.
    pub payoff: i64,
}

impl Tally {
    /// Number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Number of distinct games. Identical games count once.
    pub const fn distinct_games(&self) -> u64 {
        self.games().saturating_sub(self.repeats)
    }

    /// Number of games lost because the player failed to start.
    pub fn forfeits(&self) -> u64 {
        self.faults.get(FailureKind::StartFailed.name()).copied().unwrap_or_default()
    }

    /// The mean payoff per game; 0 without games.
    #[expect(clippy::cast_precision_loss, reason = "a run has fewer than 2⁵³ games")]
    pub fn payoff_per_game(&self) -> f64 {
        self.payoff as f64 / self.games().max(1) as f64
    }

    /// Adds the same player's counts from another run.
    pub fn add(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.plies += other.plies;
        self.repeats += other.repeats;
        self.payoff += other.payoff;
        self.excess_nodes = self.excess_nodes.max(other.excess_nodes);
        self.illegal_lines += other.illegal_lines;
        if self.line_error.is_none() {
            self.line_error.clone_from(&other.line_error);
        }
        for (fault, count) in &other.faults {
            *self.faults.entry(fault).or_default() += count;
        }
    }
}

impl GameResult {
    /// Creates a game result in this tournament. Returns `None` if the entry is invalid.
    pub(crate) fn of(
        entry: &Entry,
        tournament: &Tournament,
        endings: &mut Endings,
    ) -> Option<Self> {
        let players = tournament.settings().players.len();
        let fits = entry.players.len() == entry.payoffs.len()
            && entry.players.iter().all(|&player| player < players);
        let culprit = entry.conclusion.seat.and_then(|seat| entry.players.get(seat)).copied();
        fits.then(|| Self {
            players: entry.players.clone(),
            payoffs: entry.payoffs.clone(),
            fault: culprit.zip(entry.conclusion.fault()),
            excess_nodes: excess_nodes(entry),
            line_errors: line_errors(entry),
            ending: endings.index(&entry.conclusion),
            plies: entry.plies() as u64,
            opening: opening(entry, tournament),
            content: content(entry),
        })
    }

    /// The key of this set of games, independent of the game order. `name` maps each player to a number.
    pub(crate) fn key_of(set: &[&Self], name: impl Fn(usize) -> usize) -> SetKey {
        let key = |mark: fn(&Self) -> u64| {
            let players = |game: &Self| game.players.iter().map(|&it| name(it)).collect();
            let mut games: Vec<(Vec<usize>, u64)> =
                set.iter().map(|game| (players(game), mark(game))).collect();
            games.sort_unstable();
            let mut hasher = blake3::Hasher::new();
            for (players, mark) in games {
                for player in players {
                    hasher.update(&player.to_le_bytes());
                }
                hasher.update(&mark.to_le_bytes());
            }
            first_word(&hasher)
        };
        SetKey { condition: key(|game| game.opening), content: key(|game| game.content) }
    }

    /// Compares a set's players pairwise if payoffs vary in size. As in duplicate scoring, the player with the higher
    /// total over all games in the set wins.
    pub(crate) fn compare_totals(set: &[&Self]) -> Vec<Comparison> {
        let totals: Vec<(usize, (i64, u32))> = Self::totals(set).into_iter().collect();
        let mut comparisons = Vec::new();
        for (index, &(first, (won, games))) in totals.iter().enumerate() {
            for &(second, (lost, _)) in &totals[index + 1..] {
                let share = f64::from(won.cmp(&lost) as i8 + 1) / 2.0;
                let others = u32::try_from(totals.len() - 1).unwrap_or(u32::MAX);
                let games = f64::from(games) / f64::from(others);
                comparisons.push(Comparison { first, second, score: share * games, games });
            }
        }
        comparisons
    }

    /// Each player's total payoff in a set, with the number of games.
    fn totals(set: &[&Self]) -> BTreeMap<usize, (i64, u32)> {
        let mut totals: BTreeMap<usize, (i64, u32)> = BTreeMap::new();
        for game in set {
            for (&player, &payoff) in game.players.iter().zip(&game.payoffs) {
                let total = totals.entry(player).or_default();
                *total = (total.0 + i64::from(payoff), total.1 + 1);
            }
        }
        totals
    }

    /// The mean payoff per game for each player in a set.
    #[expect(clippy::cast_precision_loss, reason = "a set has a few games with payoffs of 16 bits")]
    pub(crate) fn payoffs_per_game(set: &[&Self]) -> impl Iterator<Item = (usize, f64)> {
        let totals = Self::totals(set).into_iter();
        totals.map(|(player, (won, games))| (player, won as f64 / f64::from(games.max(1))))
    }

    /// Compares the players in these games pairwise. A game score is the share of opponents beaten plus half the share
    /// of opponents drawn with: 1, ½ or 0 in a two-player game.
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

    /// `player`'s half points in a two-player game.
    pub(crate) fn half_points_of(&self, player: usize) -> usize {
        let Some(seat) = self.players.iter().position(|&other| other == player) else { return 0 };
        match self.payoffs[seat].cmp(&self.payoffs[1 - seat.min(1)]) {
            std::cmp::Ordering::Greater => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 0,
        }
    }

    /// Counts this game as a repeat.
    pub(crate) fn count_repeat(&self, tallies: &mut [Tally]) {
        self.players.iter().for_each(|&player| tallies[player].repeats += 1);
    }

    /// The first seat's half points in a two-player game.
    pub(crate) fn half_points_of_first_seat(&self) -> usize {
        self.players.first().map_or(0, |&player| self.half_points_of(player))
    }

    /// The first seat's payoff minus the second seat's.
    pub(crate) fn payoff_difference(&self) -> i64 {
        match self.payoffs.as_slice() {
            [first, second, ..] => i64::from(*first) - i64::from(*second),
            _ => 0,
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
            tally.payoff += i64::from(payoff);
        }
        if let Some((culprit, fault)) = self.fault {
            *tallies[culprit].faults.entry(fault).or_default() += 1;
        }
        for &(player, nodes) in &self.excess_nodes {
            tallies[player].excess_nodes = tallies[player].excess_nodes.max(nodes);
        }
        for (player, error) in &self.line_errors {
            tallies[*player].illegal_lines += 1;
            tallies[*player].line_error.get_or_insert_with(|| error.clone());
        }
    }
}

fn opening(entry: &Entry, tournament: &Tournament) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(entry.start.as_bytes());
    for mv in &tournament.opening_of_set(entry.set).moves {
        hasher.update(b"\n").update(mv.as_bytes());
    }
    first_word(&hasher)
}

fn content(entry: &Entry) -> u64 {
    let mut hasher = blake3::Hasher::new();
    for text in [&entry.start, &entry.moves, &entry.conclusion.reason] {
        hasher.update(text.as_bytes()).update(b"\n");
    }
    for payoff in &entry.payoffs {
        hasher.update(&payoff.to_le_bytes());
    }
    first_word(&hasher)
}

fn first_word(hasher: &blake3::Hasher) -> u64 {
    let hash = hasher.finalize();
    u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes"))
}

/// The key of a set of games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct SetKey {
    /// The key of the players and the opening.
    pub(crate) condition: u64,
    /// The key of the players and all moves in the games.
    pub(crate) content: u64,
}

impl SetKey {
    /// The key of a set with chance events from this seed at this place in the schedule. If the seed or place differs,
    /// equal games are not repeats.
    pub(crate) fn of_chance(self, seed: Option<u64>, (round, number): SetPlace) -> Self {
        let mut hasher = blake3::Hasher::new();
        let numbers = [self.condition, self.content, seed.unwrap_or_default()];
        for number in numbers.into_iter().chain([round as u64, number as u64]) {
            hasher.update(&number.to_le_bytes());
        }
        let hash = hasher.finalize();
        let word = hash.as_bytes().first_chunk().expect("a hash has 32 bytes");
        let content = u64::from_le_bytes(*word);
        Self { condition: content, content }
    }
}

/// A set's place: its round and number in the round, or its run and number in the run.
pub(crate) type SetPlace = (usize, usize);

/// Finds the distinct sets of games among sets that are added one by one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deduplicator {
    conditions: BTreeMap<u64, Condition>,
    contents: BTreeSet<u64>,
}

/// The sets between the same players from the same opening.
#[derive(Clone, Debug)]
enum Condition {
    /// All sets are identical. Repeats don't count.
    Identical { content: u64, repeats: Vec<SetPlace> },
    /// The sets differ.
    Varied,
}

impl Deduplicator {
    /// Adds a set. Returns the sets that newly count as evidence: normally this set, nothing if it is a repeat, or this
    /// set and all earlier repeats if it is the first set that differs.
    pub(crate) fn add(&mut self, place: SetPlace, key: SetKey) -> Vec<SetPlace> {
        let SetKey { condition, content } = key;
        let is_new = self.contents.insert(content);
        match self.conditions.get_mut(&condition) {
            None => {
                // Another opening can transpose into the same game.
                let repeats = if is_new { Vec::new() } else { vec![place] };
                self.conditions.insert(condition, Condition::Identical { content, repeats });
                if is_new { vec![place] } else { Vec::new() }
            }
            Some(Condition::Identical { content: same, repeats }) if *same == content => {
                repeats.push(place);
                Vec::new()
            }
            Some(known @ Condition::Identical { .. }) => {
                let before = std::mem::replace(known, Condition::Varied);
                let Condition::Identical { repeats: mut released, .. } = before else {
                    return vec![place];
                };
                released.push(place);
                released
            }
            Some(Condition::Varied) => vec![place],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_end_by_the_same_rule_are_counted_together() {
        assert_eq!(without_numbers("the board is full, 44–20"), "the board is full");
        assert_eq!(without_numbers("it is a gammon, 4 points"), "it is a gammon");
        assert_eq!(without_numbers("three in a row"), "three in a row");
        let rule = "16 moves each with six pieces, no capture and no promotion";
        assert_eq!(without_numbers(rule), rule);
    }

    /// Checks which sets with these conditions and contents count.
    fn check(sets: &[(u64, u64)], expected: &[usize]) {
        let mut deduplicator = Deduplicator::default();
        let add = |(number, &(condition, content)): (usize, &(u64, u64))| {
            deduplicator.add((0, number), SetKey { condition, content })
        };
        let mut counted: Vec<usize> =
            sets.iter().enumerate().flat_map(add).map(|(_, number)| number).collect();
        counted.sort_unstable();
        assert_eq!(counted, expected, "{sets:?}");
    }

    #[test]
    fn identical_sets_count_once_until_one_differs() {
        check(&[(1, 10), (1, 10), (1, 10)], &[0]);
        check(&[(1, 10), (2, 20), (1, 10), (2, 20)], &[0, 1]);
        check(&[(1, 10), (1, 10), (1, 11), (1, 10)], &[0, 1, 2, 3]);
        check(&[(1, 10), (2, 10), (2, 10)], &[0]);
        check(&[(1, 10), (2, 10), (2, 11)], &[0, 1, 2]);
    }
}
