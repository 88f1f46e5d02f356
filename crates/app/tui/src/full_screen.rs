//! The full screen: the menu and the user's matches.

mod environment;
mod files;
pub mod line_by_line;
mod match_screen;
mod menu_items;
mod menu_progress;
mod puzzles;
mod remembered;
mod saver;
mod starts;
mod study_session;
mod terminal;
mod tournaments;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use analysis::Study;
use app_context::{AppContext, CommandResult, Failure, FailureKind, OrFail, one_line};
use board_engine::Viewer;
use crossbeam_channel::RecvTimeoutError;
use games_package::{MatchSetup, Record, TableGame, TimeControl};
use match_library::SaveTarget;
use ratatui::crossterm::event::Event as Input;

use self::match_screen::{MatchScreen, Next};
use self::menu_items::AppItems;
use self::menu_progress::MenuProgress;
use self::starts::{Opener, match_of, study_start};
use self::study_session::{ShownPuzzle, StudySession};
use self::terminal::Screen;
use self::tournaments::Tournaments;
use crate::kept_matches::new_slot;
use crate::live::{Inbox, Message};
use crate::people::{self, name_only_person};
use crate::verdict::report_failures;
use crate::{Menu, MenuResult, Preferences, Skin, StudyExit};

pub use self::environment::is_possible;
pub use self::remembered::preferences;
pub use self::study_session::{PuzzleChoice, StudyStart};

/// A match to play on the full screen.
#[derive(Debug)]
pub struct Match {
    /// Game, players and limits.
    pub setup: MatchSetup,
    /// The viewer for whom to show the match.
    pub viewer: Viewer,
    /// The target to which the match is saved after every move.
    pub target: SaveTarget,
    /// The pause after each move.
    pub delay: Duration,
}

/// The first screen.
#[derive(Debug)]
pub enum Start<'a> {
    /// The menu.
    Menu,
    /// The menu, with this preselected time control.
    MenuWithTime(TimeControl),
    /// A match.
    Match(Box<Match>),
    /// A study.
    Study(Box<StudyStart<'a>>),
}

/// Shows the first screen, then whatever the user chooses in the menu, until the user leaves. `inbox` receives the
/// keys. After restoring the terminal, lists the stopped tournaments on `out` and the player failures on `err`.
///
/// # Errors
/// [`Failure`] if the terminal can't be used, the user interrupts, or a player fails in the last match.
pub fn run<'a>(
    app: &'a Arc<AppContext>,
    inbox: &'a Inbox,
    start: Start<'a>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> CommandResult {
    let (start, time) = match start {
        Start::MenuWithTime(time) => (Start::Menu, Some(time)),
        start => (start, None),
    };
    let chosen = (environment::skin(app)?, preferences());
    let (skin, preferences) = chosen.clone();
    let screen = Screen::open()?;
    let mut session = Session {
        app,
        inbox,
        screen,
        skin,
        preferences,
        remembered: chosen,
        tournaments: Tournaments::of_user(),
        time,
        menu: None,
    };
    let ended = session.run(start);
    session.remember();
    let stopped = session.tournaments.end();
    drop(session);
    for folder in stopped {
        let folder = folder.display();
        writeln!(out, "Stopped the tournament in {folder}; resume it from the menu.")?;
    }
    ended?.map_or(Ok(()), |last| last.report_failures(app, err))
}

/// The reason why a part of the session ended.
enum Ended<'a> {
    /// The person quit.
    Left,
    /// The person quit after this match.
    LastMatch(Box<LastMatch>),
    /// Show this screen next.
    Next(Start<'a>),
}

/// The last match before the program ends.
struct LastMatch {
    game: Arc<dyn TableGame>,
    finished: games_package::Finished,
}

impl LastMatch {
    /// Reports player failures after the terminal is restored.
    fn report_failures(&self, app: &AppContext, err: &mut dyn Write) -> CommandResult {
        report_failures(app, &*self.game, &self.finished, err)
    }
}

/// A session at a terminal, from the first menu to the last match.
struct Session<'a> {
    app: &'a Arc<AppContext>,
    inbox: &'a Inbox,
    screen: Screen,
    skin: Skin,
    preferences: Preferences,
    /// The skin and the preferences as last saved.
    remembered: (Skin, Preferences),
    tournaments: Tournaments,
    /// The preselected time control, if not the default.
    time: Option<TimeControl>,
    /// The menu that opened the study, to return to in the same state.
    menu: Option<Menu>,
}

