//! A game with hidden information and without chance: each seat in turn secretly writes down a
//! number, and the highest unique number wins.

use board_engine::{
    ActionSpace, Deterministic, Diagram, Game, Glyph, HiddenInformation, Notation, NotationError,
    Outcome, Repetition, Seat, Status, Turn, Viewer, ZeroSum, zobrist,
};

/// The game for this number of seats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bids<const SEATS: usize>;

/// A written number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bid {
    None,
    Unknown,
    Number(u8),
}

const NUMBERS: u8 = 3;

/// Returns `true` if this viewer sees the next bid. The bidder sees it, and so does everyone if it is the last bid,
/// which reveals all bids.
fn sees<const SEATS: usize>(bids: &[Bid; SEATS], viewer: Viewer) -> bool {
    let bidder = bids.iter().position(|bid| *bid == Bid::None).unwrap_or(0);
    match viewer {
        Viewer::Seat(seat) if seat.index() == bidder => true,
        Viewer::Arbiter => true,
        Viewer::Seat(_) | Viewer::Public => bidder + 1 == SEATS,
    }
}

impl<const SEATS: usize> Game for Bids<SEATS> {
    type Position = [Bid; SEATS];
    type Move = u8;

    fn seats(&self) -> usize {
        SEATS
    }

    fn start(&self) -> [Bid; SEATS] {
        [Bid::None; SEATS]
    }

    fn turn(&self, bids: &[Bid; SEATS]) -> Turn {
        let open = bids.iter().position(|bid| *bid == Bid::None);
        Turn::Seat(Seat::new(open.unwrap_or(0)))
    }

    fn legal_moves(&self, bids: &[Bid; SEATS], moves: &mut Vec<u8>) -> Status {
        moves.clear();
        if bids.contains(&Bid::None) {
            moves.extend(0..NUMBERS);
            return Status::Ongoing;
        }
        let is_single = |bid: &&Bid| bids.iter().filter(|other| other == bid).count() == 1;
        let number = |bid: &Bid| if let Bid::Number(number) = bid { *number } else { 0 };
        let highest = bids.iter().filter(is_single).map(number).max();
        let payoff = |bid: &Bid| match highest {
            Some(highest) if is_single(&bid) && number(bid) == highest => 1,
            Some(_) => -1,
            None => 0,
        };
        Status::Over(Outcome::new(&bids.each_ref().map(payoff), "all have bid"))
    }

    fn play(&self, bids: &mut [Bid; SEATS], mv: u8) {
        if let Some(bid) = bids.iter_mut().find(|bid| **bid == Bid::None) {
            *bid = Bid::Number(mv);
        }
    }

    fn key(&self, bids: &[Bid; SEATS]) -> u64 {
        let number = |bid: Bid| match bid {
            Bid::None => 0,
            Bid::Unknown => 1,
            Bid::Number(number) => 2 + u64::from(number),
        };
        zobrist::mix(&bids.map(number))
    }

    fn irreversible(&self, _: &[Bid; SEATS], _: u8) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}

impl<const SEATS: usize> Deterministic for Bids<SEATS> {}
impl ZeroSum for Bids<2> {}

impl<const SEATS: usize> HiddenInformation for Bids<SEATS> {
    fn sight(&self, bids: &[Bid; SEATS], mv: u8, seat: Seat) -> u64 {
        if sees(bids, Viewer::Seat(seat)) { u64::from(mv) + 1 } else { 0 }
    }

    fn resample(
        &self,
        bids: &[Bid; SEATS],
        seat: Seat,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> [Bid; SEATS] {
        let mut drawn = *bids;
        if !bids.contains(&Bid::None) {
            return drawn;
        }
        for (index, bid) in drawn.iter_mut().enumerate() {
            if index != seat.index() && *bid != Bid::None {
                *bid = Bid::Number(u8::try_from(draw(NUMBERS.into())).unwrap());
            }
        }
        drawn
    }
}

impl<const SEATS: usize> Notation for Bids<SEATS> {
    fn seat_name(&self, seat: Seat) -> String {
        seat.to_string()
    }

    fn format_move(&self, _: &[Bid; SEATS], mv: u8) -> String {
        mv.to_string()
    }

    fn parse_move(&self, bids: &[Bid; SEATS], text: &str) -> Result<u8, NotationError> {
        let number = text.parse().ok().filter(|&number| number < NUMBERS);
        let number = number.filter(|_| bids.contains(&Bid::None));
        number.ok_or_else(|| NotationError::malformed_move(text, 0, "0, 1 or 2"))
    }

    fn format_position(&self, bids: &[Bid; SEATS]) -> String {
        self.format_position_for(bids, Viewer::Arbiter)
    }

    fn parse_position(&self, text: &str) -> Result<[Bid; SEATS], NotationError> {
        let read = |sign: char| match sign {
            '-' => Some(Bid::None),
            '?' => Some(Bid::Unknown),
            sign => sign.to_digit(NUMBERS.into()).map(|n| Bid::Number(u8::try_from(n).unwrap())),
        };
        let bids: Option<Vec<Bid>> = text.chars().map(read).collect();
        let bids = bids.and_then(|bids| <[Bid; SEATS]>::try_from(bids).ok());
        let is_in_turn = |bids: &[Bid; SEATS]| {
            let count = bids.iter().take_while(|bid| **bid != Bid::None).count();
            let is_open = count < SEATS || !bids.contains(&Bid::Unknown);
            bids[count..].iter().all(|bid| *bid == Bid::None) && is_open
        };
        bids.filter(is_in_turn)
            .ok_or_else(|| NotationError::malformed_position(text, 0, "a bid of each seat"))
    }

    fn push_move_for(&self, bids: &[Bid; SEATS], mv: u8, viewer: Viewer, text: &mut String) {
        text.push_str(&if sees(bids, viewer) { mv.to_string() } else { "?".into() });
    }

    fn format_position_for(&self, bids: &[Bid; SEATS], viewer: Viewer) -> String {
        let is_open = viewer == Viewer::Arbiter || !bids.contains(&Bid::None);
        let sign = |(index, bid): (usize, &Bid)| match bid {
            Bid::None => "-".into(),
            Bid::Number(number) if is_open || viewer == Viewer::Seat(Seat::new(index)) => {
                number.to_string()
            }
            _ => "?".into(),
        };
        bids.iter().enumerate().map(sign).collect()
    }

    fn action_space(&self) -> ActionSpace {
        ActionSpace::default().with_names((0..NUMBERS).map(|number| number.to_string()))
    }

    fn diagram(&self, bids: &[Bid; SEATS], viewer: Viewer) -> Diagram {
        let mut diagram = Diagram::without_board();
        let signs = self.format_position_for(bids, viewer);
        for (seat, sign) in Seat::all(SEATS).zip(signs.chars()) {
            let bid = diagram.add_zone_of(seat, self.seat_name(seat), "bid", 1);
            match sign.to_digit(10) {
                Some(number) => diagram.put(bid[0], Glyph::die(u8::try_from(number).ok())),
                None if sign == '?' => diagram.put(bid[0], Glyph::die(None)),
                None => {}
            }
        }
        diagram
    }
}
