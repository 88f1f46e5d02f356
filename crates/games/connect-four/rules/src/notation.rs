//! Converts moves to text and back, and draws positions as diagrams.
//!
//! A move is the number of its column, from 1 at the left, as in solvers ("4455" is a game with four moves; P. Pons,
//! "Solving Connect Four"). A square is named by its column and its row: `4.2`. The parser also accepts a square name
//! as a move, and a column letter, from `a`, with or without a row, because other programs write moves this way.

use board_engine::in_a_row::{self, squares_of_lines};
use board_engine::{
    Action, ActionSpace, Bitboard, Board, Coordinates, Diagram, Game, Geometry, Glyph, Notation,
    NotationError, Seat, Shade, Square, Stones, StonesText, Viewer, Word,
};

use crate::summary;
use crate::{ConnectGame, Move, Position};

impl<W: Word> Notation for ConnectGame<W> {
    fn seat_name(&self, seat: Seat) -> String {
        name(seat)
    }

    fn format_move(&self, _: &Position<W>, mv: Move) -> String {
        (mv.column() + 1).to_string()
    }

    fn parse_move(&self, position: &Position<W>, text: &str) -> Result<Move, NotationError> {
        let word = text.trim();
        let column = read_column(word).ok_or_else(|| {
            NotationError::malformed_move(text, 0, format!("a column from 1 to {}", self.width()))
        })?;
        let refused = |why| {
            let position = self.format_position(position);
            Err(NotationError::Refused { text: text.into(), position, why })
        };
        let mut moves = Vec::new();
        if let Some(outcome) = self.legal_moves(position, &mut moves).outcome() {
            return refused(format!("the game is over: {}", outcome.reason()));
        }
        match moves.into_iter().find(|mv| u32::from(mv.column()) == column) {
            Some(mv) => Ok(mv),
            None if column >= self.width().into() => refused(format!("there is no column {word}")),
            None => refused(format!("column {word} is full")),
        }
    }

    fn format_position(&self, position: &Position<W>) -> String {
        format(self, position)
    }

    fn parse_position(&self, text: &str) -> Result<Position<W>, NotationError> {
        parse(self, text)
    }

    fn pieces_to_set_up(&self) -> Vec<Glyph> {
        Seat::all(2).map(glyph).collect()
    }

    fn format_set_up(&self, board: &Board<usize>, mover: Seat) -> String {
        format_board(self, &board.map(Seat::new), mover)
    }

    /// The route is the square on which the disc lands.
    fn route(&self, position: &Position<W>, mv: Move) -> Vec<Square> {
        let landing = self.landing_of(position, mv);
        let lands_on = |&square: &Square| landing.contains(self.bit(square));
        self.geometry().squares().filter(lands_on).collect()
    }

    /// The actions are the columns, from the left.
    fn action_space(&self) -> ActionSpace {
        ActionSpace::default().with_names((1..=self.width()).map(|column| column.to_string()))
    }

    fn action(&self, space: &ActionSpace, _: &Position<W>, mv: Move) -> Option<Action> {
        space.nth_name(mv.column().into())
    }

    fn observe(&self, position: &Position<W>, _: Viewer, see: &mut dyn FnMut(Square, usize, f32)) {
        let (stride, width) = (self.stride(), u32::from(self.width()));
        for seat in Seat::all(2) {
            for bit in position.stones(seat) {
                let row_from_top = (stride - 2).saturating_sub(bit % stride);
                let square = Square::new((row_from_top * width + bit / stride) as usize);
                see(square, seat.index(), 1.0);
            }
        }
    }

    fn diagram(&self, position: &Position<W>, _: Viewer) -> Diagram {
        let geometry = self.geometry();
        let name = |square: Square| self.name_of(self.bit(square));
        let mut diagram =
            Diagram::new(geometry, Coordinates::Columns, name).with_shades(|_| Shade::Hole);
        for (square, seat) in self.board(position).pieces() {
            diagram.put(square, glyph(seat));
        }
        let won = squares_of_lines(&diagram, self.in_a_row());
        diagram.with_won(won)
    }

