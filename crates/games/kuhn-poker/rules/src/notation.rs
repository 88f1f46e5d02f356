//! Converts moves and positions to text and draws diagrams, each limited to what the viewer may see.

use board_engine::{
    Action, ActionSpace, Diagram, Feature, Game, Glyph, Notation, NotationError, Outcome, Rank,
    Seat, Viewer,
};

use crate::position::Betting;
use crate::rules::reason_of;
use crate::summary::SUMMARY;
use crate::{Card, Holding, KuhnPoker, Move, Position};

impl KuhnPoker {
    /// The viewer's knowledge about this player's card.
    fn visible_card(position: Position, seat: Seat, viewer: Viewer) -> Holding {
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
            (Move::Shuffle, _) => "shuffle".into(),
        }
    }

    /// Also accepts just the first letter, `pass` and `p`, and a dealt card's letter.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let word = text.trim().to_ascii_lowercase();
        let mut moves = Vec::new();
        let status = self.legal_moves(position, &mut moves);
        let names = |mv: Move| self.format_move(position, mv).to_ascii_lowercase();
        let means = |&mv: &Move| {
            let name = names(mv);
            let is_action = matches!(mv, Move::Pass | Move::Bet);
            word == name
                || (is_action && word.len() == 1 && name.starts_with(&word))
                || matches!(mv, Move::Deal(card) if reads(card, &word))
                || (mv == Move::Pass && matches!(word.as_str(), "pass" | "p"))
        };
        let found = moves.iter().copied().find(means).filter(|_| status.outcome().is_none());
        found.ok_or_else(|| {
            let known = ["check", "bet", "call", "fold", "deal-j", "deal-q", "deal-k", "shuffle"];
            let is_card = Card::ALL.into_iter().any(|card| reads(card, &word));
            if !is_card && !known.contains(&word.as_str()) {
                return NotationError::malformed_move(
                    text,
                    0,
                    self.expected_moves(*position, &moves),
                );
            }
            let why = match status.outcome() {
                Some(outcome) => format!("the game is over: {}", outcome.reason()),
                None if Self::receiver(position).is_some() => "the cards are being dealt".into(),
                None if position.is_hand_over() => "the hand is over".into(),
                None if position.betting.faces_bet() => "there is a bet: call or fold".into(),
                None => "there is no bet: check or bet".into(),
            };
            // The message must not show more of the position than the player may see.
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
        let (hand_text, hand, balance) = self.read_match(text)?;
        let (cards, betting) = hand_text
            .split_once(' ')
            .ok_or_else(|| malformed(hand_text.len(), "a space and the actions"))?;
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
            malformed(cards.len() + 1, "the actions, p for a pass and b for a bet, or -")
        })?;
        let position = Position { holdings, betting, hand, balance };
        match self.objection(position) {
            None => Ok(position),
            Some(why) => Err(NotationError::Impossible { text: text.into(), why: why.into() }),
        }
    }

    fn push_move_for(&self, position: &Position, mv: Move, viewer: Viewer, text: &mut String) {
        match mv {
            Move::Deal(_)
                if viewer != Viewer::Arbiter
                    && Self::receiver(position).map(Viewer::Seat) != Some(viewer) =>
            {
                text.push_str("deal-?");
            }
            _ => self.push_move(position, mv, text),
        }
    }

    fn format_position_for(&self, position: &Position, viewer: Viewer) -> String {
        let cards: String = Seat::all(2)
            .map(|seat| match Self::visible_card(*position, seat, viewer) {
                Holding::Nothing => '-',
                Holding::Hidden => '?',
                Holding::Card(card) => card.letter(),
            })
            .collect();
        let betting = Betting::TEXTS.iter().find(|(known, _)| *known == position.betting);
        let hand = format!("{cards} {}", betting.map_or("-", |(_, text)| text));
        let Position { hand: number, balance, .. } = *position;
        if self.hands() == 1 { hand } else { format!("{hand} {number} {balance:+}") }
    }

    /// After a match, each player's chips.
    fn describe_outcome(&self, position: &Position, outcome: &Outcome) -> String {
        if self.hands() == 1 {
            return outcome.reason().into();
        }
        self.with_chips(outcome.reason(), *position)
    }

    /// The reason why the hand is over, with each player's chips after the hand.
    fn describe_round_end(&self, position: &Position) -> Option<String> {
        let is_between = position.is_hand_over() && position.hand() < self.hands();
        is_between.then(|| self.with_chips(reason_of(position.betting), *position))
    }

    fn action_space(&self) -> ActionSpace {
        let deals = Card::ALL.map(|card| format!("deal-{}", card.letter()));
        let shuffle = (self.hands() > 1).then(|| "shuffle".to_owned());
        ActionSpace::default()
            .with_names(["check", "bet", "fold", "call"])
            .with_draws(deals.into_iter().chain(shuffle))
    }

    fn action(&self, space: &ActionSpace, position: &Position, mv: Move) -> Option<Action> {
        match (mv, position.betting.faces_bet()) {
            (Move::Pass, false) => space.nth_name(0),
            (Move::Bet, false) => space.nth_name(1),
            (Move::Pass, true) => space.nth_name(2),
            (Move::Bet, true) => space.nth_name(3),
            (Move::Deal(card), _) => space.nth_draw(Card::ALL.iter().position(|it| *it == card)?),
            (Move::Shuffle, _) => space.nth_draw(Card::ALL.len()),
        }
    }

    /// The features: cards and chips, and in a match also the dealer.
    fn features(&self) -> Vec<Feature> {
        let dealer = (self.hands() > 1).then_some(Feature::Marker);
        [Feature::FaceDown, Feature::Rank, Feature::Counter].into_iter().chain(dealer).collect()
    }

    /// Each player's card and bet, including the ante. In a match, also each player's chips, with the maximum possible
    /// loss as the limit, the dealer, and the number of the hand.
    fn diagram(&self, position: &Position, viewer: Viewer) -> Diagram {
        let mut diagram = Diagram::without_board();
        for seat in Seat::all(2) {
            let name = self.seat_name(seat);
            let hand = diagram.add_zone_of(seat, name.as_str(), "card", 1);
            if let Some(card) = glyph(Self::visible_card(*position, seat, viewer)) {
                diagram.put(hand[0], Glyph { owner: Some(seat), ..card });
            }
            let bet = diagram.add_zone_of(seat, name.as_str(), "bet", 1);
            diagram.put(bet[0], Glyph::counter(self.chips_in_pot(*position, seat), None));
            if self.hands() > 1 {
                let chips = diagram.add_zone_of(seat, name.as_str(), "chips", 1);
                diagram.put(chips[0], Glyph::counter(self.chips_left(*position, seat), None));
                let button = diagram.add_zone_of(seat, name, "button", 1);
                let [_, dealer] = position.order();
                if seat == dealer {
                    diagram.put(button[0], Glyph::marker('D', 'D', "dealer button"));
                }
            }
        }
        if self.hands() > 1 {
            let hand = diagram.add_zone("hand", 1);
            let (number, hands) = (position.hand().into(), self.hands().into());
            diagram.put(hand[0], Glyph::counter(number, Some(hands)));
        }
        diagram
    }

    fn rules_summary(&self) -> String {
        SUMMARY.into()
    }
}

