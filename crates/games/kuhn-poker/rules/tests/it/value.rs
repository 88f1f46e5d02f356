//! Confirms the value −1/18 by enumeration: Kuhn's strategies play against each of the other side's strategies.

use board_engine::{Game, Notation, Seat, Status, Turn};
use kuhn_poker::{Card, KuhnPoker, Position};

/// For each card, the probabilities that the player adds a chip, without a bet to face and with one.
type Strategy = [[f64; 2]; 3];

/// Returns `true` if the player faces a bet, so a pass is a fold.
fn faces_bet(position: Position) -> bool {
    let mut moves = Vec::new();
    KuhnPoker::ONE_HAND.legal_moves(&position, &mut moves);
    KuhnPoker::ONE_HAND.format_move(&position, moves[0]) == "fold"
}

/// The first player's average payoff.
fn value(position: Position, strategies: &[Strategy; 2]) -> f64 {
    let mut moves = Vec::new();
    if let Status::Over(outcome) = KuhnPoker::ONE_HAND.legal_moves(&position, &mut moves) {
        return outcome.payoff(Seat::FIRST).into();
    }
    let below: Vec<f64> = moves
        .iter()
        .map(|&mv| {
            let mut child = position;
            KuhnPoker::ONE_HAND.play(&mut child, mv);
            value(child, strategies)
        })
        .collect();
    match KuhnPoker::ONE_HAND.turn(&position) {
        Turn::Chance => below.iter().sum::<f64>() / f64::from(u32::try_from(below.len()).unwrap()),
        Turn::Seat(mover) => {
            let card = position.holding(mover).card().unwrap() as usize;
            let bets = strategies[mover.index()][card][usize::from(faces_bet(position))];
            (1.0 - bets) * below[0] + bets * below[1]
        }
    }
}

/// All 64 deterministic strategies.
fn pure_strategies() -> impl Iterator<Item = Strategy> {
    (0..64_u8).map(|bits| {
        let mut strategy = [[0.0; 2]; 3];
        for (index, choice) in strategy.iter_mut().flatten().enumerate() {
            *choice = f64::from(bits >> index & 1);
        }
        strategy
    })
}

/// Kuhn's family of equilibrium strategies for the first player: `alpha` is the probability of a bluff with the jack, 0
/// to 1/3.
fn first(alpha: f64) -> Strategy {
    let mut strategy = [[0.0; 2]; 3];
    strategy[Card::Jack as usize] = [alpha, 0.0];
    strategy[Card::Queen as usize] = [0.0, alpha + 1.0 / 3.0];
    strategy[Card::King as usize] = [3.0 * alpha, 1.0];
    strategy
}

/// The second player's equilibrium strategy.
fn second() -> Strategy {
    let third = 1.0 / 3.0;
    [[third, 0.0], [0.0, third], [1.0, 1.0]]
}

const VALUE: f64 = -1.0 / 18.0;

fn at_start(strategies: [Strategy; 2]) -> f64 {
    value(KuhnPoker::ONE_HAND.start(), &strategies)
}

#[test]
fn the_first_player_can_lose_no_more_than_an_eighteenth() {
    for alpha in [0.0, 0.1, 0.2, 1.0 / 3.0] {
        let worst = pure_strategies().map(|other| at_start([first(alpha), other]));
        let worst = worst.fold(f64::INFINITY, f64::min);
        assert!((worst - VALUE).abs() < 1e-12, "{alpha}: {worst}");
    }
}

#[test]
fn the_second_player_can_win_that_much() {
    let best = pure_strategies().map(|other| at_start([other, second()]));
    let best = best.fold(f64::NEG_INFINITY, f64::max);
    assert!((best - VALUE).abs() < 1e-12, "{best}");
}

#[test]
fn no_pure_strategy_reaches_the_value() {
    // Against any first-player strategy without random bluffs, some counterstrategy wins more than the value.
    let worst_of = |own: Strategy| {
        pure_strategies().map(|other| at_start([own, other])).fold(f64::INFINITY, f64::min)
    };
    let best = pure_strategies().map(worst_of).fold(f64::NEG_INFINITY, f64::max);
    assert!(best < VALUE - 1e-9, "{best}");
}

#[test]
fn too_much_bluffing_costs_chips() {
    let worst = pure_strategies().map(|other| at_start([first(0.34), other]));
    assert!(worst.fold(f64::INFINITY, f64::min) < VALUE - 1e-9);
}
