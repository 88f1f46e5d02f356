//! A study on the full screen: a match and its variations, analyzed by a player.
//!
//! Like a [`Table`], it never blocks: [`StudyScreen::update`] takes a [`StudyMessage`] and returns [`StudyEffect`]s. On
//! its board, the side to move can play any move. The moves become part of the study.

mod annotating;
mod course;
mod editing;
mod editor;
mod exercise;
mod input;
mod puzzle;
mod texts;
mod threat;
mod tree;
mod updates;
mod view;

use std::path::PathBuf;
use std::time::Duration;

use analysis::puzzles::Solving;
use analysis::{AnalysisRequest, AnalysisUpdate, Study, StudyAnalysis};
use board_engine::{Seat, Turn, Viewer};
use games_package::{Event, Prompt, TableState};
use match_view::Thoughts;
use ratatui::crossterm::event::Event as Input;

use self::course::Course;
use self::editor::Editor;
use self::exercise::Exercise;
use self::tree::Tree;
use crate::skin::Skin;
use crate::table::{Table, TableSetup};

/// The initial pause in automatic play.
const PAUSE: Duration = Duration::from_secs(1);

/// An input for [`StudyScreen::update`].
#[derive(Debug)]
pub enum StudyMessage {
    /// A key, the mouse, a paste or a terminal resize.
    Input(Input),
    /// An update for the analysis with this number.
    Analysis(usize, Box<AnalysisUpdate>),
    /// The reason why the analysis with this number can't be started, as a phrase.
    NotAnalyzed(usize, String),
    /// The result of saving, as a sentence.
    Saved(Result<String, String>),
    /// The reason why a request is impossible, as a phrase.
    Refused(String),
    /// A sentence about a problem that doesn't stop the study.
    Warned(String),
    /// The verified move, and `true` if the move wins.
    Verified(String, bool),
    /// The rating change after an attempt at the puzzle, as a sentence.
    Rated(String),
    /// The program is interrupted.
    Interrupted,
    /// Time has passed.
    Tick,
}

/// A request to the program. After each message, the program also stops all analyses that the study no longer
/// [wants](StudyAnalysis::wants).
#[derive(Debug)]
pub enum StudyEffect {
    /// Start this analysis. The analysis answers with [`StudyMessage::Analysis`].
    Analyze(AnalysisRequest),
    /// Save the study to this file. [`StudyMessage::Saved`] reports the result.
    Save(PathBuf),
    /// Check whether this move, which differs from the puzzle's solution, also wins.
    Verify(String),
    /// The puzzle was solved (`true`) or missed (`false`).
    Attempted(bool),
    /// Suspend the program (Ctrl-Z) until the shell resumes it.
    Suspend,
    /// Leave the screen.
    Exit(StudyExit),
}

/// The reason for leaving a study.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StudyExit {
    /// The quit command.
    Quit,
    /// Ctrl-C.
    Interrupted,
    /// Return to the menu.
    Menu,
    /// Continue from the current position as a match.
    Play,
    /// Continue with another puzzle.
    NextPuzzle,
}

/// A study on the screen.
#[derive(Debug)]
pub struct StudyScreen {
    study: Study,
    /// The study before the last position setup.
    former: Option<Study>,
    /// The position that is being set up.
    editor: Option<Editor>,
    analysis: StudyAnalysis,
    /// The board with the current position.
    table: Table,
    tree: Tree,
    course: Course,
    /// The opening name, once the match has reached a named opening.
    opening: Option<String>,
    /// During analysis, the book moves and moves in other matches for the current position.
    quotes: Vec<String>,
    /// The analysis lines for the current position.
    thoughts: Thoughts,
    /// `true` if each visited position is analyzed.
    analyzes: bool,
    /// `true` if the lines show the opponent's threat after a pass.
    shows_threat: bool,
    /// `true` to show the key moments once the match is analyzed.
    tells_moments: bool,
    /// The current exercise: a position where the user must find a move.
    exercise: Option<Exercise>,
    /// The study's initial puzzle.
    puzzle: Option<Solving>,
    /// The time of the next move in automatic play; `None` if automatic play is off.
    next_step: Option<Duration>,
    pause: Duration,
    now: Duration,
}

impl StudyScreen {
    /// Creates the screen for this study at its current position, with these analyses.
    pub fn new(study: Study, analysis: StudyAnalysis, skin: Skin) -> Self {
        let game = study.game().clone();
        let people = vec![true; game.seat_count()];
        let (pace, hides_hands, rings_bell) = (Duration::ZERO, false, false);
        let setup = TableSetup { game, people, hides_hands, pace, skin, rings_bell };
        let mut table = Table::new(setup);
        table.shows_thoughts = false;
        let mut screen = Self {
            study,
            former: None,
            editor: None,
            analysis,
            table,
            tree: Tree::default(),
            course: Course::default(),
            opening: None,
            quotes: Vec::new(),
            thoughts: Thoughts::default(),
            analyzes: false,
            shows_threat: false,
            tells_moments: false,
            exercise: None,
            puzzle: None,
            next_step: None,
            pause: PAUSE,
            now: Duration::ZERO,
        };
        screen.refresh_tree();
        screen.show_position();
        screen
    }

    /// The study.
    pub const fn study(&self) -> &Study {
        &self.study
    }

    /// The analyzed position and the results.
    pub const fn analysis(&self) -> &StudyAnalysis {
        &self.analysis
    }

    /// The current skin, which people can change.
    pub const fn skin(&self) -> &Skin {
        self.table.skin()
    }

    /// Sets the screen size in columns and rows.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.table.resize(width, height);
    }

    /// The time until the screen next changes without a message; `None` if it doesn't change.
    pub fn next_change(&self) -> Option<Duration> {
        self.next_step.map(|at| at.saturating_sub(self.now))
    }

    /// Rereads the moves and scores of the changed record.
    fn refresh_tree(&mut self) {
        self.tree = Tree::of(&self.study);
        self.course = Course::of(&self.study, &self.tree, self.analysis.report());
    }

    /// Shows the study's current position on the board.
    fn show_position(&mut self) {
        let opening = self.analysis.references().opening(self.study.state());
        self.opening = opening.map(ToString::to_string);
        let (state, record) = (self.study.state(), self.study.record());
        let asked = match state.turn() {
            _ if state.ending().is_some() || self.editor.is_some() => None,
            Turn::Seat(seat) => Some(seat),
            // In a study, the user chooses the chance moves.
            Turn::Chance => Some(Seat::FIRST),
        };
        let position = state.position(Viewer::Arbiter);
        let (start, moves) = match self.editor {
            // No move led to this position, because it is being set up.
            Some(_) => (position.clone(), Vec::new()),
            None => (record.start.clone(), self.study.moves()),
        };
        let table = TableState {
            game: record.game.clone(),
            players: record.players.iter().map(|player| player.name.clone()).collect(),
            time_control: record.time_control,
            start,
            moves,
            position,
            turn: state.turn(),
            asked,
            prompt: asked.map(|_seat| Prompt::default()),
            ending: state.ending(),
            ..TableState::default()
        };
        let _saved = self.table.handle_event(self.now, &Event::Resynchronized(table));
        let picture = self.editor.as_ref().map(|editor| editor.position.picture());
        self.table.model.show_instead(picture);
    }
}
