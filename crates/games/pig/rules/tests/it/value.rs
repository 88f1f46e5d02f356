//! The starting player's winning chance under perfect play, by value iteration over all positions.

use board_engine::{Game, Notation, Seat, Status, Turn};
use pig::Pig;

/// The mover's winning chances, indexed by both banked scores and the turn total.
struct Chances {
    game: Pig,
    goal: usize,
    known: Vec<f64>,
}

impl Chances {
    fn of(goal: u16) -> Self {
        let size = usize::from(goal);
        let mut chances = Self {
            game: Pig::new(goal).unwrap(),
            goal: size,
            known: vec![0.5; size * size * (size + 1)],
        };
        // Banked scores only grow, so pairs of scores are solved from the highest down.
        for sum in (0..2 * size - 1).rev() {
            for own in
                (0..size).rev().filter(|own| *own <= sum && sum - own <= *own && sum - own < size)
            {
                chances.settle(own, sum - own);
            }
        }
        chances
    }

    fn index(&self, own: usize, other: usize, turn: usize) -> usize {
        (own * self.goal + other) * (self.goal + 1) + turn
    }

    fn chance(&self, own: usize, other: usize, turn: usize) -> f64 {
        if own + turn >= self.goal { 1.0 } else { self.known[self.index(own, other, turn)] }
    }

    /// Iterates the two equations for this pair of scores, one for each side to move, until nothing changes.
    fn settle(&mut self, own: usize, other: usize) {
        loop {
            let mut change = 0.0_f64;
            for (own, other) in [(own, other), (other, own)] {
                for turn in 0..self.goal - own {
                    let lost = 1.0 - self.chance(other, own, 0);
                    let rolled =
                        (2..=6).map(|number| self.chance(own, other, turn + number)).sum::<f64>();
                    let roll = (lost + rolled) / 6.0;
                    let hold = if turn > 0 { 1.0 - self.chance(other, own + turn, 0) } else { 0.0 };
                    let index = self.index(own, other, turn);
                    change = change.max((self.known[index] - roll.max(hold)).abs());
                    self.known[index] = roll.max(hold);
                }
            }
            if change < 1e-12 {
                return;
            }
        }
    }
}

#[test]
fn a_race_to_two_is_lost_by_rolling_a_one() {
    // p = 5/6 + 1/6 · (1 − p).
    assert!((Chances::of(2).chance(0, 0, 0) - 6.0 / 7.0).abs() < 1e-9);
}

#[test]
fn the_first_player_wins_53_percent_of_races_to_100() {
    // Neller and Presser, 2004: 53.06 %.
    let chances = Chances::of(100);
    assert!((chances.chance(0, 0, 0) - 0.5306).abs() < 0.000_05, "{}", chances.chance(0, 0, 0));
}

#[test]
fn the_equations_match_the_rules() {
    let chances = Chances::of(12);
    let mut moves = Vec::new();
    for (own, other, turn) in [(0, 0, 0), (0, 0, 5), (3, 7, 2), (9, 2, 0), (2, 11, 9)] {
        let start = chances.game.parse_position(&format!("{own},{other} 1 {turn}")).unwrap();
        assert_eq!(chances.game.legal_moves(&start, &mut moves), Status::Ongoing);
        let best = moves.clone().into_iter().map(|mv| {
            let mut child = start;
            chances.game.play(&mut child, mv);
            value(&chances, child)
        });
        let best = best.fold(f64::NEG_INFINITY, f64::max);
        assert!((best - chances.chance(own, other, turn)).abs() < 1e-9, "{own},{other} 1 {turn}");
    }
}

/// The first player's winning chance, computed by following the rules to the next choice.
fn value(chances: &Chances, position: pig::Position) -> f64 {
    let mut moves = Vec::new();
    if let Status::Over(outcome) = chances.game.legal_moves(&position, &mut moves) {
        return f64::from(outcome.payoff(Seat::FIRST) + 1) / 2.0;
    }
    let kept = |seat| usize::from(position.score(seat));
    match chances.game.turn(&position) {
        Turn::Seat(Seat::FIRST) => {
            chances.chance(kept(Seat::FIRST), kept(Seat::SECOND), position.turn_total().into())
        }
        Turn::Seat(_) => {
            1.0 - chances.chance(
                kept(Seat::SECOND),
                kept(Seat::FIRST),
                position.turn_total().into(),
            )
        }
        Turn::Chance => {
            let below = moves.iter().map(|&mv| {
                let mut child = position;
                chances.game.play(&mut child, mv);
                value(chances, child)
            });
            below.sum::<f64>() / 6.0
        }
    }
}
