//! A run: what is still to be played, and what was found.
//!
//! It is a plain state machine without threads, clocks or files: it hands out games and takes results, in whichever
//! order they come, and what it tells depends on the results alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use thiserror::Error;

use crate::journal::Entry;
use crate::schedule::{PlayedRound, Round};
use crate::statistics::{Comparison, Pentanomial, Verdict};
use crate::tally::{GameResult, Tally};
use crate::tournament::{Job, Tournament};

/// A tournament that is being played.
#[derive(Debug)]
pub struct Run {
    tournament: Arc<Tournament>,
    rounds: Vec<RunningRound>,
    /// Rounds that were played to their end, as the schedule sees them.
    past: Vec<PlayedRound>,
    is_over: bool,
    /// Sets in all rounds before the newest one.
    sets_before: usize,
    /// Games of rounds that are not yet reached, and those that were never planned.
    early: BTreeMap<(usize, usize), GameResult>,
    test: Test,
}

/// A round with its results.
#[derive(Debug)]
struct RunningRound {
    round: Round,
    results: Vec<Option<GameResult>>,
    /// Games from here on were not handed out.
    next: usize,
    /// Games that were handed out and given back.
    returned: Vec<usize>,
    /// How many games have no result.
    left: usize,
}

/// A sequential test: it looks at pairs in the order in which they were planned, so that it ends at the same pair
/// however many games are played at a time.
#[derive(Clone, Copy, Debug)]
struct Test {
    /// The pairs that were looked at, from the first one on without a gap.
    pairs: Pentanomial,
    verdict: Verdict,
}

/// A game of the journal that was not planned.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("game {id} of the journal is not one of this tournament, or stands in it twice")]
pub struct UnknownGame {
    /// The game's name.
    pub id: String,
}