/// Returns `true` if this lower-case word is the card's letter.
fn reads(card: Card, word: &str) -> bool {
    word.chars().eq([card.letter().to_ascii_lowercase()])
}

impl KuhnPoker {
    /// The legal moves to type instead.
    fn expected_moves(self, position: Position, moves: &[Move]) -> String {
        if moves.is_empty() {
            return "nothing, the game is over".into();
        }
        let texts = moves.iter().map(|&mv| match mv {
            Move::Deal(card) => card.letter().to_string(),
            _ => self.format_move(&position, mv),
        });
        let legal = texts.collect::<Vec<_>>().join(" or ");
        match Self::receiver(&position) {
            Some(_) => format!("the dealt card: {legal}"),
            None => legal,
        }
    }

    /// The reason, with each player's chips after the hand.
    fn with_chips(self, reason: &str, position: Position) -> String {
        let [first, second] =
            [Seat::FIRST, Seat::SECOND].map(|seat| self.payoff_max() + position.balance(seat));
        format!("{reason}, {first}–{second} in chips")
    }

    /// The chips that this player has in the pot; 0 after a hand in a match, because the winner has taken the pot.
    fn chips_in_pot(self, position: Position, seat: Seat) -> u32 {
        let is_taken = self.hands() > 1 && position.is_hand_over();
        if is_taken { 0 } else { position.chips(seat) }
    }

    /// This player's chips. At the start, each player has as many chips as all hands together can cost.
    fn chips_left(self, position: Position, seat: Seat) -> u32 {
        let stack = i32::from(self.payoff_max()) + i32::from(position.balance(seat));
        u32::try_from(stack).unwrap_or(0).saturating_sub(self.chips_in_pot(position, seat))
    }

    /// Splits a position string into the hand, its number and the balance. A single hand has only the first part.
    fn read_match(self, text: &str) -> Result<(&str, u16, i16), NotationError> {
        if self.hands() == 1 {
            return Ok((text, 1, 0));
        }
        let expected = "a hand, its number and the first player's winnings, as in JQ pb 3 +2";
        let malformed = || NotationError::malformed_position(text, text.len(), expected);
        let (rest, balance) = text.rsplit_once(' ').ok_or_else(malformed)?;
        let (hand_text, hand) = rest.rsplit_once(' ').ok_or_else(malformed)?;
        let read = (hand.parse::<u16>().ok(), balance.parse::<i16>().ok());
        let (Some(number), Some(won)) = read else { return Err(malformed()) };
        if hand != number.to_string() || balance != format!("{won:+}") {
            return Err(malformed());
        }
        Ok((hand_text, number, won))
    }

    /// The reason why the position can't occur in a match; `None` if it can.
    fn objection(self, position: Position) -> Option<&'static str> {
        if !(1..=self.hands()).contains(&position.hand) {
            return Some("there is no hand with this number");
        }
        let most = 2 * (position.hand.cast_signed() - 1);
        if !(-most..=most).contains(&position.balance) {
            return Some("the earlier hands can't have won this much");
        }
        objection(position)
    }
}

/// The glyph for a player's card.
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

/// The reason why the hand can't occur; `None` if it can.
fn objection(position: Position) -> Option<&'static str> {
    let [first, second] = position.order().map(|seat| position.holding(seat));
    if first == second && first.card().is_some() {
        return Some("there is one card of each kind");
    }
    if first == Holding::Nothing && second != Holding::Nothing {
        return Some("the first player is dealt the first card");
    }
    if second == Holding::Nothing && position.betting != Betting::Open {
        return Some("no player acts before both have a card");
    }
    if position.betting.is_shown() && (first.card().is_none() || second.card().is_none()) {
        return Some("no player folded, so both cards are open");
    }
    None
}