    fn rules_summary(&self) -> String {
        summary::of(self.in_a_row(), self.width())
    }
}

impl<W: Word> ConnectGame<W> {
    fn geometry(&self) -> Geometry {
        Geometry::rectangle(self.width(), self.height())
    }

    /// The name of this bit's square: "4.1".
    pub(crate) fn name_of(&self, bit: u32) -> String {
        format!("{}.{}", bit / self.stride() + 1, bit % self.stride() + 1)
    }
}

/// A seat's disc, which is neither white nor black.
fn glyph(seat: Seat) -> Glyph {
    let symbol = if seat == Seat::FIRST { '●' } else { '○' };
    let name = format!("{} disc", name(seat).to_lowercase());
    Glyph::piece(seat, "disc", letter(seat), symbol, name)
}

/// Parses a column, from 0 at the left: its number, its letter, or the name of one of its squares. The column can be
/// off the board.
fn read_column(word: &str) -> Option<u32> {
    let mut letters = word.chars();
    let first = letters.next();
    let row = letters.as_str();
    if let Some(letter) = first.filter(char::is_ascii_alphabetic) {
        let is_column = row.is_empty() || is_row(row);
        return is_column.then(|| u32::from(letter.to_ascii_lowercase()) - u32::from('a'));
    }
    let number = match word.split_once('.') {
        Some((number, row)) if is_row(row) => number,
        Some(_) => return None,
        None => word,
    };
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    number.parse::<u32>().ok().filter(|_| is_number)?.checked_sub(1)
}

/// Returns `true` if the text is the number of a row. Any row is accepted, because the disc falls
/// anyway.
fn is_row(text: &str) -> bool {
    matches!(text.as_bytes(), [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9'])
}

/// The letters for Red's and Yellow's discs.
const LETTERS: [char; 2] = ['r', 'y'];

/// The letter for a seat's discs.
pub(crate) const fn letter(seat: Seat) -> char {
    LETTERS[seat.index()]
}

/// A seat's name.
pub(crate) fn name(seat: Seat) -> String {
    if seat == Seat::FIRST { "Red".into() } else { "Yellow".into() }
}

const fn text_of<W: Word>(game: &ConnectGame<W>) -> StonesText<'static> {
    StonesText { width: game.width(), height: game.height(), letters: &LETTERS }
}

pub(crate) fn format<W: Word>(game: &ConnectGame<W>, position: &Position<W>) -> String {
    format_board(game, &game.board(position), position.mover())
}

/// Formats any board, even an impossible one.
pub(crate) fn format_board<W: Word>(
    game: &ConnectGame<W>,
    board: &Board<Seat>,
    mover: Seat,
) -> String {
    text_of(game).format(board, mover)
}

pub(crate) fn parse<W: Word>(
    game: &ConnectGame<W>,
    text: &str,
) -> Result<Position<W>, NotationError> {
    let (board, mover) = text_of(game).parse(text)?;
    let position = Stones::of_board(&board, mover, |square| game.bit(square));
    match impossible(game, &position) {
        None => Ok(position),
        Some(why) => Err(NotationError::Impossible { text: text.into(), why }),
    }
}

/// The reason why no game can reach this position, according to simple checks; `None` if the checks find nothing.
fn impossible<W: Word>(game: &ConnectGame<W>, position: &Position<W>) -> Option<String> {
    // The last disc is on top of its column.
    let last = position.newest() - position.occupied().shifted(-1);
    let wins = |discs| game.has_line_in(discs);
    in_a_row::impossible(position, last, wins, name).or_else(|| {
        // Discs above the bottom row with no disc below them.
        let occupied = position.occupied();
        let hanging: Bitboard<W> = occupied - occupied.shifted(1) - game.bottom_row();
        hanging.first().map(|bit| format!("the disc on {} has nothing below it", game.name_of(bit)))
    })
}
