//! Compares statistics with published values and with simulated matches between players with known strengths.

use arena::statistics::{
    Comparison, CrossTable, EloModel, Estimate, Pentanomial, Ranking, Sprt, Verdict,
    anchored_ratings, mean, ratings, score_of_elo,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Checks that both values are nearly equal. The error for few pairs is wider than a normal distribution's.
#[track_caller]
fn check(found: Estimate, value: f64, error: f64) {
    let is_close = |found: f64, printed: f64| (found / printed - 1.0).abs() < 0.005;
    assert!(
        is_close(found.value, value) && is_close(found.error, error),
        "{found}: {value} ± {error}"
    );
}

/// The pentanomials and results are from published fastchess 1.x logs.
#[test]
fn elo_of_many_pairs_agrees_with_another_match_manager() {
    let pairs = Pentanomial::new([46, 496, 1073, 640, 79]);
    check(pairs.elo(), 15.64, 5.88);
    check(pairs.normalized_elo(), 26.56, 9.97);
    let pairs = Pentanomial::new([352, 579, 1264, 743, 464]);
    check(pairs.elo(), 19.83, 6.77);
    check(pairs.normalized_elo(), 24.25, 8.26);
}

/// For the first two, fastchess prints 72.85 ± 22.33 and 190.85 ± 65.54. The numbers here were computed separately with
/// numpy.
#[test]
fn fewer_pairs_have_wider_errors_and_smaller_leads() {
    let shown = |counts| Pentanomial::new(counts).elo().to_string();
    assert_eq!(shown([1, 10, 78, 48, 13]), "72.73 ± 22.74");
    assert_eq!(shown([0, 0, 1, 8, 1]), "184.88 ± 101.62");
    assert_eq!(shown([0, 0, 0, 0, 1]), "351.61 ± 874.88");
    assert_eq!(shown([0, 0, 0, 0, 2]), "446.99 ± 752.78");
    assert_eq!(shown([0, 0, 0, 0, 20]), "794.84 ± 532.56");
    assert_eq!(shown([0, 0, 2, 0, 0]), "0.00 ± 313.81");
    assert_eq!(format!("{:+.0}", Pentanomial::new([0, 0, 2, 0, 0]).elo()), "+0 ± 314");
}

/// The likelihood of superiority in percent.
fn superiority(counts: [u64; 5]) -> f64 {
    100.0 * Pentanomial::new(counts).likelihood_of_superiority()
}

#[test]
fn superiority_is_never_certain_and_approaches_the_normal_distribution() {
    assert!((superiority([0; 5]) - 50.0).abs() < 1e-9);
    assert!((superiority([0, 8, 0, 8, 0]) - 50.0).abs() < 1e-9);
    for (counts, expected) in [
        ([0, 0, 0, 0, 1], 83.65),
        ([0, 0, 0, 0, 2], 91.08),
        ([0, 0, 0, 0, 20], 99.37),
        ([2, 0, 0, 0, 0], 8.92),
    ] {
        let found = superiority(counts);
        assert!((found - expected).abs() < 0.01, "{counts:?}: {found}");
    }
    // Φ(1.79): the mean is 0.02 above ½, and its standard deviation is 0.011.
    let found = superiority([0, 230, 0, 270, 0]);
    assert!((found - 96.3).abs() < 0.2, "{found}");
}

#[test]
fn without_games_nothing_is_known() {
    let nothing = Pentanomial::default();
    for estimate in [nothing.elo(), nothing.normalized_elo()] {
        assert!(!estimate.is_known());
        assert_eq!(estimate.to_string(), "–");
    }
    // All drawn, all won, all lost: the errors are finite, because a few games are never conclusive.
    for counts in [[0, 0, 9, 0, 0], [0, 0, 0, 0, 9], [9, 0, 0, 0, 0]] {
        for estimate in [Pentanomial::new(counts).elo(), Pentanomial::new(counts).normalized_elo()]
        {
            assert!(estimate.is_known() && estimate.error > 50.0, "{counts:?}: {estimate}");
        }
    }
}

/// Counts and ratios from the tests and logs of other tournament managers: racetrack (normalized, pentanomial) and
/// fastchess.
#[test]
fn likelihood_ratios_agree_with_other_tournament_managers() {
    let check = |counts, elo0, elo1, expected: f64| {
        let model = EloModel::Normalized;
        let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model, trinomial: false };
        let found = sprt.log_likelihood_ratio(&Pentanomial::new(counts));
        assert!((found - expected).abs() <= 0.011, "{counts:?}: {found} {expected}");
    };
    check([440, 2910, 5170, 2888, 455], 0.0, 5.0, -2.27);
    check([142, 620, 1122, 699, 188], 0.0, 5.0, 2.99);
    check([349, 1561, 3340, 1604, 359], -5.0, 0.0, 2.90);
    check([98, 382, 674, 369, 71], -5.0, 0.0, -1.11);
    check([352, 579, 1264, 743, 464], 9.0, 16.0, 4.60);
}

