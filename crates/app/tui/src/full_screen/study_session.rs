//! A study on the full screen: handles messages, performs effects, and draws.

use std::path::Path;
use std::time::{Duration, Instant};

use analysis::puzzles::Motif;
use analysis::{AnalysisRequest, Purpose, Study};
use app_context::{CommandResult, Failure, one_line, wins};
use crossbeam_channel::RecvTimeoutError;
use match_library::{KeptPuzzle, unix_time};

use super::terminal::Screen;
use crate::analyst::{Analyst, RunningAnalyses};
use crate::kept_matches::library;
use crate::live::{Inbox, Message};
use crate::{Skin, StudyEffect, StudyExit, StudyMessage, StudyScreen};

/// The time limit for analyzing one position if the command line sets none. Stepping to another position ends the
/// analysis early.
const LINES_TIME: Duration = Duration::from_mins(1);

/// The time per position when analyzing a whole match, if the command line sets no limit.
const MATCH_TIME: Duration = Duration::from_millis(500);

/// The puzzle selection.
#[derive(Clone, Debug, Default)]
pub struct PuzzleChoice {
    /// The full name of a game or a game family.
    pub game: Option<String>,
    /// The puzzle motif. `None` for any motif.
    pub motif: Option<Motif>,
}

/// The puzzle that a study shows.
#[derive(Clone, Debug)]
pub struct ShownPuzzle {
    pub(super) kept: KeptPuzzle,
    pub(super) choice: PuzzleChoice,
}

/// A study and its analyst.
#[derive(Debug)]
pub struct StudyStart<'a> {
    /// The study.
    pub study: Study,
    /// The analyzing player.
    pub analyst: Analyst<'a>,
    /// The study's first puzzle, if any.
    pub puzzle: Option<ShownPuzzle>,
}

/// A study on the screen.
pub(super) struct StudySession<'a> {
    inbox: &'a Inbox,
    analyst: Analyst<'a>,
    running: RunningAnalyses,
    puzzle: Option<ShownPuzzle>,
    screen: StudyScreen,
    began: Instant,
}

impl<'a> StudySession<'a> {
    pub(super) fn new(start: StudyStart<'a>, inbox: &'a Inbox, skin: &Skin) -> Self {
        let StudyStart { study, analyst, puzzle } = start;
        let mut screen = StudyScreen::new(study, analyst.study_analysis(), skin.clone());
        if let Some(ShownPuzzle { kept, .. }) = &puzzle {
            let title = format!("Puzzle {}", kept.id);
            screen = screen.with_puzzle(kept.puzzle.solution.clone(), &title);
        }
        let running = RunningAnalyses::default();
        Self { inbox, analyst, running, puzzle, screen, began: Instant::now() }
    }

    /// Runs until the user leaves the study.
    pub(super) fn run(&mut self, terminal: &mut Screen) -> Result<StudyExit, Failure> {
        self.fit(terminal)?;
        loop {
            terminal.terminal.draw(|frame| self.screen.draw(frame))?;
            let Some(message) = self.next_message() else { continue };
            let effects = self.screen.update(self.began.elapsed(), message);
            self.running.keep_wanted(self.screen.analysis());
            for effect in effects {
                match effect {
                    StudyEffect::Analyze(request) => self.analyze(&request),
                    StudyEffect::Save(file) => self.save(&file),
                    StudyEffect::Verify(mv) => self.verify(mv),
                    StudyEffect::Attempted(is_solved) => self.note_attempt(is_solved),
                    StudyEffect::Suspend => {
                        terminal.suspend()?;
                        self.fit(terminal)?;
                    }
                    StudyEffect::Exit(exit) => return Ok(exit),
                }
            }
            if let Some(sentence) = terminal.new_warnings() {
                self.tell(StudyMessage::Warned(sentence));
            }
        }
    }

    /// The current study.
    pub(super) const fn study(&self) -> &Study {
        self.screen.study()
    }

    /// The current skin.
    pub(super) const fn skin(&self) -> &Skin {
        self.screen.skin()
    }

    /// Shows why a match can't be started from the study.
    pub(super) fn refuse(&mut self, failure: &Failure) {
        self.tell(StudyMessage::Refused(one_line(&failure.to_string())));
    }

    fn fit(&mut self, terminal: &Screen) -> CommandResult {
        let size = terminal.terminal.size()?;
        self.screen.resize(size.width, size.height);
        Ok(())
    }

    /// The next message, or a tick if time alone changes the screen. `None` for any other message.
    fn next_message(&self) -> Option<StudyMessage> {
        let messages = &self.inbox.messages;
        let received = match self.screen.next_change() {
            None => messages.recv().map_err(|_gone| RecvTimeoutError::Disconnected),
            Some(patience) => messages.recv_timeout(patience),
        };
        match received {
            Ok(Message::Screen(message)) => match *message {
                crate::Message::Input(input) => Some(StudyMessage::Input(input)),
                _ => None,
            },
            Ok(Message::AnalysisUpdate(number, update)) => {
                Some(StudyMessage::Analysis(number, update))
            }
            Ok(Message::Interrupted(_) | Message::EndOfInput)
            | Err(RecvTimeoutError::Disconnected) => Some(StudyMessage::Interrupted),
            Ok(_) => None,
            Err(RecvTimeoutError::Timeout) => Some(StudyMessage::Tick),
        }
    }

    fn tell(&mut self, message: StudyMessage) {
        // These messages never produce effects.
        let _none = self.screen.update(self.began.elapsed(), message);
    }

    fn analyze(&mut self, request: &AnalysisRequest) {
        let time = match request.purpose {
            Purpose::Position | Purpose::Threat => LINES_TIME,
            Purpose::Match => MATCH_TIME,
        };
        let limits = self.analyst.limits_or_time(time);
        if let Err(failure) = self.running.start(&self.analyst, request, limits) {
            let why = one_line(&failure.to_string());
            self.tell(StudyMessage::NotAnalyzed(request.number, why));
        }
    }

    /// Checks whether a move other than the solution also wins, and continues accordingly.
    fn verify(&mut self, mv: String) {
        let study = self.screen.study();
        let wins = wins(&**study.game(), study.state(), &mv);
        let effects = self.screen.update(self.began.elapsed(), StudyMessage::Verified(mv, wins));
        for effect in effects {
            if let StudyEffect::Attempted(is_solved) = effect {
                self.note_attempt(is_solved);
            }
        }
    }

    /// Saves the puzzle result and shows the new rating.
    fn note_attempt(&mut self, is_solved: bool) {
        let Some(ShownPuzzle { kept, .. }) = &self.puzzle else { return };
        let noted =
            library().and_then(|library| library.note_attempt(kept, is_solved, unix_time()));
        self.tell(StudyMessage::Rated(match noted {
            Ok(rating) => format!("Your rating: {:.0} ± {:.0}.", rating.value, rating.deviation),
            Err(error) => format!("Not saved: {}.", one_line(&error.to_string())),
        }));
    }

    fn save(&mut self, file: &Path) {
        let study = self.screen.study();
        let mut record = study.record().clone();
        self.screen.analysis().report().annotate(&mut record, &**study.game());
        let saved = match_library::save(&record, file).map_err(Failure::from);
        self.tell(StudyMessage::Saved(match saved {
            Ok(()) => Ok(format!("Saved to {}.", file.display())),
            Err(failure) => Err(format!("Not saved: {}", one_line(&failure.to_string()))),
        }));
    }
}
