//! The catalog entry for dominoes.

use board_engine::{Game, Seat};
use dominoes::{Dominoes, Move, Position};
use game_family::{
    CatalogEntry, CatalogError, EvaluatorInfo, Family, GameInfo, Hidden, OpenGame, open,
};
use search::{Evaluator, ExpectiMaxN, NoHints, Score};

/// Dominoes: the block game, the draw game and all-fives.
pub static FAMILY: &dyn Family = &DominoesFamily;

const NAME: &str = "dominoes";

/// The dominoes entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DominoesEntry {}

impl CatalogEntry for DominoesEntry {
    type Game = Dominoes;
    type Kind = Hidden<ExpectiMaxN>;
    type Evaluator = Points;
    type Hints = NoHints;

    const EVALUATORS: &'static [(EvaluatorInfo, Points)] = &[(
        EvaluatorInfo { name: "points", description: "the points that each side still needs" },
        Points,
    )];

    /// With two sides, the loser pays the winner; with partners, two seats pay the other two.
    fn payoffs_cancel(game: &Dominoes) -> bool {
        game.sides() == 2
    }

    /// Ranks moves by the points that they score immediately, then by the tile's pips.
    fn rank(game: &Dominoes, position: &Position, mv: Move) -> i32 {
        rank(*game, position, mv)
    }
}

struct DominoesFamily;

impl Family for DominoesFamily {
    fn name(&self) -> &'static str {
        NAME
    }

    fn games(&self) -> Vec<GameInfo> {
        let variant =
            |items: &str, description| GameInfo::new(format!("{NAME}:{items}"), description);
        vec![
            GameInfo::new(NAME, "the draw game for two with a double-six set, to 100 points"),
            variant("block", "the block game: a player that can't play passes"),
            variant("all-fives", "scores points if the ends add up to a multiple of five"),
            variant("block,partners", "the block game for two pairs of partners"),
            variant(
                "9,3,to=150",
                "any set, number of players and target: here double-nine for three",
            ),
            variant("round", "a single round"),
        ]
    }

    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError> {
        let variant = variant.unwrap_or_default();
        let game = Dominoes::from_variant(variant)
            .map_err(|error| CatalogError::parameters(NAME, variant, error.to_string()))?;
        Ok(open::<DominoesEntry>(format!("{NAME}:{}", game.variant()), game))
    }
}

/// Estimates winning chances from the points that each side still needs: a side that needs half as many as another wins
/// twice as often. In an unfinished round, half of the pip difference between the other sides' hands and its own counts
/// as points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Points;

/// In a single round, the assumed number of points that the leading side needs.
const POINTS_OF_ROUND: i32 = 30;

/// The average number of pips on a tile in a double-six set, used for hidden tiles.
const PIPS_OF_TILE: i32 = 6;

/// The fixed-point form of the inverse of one point.
const INVERSE_OF_ONE: i32 = 1 << 20;

impl Points {
    /// Each side's points, including the expected points for its hands.
    fn expected_points(game: Dominoes, position: &Position) -> [i32; 4] {
        let sides = game.sides();
        let mut pips = [0; 4];
        for seat in Seat::all(game.seats()) {
            let known = position.hand(seat);
            let hidden = i32::from(position.hand_size(seat) - known.len());
            pips[game.side(seat)] += i32::from(known.pips()) + hidden * PIPS_OF_TILE;
        }
        let all: i32 = pips.iter().sum();
        let others = i32::try_from(sides).unwrap_or(2) - 1;
        let mut expected_points = [0; 4];
        for side in 0..sides {
            let lead = (all - pips[side]) / others - pips[side];
            let promised = if position.is_round_over() { 0 } else { lead / 2 };
            expected_points[side] = i32::from(position.scores()[side]) + promised;
        }
        expected_points
    }
}

impl Evaluator<Dominoes> for Points {
    fn evaluate(&self, game: &Dominoes, position: &Position, seat: Seat) -> Score {
        let expected_points = Self::expected_points(*game, position);
        let expected_points = &expected_points[..game.sides()];
        let highest = expected_points.iter().copied().max().unwrap_or(0);
        let target = game.target().map_or(highest + POINTS_OF_ROUND, i32::from);
        let weight = |outlook: i32| INVERSE_OF_ONE / (target - outlook).max(1);
        let all: i32 = expected_points.iter().map(|&outlook| weight(outlook)).sum();
        let own = weight(expected_points[game.side(seat)]);
        let payoff = 100 * i64::from(2 * own - all) / i64::from(all.max(1));
        Score::new(i32::try_from(payoff).unwrap_or(0))
    }

    /// After a round, all tiles are dealt again.
    fn ends_playout(&self, _: &Dominoes, position: &Position) -> bool {
        position.is_round_over()
    }
}

/// The rank of a move without looking ahead: the points that it scores immediately, then the pips that it removes from
/// the hand.
pub(crate) fn rank(game: Dominoes, position: &Position, mv: Move) -> i32 {
    let Move::Play(tile, _) = mv else { return 0 };
    let side = game.side(position.mover());
    let mut after = *position;
    game.play(&mut after, mv);
    let gain = i32::from(after.scores()[side]) - i32::from(position.scores()[side]);
    100 * gain + i32::from(tile.pips())
}
