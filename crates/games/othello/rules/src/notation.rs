//! Converts moves to text and back, and draws positions as diagrams.
//!
//! A move is written as its square, as in game transcripts: a letter for the column, from `a` at the left, and a number
//! for the row, from 1 at the top. A pass is `pass`; the parser also accepts `pa`, `ps` and `--`, which other programs
//! write, and upper case. A transcript can omit passes and the spaces between moves: `f5d6c3`.

use board_engine::{
    Action, ActionSpace, Bitboard, Board, Color, Coordinates, Diagram, Edges, Feature, Game,
    Geometry, Glyph, Notation, NotationError, Outcome, Seat, Shade, Square, Status, Viewer,
    push_number,
};

use crate::summary::SUMMARY;
use crate::{Move, Othello, Position, position_text};

const PASS: &str = "pass";
const ROLE: &str = "disc";
/// The length in bytes of a pass and of a square in a transcript.
const PASS_LEN: usize = PASS.len();
const SQUARE_LEN: usize = 2;
const OTHER_PASSES: [&str; 3] = ["pa", "ps", "--"];

fn is_pass(word: &str) -> bool {
    [PASS].iter().chain(&OTHER_PASSES).any(|pass| word.eq_ignore_ascii_case(pass))
}

impl Notation for Othello {
    fn seat_name(&self, seat: Seat) -> String {
        name(seat).into()
    }

    fn format_move(&self, position: &Position, mv: Move) -> String {
        let mut text = String::new();
        self.push_move(position, mv, &mut text);
        text
    }

    fn push_move(&self, _: &Position, mv: Move, text: &mut String) {
        match mv.square() {
            Some(bit) => self.push_name(bit, text),
            None => text.push_str(PASS),
        }
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let word = text.trim();
        let mv = if is_pass(word) {
            Some(Move::PASS)
        } else {
            self.read_square(word).map(Move::placing)
        };
        let mv = mv.ok_or_else(|| NotationError::malformed_move(text, 0, self.expected_move()))?;
        match self.objection(position, mv) {
            None => Ok(mv),
            Some(why) => {
                let position = self.format_position(position);
                Err(NotationError::Refused { text: text.into(), position, why })
            }
        }
    }

    fn parse_first_move<'a>(
        &self,
        position: &Position,
        text: &'a str,
    ) -> Result<(Move, &'a str), NotationError> {
        let is_written_out =
            text.get(..PASS_LEN).is_some_and(|word| word.eq_ignore_ascii_case(PASS));
        let length = if is_written_out { PASS_LEN } else { SQUARE_LEN };
        let (word, rest) = text.split_at_checked(length).unwrap_or((text, ""));
        let is_transcript = self.read_square(word).is_some() || is_pass(word);
        if !is_transcript || is_pass(text) {
            return self.parse_move(position, text).map(|mv| (mv, ""));
        }
        self.parse_move(position, word).map(|mv| (mv, rest)).or_else(|error| {
            let must_pass = !is_pass(word) && self.objection(position, Move::PASS).is_none();
            if must_pass { Ok((Move::PASS, text)) } else { Err(error) }
        })
    }

    fn format_position(&self, position: &Position) -> String {
        position_text::format(self, position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        position_text::parse(self, text)
    }

    /// Black's and White's disc counts.
    fn describe_outcome(&self, position: &Position, outcome: &Outcome) -> String {
        let [black, white] = [Seat::FIRST, Seat::SECOND].map(|seat| position.discs(seat).count());
        format!("{}, {black}–{white}", outcome.reason())
    }

    fn pieces_to_set_up(&self) -> Vec<Glyph> {
        Seat::all(2).map(glyph).collect()
    }

    fn format_set_up(&self, board: &Board<usize>, mover: Seat) -> String {
        let mut discs = [Bitboard::EMPTY; 2];
        for (bit, square) in self.squares().into_iter().zip(board.squares()) {
            if let Some(seat) = board.piece_on(square) {
                discs[seat] |= Bitboard::single(bit);
            }
        }
        let position = Position::new(discs.map(|discs: Bitboard<u64>| discs.0), mover);
        position_text::format(self, &position)
    }

    /// The route is the placed disc's square; a pass doesn't touch any square.
    fn route(&self, _: &Position, mv: Move) -> Vec<Square> {
        let index = |bit| self.squares().into_iter().position(|square| square == bit);
        mv.square().and_then(index).map(Square::new).into_iter().collect()
    }

    fn action_space(&self) -> ActionSpace {
        ActionSpace::placing(&self.diagram(&self.start(), Viewer::Arbiter)).with_names([PASS])
    }

    fn action(&self, space: &ActionSpace, _: &Position, mv: Move) -> Option<Action> {
        match mv.square() {
            Some(bit) => space.at(self.square_of(bit)),
            None => space.nth_name(0),
        }
    }

    /// The features: the discs, and their counts.
    fn features(&self) -> Vec<Feature> {
        let discs = Seat::all(2).map(|owner| Feature::Piece { owner, role: ROLE });
        discs.chain([Feature::Counter]).collect()
    }

    fn observe(&self, position: &Position, _: Viewer, see: &mut dyn FnMut(Square, usize, f32)) {
        let counters = usize::from(self.size()) * usize::from(self.size());
        for seat in Seat::all(2) {
            let discs = position.discs(seat);
            for bit in discs {
                see(self.square_of(bit), seat.index(), 1.0);
            }
            let counter = Square::new(counters + seat.index());
            let count = u8::try_from(discs.count()).unwrap_or(u8::MAX);
            see(counter, 2, count.into());
        }
    }

    fn diagram(&self, position: &Position, _: Viewer) -> Diagram {
        let bits: Vec<u32> = self.squares().into_iter().collect();
        let geometry = Geometry::rectangle(self.size(), self.size());
        let name_of = |square: Square| self.name_of(bits[square.index()]);
        let mut diagram = Diagram::new(geometry, Coordinates::Labels(self.edges()), name_of)
            .with_shades(|_| Shade::Cloth);
        for seat in Seat::all(2) {
            let discs = position.discs(seat);
            for (index, _) in bits.iter().enumerate().filter(|&(_, &bit)| discs.contains(bit)) {
                diagram.put(Square::new(index), glyph(seat));
            }
        }
        for seat in Seat::all(2) {
            let counter = Glyph::counter(position.discs(seat).count(), None);
            let zone = diagram.add_zone_of(seat, name(seat), "discs", 1);
            diagram.put(zone[0], counter);
        }
        diagram
    }

    fn rules_summary(&self) -> String {
        SUMMARY.into()
    }
}