#[test]
fn a_small_logistic_ratio_agrees_with_the_normal_distribution() {
    let sprt = Sprt {
        elo0: 0.0,
        elo1: 5.0,
        alpha: 0.05,
        beta: 0.05,
        model: EloModel::Logistic,
        trinomial: false,
    };
    let pairs = Pentanomial::new([460, 4960, 10730, 6400, 790]);
    let (low, high) = (score_of_elo(0.0), score_of_elo(5.0));
    let count = 23_340.0;
    let expected =
        count * (high - low) * (2.0 * pairs.score() - low - high) / (2.0 * pairs.variance());
    let found = sprt.log_likelihood_ratio(&pairs);
    assert!((found / expected - 1.0).abs() < 0.02, "{found} {expected}");
}

#[test]
fn bounds_are_walds() {
    let sprt = Sprt {
        elo0: 0.0,
        elo1: 5.0,
        alpha: 0.05,
        beta: 0.1,
        model: EloModel::Logistic,
        trinomial: false,
    };
    let (low, high) = sprt.bounds();
    assert!((low - (0.1_f64 / 0.95).ln()).abs() < 1e-12);
    assert!((high - (0.9_f64 / 0.05).ln()).abs() < 1e-12);
}

#[test]
fn hypotheses_that_cannot_be_tested_are_refused() {
    let refusal = |elo0, elo1, alpha| {
        let sprt =
            Sprt { elo0, elo1, alpha, beta: 0.05, model: EloModel::Logistic, trinomial: false };
        sprt.check().map_or_else(|error| error.to_string(), |_| "ok".into())
    };
    assert_eq!(refusal(0.0, 5.0, 0.05), "ok");
    let upside_down =
        "invalid elo0 5 and elo1 0: expected elo0 below elo1, both from -3000 to 3000";
    assert_eq!(refusal(5.0, 0.0, 0.05), upside_down);
    assert!(refusal(0.0, f64::NAN, 0.05).contains("invalid"));
    assert!(refusal(0.0, 5.0, 0.5).contains("error rates"));
    assert!(refusal(0.0, 5.0, 0.0).contains("error rates"));
}

/// The true distribution of game results between two players, from the first player's point of view.
#[derive(Clone, Copy)]
struct Truth {
    elo: f64,
    draws: f64,
    /// The largest shift that the opening causes in the first mover's score.
    bias: f64,
}

impl Truth {
    /// The half points from one pair. Both games start from the same opening with a random bias.
    fn pair(self, chance: &mut ChaCha8Rng) -> usize {
        self.games(chance).iter().sum()
    }

    /// The half points from both games of a pair.
    fn games(self, chance: &mut ChaCha8Rng) -> [usize; 2] {
        let bias = chance.random_range(-self.bias..=self.bias);
        [self.game(bias, chance), self.game(-bias, chance)]
    }

    fn game(self, bias: f64, chance: &mut ChaCha8Rng) -> usize {
        let win = score_of_elo(self.elo) + bias - self.draws / 2.0;
        match chance.random::<f64>() {
            drawn if drawn < win => 2,
            drawn if drawn < win + self.draws => 1,
            _ => 0,
        }
    }

    fn pairs(self, count: usize, chance: &mut ChaCha8Rng) -> Pentanomial {
        let mut pairs = Pentanomial::default();
        (0..count).for_each(|_| pairs.add(self.pair(chance)));
        pairs
    }
}

#[test]
fn error_bars_cover_the_truth_in_a_thousand_matches() {
    let mut chance = ChaCha8Rng::seed_from_u64(1);
    for (elo, draws, bias) in
        [(0.0, 0.3, 0.0), (30.0, 0.6, 0.1), (-120.0, 0.2, 0.2), (8.0, 0.4, 0.3)]
    {
        let truth = Truth { elo, draws, bias };
        let covers = |_: &usize| {
            let Estimate { value, error } = truth.pairs(200, &mut chance).elo();
            (value - elo).abs() <= error
        };
        let covered = (0..1000_usize).filter(covers).count();
        assert!((930..=975).contains(&covered), "{elo}, {draws}, {bias}: {covered}");
    }
}

