//! Converts positions to FEN and back.
//!
//! `W:W31-50:B1-20` consists of the side to move, then each color's squares; `K` marks kings. Nonzero draw counters
//! follow in sections that other readers skip: `:H12` means 12 plies without a capture or a man's move, `:E4` 4 plies
//! in the current ending, `:R4` 4 consecutive plies with the ending's weak side on the main road, and `:+128+0` one
//! consecutive move by White's king on 28 and none by Black's.

use std::fmt::Write as _;

use board_engine::{Bitboard, Color, NotationError, Piece, Word, push_number};

use crate::layout::Squares;
use crate::names::{Cursor, Naming};
use crate::position::{Counters, Position, Role, Run};
use crate::rules::Names;

/// The length in bytes that most positions don't exceed.
const USUAL_LENGTH: usize = 80;

/// A position as a standard FEN.
pub(super) fn format_position<W: Word>(squares: Squares, position: &Position<W>) -> String {
    let mut text = String::with_capacity(USUAL_LENGTH);
    let mut scratch = Vec::with_capacity(squares.count());
    text.push(position.turn.letter());
    for color in Color::ALL {
        text.push(':');
        text.push(color.letter());
        let begin = text.len();
        push_groups(squares, &mut text, begin, position.men(color), "", &mut scratch);
        push_groups(squares, &mut text, begin, position.kings(color), "K", &mut scratch);
    }
    push_counters(squares, &mut text, position.counters);
    text
}

/// Appends the squares of one kind of piece, separated by commas. Runs of three or more numbers are written as `31-50`,
/// all other squares one by one. The list starts at `begin`.
fn push_groups<W: Word>(
    squares: Squares,
    text: &mut String,
    begin: usize,
    set: Bitboard<W>,
    prefix: &str,
    numbers: &mut Vec<usize>,
) {
    let next = |text: &mut String| {
        text.push_str(if text.len() > begin { "," } else { "" });
        text.push_str(prefix);
    };
    if matches!(squares.rules.style.names, Names::Letters) {
        let mut names: Vec<String> = set.into_iter().map(|bit| squares.name(bit)).collect();
        names.sort();
        for name in names {
            next(text);
            text.push_str(&name);
        }
        return;
    }
    numbers.clear();
    numbers.extend(set.into_iter().filter_map(|bit| squares.number(bit)));
    numbers.sort_unstable();
    for run in numbers.chunk_by(|one, next| one + 1 == *next) {
        if let [first, _, .., last] = run {
            next(text);
            push_number(*first, text);
            text.push('-');
            push_number(*last, text);
        } else {
            for &number in run {
                next(text);
                push_number(number, text);
            }
        }
    }
}

fn push_counters(squares: Squares, text: &mut String, counters: Counters) {
    // Writing to a string can't fail.
    if counters.king_plies > 0 {
        let _ = write!(text, ":H{}", counters.king_plies);
    }
    if counters.ending_plies > 0 {
        let _ = write!(text, ":E{}", counters.ending_plies);
    }
    if counters.main_road_plies > 0 {
        let _ = write!(text, ":R{}", counters.main_road_plies);
    }
    if counters.runs.iter().any(|run| run.moves > 0) {
        text.push(':');
        for run in counters.runs {
            let _ = match squares.number(run.bit.into()) {
                Some(number) if run.moves > 0 => write!(text, "+{}{number:02}", run.moves),
                _ => write!(text, "+0"),
            };
        }
    }
}

/// Parses a position with squares named by `naming`, including its counters.
pub(super) fn parse_position<W: Word>(
    squares: Squares,
    text: &str,
    naming: Naming,
) -> Result<Position<W>, NotationError> {
    let mut reader = Reader {
        text,
        cursor: Cursor::new(text, naming),
        naming,
        squares,
        position: Position::empty(squares.rules.starts),
    };
    reader.sections()?;
    match impossible(squares, &reader.position) {
        Some(why) => Err(reader.impossible(why)),
        None => Ok(reader.position),
    }
}

struct Reader<'a, W: Word> {
    text: &'a str,
    naming: Naming,
    cursor: Cursor<'a>,
    squares: Squares,
    position: Position<W>,
}

