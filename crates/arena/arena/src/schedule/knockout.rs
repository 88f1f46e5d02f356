//! The knockout bracket.

use std::cmp::Ordering;

use super::{PlayedRound, Round};
use crate::statistics::Comparison;

/// Number of replays after a drawn encounter before the seeding decides.
const REPLAYS_MAX: usize = 3;

/// A knockout round, possibly unfinished.
#[derive(Clone, PartialEq, Debug)]
pub struct KnockoutRound {
    /// The round's number in the tournament, from 1.
    pub number: usize,
    /// The encounters.
    pub duels: Vec<Duel>,
}

/// A knockout encounter with its replays.
#[derive(Clone, PartialEq, Debug)]
pub struct Duel {
    /// The two players.
    pub players: [usize; 2],
    /// Both players' scores in the encounter itself, then in each replay.
    pub scores: Vec<[f64; 2]>,
    /// The winner and the reason; `None` while the encounter is undecided.
    pub decided: Option<(usize, Decision)>,
}

/// The criterion that decided a knockout encounter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The score of the encounter.
    Score,
    /// The score of a replay.
    Replay,
    /// The seeding, after the last replay was drawn.
    Seeding,
}

/// A knockout's state.
pub(super) struct Bracket {
    /// The next round or replay; `None` if the knockout is decided or a round is in progress.
    pub(super) next: Option<Round>,
    /// Number of stages that each player won; a player in the knockout gets one for qualifying.
    pub(super) stages: Vec<u32>,
    pub(super) rounds: Vec<KnockoutRound>,
}

impl Bracket {
    /// Plays the knockout among `seeds`, strongest first, using the results in `past`. `players` is the total number of
    /// players. `first` is the number of the knockout's first round.
    pub(super) fn play(
        seeds: &[usize],
        players: usize,
        past: &[PlayedRound],
        first: usize,
    ) -> Self {
        let mut past = past.iter();
        let mut bracket = Self { next: None, stages: vec![0; players], rounds: Vec::new() };
        for &seed in seeds {
            bracket.stages[seed] = 1;
        }
        let mut alive = places(seeds);
        while alive.len() > 1 {
            let number = first + bracket.rounds.len();
            let duels = alive.chunks(2).filter_map(|two| Some(Duel::of([two[0]?, two[1]?])));
            let mut round = KnockoutRound { number, duels: duels.collect() };
            let is_decided = round.play(seeds, &mut past, &mut bracket.next);
            let winner = |two: &[Option<usize>]| match [two[0], two[1]] {
                [Some(one), Some(other)] => round.winner([one, other]),
                [one, other] => one.or(other),
            };
            alive = alive.chunks(2).map(winner).collect();
            if round.duels.iter().any(|duel| !duel.scores.is_empty()) {
                bracket.rounds.push(round);
            }
            if !is_decided {
                break;
            }
            alive.iter().flatten().for_each(|&player| bracket.stages[player] += 1);
        }
        bracket
    }
}

impl KnockoutRound {
    /// Plays the encounters and their replays. Returns `true` if all are decided. If not, sets `next` to the round or
    /// replay to play, unless a round is already in progress.
    fn play<'a>(
        &mut self,
        seeds: &[usize],
        past: &mut impl Iterator<Item = &'a PlayedRound>,
        next: &mut Option<Round>,
    ) -> bool {
        for replay in 0..=REPLAYS_MAX {
            let open = self.duels.iter().filter(|duel| duel.decided.is_none());
            let encounters: Vec<Vec<usize>> = open.map(|duel| duel.players.to_vec()).collect();
            if encounters.is_empty() {
                break;
            }
            let Some(played) = past.next() else {
                let number = self.number;
                *next = Some(Round { number, replay, encounters, byes: Vec::new() });
                return false;
            };
            for result in &played.results {
                self.duels.iter_mut().for_each(|duel| duel.note(result));
            }
            if !played.is_complete() {
                return false;
            }
            self.duels.iter_mut().for_each(|duel| duel.decide(replay, seeds));
        }
        true
    }

    fn winner(&self, two: [usize; 2]) -> Option<usize> {
        let duel = self.duels.iter().find(|duel| duel.players == two)?;
        duel.decided.map(|(winner, _)| winner)
    }
}

impl Duel {
    const fn of(players: [usize; 2]) -> Self {
        Self { players, scores: Vec::new(), decided: None }
    }

    /// Adds the result if it is from an encounter between these two players.
    fn note(&mut self, &Comparison { first, second, score, games }: &Comparison) {
        match self.players {
            two if two == [first, second] => self.scores.push([score, games - score]),
            two if two == [second, first] => self.scores.push([games - score, score]),
            _ => {}
        }
    }

    /// Decides the encounter after this replay, if the score or the number of replays allows it.
    fn decide(&mut self, replay: usize, seeds: &[usize]) {
        let (None, Some([one, other])) = (self.decided, self.scores.last()) else { return };
        let by_score = if replay == 0 { Decision::Score } else { Decision::Replay };
        let [first, second] = self.players;
        self.decided = match one.total_cmp(other) {
            Ordering::Greater => Some((first, by_score)),
            Ordering::Less => Some((second, by_score)),
            Ordering::Equal if replay < REPLAYS_MAX => None,
            Ordering::Equal => {
                let mut seeds = seeds.iter().copied();
                let upper = seeds.find(|seed| self.players.contains(seed));
                upper.map(|upper| (upper, Decision::Seeding))
            }
        };
    }
}

/// The places after the first stage. The strongest player meets the weakest, and the two strongest can meet only in the
/// last stage. If there are too few players, the strongest get byes.
fn places(seeds: &[usize]) -> Vec<Option<usize>> {
    let mut ranks = vec![0];
    while ranks.len() < seeds.len() {
        let size = 2 * ranks.len();
        ranks = ranks.into_iter().flat_map(|rank| [rank, size - 1 - rank]).collect();
    }
    ranks.into_iter().map(|rank| seeds.get(rank).copied()).collect()
}