impl Othello {
    /// The diagram square for a bit on the board.
    fn square_of(&self, bit: u32) -> Square {
        let (size, margin) = (u32::from(self.size()), (8 - u32::from(self.size())) / 2);
        let (row, column) = ((bit / 8).saturating_sub(margin), (bit % 8).saturating_sub(margin));
        Square::new((row * size + column) as usize)
    }

    /// Letters above the columns, and numbers to the left of the rows, counted from the top.
    fn edges(&self) -> Edges {
        Edges {
            top: (0..self.size()).map(|column| char::from(b'a' + column).to_string()).collect(),
            left: (1..=self.size()).map(|row| row.to_string()).collect(),
            ..Edges::default()
        }
    }

    /// The name of this bit's square: "d3".
    fn name_of(&self, bit: u32) -> String {
        let mut name = String::new();
        self.push_name(bit, &mut name);
        name
    }

    fn push_name(&self, bit: u32, text: &mut String) {
        let [column, row] = [bit % 8, bit / 8].map(|line| line.saturating_sub(self.margin()));
        text.push(char::from_u32(u32::from('a') + column).unwrap_or('?'));
        push_number(row as usize + 1, text);
    }

    /// The bit of the square with this name.
    fn read_square(&self, word: &str) -> Option<u32> {
        let &[column, row] = word.as_bytes() else { return None };
        let lines = [column.to_ascii_lowercase().checked_sub(b'a')?, row.checked_sub(b'1')?];
        let [column, row] = lines.map(|line| u32::from(line) + self.margin());
        (column < 8 && row < 8)
            .then(|| 8 * row + column)
            .filter(|&bit| self.squares().contains(bit))
    }

    /// The number of unused columns on each side of the board in the word.
    fn margin(&self) -> u32 {
        (8 - u32::from(self.size())) / 2
    }

    fn expected_move(&self) -> String {
        let last = self.squares().0.checked_ilog2().unwrap_or(0);
        format!("a square from a1 to {}, or {PASS}", self.name_of(last))
    }

    /// The reason why the move is illegal; `None` if it is legal.
    fn objection(&self, position: &Position, mv: Move) -> Option<String> {
        let mut moves = Vec::new();
        if let Status::Over(outcome) = self.legal_moves(position, &mut moves) {
            return Some(format!("the game is over: {}", outcome.reason()));
        }
        if moves.contains(&mv) {
            return None;
        }
        let Some(bit) = mv.square() else {
            let first = self.format_move(position, *moves.first()?);
            return Some(format!(
                "a pass is illegal: a disc can be placed, for example on {first}"
            ));
        };
        let square = self.name_of(bit);
        if position.occupied().contains(bit) {
            return Some(format!("{square} is taken"));
        }
        Some(match moves[..] {
            [Move::PASS] => format!("no disc can be placed: {PASS}"),
            _ => format!("a disc on {square} encloses no opposing disc"),
        })
    }
}

/// A side's name.
pub(crate) const fn name(seat: Seat) -> &'static str {
    if seat.index() == 0 { "Black" } else { "White" }
}

fn glyph(seat: Seat) -> Glyph {
    let (symbol, color) =
        if seat == Seat::FIRST { ('●', Color::Black) } else { ('○', Color::White) };
    let name = format!("{} disc", name(seat).to_lowercase());
    Glyph::piece(seat, ROLE, position_text::letter(seat), symbol, name).colored(color)
}
