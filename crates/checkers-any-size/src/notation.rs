//! Moves as text, and the diagram. Squares have numbers from 1, row by row from the top left. A step is `9-14`, a capture
//! `15x22`; one that shares its ends with another is written with every square that it touches.

use board_engine::{
    Bitboard, Board, Color, Coordinates, Diagram, Game, Glyph, Notation, NotationError, Outcome,
    Seat, Shade, Square, Status, Viewer,
};

use crate::board::CheckersAnySize;
use crate::position::{Move, Position, bit, single, square};
use crate::position_text;

/// The pieces of the game: color, and whether it is a king.
const PIECES: [(Color, bool); 4] =
    [(Color::White, false), (Color::White, true), (Color::Black, false), (Color::Black, true)];

impl Notation for CheckersAnySize {
    fn seat_name(&self, seat: Seat) -> String {
        Self::color_of(seat).to_string()
    }

    fn format_move(&self, position: &Position, mv: Move) -> String {
        if !mv.is_capture() {
            return joined(&[mv.from, mv.to], "-");
        }
        let mut captures = Vec::new();
        self.add_captures(position, &mut captures);
        let is_twin = |other: &Move| *other != mv && other.from == mv.from && other.to == mv.to;
        if captures.iter().any(is_twin) {
            joined(&self.route_of(position, mv), "x")
        } else {
            joined(&[mv.from, mv.to], "x")
        }
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let count = self.geometry().square_count();
        let squares = read_squares(text, count).ok_or_else(|| {
            let expected = format!("squares from 1 to {count}, as in 9-14 or 15x22");
            NotationError::malformed_move(text, 0, expected)
        })?;
        let mut moves = Vec::new();
        let status = self.legal_moves(position, &mut moves);
        if let Status::Over(outcome) = status {
            return Err(refused(self, position, text, over(&outcome)));
        }
        let fitting: Vec<Move> =
            moves.iter().copied().filter(|mv| self.fits(position, *mv, &squares)).collect();
        match fitting[..] {
            [mv] => Ok(mv),
            [] => Err(refused(self, position, text, self.why_not(position, &squares, &moves))),
            _ => Err(NotationError::Ambiguous {
                text: text.into(),
                candidates: fitting.iter().map(|&mv| self.format_move(position, mv)).collect(),
            }),
        }
    }

    fn format_position(&self, position: &Position) -> String {
        position_text::format(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        position_text::parse(self, text)
    }

    fn pieces_to_set_up(&self) -> Vec<Glyph> {
        PIECES.map(|(color, is_king)| glyph(color, is_king)).into()
    }

    fn format_set_up(&self, board: &Board<usize>, mover: Seat) -> String {
        let mut position = Position {
            pieces: [Bitboard::EMPTY; 2],
            kings: Bitboard::EMPTY,
            turn: Self::color_of(mover),
            quiet_plies: 0,
        };
        for (square, piece) in board.pieces() {
            let (color, is_king) = PIECES[piece];
            position.pieces[color.index()] |= single(square);
            if is_king {
                position.kings |= single(square);
            }
        }
        position_text::format(&position)
    }

    fn route(&self, position: &Position, mv: Move) -> Vec<Square> {
        if mv.is_capture() { self.route_of(position, mv) } else { vec![mv.from, mv.to] }
    }

    fn diagram(&self, position: &Position, _: Viewer) -> Diagram {
        let geometry = self.geometry();
        let shade = |place| match geometry.square_at(place) {
            Some(_) => Shade::Dark,
            None => Shade::Light,
        };
        let name = |square: Square| (square.index() + 1).to_string();
        let mut diagram =
            Diagram::new(geometry.clone(), Coordinates::OnSquares, name).with_shades(shade);
        for bit in position.occupied() {
            let color = if position.pieces(Color::White).contains(bit) {
                Color::White
            } else {
                Color::Black
            };
            diagram.put(square(bit), glyph(color, position.kings.contains(bit)));
        }
        diagram
    }
}

impl CheckersAnySize {
    /// Whether squares that were written mean this move: its ends, and between them some squares of its route in order.
    fn fits(&self, position: &Position, mv: Move, squares: &[Square]) -> bool {
        let [first, between @ .., last] = squares else { return false };
        if *first != mv.from || *last != mv.to {
            return false;
        }
        if between.is_empty() {
            return true;
        }
        let mut fits = false;
        self.for_each_capture(position, &mut |other, path| {
            if other == mv {
                let mut rest = path.iter();
                fits |= between.iter().all(|square| rest.any(|touched| touched == square));
            }
        });
        fits
    }

    /// Why no legal move goes there.
    fn why_not(&self, position: &Position, squares: &[Square], moves: &[Move]) -> String {
        let (Some(&from), Some(&to)) = (squares.first(), squares.last()) else {
            return "there is no such move".into();
        };
        let number = |square: Square| square.index() + 1;
        if !position.occupied().contains(bit(from)) {
            return format!("no piece on {}", number(from));
        }
        if !position.pieces(position.turn).contains(bit(from)) {
            return format!("{} is {}'s", number(from), !position.turn);
        }
        if position.occupied().contains(bit(to)) && from != to {
            return format!("{} is occupied", number(to));
        }
        if moves.first().is_some_and(Move::is_capture) {
            let must = self.format_move(position, moves[0]);
            return format!("a piece must be taken: {must}");
        }
        format!("the piece on {} can't move to {}", number(from), number(to))
    }
}

fn refused(game: &CheckersAnySize, position: &Position, text: &str, why: String) -> NotationError {
    NotationError::Refused { text: text.into(), position: game.format_position(position), why }
}

fn over(outcome: &Outcome) -> String {
    format!("the game is over: {}", outcome.reason())
}

fn joined(squares: &[Square], sign: &str) -> String {
    let numbers: Vec<String> =
        squares.iter().map(|square| (square.index() + 1).to_string()).collect();
    numbers.join(sign)
}

/// The squares of a move that is written with any of `-`, `x`, `:` and blanks between them.
fn read_squares(text: &str, count: usize) -> Option<Vec<Square>> {
    let is_sign = |c: char| matches!(c, '-' | 'x' | 'X' | ':' | '*') || c.is_whitespace();
    let numbers = text.split(is_sign).filter(|part| !part.is_empty());
    let squares: Option<Vec<Square>> = numbers
        .map(|number| {
            let number: usize =
                number.parse().ok().filter(|number| (1..=count).contains(number))?;
            Some(Square::new(number - 1))
        })
        .collect();
    squares.filter(|squares| squares.len() >= 2)
}

fn glyph(color: Color, is_king: bool) -> Glyph {
    let (letter, symbol, name) = match (color, is_king) {
        (Color::White, false) => ('w', '⛀', "white man"),
        (Color::White, true) => ('W', '⛁', "white king"),
        (Color::Black, false) => ('b', '⛂', "black man"),
        (Color::Black, true) => ('B', '⛃', "black king"),
    };
    let role = if is_king { "king" } else { "man" };
    Glyph::piece(CheckersAnySize::seat_of(color), role, letter, symbol, name).colored(color)
}