/// The share of 1,000 matches with this distribution that accept H1.
fn accepted_h1(sprt: Sprt, truth: Truth, seed: u64) -> f64 {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let accepts = |_: &u32| {
        let mut pairs = Pentanomial::default();
        loop {
            pairs.add_games(truth.games(&mut chance));
            match sprt.verdict(&pairs) {
                Verdict::Open => {}
                verdict => return verdict == Verdict::H1,
            }
        }
    };
    let accepted = (0..1000_u32).filter(accepts).count();
    f64::from(u32::try_from(accepted).unwrap()) / 1000.0
}

/// Wald's bounds hold except for the overshoot of the last pair. Two standard deviations over 1,000 matches are 1.4 %.
#[test]
fn sequential_tests_respect_their_error_rates() {
    for (model, trinomial) in [
        (EloModel::Logistic, false),
        (EloModel::Normalized, false),
        (EloModel::Logistic, true),
        (EloModel::Bayesian, true),
    ] {
        let sprt = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05, model, trinomial };
        // Without draws and bias, normalized and logistic Elo agree for small values.
        let at = |elo| Truth { elo, draws: 0.0, bias: 0.0 };
        let false_alarms = accepted_h1(sprt, at(0.0), 2);
        let misses = 1.0 - accepted_h1(sprt, at(40.0), 3);
        assert!(false_alarms <= 0.064 && misses <= 0.064, "{sprt:?}: {false_alarms} {misses}");
    }
}

#[test]
fn the_ratings_of_two_players_differ_by_their_elo() {
    let pairs = Pentanomial::new([46, 496, 1073, 640, 79]);
    let unit = |half_points: usize| Comparison {
        first: 0,
        second: 1,
        score: [0.0, 0.5, 1.0, 1.5, 2.0][half_points],
        games: 2.0,
    };
    let comparisons: Vec<Comparison> =
        (0..5).flat_map(|half| (0..pairs.counts()[half]).map(move |_| half)).map(unit).collect();
    let found = ratings(2, &comparisons);
    assert!((found[0].value - found[1].value - 15.64).abs() < 0.02, "{found:?}");
    assert!((found[0].error * 2.0 - 5.88).abs() < 0.02, "{found:?}");
}

#[test]
fn ratings_find_the_truth_and_cover_it() {
    let truths = [-150.0, -40.0, 0.0, 60.0, 130.0];
    let mut chance = ChaCha8Rng::seed_from_u64(4);
    let mut covered = 0;
    for _ in 0..200 {
        let mut comparisons = Vec::new();
        for (second, &weaker) in truths.iter().enumerate() {
            for (first, &stronger) in truths.iter().enumerate().skip(second + 1) {
                let truth = Truth { elo: stronger - weaker, draws: 0.3, bias: 0.05 };
                comparisons.extend((0..40).map(|_| {
                    let half_points = u32::try_from(truth.pair(&mut chance)).unwrap();
                    Comparison { first, second, score: f64::from(half_points) / 2.0, games: 2.0 }
                }));
            }
        }
        let found = ratings(truths.len(), &comparisons);
        let covers = |(found, truth): (&Estimate, &f64)| (found.value - truth).abs() <= found.error;
        covered += found.iter().zip(&truths).filter(|pair| covers(*pair)).count();
    }
    assert!((930..=975).contains(&covered), "{covered} of 1000");
}

#[test]
fn a_player_who_wins_all_games_has_a_wide_error() {
    let won = Comparison { first: 1, second: 0, score: 10.0, games: 10.0 };
    let found = ratings(3, &[won]);
    assert!(found[1].value > 200.0 && found[1].value.is_finite(), "{found:?}");
    assert!(found[1].error > 300.0 && found[1].error.is_finite(), "{found:?}");
    assert_eq!(found[2], Estimate::UNKNOWN, "the third has not played: {found:?}");
    assert!(ratings(0, &[]).is_empty());
}

/// The results of players a, b, c and d: a beats b, b beats c, c beats a, and d loses to all.
fn four() -> CrossTable {
    let mut table = CrossTable::new(4);
    for (player, opponent, score) in
        [(0, 1, 1.0), (1, 2, 1.0), (0, 2, 0.0), (0, 3, 1.0), (1, 3, 1.0), (2, 3, 1.0)]
    {
        table.add(player, opponent, score, 1.0);
    }
    table
}

#[test]
fn tie_breaks_agree_with_published_tables() {
    let table = four();
    let points: Vec<f64> = (0..4).map(|player| table.points(player)).collect();
    assert_eq!(points, [2.0, 2.0, 2.0, 0.0]);
    assert!((table.sonneborn_berger(0) - 2.0).abs() < 1e-12);
    assert!((table.buchholz(0) - 4.0).abs() < 1e-12);
    assert!((table.buchholz(3) - 6.0).abs() < 1e-12);
    assert_eq!(table.rank(Ranking::HeadToHead), [0, 1, 2, 3]);
}