impl<W: Word> Reader<'_, W> {
    /// Reads the whole FEN.
    fn sections(&mut self) -> Result<(), NotationError> {
        self.position.turn = self.turn()?;
        let mut sections = 0;
        loop {
            self.cursor.skip_blanks();
            match self.cursor.eat(b":.") {
                Some(b':') => self.section()?,
                Some(_) => {}
                None if self.cursor.is_at_end() && sections > 0 => return Ok(()),
                None => return Err(self.malformed("\":\" and a section")),
            }
            sections += 1;
        }
    }

    fn malformed(&self, expected: impl Into<String>) -> NotationError {
        NotationError::malformed_position(self.text, self.cursor.offset, expected)
    }

    fn impossible(&self, why: String) -> NotationError {
        NotationError::Impossible { text: self.text.into(), why }
    }

    fn turn(&mut self) -> Result<Color, NotationError> {
        self.cursor.skip_blanks();
        match self.cursor.eat(b"WB?") {
            Some(b'W' | b'w') => Ok(Color::White),
            Some(b'B' | b'b') => Ok(Color::Black),
            // PDN writes this if the side to move is unknown. Most likely, no move has been made.
            Some(_) => Ok(self.squares.rules.starts),
            None => Err(self.malformed("the side to move, W or B")),
        }
    }

    /// Reads the section after a colon.
    fn section(&mut self) -> Result<(), NotationError> {
        self.cursor.skip_blanks();
        match self.cursor.eat(b"WBHER+") {
            Some(b'W' | b'w') => self.pieces(Color::White),
            Some(b'B' | b'b') => self.pieces(Color::Black),
            Some(b'H' | b'h') => {
                self.count().map(|plies| self.position.counters.king_plies = plies)
            }
            Some(b'E' | b'e') => {
                self.count().map(|plies| self.position.counters.ending_plies = plies)
            }
            Some(b'R' | b'r') => {
                self.count().map(|plies| self.position.counters.main_road_plies = plies)
            }
            Some(_) => self.runs(),
            None => {
                self.skip_section();
                Ok(())
            }
        }
    }

    fn skip_section(&mut self) {
        while self.cursor.peek().is_some_and(|byte| byte != b':') {
            self.cursor.offset += 1;
        }
    }

    fn count(&mut self) -> Result<u8, NotationError> {
        let start = self.cursor.clone();
        let count = self.cursor.number(3).and_then(|count| u8::try_from(count).ok());
        count.ok_or_else(|| {
            self.cursor = start;
            self.malformed("a number of plies from 0 to 255")
        })
    }

    /// Parses `128+0` in `+128+0`: consecutive moves and the king's square, for White and for Black.
    fn runs(&mut self) -> Result<(), NotationError> {
        for color in Color::ALL {
            if color == Color::Black && self.cursor.eat(b"+").is_none() {
                return Err(self.malformed("+ and the number of moves by Black's king"));
            }
            let Some(moves @ 0..=3) = self.cursor.number(1) else {
                return Err(self.malformed("a number of moves from 0 to 3"));
            };
            let bit = self.cursor.square(self.squares);
            if let (1.., Some(bit)) = (moves, bit) {
                let small = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
                let run = &mut self.position.counters.runs[color.index()];
                *run = Run { bit: small(bit as usize), moves: small(moves) };
            }
        }
        Ok(())
    }

    /// Reads a list of squares, up to the next section.
    fn pieces(&mut self, color: Color) -> Result<(), NotationError> {
        self.cursor.skip_blanks();
        if self.cursor.is_at_end() || matches!(self.cursor.peek(), Some(b':' | b'.')) {
            return Ok(());
        }
        loop {
            self.item(color)?;
            self.cursor.skip_blanks();
            if self.cursor.eat(b",").is_none() {
                return Ok(());
            }
        }
    }

    /// Reads one square or a range of squares.
    fn item(&mut self, color: Color) -> Result<(), NotationError> {
        self.cursor.skip_blanks();
        let role = if self.cursor.eat(b"K").is_some() { Role::King } else { Role::Man };
        let piece = Piece::new(color, role);
        self.cursor.skip_blanks();
        let first = self.square()?;
        self.cursor.skip_blanks();
        if self.cursor.eat(b"-").is_none() {
            return self.put(first, piece);
        }
        self.cursor.skip_blanks();
        self.cursor.eat(b"K");
        self.cursor.skip_blanks();
        let last = self.square()?;
        let (naming, squares) = (self.naming, self.squares);
        let number = |bit| naming.number(squares, bit).unwrap_or_default();
        for bit in (number(first)..=number(last)).filter_map(|number| naming.bit(squares, number)) {
            self.put(bit, piece)?;
        }
        Ok(())
    }

    fn square(&mut self) -> Result<u32, NotationError> {
        let bit = self.cursor.square(self.squares);
        bit.ok_or_else(|| self.malformed(self.squares.expected()))
    }

    fn put(&mut self, bit: u32, piece: Piece<Role>) -> Result<(), NotationError> {
        if self.position.occupied().contains(bit) {
            return Err(self.impossible(format!("two pieces on square {}", self.squares.name(bit))));
        }
        self.position.put(bit, piece);
        Ok(())
    }
}

/// The reason why no game can be played from this position.
pub(crate) fn impossible<W: Word>(squares: Squares, position: &Position<W>) -> Option<String> {
    if position.occupied().is_empty() {
        return Some("no piece on the board".into());
    }
    Color::ALL.into_iter().find_map(|color| {
        let count = position.pieces(color).count();
        let most = squares.pieces_max();
        if count > most {
            return Some(format!("{color} has {count} pieces; at most {most} are possible"));
        }
        let bit = (position.men(color) & squares.crown(color)).first()?;
        let name = if color == Color::White { "white" } else { "black" };
        Some(format!("a {name} man on its crowning row, square {}", squares.name(bit)))
    })
}
