//! The types for cards, positions and moves.

use board_engine::Seat;

/// A card; later cards in the list are higher.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// The lowest card.
    Jack,
    /// The middle card.
    Queen,
    /// The highest card.
    King,
}

impl Card {
    /// The whole deck, lowest first.
    pub const ALL: [Self; 3] = [Self::Jack, Self::Queen, Self::King];

    /// `J`, `Q` or `K`.
    pub const fn letter(self) -> char {
        match self {
            Self::Jack => 'J',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }
}

/// A player's card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Holding {
    /// No card has been dealt yet.
    Nothing,
    /// A card hidden from the position's viewer.
    Hidden,
    /// This card.
    Card(Card),
}

impl Holding {
    /// The card, if it is known.
    pub const fn card(self) -> Option<Card> {
        match self {
            Self::Card(card) => Some(card),
            Self::Nothing | Self::Hidden => None,
        }
    }
}

/// A player's action, or a deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Chance deals this card to the next player without one.
    Deal(Card),
    /// Checks, or folds if there is a bet.
    Pass,
    /// Bets, or calls if there is a bet.
    Bet,
    /// Chance shuffles the cards for the next hand in a match.
    Shuffle,
}

/// The cards, the betting so far, and the match score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Each player's card.
    pub(crate) holdings: [Holding; 2],
    pub(crate) betting: Betting,
    /// The number of the hand, from 1.
    pub(crate) hand: u16,
    /// The chips that the first seat has won in earlier hands.
    pub(crate) balance: i16,
}

impl Position {
    /// This player's card.
    ///
    /// # Panics
    /// If the seat is neither of the two.
    pub const fn holding(&self, seat: Seat) -> Holding {
        self.holdings[seat.index()]
    }

    /// The number of the hand, from 1.
    pub const fn hand(&self) -> u16 {
        self.hand
    }

    /// Returns `true` if the betting is over, which also ends the hand.
    pub const fn is_hand_over(&self) -> bool {
        self.betting.next().is_none()
    }

    /// The chips that this seat has won so far, including a finished hand.
    ///
    /// # Panics
    /// If the seat is neither of the two.
    pub fn balance(&self, seat: Seat) -> i16 {
        let of_first = self.balance + self.result().unwrap_or(0);
        match seat {
            Seat::FIRST => of_first,
            Seat::SECOND => -of_first,
            _ => panic!("a game for two has two seats"),
        }
    }

    /// The seats in the order in which they act. The first seat starts the first hand, and then the seats take turns
    /// starting.
    pub(crate) const fn order(self) -> [Seat; 2] {
        if self.hand.is_multiple_of(2) {
            [Seat::SECOND, Seat::FIRST]
        } else {
            [Seat::FIRST, Seat::SECOND]
        }
    }

    /// The chips that this player has put into the pot: one before the deal, and another for a bet or call.
    pub(crate) fn chips(self, seat: Seat) -> u32 {
        let [first, _] = self.order();
        1 + u32::from(self.betting.has_bet(seat == first))
    }

    /// The first seat's winnings in this hand, in chips; `None` if the hand is not over.
    pub(crate) fn result(self) -> Option<i16> {
        let [first, second] = self.order();
        let (winner, stake) = match self.betting {
            Betting::Folded => (first, 1),
            Betting::CheckedFolded => (second, 1),
            Betting::CheckedDown => (self.higher(), 1),
            Betting::Called | Betting::CheckedCalled => (self.higher(), 2),
            Betting::Open | Betting::Checked | Betting::Bet | Betting::CheckedBet => return None,
        };
        Some(if winner == Seat::FIRST { stake } else { -stake })
    }

    /// The seat with the higher card.
    fn higher(self) -> Seat {
        let [first, second] = self.holdings.map(Holding::card);
        if first > second { Seat::FIRST } else { Seat::SECOND }
    }
}

/// The betting so far: all nine sequences.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Betting {
    Open,
    Checked,
    Bet,
    CheckedBet,
    Folded,
    CheckedFolded,
    CheckedDown,
    Called,
    CheckedCalled,
}

impl Betting {
    /// All sequences, each with its notation.
    pub(crate) const TEXTS: [(Self, &'static str); 9] = [
        (Self::Open, "-"),
        (Self::Checked, "p"),
        (Self::Bet, "b"),
        (Self::CheckedBet, "pb"),
        (Self::Folded, "bp"),
        (Self::CheckedFolded, "pbp"),
        (Self::CheckedDown, "pp"),
        (Self::Called, "bb"),
        (Self::CheckedCalled, "pbb"),
    ];

    /// The sequences after a pass and after a bet; `None` if the betting is over.
    pub(crate) const fn next(self) -> Option<[Self; 2]> {
        match self {
            Self::Open => Some([Self::Checked, Self::Bet]),
            Self::Checked => Some([Self::CheckedDown, Self::CheckedBet]),
            Self::Bet => Some([Self::Folded, Self::Called]),
            Self::CheckedBet => Some([Self::CheckedFolded, Self::CheckedCalled]),
            _ => None,
        }
    }

    /// Returns `true` if the player to act faces a bet.
    pub(crate) const fn faces_bet(self) -> bool {
        matches!(self, Self::Bet | Self::CheckedBet)
    }

    /// Returns `true` if the player who acts first (`is_first`), or else the other player, has bet or called.
    pub(crate) const fn has_bet(self, is_first: bool) -> bool {
        match self {
            Self::Open | Self::Checked | Self::CheckedDown => false,
            Self::Bet | Self::Folded => is_first,
            Self::CheckedBet | Self::CheckedFolded => !is_first,
            Self::Called | Self::CheckedCalled => true,
        }
    }

    /// Returns `true` if the cards are shown: the betting is over and neither player folded.
    pub(crate) const fn is_shown(self) -> bool {
        matches!(self, Self::CheckedDown | Self::Called | Self::CheckedCalled)
    }
}
