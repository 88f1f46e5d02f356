//! The rules of Kuhn poker.

use board_engine::{
    Chance, Game, HiddenInformation, Outcome, Repetition, Seat, Status, Turn, ZeroSum, zobrist,
};

use crate::position::Betting;
use crate::{Card, Holding, Move, Position};

/// Maximum number of hands in a match.
pub const HANDS_MAX: u16 = 1_000;

/// A Kuhn poker match over several hands, which the players take turns starting. Payoffs are chips.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KuhnPoker {
    hands: u16,
}

/// A match over 20 hands.
impl Default for KuhnPoker {
    fn default() -> Self {
        Self { hands: 20 }
    }
}

impl KuhnPoker {
    /// A single hand: the game in Kuhn's paper.
    pub const ONE_HAND: Self = Self { hands: 1 };

    /// The match over `hands` hands, `1..=1000`; `None` if the number is out of range.
    pub fn new(hands: u16) -> Option<Self> {
        (1..=HANDS_MAX).contains(&hands).then_some(Self { hands })
    }

    /// The number of hands.
    pub const fn hands(&self) -> u16 {
        self.hands
    }

    /// The player who gets the next card.
    #[inline]
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "a copy waits for parts just written")]
    pub(crate) fn receiver(position: &Position) -> Option<Seat> {
        position.order().into_iter().find(|seat| position.holding(*seat) == Holding::Nothing)
    }

    /// The undealt cards, lowest first.
    fn free_cards(position: Position) -> impl Iterator<Item = Card> + Clone {
        let holdings = position.holdings;
        Card::ALL.into_iter().filter(move |card| !holdings.contains(&Holding::Card(*card)))
    }

    /// The player to act, once the cards are dealt.
    pub(crate) const fn actor(position: Position) -> Seat {
        let [first, second] = position.order();
        match position.betting {
            Betting::Checked | Betting::Bet => second,
            _ => first,
        }
    }

    fn outcome(self, position: Position) -> Option<Outcome> {
        let result = position.result().filter(|_| position.hand >= self.hands)?;
        let payoff = position.balance + result;
        let reason = match position.betting {
            _ if self.hands > 1 => "all hands are played",
            betting => reason_of(betting),
        };
        Some(Outcome::new(&[payoff, -payoff], reason))
    }
}

/// The reason why a hand with this betting is over.
pub(crate) const fn reason_of(betting: Betting) -> &'static str {
    match betting {
        Betting::Folded | Betting::CheckedFolded => "a player folded",
        _ => "the higher card wins",
    }
}

impl Game for KuhnPoker {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    /// Two chips per hand.
    fn payoff_max(&self) -> i16 {
        2 * self.hands.cast_signed()
    }

    fn start(&self) -> Position {
        Position { holdings: [Holding::Nothing; 2], betting: Betting::Open, hand: 1, balance: 0 }
    }

    fn turn(&self, position: &Position) -> Turn {
        match Self::receiver(position) {
            Some(_) => Turn::Chance,
            None if position.is_hand_over() && position.hand < self.hands => Turn::Chance,
            None => Turn::Seat(Self::actor(*position)),
        }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Status {
        moves.clear();
        if let over @ Status::Over(_) = self.status(position, moves) {
            return over;
        }
        if position.is_hand_over() {
            moves.push(Move::Shuffle);
        } else if Self::receiver(position).is_some() {
            moves.extend(Self::free_cards(*position).map(Move::Deal));
        } else {
            moves.extend([Move::Pass, Move::Bet]);
        }
        Status::Ongoing
    }

    fn status(&self, position: &Position, _: &mut Vec<Move>) -> Status {
        self.outcome(*position).map_or(Status::Ongoing, Status::Over)
    }

    /// Draws the same numbers as it would with a list, but without making one.
    #[inline]
    fn play_random(
        &self,
        position: &mut Position,
        moves: &mut Vec<Move>,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Status {
        let Some([passed, bet]) = position.betting.next() else {
            if position.hand >= self.hands {
                return self.status(position, moves);
            }
            draw(1);
            self.play(position, Move::Shuffle);
            return Status::Ongoing;
        };
        if let Some(receiver) = Self::receiver(position) {
            let mut free = Self::free_cards(*position);
            let count = if free.clone().nth(2).is_some() { 3 } else { 2 };
            if let Some(card) = free.nth(draw(count) as usize) {
                position.holdings[receiver.index()] = Holding::Card(card);
            }
        } else {
            position.betting = if draw(2) == 0 { passed } else { bet };
        }
        Status::Ongoing
    }

    fn play(&self, position: &mut Position, mv: Move) {
        match (mv, Self::receiver(position), position.betting.next()) {
            (Move::Deal(card), Some(receiver), _) => {
                position.holdings[receiver.index()] = Holding::Card(card);
            }
            (Move::Pass, None, Some([passed, _])) => position.betting = passed,
            (Move::Bet, None, Some([_, bet])) => position.betting = bet,
            (Move::Shuffle, None, None) => {
                *position = Position {
                    holdings: [Holding::Nothing; 2],
                    betting: Betting::Open,
                    hand: position.hand.saturating_add(1),
                    balance: position.balance(Seat::FIRST),
                };
            }
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
        let balance = u64::from(position.balance.cast_unsigned());
        zobrist::mix(&[first, second, position.betting as u64, position.hand.into(), balance])
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
            Move::Shuffle => 2,
            Move::Deal(_) if Self::receiver(position) != Some(seat) => 3,
            Move::Deal(card) => 4 + card as u64,
        }
    }

    /// The other player can hold either of the two cards that `seat` doesn't hold.
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
        // Only a spectator knows neither card.
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
