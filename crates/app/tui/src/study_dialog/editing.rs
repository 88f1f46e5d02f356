//! Sets up another position, line by line.

use std::io;

use analysis::{PaletteItem, PositionEditor, Study};
use app_context::{Failure, HUMAN, one_line};

use super::StudyDialog;
use crate::pasted_game;
use crate::plain_text::{board_text, columns};
use crate::typed_words::{self, TypedWord, word};

/// A position during setup.
pub(super) struct Editor {
    position: PositionEditor,
    /// The piece for squares that are typed without a piece.
    chosen: PaletteItem,
}

/// A parsed line while a position is being set up.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Word {
    Turn,
    Clear,
    Start,
    Board,
    /// Shows the position in notation, or sets up the given position.
    Position(String),
    Done,
    Cancel,
    Help,
}

/// All words, in help order.
const WORDS: [TypedWord<Word>; 8] = [
    word("turn", &[], "switch the side to move", |_| Word::Turn),
    word("clear", &[], "remove all pieces", |_| Word::Clear),
    word("start", &[], "set up the start position", |_| Word::Start),
    word("board", &[], "show the board", |_| Word::Board),
    word("fen FEN", &[], "show the position, or set up another one", |rest| {
        Word::Position(rest.into())
    }),
    word("done", &[], "study this position", |_| Word::Done),
    word("cancel", &["quit", "exit"], "go back without changes", |_| Word::Cancel),
    word("help", &["?"], "show this list", |_| Word::Help),
];

/// Studies another position.
impl StudyDialog<'_> {
    /// Starts setting up a position.
    pub(super) fn edit(&mut self) -> io::Result<()> {
        let game = self.study.game().clone();
        let name = game.name().to_owned();
        let Some(position) = PositionEditor::new(game, self.study.state()) else {
            return self.answer(&format!(
                "Positions in {name} can't be set up piece by piece; type fen and a position."
            ));
        };
        self.editor = Some(Editor { position, chosen: PaletteItem::Piece(0) });
        self.write_wrapped("Type pieces and squares to set up a position, like:")?;
        self.write_pieces()?;
        self.show_set_up()
    }

    /// Writes the piece letters and names.
    fn write_pieces(&self) -> io::Result<()> {
        let Some(editor) = &self.editor else { return Ok(()) };
        let picture = editor.position.picture();
        let square = picture.squares().next().map(|square| picture.name(square).to_owned());
        let square = square.unwrap_or_default();
        let pieces = editor.position.pieces().iter();
        let letters: Vec<String> =
            pieces.map(|piece| format!("{} {square}: {}", piece.text, piece.name)).collect();
        let erase = format!("- {square}: no piece");
        self.write_wrapped(&format!("{}; {erase}. help lists the commands.", letters.join("; ")))
    }

    /// Writes the board, the side to move, and the problem with the position.
    fn show_set_up(&self) -> io::Result<()> {
        let Some(editor) = &self.editor else { return Ok(()) };
        write!(self.out.borrow_mut(), "{}", board_text(&editor.position.picture(), self.board))?;
        let mover = self.study.game().seat_name(editor.position.mover());
        let problem = editor.position.check().err();
        let problem = problem.map(|error| format!(" Not valid: {}.", one_line(&error.reason())));
        self.answer(&format!("{mover} is to move.{}", problem.unwrap_or_default()))
    }

    /// Executes a line while a position is being set up: pieces and squares, a word, or a position.
    pub(super) fn execute_set_up(&mut self, line: &str) -> Result<(), Failure> {
        let Some(editor) = &mut self.editor else { return Ok(()) };
        if let Some(item) = editor.position.place(line, editor.chosen) {
            editor.chosen = item;
            return Ok(self.show_set_up()?);
        }
        match typed_words::read(&WORDS, line) {
            Some(Word::Turn) => editor.position.pass(),
            Some(Word::Clear) => editor.position.clear(),
            Some(Word::Start) => editor.position.start(),
            Some(Word::Position(text)) if text.is_empty() => {
                let text = editor.position.text();
                return Ok(self.answer(&text)?);
            }
            Some(Word::Position(text)) => return Ok(self.read_position(&text)?),
            Some(Word::Done) => return Ok(self.finish_set_up()?),
            Some(Word::Cancel) => {
                self.editor = None;
                return Ok(self.show_new_position()?);
            }
            Some(Word::Help) => {
                self.write_pieces()?;
                return Ok(self.answer(&typed_words::help(&WORDS, columns()))?);
            }
            Some(Word::Board) => {}
            None if line.trim().is_empty() => {}
            None => {
                let typo = typed_words::suggestion(&WORDS, line.trim());
                let Some(word) = typo else { return Ok(self.read_position(line)?) };
                let line = line.trim();
                let typo = format!("Unknown command \"{line}\". Did you mean {word}?");
                return Ok(self.answer(&typo)?);
            }
        }
        Ok(self.show_set_up()?)
    }

    fn read_position(&mut self, text: &str) -> io::Result<()> {
        let Some(editor) = &mut self.editor else { return Ok(()) };
        match editor.position.read(text.trim()) {
            Ok(()) => self.show_set_up(),
            Err(error) => self.refuse_position(&error.reason()),
        }
    }

    fn finish_set_up(&mut self) -> io::Result<()> {
        let Some(editor) = &self.editor else { return Ok(()) };
        match editor.position.check() {
            Ok(position) => {
                self.editor = None;
                self.set_position(&position)
            }
            Err(error) => self.refuse_position(&error.reason()),
        }
    }

    fn refuse_position(&self, why: &str) -> io::Result<()> {
        self.answer(&format!("That is not possible: {}", one_line(why)))
    }

    /// Switches to a study of another position. The study stays available.
    pub(super) fn set_position(&mut self, text: &str) -> io::Result<()> {
        match Study::of_position(self.study.game().clone(), Some(text), HUMAN) {
            Ok(study) => {
                self.replace(study);
                self.write_wrapped("New study; type return to go back.")?;
                self.show_new_position()
            }
            Err(error) => self.refuse_position(&error.reason()),
        }
    }

    /// Switches to a study of a pasted game. The study stays available. `None` if the text is not a game.
    pub(super) fn open_game(&mut self, text: &str) -> Option<io::Result<()>> {
        let opened = pasted_game::study_of(text, self.study.game())?;
        Some(match opened {
            Ok((study, repairs)) => {
                self.replace(study);
                self.tell_opened(&repairs)
            }
            Err(why) => self.refuse_position(&why),
        })
    }

    fn tell_opened(&mut self, repairs: &[String]) -> io::Result<()> {
        for repair in repairs {
            self.write_wrapped(repair)?;
        }
        self.write_wrapped("New study; type return to go back.")?;
        self.show_new_position()
    }

    /// Goes back to the study before the last opened position or game.
    pub(super) fn return_to_former(&mut self) -> io::Result<()> {
        let Some(former) = self.former.take() else {
            return self.answer("There is no previous study.");
        };
        self.replace(former);
        self.show_new_position()
    }

    fn replace(&mut self, study: Study) {
        self.former = Some(std::mem::replace(&mut self.study, study));
        self.analysis.restart();
        self.tells_moments = false;
    }
}
