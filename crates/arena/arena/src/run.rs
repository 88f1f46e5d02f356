//! A run: the games to play and their results.
//!
//! A run is a state machine without threads, clocks or files. The run hands out games and accepts results in any order,
//! and its tables depend only on the results.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use thiserror::Error;

use crate::journal::Entry;
use crate::schedule::{PlayedRound, Round};
use crate::statistics::{Comparison, Estimate, Pentanomial, Verdict, mean};
use crate::tally::{Deduplicator, EndingCount, Endings, GameResult, SetPlace, Tally};
use crate::tournament::{Job, Tournament};

/// A running tournament.
#[derive(Debug)]
pub struct Run {
    tournament: Arc<Tournament>,
    rounds: Vec<RunningRound>,
    /// Finished rounds, as the schedule needs them.
    past: Vec<PlayedRound>,
    is_over: bool,
    /// Number of sets in all rounds before the newest one.
    sets_before: usize,
    /// Results from future rounds and unplanned games.
    early: BTreeMap<(usize, usize), GameResult>,
    endings: Endings,
    test: Test,
}

/// A round with its results.
#[derive(Debug)]
struct RunningRound {
    round: Round,
    results: Vec<Option<GameResult>>,
    /// Index of the first game that has not been handed out.
    next: usize,
    /// Games that were returned without a result.
    returned: Vec<usize>,
    /// Number of games without a result.
    left: usize,
}

/// A sequential test. The test counts pairs in the planned order, so it ends at the same pair whatever the number of
/// concurrent games.
#[derive(Debug)]
struct Test {
    /// Number of consecutive pairs counted so far.
    pairs_seen: usize,
    deduplicator: Deduplicator,
    /// The distinct counted pairs.
    pairs: Pentanomial,
    verdict: Verdict,
}

/// A game in the journal that was not planned.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("game {id} in the journal is not part of this tournament, or occurs twice")]
pub struct UnknownGame {
    /// The game's ID.
    pub id: String,
}

impl Run {
    /// Creates a run with these finished games.
    ///
    /// # Errors
    /// [`UnknownGame`] if a game was not planned or was played twice.
    pub fn new(tournament: Arc<Tournament>, played: &[Entry]) -> Result<Self, UnknownGame> {
        let (mut early, mut endings) = (BTreeMap::new(), Endings::default());
        for entry in played {
            let unknown = || UnknownGame { id: entry.id.clone() };
            let is_own = entry.id == tournament.id(entry.round, entry.number);
            let result = GameResult::of(entry, &tournament, &mut endings);
            let result = result.filter(|_| is_own).ok_or_else(unknown)?;
            if early.insert((entry.round, entry.number), result).is_some() {
                return Err(unknown());
            }
        }
        let test = Test {
            pairs_seen: 0,
            deduplicator: Deduplicator::default(),
            pairs: Pentanomial::default(),
            verdict: Verdict::Open,
        };
        let (rounds, past) = (Vec::new(), Vec::new());
        let (is_over, sets_before) = (false, 0);
        let mut run = Self { tournament, rounds, past, is_over, sets_before, early, endings, test };
        run.begin_round();
        run.advance();
        match run.early.first_key_value() {
            Some(((round, number), _)) => {
                Err(UnknownGame { id: run.tournament.id(*round, *number) })
            }
            None => Ok(run),
        }
    }

    /// The tournament.
    pub const fn tournament(&self) -> &Arc<Tournament> {
        &self.tournament
    }

    /// The next game to play. `None` if no games are left, or if the next game depends on pending results.
    pub fn next_job(&mut self) -> Option<Job> {
        if self.is_over {
            return None;
        }
        let index = self.rounds.len().checked_sub(1)?;
        let running = &mut self.rounds[index];
        let number = running.returned.pop().or_else(|| {
            let (from, results) = (running.next, &running.results);
            let number = (from..results.len()).find(|&number| results[number].is_none());
            running.next = number.map_or(results.len(), |number| number + 1);
            number
        })?;
        Some(self.tournament.job(index, &running.round, number, self.sets_before))
    }

    /// Takes back a game that was handed out but not finished.
    pub fn return_job(&mut self, job: &Job) {
        if let Some(running) = self.rounds.get_mut(job.round) {
            running.returned.push(job.number);
        }
    }

    /// The game with this number, if its round is known and its result is pending.
    pub fn pending_job(&self, round: usize, number: usize) -> Option<Job> {
        let running = self.rounds.get(round)?;
        let is_awaited = running.results.get(number).is_some_and(Option::is_none);
        // Only the newest round has games without results.
        is_awaited.then(|| self.tournament.job(round, &running.round, number, self.sets_before))
    }

