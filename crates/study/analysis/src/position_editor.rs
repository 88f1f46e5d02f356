//! A position that a user sets up piece by piece.

use std::sync::Arc;

use board_engine::{Board, Diagram, Glyph, NotationError, Seat, Square, Turn, Viewer};
use games_package::{MatchState, TableGame};

/// The signs for an empty square.
const ERASERS: [&str; 2] = ["-", "."];

/// A position that a user sets up piece by piece. The position may be impossible; [`check`](Self::check) reports
/// problems.
#[derive(Debug)]
pub struct PositionEditor {
    game: Arc<dyn TableGame>,
    pieces: Vec<Glyph>,
    /// The board without pieces.
    empty: Diagram,
    /// The pieces by index.
    board: Board<usize>,
    mover: Seat,
    /// The loaded position as a string, until it is changed. The string may contain more than the pieces and the mover,
    /// such as castling rights.
    unchanged: Option<String>,
}

/// Something to put on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PaletteItem {
    /// The piece with this index among the [pieces](PositionEditor::pieces).
    Piece(usize),
    /// Removes a piece.
    Eraser,
}

/// The meaning of typed text with pieces and squares.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Placing {
    /// The last named piece.
    item: Option<PaletteItem>,
    /// Squares, each with the piece named before it.
    squares: Vec<(Option<PaletteItem>, Square)>,
}

impl PositionEditor {
    /// An editor that begins with this match's position. `None` if the game's positions can't be set up piece by piece.
    pub fn new(game: Arc<dyn TableGame>, state: &dyn MatchState) -> Option<Self> {
        let pieces = game.pieces_to_set_up();
        if pieces.is_empty() {
            return None;
        }
        let mut empty = state.diagram(Viewer::Arbiter).with_won(Vec::new());
        for square in empty.squares() {
            while empty.take(square).is_some() {}
        }
        let board = Board::empty(empty.geometry().square_count());
        let (mover, unchanged) = (Seat::FIRST, None);
        let mut editor = Self { game, pieces, empty, board, mover, unchanged };
        editor.show(state);
        Some(editor)
    }

    /// The rules.
    pub fn game(&self) -> &Arc<dyn TableGame> {
        &self.game
    }

    /// The pieces that can be placed; other fields refer to them by index.
    pub fn pieces(&self) -> &[Glyph] {
        &self.pieces
    }

    /// The board with its pieces.
    pub fn picture(&self) -> Diagram {
        let mut picture = self.empty.clone();
        for (square, piece) in self.board.pieces() {
            picture.put(square, self.pieces[piece].clone());
        }
        picture
    }

    /// A square's content.
    pub fn item_on(&self, square: Square) -> PaletteItem {
        let piece = if self.is_on_board(square) { self.board.piece_on(square) } else { None };
        piece.map_or(PaletteItem::Eraser, PaletteItem::Piece)
    }

    /// The seat to move.
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// Puts a piece on a square on the board, or removes the piece there.
    pub fn put(&mut self, square: Square, item: PaletteItem) {
        if !self.is_on_board(square) {
            return;
        }
        self.unchanged = None;
        match item {
            PaletteItem::Piece(piece) => _ = self.board.put(square, piece),
            PaletteItem::Eraser => _ = self.board.remove(square),
        }
    }

    /// Moves the piece on a square to another square, or off the board.
    pub fn shift(&mut self, from: Square, to: Option<Square>) {
        let item = self.item_on(from);
        if item == PaletteItem::Eraser {
            return;
        }
        self.put(from, PaletteItem::Eraser);
        if let Some(to) = to {
            self.put(to, item);
        }
    }

    /// Removes all pieces.
    pub fn clear(&mut self) {
        self.unchanged = None;
        self.board = Board::empty(self.board.square_count());
    }

    /// Sets up the start of the game.
    pub fn start(&mut self) {
        if let Ok(state) = self.game.open(None) {
            self.show(&*state);
        }
    }

    /// Passes the move to the next seat.
    pub fn pass(&mut self) {
        self.unchanged = None;
        self.mover = Seat::new((self.mover.index() + 1) % self.game.seat_count());
    }

    /// Sets up the position described by this string.
    ///
    /// # Errors
    /// [`NotationError`] if the string is not a valid position.
    pub fn read(&mut self, text: &str) -> Result<(), NotationError> {
        let state = self.game.open(Some(text))?;
        self.show(&*state);
        Ok(())
    }

    /// The position as a string.
    pub fn text(&self) -> String {
        let set_up = || self.game.format_set_up(&self.board, self.mover);
        self.unchanged.clone().unwrap_or_else(set_up)
    }

    /// The position as a string in the game's standard form.
    ///
    /// # Errors
    /// [`NotationError`] if the position is invalid.
    pub fn check(&self) -> Result<String, NotationError> {
        let state = self.game.open(Some(&self.text()))?;
        Ok(state.position(Viewer::Arbiter))
    }

