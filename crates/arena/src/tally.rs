//! Results of games, and counts for each player.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::deduplication::SetKey;
use crate::journal::{Conclusion, Entry};
use crate::statistics::Comparison;
use crate::tournament::Tournament;

/// The result of a game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GameResult {
    /// In seat order.
    players: Vec<usize>,
    payoffs: Vec<i16>,
    /// The player that ran out of time or failed, and its fault.
    fault: Option<(usize, &'static str)>,
    ending: usize,
    plies: u64,
    /// The key of its opening.
    opening: u64,
    /// The key of the whole game.
    content: u64,
}

/// A reason for the end of games, with its count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndingCount {
    /// "rules", "resigned", "draw agreed", "time expired", "adjudicated", or the name of a failure: "panicked".
    pub reason: String,
    /// Which rule of the game or of adjudication, without the numbers that decided the game; empty for all other reasons.
    pub rule: String,
    /// How many games ended for this reason.
    pub games: u64,
}

/// The distinct reasons for the end of games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Endings {
    ways: Vec<(String, String)>,
}

impl Endings {
    /// The index of the reason for which this game ended.
    fn index(&mut self, conclusion: &Conclusion) -> usize {
        let rule = without_numbers(conclusion.rule());
        let is_same = |way: &(String, String)| way.0 == conclusion.reason && way.1 == rule;
        self.ways.iter().position(is_same).unwrap_or_else(|| {
            self.ways.push((conclusion.reason.clone(), rule.into()));
            self.ways.len() - 1
        })
    }

    /// How often these games ended for each reason, the most frequent one first.
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

/// The rule without the numbers that decided the game: "the board is full" of "the board is full, 44 : 20".
fn without_numbers(rule: &str) -> &str {
    match rule.rsplit_once(", ") {
        Some((name, numbers)) if numbers.starts_with(|first: char| first.is_ascii_digit()) => name,
        _ => rule,
    }
}

/// The counts of a player besides points.
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
    /// Games that repeat others and don't count as evidence.
    pub repeats: u64,
    /// The sum of its payoffs, where they differ in size.
    pub payoff: i64,
}

impl Tally {
    /// How many games there are.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// How many of them are distinct: identical games count once.
    pub const fn distinct_games(&self) -> u64 {
        self.games().saturating_sub(self.repeats)
    }

    /// The mean payoff of a game; 0 without games.
    #[expect(clippy::cast_precision_loss, reason = "nobody plays 2⁵³ games")]
    pub fn payoff_per_game(&self) -> f64 {
        self.payoff as f64 / self.games().max(1) as f64
    }

    /// Adds the counts of the same player from elsewhere.
    pub fn add(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.plies += other.plies;
        self.repeats += other.repeats;
        self.payoff += other.payoff;
        for (fault, count) in &other.faults {
            *self.faults.entry(fault).or_default() += count;
        }
    }
}

impl GameResult {
    /// The result of a game of this tournament. `None` if the entry is invalid there.
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
            ending: endings.index(&entry.conclusion),
            plies: entry.plies() as u64,
            opening: opening(entry, tournament),
            content: content(entry),
        })
    }

    /// The key of this set of games, whatever the order of its games.
    /// `name` gives each player the number by which it is known.
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

    /// Compares each two players of a set where payoffs differ in size: the one with the higher total over all games of
    /// the set wins it, which is how duplicate games are scored.
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

    /// The sum of the payoffs of each player of a set, with the number of its games.
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

    /// The mean payoff of a game for each player of a set.
    #[expect(clippy::cast_precision_loss, reason = "a set has a few games with payoffs of 16 bits")]
    pub(crate) fn payoffs_per_game(set: &[&Self]) -> impl Iterator<Item = (usize, f64)> {
        let totals = Self::totals(set).into_iter();
        totals.map(|(player, (won, games))| (player, won as f64 / f64::from(games.max(1))))
    }

    /// Compares each two players of these games. The score of one game is the share of opponents that a player beats,
    /// with half of those that it draws with: 1, ½ or 0 in a game of two.
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

    /// Counts this game as a repeat.
    pub(crate) fn count_repeat(&self, tallies: &mut [Tally]) {
        self.players.iter().for_each(|&player| tallies[player].repeats += 1);
    }

    /// The halves of a point that the first seat made in a game of two.
    pub(crate) fn half_points_of_first_seat(&self) -> usize {
        self.players.first().map_or(0, |&player| self.half_points_of(player))
    }

    /// The payoff of the first seat less that of the second one.
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

#[cfg(test)]
mod tests {
    use super::without_numbers;

    #[test]
    fn games_that_end_by_one_rule_with_other_numbers_are_counted_together() {
        assert_eq!(without_numbers("the board is full, 44 : 20"), "the board is full");
        assert_eq!(without_numbers("it is a gammon, 4 points"), "it is a gammon");
        assert_eq!(without_numbers("three in a row"), "three in a row");
        let rule = "16 moves of each player with six pieces, no capture and no promotion";
        assert_eq!(without_numbers(rule), rule);
    }
}