    /// Number of known rounds: the finished rounds and the current one.
    pub(crate) const fn known_rounds(&self) -> usize {
        self.rounds.len()
    }

    /// Accepts a game's result, whether or not the game was handed out.
    pub fn finish(&mut self, entry: &Entry) {
        if let Some(result) = GameResult::of(entry, &self.tournament, &mut self.endings) {
            self.take(entry.round, entry.number, result);
            self.advance();
        }
    }

    /// Returns `true` if no games are left to play.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Number of games with results, except those after a sequential test ended.
    pub fn finished_games(&self) -> usize {
        if self.test.verdict == Verdict::Open {
            return self.rounds.iter().map(|running| running.results.len() - running.left).sum();
        }
        self.rounds.iter().map(|running| self.counted_games(running).iter().flatten().count()).sum()
    }

    /// Returns `true` if a game counts. Games after a sequential test ended don't count.
    pub fn counts(&self, entry: &Entry) -> bool {
        self.test.verdict == Verdict::Open || entry.number < self.test.pairs_seen.saturating_mul(2)
    }

    /// Number of distinct finished games. Identical games count once.
    pub fn distinct_games(&self) -> usize {
        let distinct = self.distinct_sets();
        let repeats = self.complete_sets().filter(|(place, _)| !distinct.contains(place));
        self.finished_games() - repeats.map(|(_, set)| set.len()).sum::<usize>()
    }

    /// Number of games in all rounds known so far, including finished rounds. A test can end earlier.
    pub fn known_games(&self) -> usize {
        self.rounds.iter().map(|running| running.results.len()).sum()
    }

    /// All finished rounds, and the current round with its results so far.
    pub fn rounds(&self) -> Vec<PlayedRound> {
        let unfinished = self.rounds.get(self.past.len());
        self.past.iter().cloned().chain(unfinished.map(|running| self.as_played(running))).collect()
    }

    /// The round with this index, from 0, if it has begun.
    pub fn round(&self, index: usize) -> Option<&Round> {
        self.rounds.get(index).map(|running| &running.round)
    }

    /// Compares the players pairwise in each complete and distinct set.
    pub fn comparisons(&self) -> Vec<Comparison> {
        let distinct = self.distinct_sets();
        let counting = self.complete_sets().filter(|(place, _)| distinct.contains(place));
        counting.flat_map(|(_, set)| self.compare(&set)).collect()
    }

    /// Each player's payoff per game, from the complete and distinct sets. The unit is the set, because a set's games
    /// share an opening and chance events. The estimate is unknown for a player without such a set.
    pub fn payoffs_per_game(&self) -> Vec<Estimate> {
        let distinct = self.distinct_sets();
        let mut of_players = vec![Vec::new(); self.tournament.settings().players.len()];
        for (_, set) in self.complete_sets().filter(|(place, _)| distinct.contains(place)) {
            for (player, payoff) in GameResult::payoffs_per_game(&set) {
                of_players[player].push(payoff);
            }
        }
        of_players.into_iter().map(mean).collect()
    }

    /// Each player's tallies, apart from points.
    pub fn tallies(&self) -> Vec<Tally> {
        let mut tallies = vec![Tally::default(); self.tournament.settings().players.len()];
        for running in &self.rounds {
            self.counted_games(running)
                .iter()
                .flatten()
                .for_each(|result| result.count(&mut tallies));
        }
        let distinct = self.distinct_sets();
        let repeats = self.complete_sets().filter(|(place, _)| !distinct.contains(place));
        repeats.flat_map(|(_, set)| set).for_each(|game| game.count_repeat(&mut tallies));
        tallies
    }

    /// The complete and distinct pairs of a duel, from the first player's point of view; `None` if this is not a duel.
    /// In a sequential test, these are the pairs that the test counted, so all its numbers describe the same pairs.
    pub fn pentanomial(&self) -> Option<Pentanomial> {
        if !self.is_duel() {
            return None;
        }
        if self.tournament.settings().sprt.is_some() {
            return Some(self.test.pairs);
        }
        let distinct = self.distinct_sets();
        let mut pairs = Pentanomial::default();
        for (place @ (round, _), pair) in self.complete_sets() {
            if round == 0 && distinct.contains(&place) {
                self.count_pair(&mut pairs, &pair);
            }
        }
        Some(pairs)
    }

    /// Game endings by reason, most frequent first.
    pub fn endings(&self) -> Vec<EndingCount> {
        self.endings
            .count(self.rounds.iter().flat_map(|running| self.counted_games(running)).flatten())
    }

