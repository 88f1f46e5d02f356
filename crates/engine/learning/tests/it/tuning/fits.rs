//! Checks that fits recover known weights.

use std::num::NonZeroUsize;

use board_engine::{Game, Notation, Seat, Status, zobrist};
use connect_four::ConnectFour;
use learning::tuning::{FeatureSamples, Features, Fit, Fitted, Linear, Predicted, StoredPosition};

use super::planted::{COLUMNS, Planted};

const FIT: Fit =
    Fit { per_game: NonZeroUsize::MAX, searched: 0.0, ridge: 0.01, pattern_ridge: 1.0, rounds: 10 };

/// Positions from random play, each from a different game, with results drawn according to their planted scores.
pub(crate) fn draw(count: u64) -> String {
    let game = ConnectFour::default();
    let mut text = Vec::new();
    for number in 1..=count {
        let random = |part: u64| zobrist::mix(&[number, part]);
        let (mut position, mut moves) = (game.start(), Vec::new());
        for ply in 0..4 + random(99) % 24 {
            if game.legal_moves(&position, &mut moves) != Status::Ongoing {
                break;
            }
            let index = random(ply) % moves.len() as u64;
            let index = usize::try_from(index).expect("there are seven columns");
            let mut after = position;
            game.play(&mut after, moves[index]);
            if game.legal_moves(&after, &mut Vec::new()) != Status::Ongoing {
                break;
            }
            position = after;
        }
        let score = f64::from(Planted.reference(&game, &position));
        let chance = 1.0 / (1.0 + 3_f64.powf(-score / 100.0));
        let draw = u32::try_from(random(100) >> 32).expect("32 bits are left");
        let wins = f64::from(draw) < chance * 2_f64.powi(32);
        let position = game.format_position(&position);
        let payoff = if wins { 1 } else { -1 };
        let kept = StoredPosition { game: number, payoff: Some(payoff), found: None, position };
        text.push(kept.to_string());
    }
    text.join("\n")
}

fn run_fit<L: Linear<ConnectFour>>(
    linear: &mut L,
    text: &str,
    fit: &Fit,
) -> (FeatureSamples, Fitted) {
    let texts = std::iter::once(text.as_bytes());
    let game = ConnectFour::default();
    let mut samples =
        FeatureSamples::read(&game, linear, texts, fit.per_game).expect("there are enough games");
    let fitted = fit.run(&mut samples);
    (samples, fitted)
}

/// The planted features, filtered by a function.
pub(crate) struct Part {
    remove: fn(&mut Features),
    known: Vec<f64>,
}

/// The terms without patterns.
fn terms() -> Part {
    let remove = |features: &mut Features| {
        features.own.clear();
        features.other.clear();
    };
    Part { remove, known: Vec::new() }
}

/// The same weights as patterns alone, distinguished by the disc's place.
pub(crate) fn places() -> Part {
    Part { remove: |features| features.terms.clear(), known: Vec::new() }
}

impl Linear<ConnectFour> for Part {
    fn count(
        &mut self,
        game: &ConnectFour,
        position: &<ConnectFour as Game>::Position,
        features: &mut Features,
    ) {
        Planted.count(game, position, features);
        (self.remove)(features);
    }

    fn reference(&self, game: &ConnectFour, position: &<ConnectFour as Game>::Position) -> i32 {
        Planted.reference(game, position)
    }

    fn initial_pattern_weights(&self) -> Vec<f64> {
        self.known.clone()
    }
}

#[test]
fn planted_weights_are_recovered() {
    let (samples, fitted) = run_fit(&mut terms(), &draw(30_000), &FIT);
    assert_eq!(samples.count(), 30_000);
    for (column, [end, start]) in COLUMNS.into_iter().enumerate() {
        let found = [0, 1].map(|knot| fitted.term(column, knot));
        // Few positions are near the end.
        assert!((found[1] - start).abs() < 12.0, "{column}: {found:?}, planted {start}");
        assert!((found[0] - end).abs() < 30.0, "{column}: {found:?}, planted {end}");
    }
    let nothing = [fitted.term(7, 0), fitted.term(0, 2), fitted.pattern(0, 0)];
    assert!(nothing.iter().all(|weight| weight.abs() < f64::EPSILON), "{nothing:?}");
}

