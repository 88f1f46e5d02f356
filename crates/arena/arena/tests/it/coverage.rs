//! Measures the coverage of rating intervals in simulated tournaments with one to many pairs.

use std::env;
use std::fmt::Write as _;

use arena::statistics::{Comparison, ratings, score_of_elo};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A round robin.
#[derive(Clone, Copy, Debug)]
struct Field {
    players: usize,
    /// Elo difference between the strongest and the weakest player. The remaining values are evenly spaced.
    width: f64,
    /// Number of game pairs between any two players.
    pairs: usize,
    habits: Habits,
}

/// The distribution of a pair's results.
#[derive(Clone, Copy, Debug)]
struct Habits {
    /// The share of the weaker player's expected score that comes from draws.
    draws: f64,
    /// The largest shift that an opening causes in the expected score, as a share of the maximum.
    bias: f64,
}

const SHARP: Habits = Habits { draws: 0.0, bias: 0.0 };
const DRAWISH: Habits = Habits { draws: 0.5, bias: 0.3 };

impl Field {
    fn truth(&self, player: usize) -> f64 {
        let [player, last] =
            [player, self.players - 1].map(|n| f64::from(u32::try_from(n).unwrap()));
        self.width * (player / last - 0.5)
    }

    fn play(&self, chance: &mut ChaCha8Rng) -> Vec<Comparison> {
        let all =
            (0..self.players).flat_map(|second| (0..second).map(move |first| (first, second)));
        let pairs = all.flat_map(|two| std::iter::repeat_n(two, self.pairs));
        pairs.map(|(first, second)| self.pair(first, second, chance)).collect()
    }

    /// Draws a pair's result at random. Both games share an opening that favors one seat, so it favors each player
    /// once.
    fn pair(&self, first: usize, second: usize, chance: &mut ChaCha8Rng) -> Comparison {
        let expected = score_of_elo(self.truth(first) - self.truth(second));
        let smaller = expected.min(1.0 - expected);
        let Habits { draws, bias } = self.habits;
        let drawn = 2.0 * draws * smaller;
        let shift = chance.random_range(-1.0..=1.0) * bias * smaller * (1.0 - draws);
        let mut game = |won: f64| match chance.random::<f64>() {
            drawn_by if drawn_by < won => 1.0,
            drawn_by if drawn_by < won + drawn => 0.5,
            _ => 0.0,
        };
        let won = expected - drawn / 2.0;
        Comparison { first, second, score: game(won + shift) + game(won - shift), games: 2.0 }
    }
}

/// Simulates `tournaments` tournaments. Returns the share of intervals that contain the players' true ratings, and half
/// the mean interval width.
fn coverage(field: Field, tournaments: u32, chance: &mut ChaCha8Rng) -> (f64, f64) {
    let (mut covered, mut width, mut count) = (0.0, 0.0, 0.0);
    for _ in 0..tournaments {
        let found = ratings(field.players, &field.play(chance));
        for (player, estimate) in found.iter().enumerate() {
            let is_covered = (estimate.value - field.truth(player)).abs() <= estimate.error;
            covered += f64::from(u8::from(is_covered));
            width += estimate.error;
            count += 1.0;
        }
    }
    (covered / count, width / count)
}

/// Checks that the shares are within three standard deviations for this number of independent tournaments. Players in
/// the same tournament are not independent, so they don't count separately.
#[test]
fn intervals_cover_the_truth_from_the_first_pair() {
    let tournaments = if env::var_os("RIVAL_DEEP").is_some() { 10_000 } else { 1000 };
    let inexact = |share: f64| 3.0 * (share * (1.0 - share) / f64::from(tournaments)).sqrt();
    let mut chance = ChaCha8Rng::seed_from_u64(1);
    let mut wrong = Vec::new();
    for (habits, name) in [(SHARP, "no draws"), (DRAWISH, "draws and biased openings")] {
        println!("{name}\nplayers  width        1 pair       2 pairs       5 pairs      20 pairs");
        for (players, width) in
            [2, 3, 4, 8, 16].into_iter().flat_map(|n| [50.0, 600.0].map(|width| (n, width)))
        {
            let mut line = format!("{players:7}  {width:5}");
            for pairs in [1, 2, 5, 20] {
                let field = Field { players, width, pairs, habits };
                let (share, error) = coverage(field, tournaments, &mut chance);
                let _ = write!(line, "  {:5.1} % ±{error:3.0}", 100.0 * share);
                let too_much = pairs >= 20 && share > 0.975 + inexact(0.975);
                if share < 0.93 - inexact(0.93) || too_much {
                    wrong.push((field, share));
                }
            }
            println!("{line}");
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
