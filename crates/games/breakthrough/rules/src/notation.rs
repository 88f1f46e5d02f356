//! Converts moves to text and back, and draws positions as diagrams.
//!
//! A move is written as its two squares, each a letter for the column, from `a` at the left, and a number for the row,
//! from 1 at the bottom: `a2a3`. A capture has an `x` between them: `a2xb3`. A hyphen, a missing `x` and upper case are
//! also accepted.

use board_engine::{
    Action, ActionSpace, Board, Color, Coordinates, Diagram, Game, Glyph, Notation, NotationError,
    Seat, Shade, Square, Status, Step, Steps, Viewer, zobrist,
};

use crate::position_text::{name, name_of, push_name};
use crate::rules::STRIDE;
use crate::summary::SUMMARY;
use crate::{Breakthrough, Move, Position, position_text};

impl Notation for Breakthrough {
    fn seat_name(&self, seat: Seat) -> String {
        name(seat).into()
    }

    fn format_move(&self, position: &Position, mv: Move) -> String {
        let mut text = String::new();
        self.push_move(position, mv, &mut text);
        text
    }

    fn push_move(&self, position: &Position, mv: Move, text: &mut String) {
        push_name(mv.from(), text);
        if is_capture(position, mv) {
            text.push('x');
        }
        push_name(mv.to(), text);
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let (mv, is_marked) = self.read_move(text.trim()).ok_or_else(|| {
            NotationError::malformed_move(text, 0, "two squares, like a2a3 or a2xb3")
        })?;
        match self.objection(position, mv, is_marked) {
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

    fn route(&self, _: &Position, mv: Move) -> Vec<Square> {
        vec![self.square(mv.from()), self.square(mv.to())]
    }

    fn steps(&self, position: &Position, moves: &[Move]) -> Steps {
        let mut steps = Steps::default();
        for (index, &mv) in moves.iter().enumerate() {
            let step = Step::new(self.square(mv.from()), self.square(mv.to()));
            let captured = self.square(mv.to());
            let step = if is_capture(position, mv) { step.taking(captured) } else { step };
            steps.add_way(index, [step]);
        }
        steps
    }

    fn action_space(&self) -> ActionSpace {
        ActionSpace::moving(&self.diagram(&self.start(), Viewer::Arbiter))
    }

    #[inline]
    fn action(&self, space: &ActionSpace, _: &Position, mv: Move) -> Option<Action> {
        space.between(self.square(mv.from()), self.square(mv.to()))
    }

    fn observe(&self, position: &Position, _: Viewer, see: &mut dyn FnMut(Square, usize, f32)) {
        for seat in Seat::all(2) {
            for bit in position.pawns(seat) {
                see(self.square(bit), seat.index(), 1.0);
            }
        }
    }

    fn with_colors_reversed(&self, position: &Position) -> Option<Position> {
        let pawns = [Seat::SECOND, Seat::FIRST]
            .map(|seat| position_text::mirrored(self, position.pawns(seat)));
        Some(Position::new(pawns, position.mover().opponent()))
    }

    fn material_key(&self, position: &Position) -> Option<u64> {
        let counts = [Seat::FIRST, Seat::SECOND].map(|seat| position.pawns(seat).count().into());
        Some(zobrist::mix(&counts))
    }

    fn diagram(&self, position: &Position, _: Viewer) -> Diagram {
        let name = |square: Square| name_of(self.bit(square));
        let mut diagram =
            Diagram::new(self.geometry(), Coordinates::AtEdges, name).with_shades(Shade::checkered);
        for (square, seat) in self.board(position).pieces() {
            diagram.put(square, glyph(seat));
        }
        diagram
    }

    fn rules_summary(&self) -> String {
        SUMMARY.into()
    }
}

impl Breakthrough {
    /// A move's squares, and whether the move is marked as a capture.
    fn read_move(&self, word: &str) -> Option<(Move, bool)> {
        let (from, rest) = word.split_at_checked(2)?;
        let to = rest.strip_prefix(['x', 'X', '-', ':']).unwrap_or(rest);
        let is_marked = rest.starts_with(['x', 'X', ':']);
        let square = |name: &str| {
            let &[letter, digit] = name.as_bytes() else { return None };
            let letter = letter.to_ascii_lowercase();
            let lines = [letter.checked_sub(b'a')?, digit.checked_sub(b'1')?];
            let [column, row] = lines.map(u32::from);
            let size = u32::from(self.size());
            (column < size && row < size).then_some(STRIDE * row + column)
        };
        Some((Move::new(square(from)?, square(to)?), is_marked))
    }

    /// The reason why the move is illegal; `None` if it is legal.
    fn objection(&self, position: &Position, mv: Move, is_marked: bool) -> Option<String> {
        let mut moves = Vec::new();
        if let Status::Over(outcome) = self.legal_moves(position, &mut moves) {
            return Some(format!("the game is over: {}", outcome.reason()));
        }
        let (from, to) = (name_of(mv.from()), name_of(mv.to()));
        let mover = position.mover();
        if moves.contains(&mv) {
            let is_wrong = is_marked && !is_capture(position, mv);
            return is_wrong.then(|| format!("there is nothing to capture on {to}"));
        }
        Some(if !position.pawns(mover).contains(mv.from()) {
            format!("there is no {} pawn on {from}", name(mover).to_lowercase())
        } else if position.pawns(mover).contains(mv.to()) {
            format!("a pawn of the same side is on {to}")
        } else if position.occupied().contains(mv.to()) && mv.from() % STRIDE == mv.to() % STRIDE {
            "a pawn captures diagonally, never straight ahead".into()
        } else {
            "a pawn moves one square straight or diagonally forward".into()
        })
    }
}

fn is_capture(position: &Position, mv: Move) -> bool {
    position.pawns(position.mover().opponent()).contains(mv.to())
}

fn glyph(seat: Seat) -> Glyph {
    let (symbol, color) =
        if seat == Seat::FIRST { ('♙', Color::White) } else { ('♟', Color::Black) };
    let name = format!("{} pawn", name(seat).to_lowercase());
    Glyph::piece(seat, "pawn", position_text::letter(seat), symbol, name).colored(color)
}