#[test]
fn fitted_patterns_approximate_planted_weights() {
    let fit = Fit { rounds: 60, ..FIT };
    let (_, fitted) = run_fit(&mut places(), &draw(30_000), &fit);
    // The cells in the lowest row, which are filled most often.
    let lowest = |column: usize| {
        let places = [column, column + 35];
        places.map(|place| fitted.pattern(place, 1)).into_iter().fold(0.0, f64::max)
    };
    let (center, edge) = (lowest(3), lowest(6));
    assert!(center > 30.0 && edge < 20.0, "{center}, {edge}");
    assert!(fitted.losses.last() < fitted.losses.first(), "{:?}", fitted.losses);
}

#[test]
fn patterns_are_pulled_toward_known_weights() {
    let weights = |pattern_ridge| {
        let mut known = Part { known: vec![7.0; 2 * 43], ..places() };
        let (_, fitted) = run_fit(&mut known, &draw(500), &Fit { pattern_ridge, ..FIT });
        [0, 42].map(|pattern| fitted.pattern(pattern, 1))
    };
    let is_known = |weight: f64| (weight - 7.0).abs() < 0.01;
    let [[learned, unseen], [pulled, _]] = [weights(1.0), weights(1e9)];
    assert!(!is_known(learned), "{learned}");
    assert!(is_known(unseen) && is_known(pulled), "{unseen}, {pulled}");
}

#[test]
fn a_fit_is_reproducible() {
    let text = draw(500);
    let weights = || {
        let (_, fitted) = run_fit(&mut Planted, &text, &FIT);
        let terms = (0..7).map(|term| fitted.term(term, 1).to_bits());
        let patterns = (0..42).map(|pattern| fitted.pattern(pattern, 0).to_bits());
        terms.chain(patterns).collect::<Vec<u64>>()
    };
    assert_eq!(weights(), weights());
}

/// The first seat's lead in discs in the middle column, in thousandths, predicts its payoff.
struct Payoffs;

impl Linear<ConnectFour> for Payoffs {
    const KNOTS: usize = 3;
    const TARGET: Predicted = Predicted::Payoff;

    fn count(
        &mut self,
        game: &ConnectFour,
        position: &<ConnectFour as Game>::Position,
        features: &mut Features,
    ) {
        let board = game.board(position);
        let middle = board.pieces().filter(|(square, _)| square.index() % 7 == 3);
        let lead: f32 = middle.map(|(_, seat)| if seat == Seat::FIRST { 1.0 } else { -1.0 }).sum();
        features.terms.push((0, lead));
        features.stage = 1.0;
    }

    fn reference(&self, game: &ConnectFour, position: &<ConnectFour as Game>::Position) -> i32 {
        let mut features = Features::default();
        Self.count(game, position, &mut features);
        if features.terms[0].1 > 0.0 { 100 } else { -100 }
    }
}

#[test]
fn payoffs_are_fitted_by_least_squares_at_their_knot() {
    let (_, fitted) = run_fit(&mut Payoffs, &draw(3_000), &FIT);
    assert!(fitted.term(0, 1) > 10.0, "{}", fitted.term(0, 1));
    let elsewhere = [fitted.term(0, 0), fitted.term(0, 2)];
    assert!(elsewhere.iter().all(|weight| weight.abs() < 1e-9), "{elsewhere:?}");
}

#[test]
fn positions_without_a_result_do_not_displace_others() {
    let per_game = NonZeroUsize::new(48).expect("it is above 0");
    let read = |line: &str| StoredPosition::read(line).expect("it was written so");
    let count = |asked: usize| {
        let kept: Vec<StoredPosition> = draw(80).lines().map(read).collect();
        let mut lines = Vec::new();
        for (game, kept) in (1..).zip(kept.chunks(4)) {
            let of_game = kept.iter().map(|kept| StoredPosition { game, ..kept.clone() });
            let asked = std::iter::repeat_n(
                StoredPosition { game, payoff: None, ..kept[0].clone() },
                asked,
            );
            lines.extend(of_game.chain(asked).map(|kept| kept.to_string()));
        }
        let text = lines.join("\n");
        let texts = std::iter::once(text.as_bytes());
        let samples = FeatureSamples::read(&ConnectFour::default(), &mut Planted, texts, per_game);
        samples.expect("there are enough games").count()
    };
    assert_eq!([count(0), count(96)], [80, 80]);
}

#[test]
fn too_few_games_are_refused() {
    let game = ConnectFour::default();
    let texts = || std::iter::once(draw(3));
    let texts = texts().collect::<Vec<_>>();
    let texts = texts.iter().map(String::as_bytes);
    let refused = FeatureSamples::read(&game, &mut Planted, texts, FIT.per_game).unwrap_err();
    assert_eq!(refused.to_string(), "no games are left for the test set: play more than 10 games");
}
