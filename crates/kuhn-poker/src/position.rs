//! Cards, positions and moves.

use board_engine::Seat;

/// A card; the later one in the list is higher.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// The lowest.
    Jack,
    /// The middle one.
    Queen,
    /// The highest.
    King,
}

impl Card {
    /// The whole deck, the lowest first.
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

/// What a player holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Holding {
    /// No card was dealt yet.
    Nothing,
    /// A card that can't be seen from where the position was written.
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

/// An action of a player, or a deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Chance deals this card to the next player without one.
    Deal(Card),
    /// Checks, or folds if there is a bet.
    Pass,
    /// Bets, or calls if there is a bet.
    Bet,
}

/// The cards, and the betting so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// What each player holds.
    pub(crate) holdings: [Holding; 2],
    pub(crate) betting: Betting,
}

impl Position {
    /// What this player holds.
    ///
    /// # Panics
    /// If it is none of the two seats.
    pub const fn holding(&self, seat: Seat) -> Holding {
        self.holdings[seat.index()]
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
    /// All sequences, each with its text.
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

    /// After a pass and after a bet; `None` if the betting is over.
    pub(crate) const fn next(self) -> Option<[Self; 2]> {
        match self {
            Self::Open => Some([Self::Checked, Self::Bet]),
            Self::Checked => Some([Self::CheckedDown, Self::CheckedBet]),
            Self::Bet => Some([Self::Folded, Self::Called]),
            Self::CheckedBet => Some([Self::CheckedFolded, Self::CheckedCalled]),
            _ => None,
        }
    }

    /// Whether the player to act faces a bet.
    pub(crate) const fn faces_bet(self) -> bool {
        matches!(self, Self::Bet | Self::CheckedBet)
    }

    /// How many chips this player has put in: one before the cards are dealt, and another one to bet or call.
    pub(crate) const fn chips(self, seat: Seat) -> u32 {
        let has_bet = match self {
            Self::Open | Self::Checked | Self::CheckedDown => false,
            Self::Bet | Self::Folded => seat.index() == 0,
            Self::CheckedBet | Self::CheckedFolded => seat.index() == 1,
            Self::Called | Self::CheckedCalled => true,
        };
        1 + has_bet as u32
    }

    /// Whether the cards are shown: the betting is over and nobody folded.
    pub(crate) const fn is_shown(self) -> bool {
        matches!(self, Self::CheckedDown | Self::Called | Self::CheckedCalled)
    }
}