impl Run {
    /// A run in which these games have been played.
    ///
    /// # Errors
    /// [`UnknownGame`] if one of them was not planned, or was played twice.
    pub fn new(tournament: Arc<Tournament>, played: &[Entry]) -> Result<Self, UnknownGame> {
        let players = tournament.settings().players.len();
        let mut early = BTreeMap::new();
        for entry in played {
            let unknown = || UnknownGame { id: entry.id.clone() };
            let is_own = entry.id == tournament.id(entry.round, entry.number);
            let result = GameResult::of(entry, players).filter(|_| is_own).ok_or_else(unknown)?;
            if early.insert((entry.round, entry.number), result).is_some() {
                return Err(unknown());
            }
        }
        let test = Test { pairs: Pentanomial::default(), verdict: Verdict::Open };
        let (rounds, past) = (Vec::new(), Vec::new());
        let mut run =
            Self { tournament, rounds, past, is_over: false, sets_before: 0, early, test };
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

    /// A game to be played now; `None` if there is none until results come, or none at all.
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

    /// Takes back a game that was handed out and not played to an end.
    pub fn give_back(&mut self, job: &Job) {
        if let Some(running) = self.rounds.get_mut(job.round) {
            running.returned.push(job.number);
        }
    }

    /// The game with this number, if it is of a round that is known and has no result yet.
    pub fn awaited(&self, round: usize, number: usize) -> Option<Job> {
        let running = self.rounds.get(round)?;
        let is_awaited = running.results.get(number).is_some_and(Option::is_none);
        // Only the newest round has games without results.
        is_awaited.then(|| self.tournament.job(round, &running.round, number, self.sets_before))
    }

    /// How many rounds are known: those that were played, and the one that is being played.
    pub(crate) const fn known_rounds(&self) -> usize {
        self.rounds.len()
    }

    /// Takes the result of a game, handed out or not.
    pub fn finish(&mut self, entry: &Entry) {
        let players = self.tournament.settings().players.len();
        if let Some(result) = GameResult::of(entry, players) {
            self.take(entry.round, entry.number, result);
            self.advance();
        }
    }

    /// Whether nothing is to be played any more.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// How many games have results.
    pub fn finished_games(&self) -> usize {
        self.rounds.iter().map(|running| running.results.len() - running.left).sum()
    }

    /// How many games there are in the rounds that are known so far, those played included. A test may end before.
    pub fn known_games(&self) -> usize {
        self.rounds.iter().map(|running| running.results.len()).sum()
    }

    /// All rounds that were played, with what there is of the one that is being played.
    pub fn rounds(&self) -> Vec<PlayedRound> {
        let unfinished = self.rounds.get(self.past.len());
        self.past.iter().cloned().chain(unfinished.map(|running| self.played(running))).collect()
    }

    /// What each set says of each two of its players, as far as all its games are played.
    pub fn comparisons(&self) -> Vec<Comparison> {
        let size = self.tournament.games_per_set();
        let sets = self.rounds.iter().flat_map(|running| self.counted(running).chunks_exact(size));
        let whole =
            sets.filter_map(|set| set.iter().map(Option::as_ref).collect::<Option<Vec<_>>>());
        whole.flat_map(|set| GameResult::compare(set.into_iter())).collect()
    }

    /// What is counted of each player besides points.
    pub fn tallies(&self) -> Vec<Tally> {
        let mut tallies = vec![Tally::default(); self.tournament.settings().players.len()];
        for running in &self.rounds {
            self.counted(running).iter().flatten().for_each(|result| result.count(&mut tallies));
        }
        tallies
    }

    /// The pairs of a duel as far as both games are played, seen from the first player; `None` if it is no duel.
    pub fn pentanomial(&self) -> Option<Pentanomial> {
        if !self.is_duel() {
            return None;
        }
        let mut pairs = Pentanomial::default();
        let running = self.rounds.first()?;
        self.counted(running)
            .chunks_exact(2)
            .filter_map(half_points)
            .for_each(|half| pairs.add(half));
        Some(pairs)
    }

    /// What the sequential test says, and the pairs that it has looked at; `None` if there is no test.
    pub fn test(&self) -> Option<(Verdict, Pentanomial)> {
        self.tournament.settings().sprt.map(|_| (self.test.verdict, self.test.pairs))
    }

    fn is_duel(&self) -> bool {
        self.tournament.settings().players.len() == 2 && self.tournament.games_per_set() == 2
    }

    /// The results that count: those behind the pair at which a test ended don't.
    fn counted<'a>(&self, running: &'a RunningRound) -> &'a [Option<GameResult>] {
        if self.test.verdict == Verdict::Open {
            return &running.results;
        }
        let end = usize::try_from(self.test.pairs.pairs()).unwrap_or(usize::MAX).saturating_mul(2);
        running.results.get(..end).unwrap_or(&running.results)
    }

    fn played(&self, running: &RunningRound) -> PlayedRound {
        let games = u32::try_from(self.tournament.games_per_encounter()).unwrap_or(u32::MAX);
        let results = GameResult::compare(self.counted(running).iter().flatten());
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

    /// Notes a result, if it is of a game that has none.
    fn take(&mut self, round: usize, number: usize, result: GameResult) {
        let Some(running) = self.rounds.get_mut(round) else { return };
        if let Some(place @ None) = running.results.get_mut(number) {
            *place = Some(result);
            running.left -= 1;
        }
    }

    /// Looks whether the test, the round or the whole tournament has come to its end.
    fn advance(&mut self) {
        self.look_at_pairs();
        while !self.is_over && self.rounds.last().is_some_and(|running| running.left == 0) {
            if let Some(running) = self.rounds.last() {
                self.sets_before += running.results.len() / self.tournament.games_per_set();
                let played = self.played(running);
                self.past.push(played);
            }
            self.begin_round();
        }
    }

    fn look_at_pairs(&mut self) {
        let (Some(sprt), Some(running)) = (self.tournament.settings().sprt, self.rounds.first())
        else {
            return;
        };
        let looked_at = usize::try_from(self.test.pairs.pairs()).unwrap_or(usize::MAX);
        for pair in running.results.chunks_exact(2).skip(looked_at) {
            let Some(half) = half_points(pair).filter(|_| self.test.verdict == Verdict::Open)
            else {
                break;
            };
            self.test.pairs.add(half);
            self.test.verdict = sprt.verdict(&self.test.pairs);
        }
        self.is_over |= self.test.verdict != Verdict::Open;
    }
}

/// The halves of a point that player 0 made in a pair of games; `None` if a game is missing.
fn half_points(pair: &[Option<GameResult>]) -> Option<usize> {
    pair.iter().map(|game| game.as_ref().map(|result| result.half_points_of(0))).sum()
}
