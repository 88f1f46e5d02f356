//! Texts and diagrams, with what each viewer may see.

use board_engine::{Diagram, Game, Glyph, Notation, NotationError, Rank, Seat, Viewer};

use crate::position::Betting;
use crate::{Card, Holding, KuhnPoker, Move, Position};

impl KuhnPoker {
    /// What the viewer may see that this player holds.
    fn seen(position: Position, seat: Seat, viewer: Viewer) -> Holding {
        let is_open = position.betting.is_shown()
            || matches!(viewer, Viewer::Arbiter)
            || viewer == Viewer::Seat(seat);
        match position.holding(seat) {
            Holding::Card(_) if !is_open => Holding::Hidden,
            holding => holding,
        }
    }
}

impl Notation for KuhnPoker {
    fn seat_name(&self, seat: Seat) -> String {
        format!("Player {}", seat.index() + 1)
    }

    fn format_move(&self, position: &Position, mv: Move) -> String {
        match (mv, position.betting.faces_bet()) {
            (Move::Deal(card), _) => format!("deal-{}", card.letter()),
            (Move::Pass, false) => "check".into(),
            (Move::Pass, true) => "fold".into(),
            (Move::Bet, false) => "bet".into(),
            (Move::Bet, true) => "call".into(),
        }
    }

    /// Reads the first letter alone, too, and `pass` and `p`.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let word = text.trim().to_ascii_lowercase();
        let mut moves = Vec::new();
        let status = self.legal_moves(position, &mut moves);
        let names = |mv: Move| self.format_move(position, mv).to_ascii_lowercase();
        let means = |&mv: &Move| {
            let name = names(mv);
            let is_action = !matches!(mv, Move::Deal(_));
            word == name
                || (is_action && word.len() == 1 && name.starts_with(&word))
                || (mv == Move::Pass && matches!(word.as_str(), "pass" | "p"))
        };
        let found = moves.iter().copied().find(means).filter(|_| status.outcome().is_none());
        found.ok_or_else(|| {
            let known = ["check", "bet", "call", "fold", "deal-j", "deal-q", "deal-k"];
            if !known.contains(&word.as_str()) {
                let legal: Vec<String> =
                    moves.iter().map(|&mv| self.format_move(position, mv)).collect();
                let expected = if legal.is_empty() {
                    "nothing, the game is over".into()
                } else {
                    legal.join(" or ")
                };
                return NotationError::malformed_move(text, 0, expected);
            }
            let why = match status.outcome() {
                Some(outcome) => format!("the game is over: {}", outcome.reason()),
                None if Self::receiver(*position).is_some() => "the cards are being dealt".into(),
                None if position.betting.faces_bet() => "there is a bet: call or fold".into(),
                None => "there is no bet: check or bet".into(),
            };
            // The player may not see all of the position.
            let viewer = Viewer::Seat(Self::actor(*position));
            let position = self.format_position_for(position, viewer);
            NotationError::Refused { text: text.into(), position, why }
        })
    }

    fn format_position(&self, position: &Position) -> String {
        self.format_position_for(position, Viewer::Arbiter)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let malformed =
            |offset, expected| NotationError::malformed_position(text, offset, expected);
        let text = text.trim_end();
        let (cards, betting) = text
            .split_once(' ')
            .ok_or_else(|| malformed(text.len(), "a blank and what was done"))?;
        let mut holdings = [Holding::Nothing; 2];
        let mut letters = cards.char_indices();
        for holding in &mut holdings {
            let (offset, letter) = letters.next().unwrap_or((cards.len(), ' '));
            *holding = read_holding(letter)
                .ok_or_else(|| malformed(offset, "J, Q, K, ? or - for each player"))?;
        }
        if let Some((offset, _)) = letters.next() {
            return Err(malformed(offset, "the cards of two players"));
        }
        let betting = Betting::TEXTS.iter().find(|(_, known)| *known == betting);
        let &(betting, _) = betting.ok_or_else(|| {
            malformed(cards.len() + 1, "-, or what was done: p for a pass, b for a bet")
        })?;
        let position = Position { holdings, betting };
        match objection(position) {
            None => Ok(position),
            Some(why) => Err(NotationError::Impossible { text: text.into(), why: why.into() }),
        }
    }

    fn push_move_for(&self, position: &Position, mv: Move, viewer: Viewer, text: &mut String) {
        match mv {
            Move::Deal(_)
                if viewer != Viewer::Arbiter
                    && Self::receiver(*position).map(Viewer::Seat) != Some(viewer) =>
            {
                text.push_str("deal-?");
            }
            _ => self.push_move(position, mv, text),
        }
    }

    fn format_position_for(&self, position: &Position, viewer: Viewer) -> String {
        let cards: String = Seat::all(2)
            .map(|seat| match Self::seen(*position, seat, viewer) {
                Holding::Nothing => '-',
                Holding::Hidden => '?',
                Holding::Card(card) => card.letter(),
            })
            .collect();
        let betting = Betting::TEXTS.iter().find(|(known, _)| *known == position.betting);
        format!("{cards} {}", betting.map_or("-", |(_, text)| text))
    }

    /// The card of each player, and how many chips each has bet, the ante among them.
    fn diagram(&self, position: &Position, viewer: Viewer) -> Diagram {
        let mut diagram = Diagram::without_board();
        for seat in Seat::all(2) {
            let hand = diagram.add_zone_of(seat, self.seat_name(seat), "card", 1);
            if let Some(card) = glyph(Self::seen(*position, seat, viewer)) {
                diagram.put(hand[0], Glyph { owner: Some(seat), ..card });
            }
            let bet = diagram.add_zone_of(seat, self.seat_name(seat), "bet", 1);
            diagram.put(bet[0], Glyph::counter(position.betting.chips(seat), None));
        }
        diagram
    }
}

/// What a player holds, as it is shown.
fn glyph(holding: Holding) -> Option<Glyph> {
    match holding {
        Holding::Nothing => None,
        Holding::Hidden => Some(Glyph::hidden_card()),
        Holding::Card(Card::Jack) => Some(Glyph::card(Rank::Jack, None)),
        Holding::Card(Card::Queen) => Some(Glyph::card(Rank::Queen, None)),
        Holding::Card(Card::King) => Some(Glyph::card(Rank::King, None)),
    }
}

const fn read_holding(letter: char) -> Option<Holding> {
    match letter {
        '-' => Some(Holding::Nothing),
        '?' => Some(Holding::Hidden),
        'J' | 'j' => Some(Holding::Card(Card::Jack)),
        'Q' | 'q' => Some(Holding::Card(Card::Queen)),
        'K' | 'k' => Some(Holding::Card(Card::King)),
        _ => None,
    }
}

/// Why the position can't occur in a game; `None` if it can.
fn objection(position: Position) -> Option<&'static str> {
    let [first, second] = position.holdings;
    if first == second && first.card().is_some() {
        return Some("there is one card of each kind");
    }
    if first == Holding::Nothing && second != Holding::Nothing {
        return Some("the first player is dealt the first card");
    }
    if second == Holding::Nothing && position.betting != Betting::Open {
        return Some("nobody acts before both have a card");
    }
    if position.betting.is_shown() && (first.card().is_none() || second.card().is_none()) {
        return Some("nobody folded, so both cards lie open");
    }
    None
}