impl<'a> Session<'a> {
    /// Runs until the user leaves. Returns the last match, if the user quit from a match.
    fn run(&mut self, start: Start<'a>) -> Result<Option<Box<LastMatch>>, Failure> {
        let mut next = start;
        loop {
            let ended = match next {
                Start::Menu | Start::MenuWithTime(_) => self.choose()?,
                Start::Match(played) => self.play(*played)?,
                Start::Study(study) => self.study(*study)?,
            };
            next = match ended {
                Ended::Left => return Ok(None),
                Ended::LastMatch(last) => return Ok(Some(last)),
                Ended::Next(start) => start,
            };
            self.inbox.discard_table_messages();
        }
    }

    /// Plays a match, and continues with switched sides or loaded matches until the person leaves.
    fn play(&mut self, played: Match) -> Result<Ended<'a>, Failure> {
        self.menu = None;
        let Match { mut setup, mut viewer, mut target, delay } = played;
        let mut points: Vec<f64> = Vec::new();
        loop {
            name_only_person(&mut setup, &self.preferences.name);
            let game = setup.game.clone();
            let match_screen = MatchScreen {
                app: self.app,
                inbox: self.inbox,
                target: &target,
                delay,
                viewer,
                rings_bell: self.preferences.rings_bell,
                points: &points,
            };
            let (next, finished) = match_screen.play(setup, &mut self.skin, &mut self.screen)?;
            match next {
                Next::Play(again) => {
                    let shift = points.len().min(1);
                    points.rotate_right(shift);
                    setup = *again;
                }
                Next::PlayFile(loaded) => {
                    (setup, target, points) = (*loaded, new_slot(), Vec::new());
                }
                Next::Rematch(again, scored) => {
                    (setup, target, points) = (*again, new_slot(), scored);
                }
                Next::Leave => return Ok(Ended::LastMatch(Box::new(LastMatch { game, finished }))),
                Next::Study => return self.study_of_match(game, finished.record).map(Ended::Next),
                Next::Another => return Ok(Ended::Next(Start::Menu)),
                Next::Interrupted => return Err(Failure::interrupted()),
            }
            viewer = people::viewer(self.app, &setup);
            self.inbox.discard_table_messages();
        }
    }

    /// Saves the skin and the preferences if they have changed.
    fn remember(&mut self) {
        let now = (self.skin.clone(), self.preferences.clone());
        if now != self.remembered {
            remembered::remember(&now.0, &now.1);
            self.remembered = now;
        }
    }

    /// Shows the study.
    fn study(&mut self, start: StudyStart<'_>) -> Result<Ended<'a>, Failure> {
        let puzzle = start.puzzle.clone();
        let mut study = StudySession::new(start, self.inbox, &self.skin);
        loop {
            let exit = study.run(&mut self.screen)?;
            self.skin.clone_from(study.skin());
            match exit {
                StudyExit::Quit => return Ok(Ended::Left),
                StudyExit::Interrupted => return Err(Failure::interrupted()),
                StudyExit::Menu => return Ok(Ended::Next(Start::Menu)),
                StudyExit::Play => match people::match_from(self.app, study.study()) {
                    Ok(setup) => return Ok(Ended::Next(match_of(self.app, setup))),
                    Err(failure) => study.refuse(&failure),
                },
                StudyExit::NextPuzzle => match self.puzzle_after(puzzle.as_ref()) {
                    Ok(start) => return Ok(Ended::Next(start)),
                    Err(failure) => study.refuse(&failure),
                },
            }
        }
    }

    /// The puzzle after this puzzle.
    fn puzzle_after(&self, puzzle: Option<&ShownPuzzle>) -> Result<Start<'a>, Failure> {
        let choice = puzzle.map(|puzzle| puzzle.choice.clone()).unwrap_or_default();
        choice.start(self.app, self.inbox, puzzle.map(|puzzle| puzzle.kept.id))
    }

    /// Shows the menu.
    fn choose(&mut self) -> Result<Ended<'a>, Failure> {
        let mut menu = match self.menu.take() {
            Some(menu) => menu.after_study(&self.skin, &self.items()),
            None => Menu::new(self.skin.clone(), self.preferences.clone()),
        };
        let size = self.screen.terminal.size()?;
        menu.resize(size.width, size.height);
        loop {
            self.screen.terminal.draw(|frame| menu.draw(frame))?;
            let Some(input) = self.next_input(&menu)? else {
                menu.refresh(&self.items());
                continue;
            };
            let result = menu.update(&input, &self.items());
            self.skin.clone_from(menu.skin());
            self.preferences.clone_from(menu.preferences());
            if !menu.asks_settings() {
                self.remember();
            }
            match result {
                MenuResult::Nothing => {}
                MenuResult::Leave => return Ok(Ended::Left),
                MenuResult::Interrupted => return Err(Failure::interrupted()),
                MenuResult::Suspend => {
                    self.screen.suspend()?;
                    let size = self.screen.terminal.size()?;
                    menu.resize(size.width, size.height);
                }
                MenuResult::Export(query, file) => {
                    let shown = MenuProgress::on_screen(self.inbox, &mut self.screen, &mut menu);
                    files::export(shown, &query, &file)?;
                }
                MenuResult::Import(file, game) => {
                    let shown = MenuProgress::on_screen(self.inbox, &mut self.screen, &mut menu);
                    files::import(shown, &file, game)?;
                }
                MenuResult::MakePuzzles(query) => {
                    let shown = MenuProgress::on_screen(self.inbox, &mut self.screen, &mut menu);
                    puzzles::make(shown, &query)?;
                }
                MenuResult::Puzzles(_) => match self.puzzle_after(None) {
                    Ok(start) => {
                        self.menu = Some(menu);
                        return Ok(Ended::Next(start));
                    }
                    Err(failure) => menu.complain(one_line(&failure.to_string())),
                },
                chosen => {
                    let start = self.opener().start_of(chosen, &mut menu);
                    match start {
                        Ok(Some(start)) => {
                            self.menu = Some(menu);
                            return Ok(Ended::Next(start));
                        }
                        Ok(None) => {}
                        Err(failure) => menu.complain(one_line(&failure.to_string())),
                    }
                }
            }
        }
    }

    /// Opens the user's menu choices.
    fn opener<'s>(&'s mut self) -> Opener<'s, 'a> {
        let screen = &mut self.screen;
        Opener {
            app: self.app,
            inbox: self.inbox,
            tournaments: &mut self.tournaments,
            name: &self.preferences.name,
            time: self.time,
            warn: Box::new(|name, loaded| screen.warn(name, loaded)),
        }
    }

    /// The menu items.
    fn items(&self) -> AppItems<'_> {
        AppItems { app: self.app, tournaments: &self.tournaments, time: self.time }
    }

    /// The next key or click in the menu; `None` if the menu changed on its own.
    ///
    /// # Errors
    /// [`Failure`] if the user interrupts.
    fn next_input(&self, menu: &Menu) -> Result<Option<Input>, Failure> {
        let messages = &self.inbox.messages;
        let deadline = menu.next_change().map(|patience| Instant::now() + patience);
        loop {
            let received = match deadline {
                None => messages.recv().map_err(|_gone| RecvTimeoutError::Disconnected),
                Some(deadline) => messages.recv_deadline(deadline),
            };
            match received {
                Ok(Message::Screen(message)) => {
                    if let crate::Message::Input(input) = *message {
                        return Ok(Some(input));
                    }
                }
                Ok(Message::Interrupted(_) | Message::EndOfInput)
                | Err(RecvTimeoutError::Disconnected) => return Err(Failure::interrupted()),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Ok(None),
            }
        }
    }

    /// A study of the match just played, at its final position.
    fn study_of_match(
        &self,
        game: Arc<dyn TableGame>,
        record: Record,
    ) -> Result<Start<'a>, Failure> {
        let mut study = Study::of_match(record, game).or_fail(FailureKind::Input)?;
        study.go_to(usize::MAX);
        Ok(study_start(self.app, self.inbox, study))
    }
}

/// The path with a leading `~` replaced by the home folder.
fn with_home(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}

/// The default pause after each move in a match without people.
pub const WATCH_DELAY: Duration = Duration::from_millis(400);