    /// Places pieces as given by a text with their letters and squares: "K e1 Qd1", "- e4". A square without a piece
    /// before it gets `chosen`. Returns the piece chosen afterwards. If the text means something else, changes nothing
    /// and returns `None`.
    pub fn place(&mut self, text: &str, chosen: PaletteItem) -> Option<PaletteItem> {
        let mut placing = Placing::default();
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            self.read_word(word, &mut placing)?;
        }
        if placing == Placing::default() {
            return None;
        }
        for (item, square) in placing.squares {
            self.put(square, item.unwrap_or(chosen));
        }
        Some(placing.item.unwrap_or(chosen))
    }

    /// Adds the meaning of "K", "e1", "Ke1", "-" or "-e1". `None` if the word means something else.
    fn read_word(&self, word: &str, placing: &mut Placing) -> Option<()> {
        if let Some(square) = self.square_named(word) {
            placing.squares.push((placing.item, square));
            return Some(());
        }
        let (sign, name) = word.split_at_checked(word.chars().next()?.len_utf8())?;
        let item = self.item_named(sign)?;
        let square = if name.is_empty() { None } else { Some(self.square_named(name)?) };
        placing.item = Some(item);
        placing.squares.extend(square.map(|square| (placing.item, square)));
        Some(())
    }

    fn square_named(&self, name: &str) -> Option<Square> {
        let is_meant = |square: &Square| self.empty.name(*square).eq_ignore_ascii_case(name);
        self.empty.geometry().squares().find(is_meant)
    }

    /// The piece with this letter, in either case if only one piece has it.
    fn item_named(&self, sign: &str) -> Option<PaletteItem> {
        if ERASERS.contains(&sign) {
            return Some(PaletteItem::Eraser);
        }
        let exact = self.pieces.iter().position(|piece| piece.text == sign);
        let is_meant = |index: &usize| self.pieces[*index].text.eq_ignore_ascii_case(sign);
        let mut meant = (0..self.pieces.len()).filter(is_meant);
        let only = meant.next().filter(|_| meant.next().is_none());
        exact.or(only).map(PaletteItem::Piece)
    }

    fn is_on_board(&self, square: Square) -> bool {
        self.empty.geometry().contains(square)
    }

    /// Sets up a match's position.
    fn show(&mut self, state: &dyn MatchState) {
        let diagram = state.diagram(Viewer::Arbiter);
        self.board = Board::from_fn(diagram.geometry().square_count(), |square| {
            index_among(&self.pieces, diagram.pieces(square).first()?)
        });
        if let Turn::Seat(mover) = state.turn() {
            self.mover = mover;
        }
        self.unchanged = Some(state.position(Viewer::Arbiter));
    }
}

/// The index in `offered` of a piece from a diagram.
pub(crate) fn index_among(offered: &[Glyph], shown: &Glyph) -> Option<usize> {
    let is_same = |piece: &Glyph| piece.owner == shown.owner && piece.kind == shown.kind;
    offered.iter().position(is_same)
}

#[cfg(test)]
mod tests {
    use super::PaletteItem::Eraser;
    use super::*;

    fn editor(game: &str) -> PositionEditor {
        let game = game_catalog::table_game(game).unwrap();
        let state = game.open(None).unwrap();
        PositionEditor::new(game, &*state).unwrap()
    }

    #[track_caller]
    fn check(editor: &PositionEditor, expected: Result<&str, &str>) {
        let found = editor.check().map_err(|error| error.reason());
        match (&found, expected) {
            (Ok(position), Ok(expected)) => assert_eq!(position, expected),
            (Err(why), Err(part)) => assert!(why.contains(part), "{why}"),
            _ => panic!("{found:?} instead of {expected:?}"),
        }
    }

    #[test]
    fn a_position_is_set_up_from_pieces_and_the_side_to_move() {
        let mut editor = editor("chess");
        editor.clear();
        check(&editor, Err("king"));
        let pawn = editor.place("Ke1 k e8 ph7", Eraser).unwrap();
        assert_eq!(editor.place("p", Eraser), Some(pawn));
        check(&editor, Ok("4k3/7p/8/8/8/8/8/4K3 w - - 0 1"));
        editor.pass();
        check(&editor, Ok("4k3/7p/8/8/8/8/8/4K3 b - - 0 1"));
        editor.start();
        check(&editor, Ok("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    }

    #[test]
    fn a_loaded_position_keeps_its_counters_until_it_is_changed() {
        let mut editor = editor("chess");
        let position = "4k3/8/8/8/8/8/4P3/R3K3 b - - 7 30";
        editor.read(position).unwrap();
        check(&editor, Ok(position));
        editor.place("- e2", Eraser).unwrap();
        check(&editor, Ok("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1"));
        assert!(editor.read("4k3/8/8/8/8/8/8/8 w - - 0 1").is_err());
        check(&editor, Ok("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1"));
    }

    #[test]
    fn pieces_are_moved_to_other_squares_and_off_the_board() {
        let mut editor = editor("checkers");
        editor.clear();
        editor.place("w 22 W18 b9 B 1", Eraser).unwrap();
        let [from, to] = ["22", "32"].map(|name| editor.square_named(name).unwrap());
        editor.shift(from, Some(to));
        check(&editor, Ok("B:W32,K18:B9,K1"));
        editor.shift(to, None);
        editor.shift(to, Some(from));
        check(&editor, Ok("B:WK18:B9,K1"));
        assert_eq!(editor.picture().glyph(to), None);
    }

    #[test]
    fn unrecognized_text_changes_nothing() {
        let mut editor = editor("chess");
        let before = editor.text();
        for text in ["", "clear", "Ke9", "K e1 start", "e1 x"] {
            assert_eq!(editor.place(text, PaletteItem::Piece(0)), None, "{text}");
        }
        assert_eq!(editor.text(), before);
        assert_eq!(editor.place("-", PaletteItem::Piece(0)), Some(Eraser));
        assert_eq!(editor.text(), before);
    }

    #[test]
    fn positions_with_dice_or_cards_are_not_set_up_by_pieces() {
        for game in ["backgammon", "kuhn-poker"] {
            let game = game_catalog::table_game(game).unwrap();
            let state = game.open(None).unwrap();
            assert!(PositionEditor::new(game, &*state).is_none());
        }
    }
}
