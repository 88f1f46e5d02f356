//! The rules.

use board_engine::{
    Chance, Game, HiddenInformation, Outcome, Repetition, Seat, Status, Turn, ZeroSum, zobrist,
};

use crate::position::Betting;
use crate::{Card, Holding, Move, Position};

/// Kuhn poker. Payoffs are chips.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KuhnPoker;

impl KuhnPoker {
    /// The player that has no card yet and gets the next one.
    pub(crate) fn receiver(position: Position) -> Option<Seat> {
        Seat::all(2).find(|seat| position.holding(*seat) == Holding::Nothing)
    }

    /// The player to act, once the cards are dealt.
    pub(crate) const fn actor(position: Position) -> Seat {
        match position.betting {
            Betting::Checked | Betting::Bet => Seat::SECOND,
            _ => Seat::FIRST,
        }
    }

    fn outcome(position: Position) -> Option<Outcome> {
        let fold = "a player folded";
        let stake = match position.betting {
            Betting::Folded => return Some(Outcome::win(Seat::FIRST, fold)),
            Betting::CheckedFolded => return Some(Outcome::win(Seat::SECOND, fold)),
            Betting::CheckedDown => 1,
            Betting::Called | Betting::CheckedCalled => 2,
            _ => return None,
        };
        let [first, second] = position.holdings.map(Holding::card);
        let payoff = if first > second { stake } else { -stake };
        Some(Outcome::new(&[payoff, -payoff], "the higher card wins"))
    }
}

impl Game for KuhnPoker {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn payoff_max(&self) -> i16 {
        2
    }

    fn start(&self) -> Position {
        Position { holdings: [Holding::Nothing; 2], betting: Betting::Open }
    }

    fn turn(&self, position: &Position) -> Turn {
        match Self::receiver(*position) {
            Some(_) => Turn::Chance,
            None => Turn::Seat(Self::actor(*position)),
        }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Status {
        moves.clear();
        if let Some(outcome) = Self::outcome(*position) {
            return Status::Over(outcome);
        }
        if Self::receiver(*position).is_some() {
            let is_free = |card: &Card| !position.holdings.contains(&Holding::Card(*card));
            moves.extend(Card::ALL.into_iter().filter(is_free).map(Move::Deal));
        } else {
            moves.extend([Move::Pass, Move::Bet]);
        }
        Status::Ongoing
    }

    fn play(&self, position: &mut Position, mv: Move) {
        match (mv, Self::receiver(*position), position.betting.next()) {
            (Move::Deal(card), Some(receiver), _) => {
                position.holdings[receiver.index()] = Holding::Card(card);
            }
            (Move::Pass, None, Some([passed, _])) => position.betting = passed,
            (Move::Bet, None, Some([_, bet])) => position.betting = bet,
            _ => {}
        }
    }

    fn key(&self, position: &Position) -> u64 {
        let holding = |holding: Holding| match holding {
            Holding::Nothing => 0,
            Holding::Hidden => 1,
            Holding::Card(card) => 2 + card as u64,
        };
        let [first, second] = position.holdings.map(holding);
        zobrist::mix(&[first, second, position.betting as u64])
    }

    fn irreversible(&self, _: &Position, _: Move) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}

impl ZeroSum for KuhnPoker {}
impl Chance for KuhnPoker {}

impl HiddenInformation for KuhnPoker {
    fn sight(&self, position: &Position, mv: Move, seat: Seat) -> u64 {
        match mv {
            Move::Pass => 0,
            Move::Bet => 1,
            Move::Deal(_) if Self::receiver(*position) != Some(seat) => 2,
            Move::Deal(card) => 3 + card as u64,
        }
    }

    /// The other player may hold either of the two cards that `seat` doesn't.
    fn resample(
        &self,
        position: &Position,
        seat: Seat,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Position {
        let mut dealt = *position;
        if position.betting.is_shown() {
            return dealt;
        }
        let mut deck: Vec<Card> = Card::ALL.to_vec();
        deck.retain(|card| position.holding(seat) != Holding::Card(*card));
        // Only a spectator doesn't know either card.
        for holding in &mut dealt.holdings {
            let is_own = position.holding(seat) == *holding && holding.card().is_some();
            if *holding != Holding::Nothing && !is_own {
                let index = draw(u32::try_from(deck.len()).unwrap_or(1));
                *holding = Holding::Card(deck.swap_remove(index as usize));
            }
        }
        dealt
    }
}
