//! Sets up another position, line by line.

use std::io;

use analysis::{PaletteItem, PositionEditor, Study};
use app_context::{Failure, HUMAN, one_line};

use super::StudyDialog;
use crate::pasted_game;
use crate::plain_text::{BoardStyle, NOT_FLIPPED, board_text, columns};
use crate::set_up_actions::{SET_UP_BINDINGS, SetUpAction};

/// A position during setup.
pub(super) struct Editor {
    position: PositionEditor,
    /// The piece for squares that are typed without a piece.
    chosen: PaletteItem,
}

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
        if line.trim().is_empty() {
            return Ok(self.show_set_up()?);
        }
        match SET_UP_BINDINGS.parse(line) {
            Some((binding, rest)) => Ok(self.perform_set_up(binding.action, rest)?),
            None => match SET_UP_BINDINGS.unknown_command_or_typo(line) {
                Some(why) => Ok(self.answer(&why)?),
                None => Ok(self.read_position(line)?),
            },
        }
    }

    fn perform_set_up(&mut self, action: SetUpAction, rest: &str) -> io::Result<()> {
        let Some(editor) = &mut self.editor else { return Ok(()) };
        match action {
            SetUpAction::Turn => editor.position.pass(),
            SetUpAction::Clear => editor.position.clear(),
            SetUpAction::Start => editor.position.start(),
            SetUpAction::Flip => match self.board.flipped() {
                Some(style) => self.board = style,
                None => return self.answer(NOT_FLIPPED),
            },
            SetUpAction::Position if rest.is_empty() => {
                let text = editor.position.text();
                return self.answer(&text);
            }
            SetUpAction::Position => return self.read_position(rest),
            SetUpAction::ShowPieces => {
                let text = board_text(&editor.position.picture(), BoardStyle::InWords);
                return self.answer(&text);
            }
            SetUpAction::Done => return self.finish_set_up(),
            SetUpAction::Cancel => {
                self.editor = None;
                return self.show_new_position();
            }
            SetUpAction::Help => {
                self.write_pieces()?;
                return self.answer(&SET_UP_BINDINGS.help_by_line(|_| true, columns()));
            }
            SetUpAction::ShowBoard => {}
        }
        self.show_set_up()
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