#[test]
fn the_direct_encounter_decides_before_sonneborn_berger() {
    let mut table = CrossTable::new(4);
    // Players 1 and 2 have two points each; 2 has beaten the best player but lost to 1.
    for (player, opponent, score) in
        [(0, 1, 1.0), (0, 2, 0.0), (0, 3, 1.0), (1, 2, 1.0), (1, 3, 1.0), (2, 3, 1.0)]
    {
        table.add(player, opponent, score, 1.0);
    }
    table.add_bye(0, 1.0);
    assert!(table.sonneborn_berger(2) > table.sonneborn_berger(1));
    assert_eq!(table.rank(Ranking::HeadToHead), [0, 1, 2, 3]);
    assert_eq!(table.rank(Ranking::Buchholz), [0, 2, 1, 3]);
}

/// Computed separately: 2.5 ± t(4, 97.5 %)·√((1 + 5)/4/4), and 1 ± t(1, 97.5 %).
#[test]
fn the_error_of_a_mean_is_wide_for_few_numbers() {
    check(mean([1.0, 2.0, 3.0, 4.0]), 2.5, 1.7002);
    check(mean([1.0]), 1.0, 12.706);
    assert!(mean([2.0; 3]).error > 1.0, "equal numbers are not certain");
    assert!(!mean([]).is_known());
    let dice = (0..60_000).map(|index| f64::from(index % 6 + 1));
    // The standard deviation of a die is √(35/12); half of the normal 95 % interval is 1.96 standard deviations.
    check(mean(dice), 3.5, 1.95996 * (35.0_f64 / 12.0).sqrt() / 60_000_f64.sqrt());
}

#[test]
fn a_trinomial_ratio_on_the_bayeselo_scale_is_the_classical_ratio() {
    // 1,000 games with 300 wins, 460 draws and 240 losses.
    let mut pairs = Pentanomial::default();
    (0..240).for_each(|_| pairs.add_games([2, 0]));
    (0..30).for_each(|_| pairs.add_games([2, 2]));
    (0..230).for_each(|_| pairs.add_games([1, 1]));
    assert_eq!(pairs.games(), [240, 460, 300]);
    let [lost, drawn, won] = pairs.games().map(|count| f64::from(u32::try_from(count).unwrap()));
    let (loss, win) = (lost / 1000.0, won / 1000.0);
    let draw_elo = 200.0 * ((1.0 - loss) / loss * (1.0 - win) / win).log10();
    let probabilities = |elo: f64| {
        let expected = |elo: f64| 1.0 / (1.0 + 10_f64.powf((draw_elo - elo) / 400.0));
        let (win, loss) = (expected(elo), expected(-elo));
        [loss, 1.0 - win - loss, win]
    };
    let [under0, under1] = [0.0, 20.0].map(probabilities);
    let counts = [lost, drawn, won];
    let classical: f64 = (0..3).map(|at| counts[at] * (under1[at] / under0[at]).ln()).sum();
    let (model, trinomial) = (EloModel::Bayesian, true);
    let sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05, model, trinomial };
    let found = sprt.log_likelihood_ratio(&pairs);
    assert!((found - classical).abs() < 0.02 * classical.abs(), "{found} {classical}");
}

#[test]
fn ratings_are_relative_to_their_anchors() {
    let result = |first, second, score| Comparison { first, second, score, games: 2.0 };
    let comparisons: Vec<Comparison> = (0..100)
        .flat_map(|round| {
            [result(0, 1, f64::from(round % 2) + 0.5), result(1, 2, f64::from(round % 3))]
        })
        .collect();
    let free = ratings(3, &comparisons);
    let one = anchored_ratings(3, &comparisons, &[(0, 1200.0)]);
    assert_eq!((one[0].value, one[0].error), (1200.0, 0.0));
    let difference = |found: &[Estimate]| found[2].value - found[0].value;
    assert!((difference(&free) - difference(&one)).abs() < 3.0, "{free:?} {one:?}");
    // A player that is further from the anchor has a larger error.
    assert!(one[2].error > one[1].error, "{one:?}");
    let two = anchored_ratings(3, &comparisons, &[(0, 1200.0), (2, 1300.0)]);
    assert_eq!((two[2].value, two[2].error), (1300.0, 0.0));
    assert!((1200.0..1300.0).contains(&two[1].value), "{two:?}");
    assert!(two[1].error < one[1].error, "{one:?} {two:?}");
}
