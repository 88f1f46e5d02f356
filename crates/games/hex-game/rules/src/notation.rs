//! Converts moves to text and back, and draws positions as diagrams.
//!
//! A move is written as a place: a letter for the column, from `a` at the left, and a number for the row, from 1 at the
//! top: `c4`. Upper case is also accepted. The swap is `swap`; `swap-pieces`, which other programs write, is also
//! accepted.

use board_engine::{
    Action, ActionSpace, Board, Coordinates, Diagram, Edges, Game, Geometry, Glyph, Notation,
    NotationError, Seat, SideOwners, Square, Status, Tiling, Viewer, push_number,
};

use crate::position_text::{bit, name};
use crate::{Hex, Move, Position, Swap, position_text, summary};

const SWAP: &str = "swap";
const OTHER_SWAP: &str = "swap-pieces";

impl Notation for Hex {
    fn seat_name(&self, seat: Seat) -> String {
        name(seat).into()
    }

    fn format_move(&self, position: &Position, mv: Move) -> String {
        let mut text = String::new();
        self.push_move(position, mv, &mut text);
        text
    }

    fn push_move(&self, _: &Position, mv: Move, text: &mut String) {
        match mv.place() {
            Some(bit) => self.push_name(bit, text),
            None => text.push_str(SWAP),
        }
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let word = text.trim();
        let is_swap = [SWAP, OTHER_SWAP].iter().any(|swap| word.eq_ignore_ascii_case(swap));
        let mv = if is_swap { Some(Move::SWAP) } else { self.read_place(word).map(Move::placing) };
        let mv = mv.ok_or_else(|| NotationError::malformed_move(text, 0, self.expected_move()))?;
        match self.objection(position, mv) {
            None => Ok(mv),
            Some(why) => {
                let position = self.format_position(position);
                Err(NotationError::Refused { text: text.into(), position, why })
            }
        }
    }

    fn format_position(&self, position: &Position) -> String {
        position_text::format(self, position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        position_text::parse(self, text)
    }

    fn pieces_to_set_up(&self) -> Vec<Glyph> {
        Seat::all(2).map(glyph).collect()
    }

    fn format_set_up(&self, board: &Board<usize>, mover: Seat) -> String {
        position_text::format_board(self, &board.map(Seat::new), mover)
    }

    /// The route is the stone's place; a swap doesn't touch any place.
    fn route(&self, _: &Position, mv: Move) -> Vec<Square> {
        mv.place().map(|bit| Square::new(bit as usize)).into_iter().collect()
    }

    fn action_space(&self) -> ActionSpace {
        let places = ActionSpace::placing(&self.diagram(&self.start(), Viewer::Arbiter));
        if self.swap() == Swap::Allowed { places.with_names([SWAP]) } else { places }
    }

    #[inline]
    fn action(&self, space: &ActionSpace, _: &Position, mv: Move) -> Option<Action> {
        match mv.place() {
            Some(bit) => space.at(Square::new(bit as usize)),
            None => space.nth_name(0),
        }
    }

    fn observe(&self, position: &Position, _: Viewer, see: &mut dyn FnMut(Square, usize, f32)) {
        for seat in Seat::all(2) {
            for bit in position.stones(seat) {
                see(Square::new(bit as usize), seat.index(), 1.0);
            }
        }
    }

    fn diagram(&self, position: &Position, _: Viewer) -> Diagram {
        let geometry = Geometry::rectangle(self.size(), self.size());
        let name_of = |square: Square| self.name_of(bit(square));
        let [red, blue] = [Seat::FIRST, Seat::SECOND].map(Some);
        let owners = SideOwners { top: red, right: blue, bottom: red, left: blue };
        let mut diagram = Diagram::new(geometry, Coordinates::Labels(self.edges()), name_of)
            .with_tiling(Tiling::Hexagons)
            .with_side_owners(owners);
        for (square, seat) in position_text::board(self, position).pieces() {
            diagram.put(square, glyph(seat));
        }
        diagram.with_won(self.connection(position))
    }

    fn rules_summary(&self) -> String {
        summary::of(self.swap())
    }
}

impl Hex {
    /// Letters above the columns, and numbers to the left of the rows, counted from the top.
    fn edges(&self) -> Edges {
        Edges {
            top: (0..self.size()).map(|column| char::from(b'a' + column).to_string()).collect(),
            left: (1..=self.size()).map(|row| row.to_string()).collect(),
            ..Edges::default()
        }
    }

    /// The squares on a shortest chain between the winner's sides; none in an unfinished game.
    fn connection(&self, position: &Position) -> Vec<Square> {
        let Some(winner) = self.winner(position) else { return Vec::new() };
        let path = self.sides().shortest_connection(position.stones(winner), winner);
        path.into_iter().map(|bit| Square::new(bit as usize)).collect()
    }

    /// The name of this bit's place: "d3".
    fn name_of(&self, bit: u32) -> String {
        let mut name = String::new();
        self.push_name(bit, &mut name);
        name
    }

    fn push_name(&self, bit: u32, text: &mut String) {
        let size = u32::from(self.size());
        text.push(char::from_u32(u32::from('a') + bit % size).unwrap_or('?'));
        push_number((bit / size) as usize + 1, text);
    }

    /// The bit of the place with this name.
    fn read_place(&self, word: &str) -> Option<u32> {
        let letter = word.bytes().next().filter(u8::is_ascii_alphabetic)?.to_ascii_lowercase();
        let digits = word.get(1..)?;
        let is_number = !digits.starts_with('0') && digits.bytes().all(|it| it.is_ascii_digit());
        let row = digits.parse::<u32>().ok().filter(|_| is_number)?.checked_sub(1)?;
        let (column, size) = (u32::from(letter - b'a'), u32::from(self.size()));
        (column < size && row < size).then(|| row * size + column)
    }

    fn expected_move(&self) -> String {
        let last = u32::from(self.size()) * u32::from(self.size()) - 1;
        format!("a cell from a1 to {}", self.name_of(last))
    }

    /// The reason why the move is illegal; `None` if it is legal.
    fn objection(&self, position: &Position, mv: Move) -> Option<String> {
        if let Status::Over(outcome) = self.status(position, &mut Vec::new()) {
            return Some(format!("the game is over: {}", outcome.reason()));
        }
        match mv.place() {
            Some(bit) if position.occupied().contains(bit) => {
                Some(format!("{} is taken", self.name_of(bit)))
            }
            Some(_) => None,
            None if self.can_swap(position) => None,
            None => Some(match self.swap() {
                crate::Swap::Forbidden => "this game has no swap rule".into(),
                crate::Swap::Allowed => "only the answer to the first stone can be a swap".into(),
            }),
        }
    }
}

/// A seat's stone, which is neither white nor black.
fn glyph(seat: Seat) -> Glyph {
    let symbol = if seat == Seat::FIRST { '●' } else { '○' };
    let name = format!("{} stone", name(seat).to_lowercase());
    Glyph::piece(seat, "stone", position_text::letter(seat), symbol, name)
}
