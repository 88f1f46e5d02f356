//! Moves as text, and the diagram. Squares are numbered from 1, row by row from the top left. A step is `9-14`, a
//! capture `15x22`. A capture that shares its ends with another capture is written with every square that it touches.

use board_engine::{
    Action, ActionSpace, Bitboard, Board, Color, Coordinates, Diagram, Game, Glyph, Notation,
    NotationError, Outcome, Seat, Shade, Square, Status, Steps, Viewer,
};

use super::board::{CheckersAnySize, Move, Position, bit, single, square};
use super::position_text;

/// The kinds of pieces: the color, and whether the piece is a king.
const PIECES: [(Color, bool); 4] =
    [(Color::White, false), (Color::White, true), (Color::Black, false), (Color::Black, true)];

/// Maximum number of moves to list in a message about an ambiguous move.
const CANDIDATES_MAX: usize = 6;

impl Notation for CheckersAnySize {
    fn seat_name(&self, seat: Seat) -> String {
        Self::color_of(seat).to_string()
    }

    fn format_move(&self, position: &Position, mv: Move) -> String {
        let mut captures = Vec::new();
        if mv.is_capture() {
            self.add_captures(position, &mut captures);
        }
        self.format_among(position, mv, &captures)
    }

    fn push_move_among(&self, position: &Position, moves: &[Move], mv: Move, text: &mut String) {
        text.push_str(&self.format_among(position, mv, moves));
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let squares = self.squares_of(text)?;
        let mut moves = Vec::new();
        if let Status::Over(outcome) = self.legal_moves(position, &mut moves) {
            return Err(refusal(self, position, text, over(&outcome)));
        }
        self.choose(position, text, &squares, &moves)
    }

    fn parse_move_among(
        &self,
        position: &Position,
        moves: &[Move],
        text: &str,
    ) -> Result<Move, NotationError> {
        self.choose(position, text, &self.squares_of(text)?, moves)
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

    fn steps(&self, position: &Position, moves: &[Move]) -> Steps {
        self.steps_of(position, moves)
    }

    fn action_space(&self) -> ActionSpace {
        ActionSpace::moving(&self.diagram(&self.start(), Viewer::Arbiter))
    }

    fn action(&self, space: &ActionSpace, _: &Position, mv: Move) -> Option<Action> {
        if mv.is_capture() { None } else { space.between(mv.from, mv.to) }
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

    fn rules_summary(&self) -> String {
        crate::notation::ANY_SIZE_SUMMARY.into()
    }
}

impl CheckersAnySize {
    /// The move in notation, given the legal moves or all captures.
    fn format_among(&self, position: &Position, mv: Move, moves: &[Move]) -> String {
        if !mv.is_capture() {
            return join(&[mv.from, mv.to], "-");
        }
        let is_twin = |other: &Move| *other != mv && other.from == mv.from && other.to == mv.to;
        if moves.iter().any(is_twin) {
            join(&self.route_of(position, mv), "x")
        } else {
            join(&[mv.from, mv.to], "x")
        }
    }

    /// The squares in a written move, in order.
    fn squares_of(&self, text: &str) -> Result<Vec<Square>, NotationError> {
        let count = self.geometry().square_count();
        read_squares(text, count).ok_or_else(|| {
            let expected = format!("squares from 1 to {count}, as in 9-14 or 15x22");
            NotationError::malformed_move(text, 0, expected)
        })
    }

    /// The legal move over these squares. If every square on a route is given, only that route matches.
    fn choose(
        &self,
        position: &Position,
        text: &str,
        squares: &[Square],
        moves: &[Move],
    ) -> Result<Move, NotationError> {
        let fitting = self.fitting(position, squares, moves);
        match fitting[..] {
            [mv] => Ok(mv),
            [] => Err(refusal(self, position, text, self.why_not(position, squares, moves))),
            _ => {
                let listed = fitting.iter().take(CANDIDATES_MAX);
                let candidates = listed.map(|&mv| self.format_among(position, mv, moves)).collect();
                Err(NotationError::Ambiguous { text: text.into(), candidates })
            }
        }
    }

    /// The moves that fit these squares: the first and last squares are the move's ends, and the squares in between are
    /// on its route, in order.
    fn fitting(&self, position: &Position, squares: &[Square], moves: &[Move]) -> Vec<Move> {
        let written = self.capture_along(position, squares).filter(|mv| moves.contains(mv));
        match (written, squares) {
            (Some(mv), _) => vec![mv],
            (None, &[from, to]) => {
                let has_these_ends = |mv: &&Move| mv.from == from && mv.to == to;
                moves.iter().filter(has_these_ends).copied().collect()
            }
            (None, _) => self.captures_over(position, moves, squares),
        }
    }

    /// The reason why no legal move matches these squares.
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
            let must = self.format_among(position, moves[0], moves);
            return format!("a piece must be taken: {must}");
        }
        format!("the piece on {} can't move to {}", number(from), number(to))
    }
}

fn refusal(game: &CheckersAnySize, position: &Position, text: &str, why: String) -> NotationError {
    NotationError::Refused { text: text.into(), position: game.format_position(position), why }
}

fn over(outcome: &Outcome) -> String {
    format!("the game is over: {}", outcome.reason())
}

fn join(squares: &[Square], sign: &str) -> String {
    let numbers: Vec<String> =
        squares.iter().map(|square| (square.index() + 1).to_string()).collect();
    numbers.join(sign)
}

/// The squares in a move, separated by `-`, `x`, `:` or spaces.
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
