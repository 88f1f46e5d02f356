//! The evaluation of dominoes.

use board_engine::{Game, Seat};
use dominoes::{Dominoes, Move, Position};
use search::{Evaluator, Score};

/// The chances of each side by the points that it still needs: a side that needs half as many as another one wins twice
/// as often. In a round that goes on, half of the difference between the pips of the others and its own is counted as
/// points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Points;

/// In a single round, the points that the leading side is taken to need.
const POINTS_OF_ROUND: i32 = 30;

/// The pips that a tile has on average in a double-six set, for tiles that can't be seen.
const PIPS_OF_TILE: i32 = 6;

/// What stands for one over a single point.
const INVERSE_OF_ONE: i32 = 1 << 20;

impl Points {
    /// The points of each side with those that the hands promise.
    fn outlooks(game: Dominoes, position: &Position) -> [i32; 4] {
        let sides = game.sides();
        let mut pips = [0; 4];
        for seat in Seat::all(game.seats()) {
            let known = position.hand(seat);
            let hidden = i32::from(position.hand_size(seat) - known.len());
            pips[game.side(seat)] += i32::from(known.pips()) + hidden * PIPS_OF_TILE;
        }
        let all: i32 = pips.iter().sum();
        let others = i32::try_from(sides).unwrap_or(2) - 1;
        let mut outlooks = [0; 4];
        for side in 0..sides {
            let lead = (all - pips[side]) / others - pips[side];
            let promised = if position.is_round_over() { 0 } else { lead / 2 };
            outlooks[side] = i32::from(position.scores()[side]) + promised;
        }
        outlooks
    }
}

impl Evaluator<Dominoes> for Points {
    fn evaluate(&self, game: &Dominoes, position: &Position, seat: Seat) -> Score {
        let outlooks = Self::outlooks(*game, position);
        let outlooks = &outlooks[..game.sides()];
        let highest = outlooks.iter().copied().max().unwrap_or(0);
        let target = game.target().map_or(highest + POINTS_OF_ROUND, i32::from);
        let weight = |outlook: i32| INVERSE_OF_ONE / (target - outlook).max(1);
        let all: i32 = outlooks.iter().map(|&outlook| weight(outlook)).sum();
        let own = weight(outlooks[game.side(seat)]);
        let payoff = 100 * i64::from(2 * own - all) / i64::from(all.max(1));
        Score::new(i32::try_from(payoff).unwrap_or(0))
    }

    /// After a round all is dealt anew.
    fn ends_playout(&self, _: &Dominoes, position: &Position) -> bool {
        position.is_round_over()
    }
}

/// The rank of a move for a player that looks no further: the points that it scores at once, then the pips that it gets rid
/// of.
pub(crate) fn rank(game: Dominoes, position: &Position, mv: Move) -> i32 {
    let Move::Play(tile, _) = mv else { return 0 };
    let side = game.side(position.mover());
    let mut after = *position;
    game.play(&mut after, mv);
    let gain = i32::from(after.scores()[side]) - i32::from(position.scores()[side]);
    100 * gain + i32::from(tile.pips())
}
