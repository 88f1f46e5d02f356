//! The catalog entry for Kuhn poker.

use board_engine::{Game, Seat, Turn};
use game_family::{
    CatalogEntry, CatalogError, EvaluatorInfo, Family, GameInfo, Hidden, OpenGame, open,
};
use kuhn_poker::{Card, HANDS_MAX, KuhnPoker, Move, Position};
use search::{Evaluator, NoHints, Score, Star1};

/// Kuhn poker.
pub static FAMILY: &dyn Family = &KuhnPokerFamily;

const NAME: &str = "kuhn-poker";
const ONE_HAND: &str = "1";

/// The Kuhn poker entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KuhnPokerEntry {}

impl CatalogEntry for KuhnPokerEntry {
    type Game = KuhnPoker;
    type Kind = Hidden<Star1>;
    type Evaluator = Chips;
    type Hints = NoHints;

    const EVALUATORS: &'static [(EvaluatorInfo, Chips)] =
        &[(EvaluatorInfo { name: "chips", description: "the chips won so far" }, Chips)];

    fn payoffs_cancel(_: &KuhnPoker) -> bool {
        true
    }

    /// Ranks bets and calls first, but only with the king.
    fn rank(game: &KuhnPoker, position: &Position, mv: Move) -> i32 {
        match game.turn(position) {
            Turn::Seat(mover) => rank(*position, mover, mv),
            Turn::Chance => 0,
        }
    }
}

struct KuhnPokerFamily;

impl Family for KuhnPokerFamily {
    fn name(&self) -> &'static str {
        NAME
    }

    fn aliases(&self) -> &'static [(&'static str, Option<&'static str>)] {
        &[("poker", None), ("kuhn", None)]
    }

    fn games(&self) -> Vec<GameInfo> {
        let hands = KuhnPoker::default().hands();
        vec![
            GameInfo::new(NAME, format!("poker with three cards and one bet, {hands} hands")),
            GameInfo::new(format!("{NAME}:{ONE_HAND}"), "any number of hands: here a single one"),
        ]
    }

    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError> {
        let default = KuhnPoker::default().hands().to_string();
        let variant = variant.unwrap_or(&default);
        let game = variant.parse().ok().and_then(KuhnPoker::new).ok_or_else(|| {
            let why = format!("expected a number of hands from 1 to {HANDS_MAX}, like {default}");
            CatalogError::parameters(NAME, variant, why)
        })?;
        Ok(open::<KuhnPokerEntry>(format!("{NAME}:{}", game.hands()), game))
    }
}

/// Evaluates a position by the chips that each player has won so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chips;

impl Evaluator<KuhnPoker> for Chips {
    fn evaluate(&self, _: &KuhnPoker, position: &Position, seat: Seat) -> Score {
        Score::new(100 * i32::from(position.balance(seat)))
    }

    /// Each hand is dealt from the full deck.
    fn ends_playout(&self, game: &KuhnPoker, position: &Position) -> bool {
        game.hands() > 1 && position.is_hand_over()
    }
}

/// The rank of a move for a player that never bluffs: it bets or calls only with the king.
pub(crate) fn rank(position: Position, mover: Seat, mv: Move) -> i32 {
    let is_high = position.holding(mover).card() == Some(Card::King);
    ((mv == Move::Bet) == is_high).into()
}