    /// The complete and distinct pairs, from the first seat's point of view; `None` in games for more than two players.
    /// Payoffs of varying size are added up, as in [`comparisons`](Self::comparisons).
    pub fn first_seat(&self) -> Option<Pentanomial> {
        if self.tournament.game().seat_count() != 2 {
            return None;
        }
        let distinct = self.distinct_sets();
        let mut pairs = Pentanomial::default();
        for (_, pair) in self.complete_sets().filter(|(place, _)| distinct.contains(place)) {
            pairs.add(if self.tournament.has_stakes() {
                half_points_of(
                    pair.iter().map(|game| game.payoff_difference()).sum::<i64>().cmp(&0),
                )
            } else {
                pair.iter().map(|game| game.half_points_of_first_seat()).sum()
            });
        }
        Some(pairs)
    }

    /// The verdict of the sequential test, and the distinct pairs that it counted; `None` if there is no test.
    pub fn test(&self) -> Option<(Verdict, Pentanomial)> {
        self.tournament.settings().sprt.map(|_| (self.test.verdict, self.test.pairs))
    }

    fn is_duel(&self) -> bool {
        self.tournament.settings().players.len() == 2 && self.tournament.games_per_set() == 2
    }

    /// The results that count. If a test has ended, these are the results up to its last pair.
    fn counted_games<'a>(&self, running: &'a RunningRound) -> &'a [Option<GameResult>] {
        if self.test.verdict == Verdict::Open {
            return &running.results;
        }
        let end = self.test.pairs_seen.saturating_mul(2);
        running.results.get(..end).unwrap_or(&running.results)
    }

    /// The complete sets that count.
    fn complete_sets(&self) -> impl Iterator<Item = (SetPlace, Vec<&GameResult>)> {
        let size = self.tournament.games_per_set();
        self.rounds.iter().enumerate().flat_map(move |(round, running)| {
            let sets = self.counted_games(running).chunks_exact(size).enumerate();
            sets.filter_map(move |(number, set)| Some(((round, number), results_of(set)?)))
        })
    }

    /// The distinct sets. In games with chance, all sets are distinct.
    fn distinct_sets(&self) -> BTreeSet<SetPlace> {
        if self.tournament.has_chance() {
            return self.complete_sets().map(|(place, _)| place).collect();
        }
        let mut deduplicator = Deduplicator::default();
        let sets = self.complete_sets();
        sets.flat_map(|(place, set)| {
            deduplicator.add(place, GameResult::key_of(&set, |player| player))
        })
        .collect()
    }

    /// Compares a set's players pairwise.
    fn compare(&self, set: &[&GameResult]) -> Vec<Comparison> {
        if self.tournament.has_stakes() {
            GameResult::compare_totals(set)
        } else {
            GameResult::compare(set.iter().copied())
        }
    }

    /// Counts a pair of games for player 0.
    fn count_pair(&self, pairs: &mut Pentanomial, pair: &[&GameResult]) {
        match pair {
            [first, second] if !self.tournament.has_stakes() => {
                pairs.add_games([first.half_points_of(0), second.half_points_of(0)]);
            }
            _ => {
                let first = GameResult::compare_totals(pair).first().copied();
                let result = first.map(|it| (2.0 * it.score).total_cmp(&it.games));
                pairs.add(half_points_of(result.unwrap_or(Ordering::Equal)));
            }
        }
    }

    fn as_played(&self, running: &RunningRound) -> PlayedRound {
        let games = u32::try_from(self.tournament.games_per_encounter()).unwrap_or(u32::MAX);
        let results = GameResult::compare(self.counted_games(running).iter().flatten());
        PlayedRound { round: running.round.clone(), results, bye: f64::from(games) }
    }

    fn begin_round(&mut self) {
        let settings = self.tournament.settings();
        let (players, seats) = (settings.players.len(), self.tournament.game().seat_count());
        let Some(round) = settings.format.next_round(players, seats, &self.past) else {
            self.is_over = true;
            return;
        };
        let games = round.encounters.len().saturating_mul(self.tournament.games_per_encounter());
        let results = vec![None; games];
        let index = self.rounds.len();
        self.rounds.push(RunningRound {
            round,
            results,
            next: 0,
            returned: Vec::new(),
            left: games,
        });
        let others = self.early.split_off(&(index, games));
        for ((round, number), result) in std::mem::replace(&mut self.early, others) {
            self.take(round, number, result);
        }
    }

    /// Stores a result, unless the game already has one.
    fn take(&mut self, round: usize, number: usize, result: GameResult) {
        let Some(running) = self.rounds.get_mut(round) else { return };
        if let Some(place @ None) = running.results.get_mut(number) {
            *place = Some(result);
            running.left -= 1;
        }
    }

    /// Checks whether the test, the round or the tournament has ended.
    fn advance(&mut self) {
        self.update_test();
        while !self.is_over && self.rounds.last().is_some_and(|running| running.left == 0) {
            if let Some(running) = self.rounds.last() {
                self.sets_before += running.results.len() / self.tournament.games_per_set();
                let played = self.as_played(running);
                self.past.push(played);
            }
            self.begin_round();
        }
    }

    fn update_test(&mut self) {
        let Some(sprt) = self.tournament.settings().sprt else { return };
        while self.test.verdict == Verdict::Open {
            let number = self.test.pairs_seen;
            let Some(pair) = self.pair(number) else { break };
            let key = GameResult::key_of(&pair, |player| player);
            let new = if self.tournament.has_chance() {
                vec![(0, number)]
            } else {
                self.test.deduplicator.add((0, number), key)
            };
            for (_, number) in new {
                let mut pairs = self.test.pairs;
                if let Some(pair) = self.pair(number) {
                    self.count_pair(&mut pairs, &pair);
                }
                self.test.pairs = pairs;
            }
            self.test.pairs_seen += 1;
            self.test.verdict = sprt.verdict(&self.test.pairs);
        }
        self.is_over |= self.test.verdict != Verdict::Open;
    }

    /// The games in a first-round pair; `None` if a result is pending.
    fn pair(&self, number: usize) -> Option<Vec<&GameResult>> {
        results_of(self.rounds.first()?.results.chunks_exact(2).nth(number)?)
    }
}

