//! Converts moves to text and back, and draws positions as diagrams.
//!
//! A move is written as a square: a letter for the column, from `a` at the left, and a number for the row, from 1 at
//! the bottom. The letter can be in upper or lower case.

use board_engine::in_a_row::{self, squares_of_lines};
use board_engine::{
    Action, ActionSpace, Board, Coordinates, Diagram, Game, Geometry, Glyph, Notation,
    NotationError, SEATS_MAX, Seat, Shade, Square, Stones, StonesText, Viewer, Word, push_number,
};

use crate::rules::move_to;
use crate::summary;
use crate::{MnkRules, Move};

impl<W: Word, const SEATS: usize> Notation for MnkRules<W, SEATS> {
    fn seat_name(&self, seat: Seat) -> String {
        name(seat)
    }

    fn format_move(&self, _: &Stones<W, SEATS>, mv: Move) -> String {
        self.name_of(mv.bit())
    }

    fn push_move(&self, _: &Stones<W, SEATS>, mv: Move, text: &mut String) {
        self.push_name(mv.bit(), text);
    }

    fn parse_move(&self, position: &Stones<W, SEATS>, text: &str) -> Result<Move, NotationError> {
        let word = text.trim();
        let (column, row) = read_square(word).ok_or_else(|| {
            NotationError::malformed_move(text, 0, "a column's letter and a row's number, as in b2")
        })?;
        let refused = |why| {
            let position = self.format_position(position);
            NotationError::Refused { text: text.into(), position, why }
        };
        if column >= self.width().into() {
            return Err(refused(format!("there is no column {}", column_letter(column))));
        }
        if row >= self.height().into() {
            return Err(refused(format!("there is no row {}", row + 1)));
        }
        let bit = (u32::from(self.height()) - 1 - row) * self.stride() + column;
        if position.occupied().contains(bit) {
            return Err(refused(format!("{} is taken", self.name_of(bit))));
        }
        match self.legal_moves(position, &mut Vec::new()).outcome() {
            None => Ok(move_to(bit)),
            Some(outcome) => Err(refused(format!("the game is over: {}", outcome.reason()))),
        }
    }

    fn format_position(&self, position: &Stones<W, SEATS>) -> String {
        format(self, position)
    }

    fn parse_position(&self, text: &str) -> Result<Stones<W, SEATS>, NotationError> {
        parse(self, text)
    }

    fn pieces_to_set_up(&self) -> Vec<Glyph> {
        Seat::all(SEATS).map(glyph).collect()
    }

    fn format_set_up(&self, board: &Board<usize>, mover: Seat) -> String {
        format_board(self, &board.map(Seat::new), mover)
    }

    fn route(&self, _: &Stones<W, SEATS>, mv: Move) -> Vec<Square> {
        let geometry = Geometry::rectangle(self.width(), self.height());
        geometry.squares().filter(|&square| self.bit(square) == mv.bit()).collect()
    }

    fn action_space(&self) -> ActionSpace {
        ActionSpace::placing(&self.diagram(&self.start(), Viewer::Arbiter))
    }

    fn action(&self, space: &ActionSpace, _: &Stones<W, SEATS>, mv: Move) -> Option<Action> {
        space.at(self.square_of(mv.bit()))
    }

    fn observe(
        &self,
        position: &Stones<W, SEATS>,
        _: Viewer,
        see: &mut dyn FnMut(Square, usize, f32),
    ) {
        for seat in Seat::all(SEATS) {
            for bit in position.stones(seat) {
                see(self.square_of(bit), seat.index(), 1.0);
            }
        }
    }

    fn diagram(&self, position: &Stones<W, SEATS>, _: Viewer) -> Diagram {
        let geometry = Geometry::rectangle(self.width(), self.height());
        let name = |square: Square| self.name_of(self.bit(square));
        let mut diagram =
            Diagram::new(geometry, Coordinates::AtEdges, name).with_shades(Shade::checkered);
        for (square, seat) in self.board(position).pieces() {
            diagram.put(square, glyph(seat));
        }
        let won = squares_of_lines(&diagram, self.in_a_row());
        diagram.with_won(won)
    }

    fn rules_summary(&self) -> String {
        summary::of(self.in_a_row())
    }
}

impl<W: Word, const SEATS: usize> MnkRules<W, SEATS> {
    /// The name of this bit's square: "b2".
    pub(crate) fn name_of(&self, bit: u32) -> String {
        let mut name = String::new();
        self.push_name(bit, &mut name);
        name
    }

    fn push_name(&self, bit: u32, text: &mut String) {
        text.push(column_letter(bit % self.stride()));
        push_number(usize::from(self.height()) - (bit / self.stride()) as usize, text);
    }
}

/// A seat's stone. A stone has no color, because the sides differ in shape.
fn glyph(seat: Seat) -> Glyph {
    let symbol = ['✕', '○', '△'].get(seat.index()).copied().unwrap_or('■');
    Glyph::piece(seat, "mark", letter(seat), symbol, name(seat))
}

/// Parses a square: its column, from 0 at the left, and its row, from 0 at the bottom. Either square can be off the
/// board.
fn read_square(word: &str) -> Option<(u32, u32)> {
    let letter = word.chars().next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
    let digits = word.get(1..)?;
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let row: u32 = digits.parse().ok()?;
    Some((u32::from(letter) - u32::from('a'), row.checked_sub(1)?))
}

/// A column's name.
fn column_letter(column: u32) -> char {
    char::from_u32(u32::from('a') + column).unwrap_or('?')
}

/// The seats' letters.
const LETTERS: [char; SEATS_MAX] = ['x', 'o', 'z', 'a', 'b', 'c', 'd', 'e'];

/// The letter for a seat's stones.
pub(crate) const fn letter(seat: Seat) -> char {
    LETTERS[seat.index()]
}

/// A seat's name.
pub(crate) fn name(seat: Seat) -> String {
    letter(seat).to_ascii_uppercase().into()
}

const fn text_of<W: Word, const SEATS: usize>(game: &MnkRules<W, SEATS>) -> StonesText<'static> {
    let (letters, _) = LETTERS.split_at(SEATS);
    StonesText { width: game.width(), height: game.height(), letters }
}

pub(crate) fn format<W: Word, const SEATS: usize>(
    game: &MnkRules<W, SEATS>,
    position: &Stones<W, SEATS>,
) -> String {
    format_board(game, &game.board(position), position.mover())
}

/// Formats any board, even an impossible one.
pub(crate) fn format_board<W: Word, const SEATS: usize>(
    game: &MnkRules<W, SEATS>,
    board: &Board<Seat>,
    mover: Seat,
) -> String {
    text_of(game).format(board, mover)
}

pub(crate) fn parse<W: Word, const SEATS: usize>(
    game: &MnkRules<W, SEATS>,
    text: &str,
) -> Result<Stones<W, SEATS>, NotationError> {
    let (board, mover) = text_of(game).parse(text)?;
    let position = Stones::of_board(&board, mover, |square| game.bit(square));
    let wins = |stones| game.has_line_in(stones);
    match in_a_row::impossible(&position, position.newest(), wins, name) {
        None => Ok(position),
        Some(why) => Err(NotationError::Impossible { text: text.into(), why }),
    }
}