/// The half points for a pair that counts as a single win, draw or loss.
const fn half_points_of(result: Ordering) -> usize {
    match result {
        Ordering::Greater => 4,
        Ordering::Equal => 2,
        Ordering::Less => 0,
    }
}

/// The games in a set; `None` if a result is pending.
fn results_of(set: &[Option<GameResult>]) -> Option<Vec<&GameResult>> {
    set.iter().map(Option::as_ref).collect()
}

/// A run, with its players' indices in the list of all players.
type RunOfAll<'a> = (&'a Run, Vec<usize>);

impl Run {
    /// Like [`comparisons`](Self::comparisons), for several runs of one game. A set played in several runs counts
    /// once. Each run comes with its players' indices in the list of all players.
    ///
    /// # Panics
    /// If a run has more players than indices.
    pub fn joint_comparisons(runs: &[(&Self, Vec<usize>)]) -> Vec<Comparison> {
        let mut comparisons = Vec::new();
        for_each_set(runs, |(run, players), set| {
            let found = run.compare(set).into_iter();
            comparisons.extend(found.map(|Comparison { first, second, score, games }| {
                Comparison { first: players[first], second: players[second], score, games }
            }));
        });
        comparisons
    }

    /// Like [`payoffs_per_game`](Self::payoffs_per_game), for `count` players in several runs. A set played in
    /// several runs counts once.
    ///
    /// # Panics
    /// If a run has more players than indices, or if an index is `count` or more.
    pub fn joint_payoffs_per_game(runs: &[(&Self, Vec<usize>)], count: usize) -> Vec<Estimate> {
        let mut of_players = vec![Vec::new(); count];
        for_each_set(runs, |(_, players), set| {
            for (player, payoff) in GameResult::payoffs_per_game(set) {
                of_players[players[player]].push(payoff);
            }
        });
        of_players.into_iter().map(mean).collect()
    }
}

/// Calls `take` for each complete set in these runs, except repeated sets.
fn for_each_set<'a>(
    runs: &'a [RunOfAll<'a>],
    mut take: impl FnMut(&'a RunOfAll<'a>, &[&GameResult]),
) {
    let mut deduplicator = Deduplicator::default();
    let mut counting: BTreeSet<SetPlace> = BTreeSet::new();
    for (index, (run, players)) in runs.iter().enumerate() {
        for (number, (place, set)) in run.complete_sets().enumerate() {
            let mut key = GameResult::key_of(&set, |player| players[player]);
            if run.tournament.has_chance() {
                // Sets have different chance events unless they have the same seed and the same place in the schedule.
                key = key.of_chance(run.tournament.settings().seed, place);
            }
            counting.extend(deduplicator.add((index, number), key));
        }
    }
    for (index, run) in runs.iter().enumerate() {
        let sets = run.0.complete_sets().enumerate();
        for (_, (_, set)) in sets.filter(|(number, _)| counting.contains(&(index, *number))) {
            take(run, &set);
        }
    }
}
