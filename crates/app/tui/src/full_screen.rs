//! The full screen: the menu and the matches of a user at a terminal.

mod environment;
mod files;
pub mod line_by_line;
mod match_screen;
mod menu_items;
mod menu_progress;
mod puzzles;
mod remembered;
mod saver;
mod study_session;
mod terminal;
mod tournaments;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use analysis::Study;
use app_context::{
    AppContext, Changes, CommandResult, Failure, FailureKind, HUMAN, OrFail, one_line, own_players,
};
use board_engine::Viewer;
use crossbeam_channel::RecvTimeoutError;
use games_package::{MatchSetup, Record, TableGame};
use match_library::{LoadedMatch, MatchFile, MatchFileError, SaveTarget, Slot};
use ratatui::crossterm::event::Event as Input;

use self::match_screen::{MatchScreen, Next};
use self::menu_items::AppItems;
use self::menu_progress::MenuProgress;
use self::study_session::{ShownPuzzle, StudySession};
use self::terminal::Screen;
use self::tournaments::Tournaments;
use crate::analyst::Analyst;
use crate::kept_matches::{library, new_slot};
use crate::live::{Inbox, Message};
use crate::people::{self, name_only_person};
use crate::verdict::report_failures;
use crate::{Menu, MenuResult, MenuStudy, Preferences, Skin, StudyExit};

pub use self::environment::is_possible;
pub use self::remembered::preferences;
pub use self::study_session::{PuzzleChoice, StudyStart};

/// A match to play on the full screen.
#[derive(Debug)]
pub struct Match {
    /// Game, players and limits.
    pub setup: MatchSetup,
    /// The viewer whose information is shown.
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
    /// A match.
    Match(Box<Match>),
    /// A study.
    Study(Box<StudyStart<'a>>),
}

/// Shows the first screen and then the user's choices in the menu, until the user leaves. `inbox` receives the keys.
/// After restoring the terminal, lists the stopped tournaments on `out` and the player failures on `err`.
///
/// # Errors
/// [`Failure`] if the terminal can't be used, the user interrupts, or a player failed in the last match.
pub fn run<'a>(
    app: &'a Arc<AppContext>,
    inbox: &'a Inbox,
    start: Start<'a>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> CommandResult {
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
    /// The person quits.
    Left,
    /// The person quits after this match.
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
    /// The menu from which a study was opened. The session returns to it in the same state.
    menu: Option<Menu>,
}

impl<'a> Session<'a> {
    /// Runs until the person leaves. Returns the last match, if the person left from a match.
    fn run(&mut self, start: Start<'a>) -> Result<Option<Box<LastMatch>>, Failure> {
        let mut next = start;
        loop {
            let ended = match next {
                Start::Menu => self.choose()?,
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

    /// Shows a study.
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
                StudyExit::Play => match study_session::match_from(self.app, study.study()) {
                    Ok(setup) => return Ok(Ended::Next(self.match_of(setup))),
                    Err(failure) => study.refuse(&failure),
                },
                StudyExit::NextPuzzle => match self.puzzle_after(puzzle.as_ref()) {
                    Ok(start) => return Ok(Ended::Next(start)),
                    Err(failure) => study.refuse(&failure),
                },
            }
        }
    }

    /// The next puzzle after this one.
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
                    let shown = MenuProgress::new(self.inbox, &mut self.screen, &mut menu);
                    files::export(shown, &query, &file)?;
                }
                MenuResult::Import(file, game) => {
                    let shown = MenuProgress::new(self.inbox, &mut self.screen, &mut menu);
                    files::import(shown, &file, game)?;
                }
                MenuResult::MakePuzzles(query) => {
                    let shown = MenuProgress::new(self.inbox, &mut self.screen, &mut menu);
                    puzzles::make(shown, &query)?;
                }
                chosen => match self.start_of(chosen, &mut menu) {
                    Ok(Some(start)) => {
                        self.menu = Some(menu);
                        return Ok(Ended::Next(start));
                    }
                    Ok(None) => {}
                    Err(failure) => menu.complain(one_line(&failure.to_string())),
                },
            }
        }
    }

    /// The items of the menu.
    fn items(&self) -> AppItems<'_> {
        AppItems { app: self.app, tournaments: &self.tournaments }
    }

    /// The next key or click in the menu; `None` if the menu has changed by itself.
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

    /// The user's choice in the menu. `None` if the menu continues.
    fn start_of(
        &mut self,
        chosen: MenuResult,
        menu: &mut Menu,
    ) -> Result<Option<Start<'a>>, Failure> {
        Ok(match chosen {
            MenuResult::Match(chosen) => {
                let setup = menu_items::match_setup(self.app, &chosen, &self.preferences.name)?;
                Some(self.match_of(setup))
            }
            MenuResult::Continue(name) => Some(self.kept_match(&name)?),
            MenuResult::Puzzles => Some(self.puzzle_after(None)?),
            MenuResult::Study(MenuStudy::Game(name)) => {
                let game = app_context::game(&name)?;
                let study = Study::of_position(game, None, HUMAN).or_fail(FailureKind::Input)?;
                Some(self.study_start(study))
            }
            MenuResult::Study(MenuStudy::Kept(name)) => {
                let library = library()?;
                let loaded = library.load_checked(library.find(&name)?.id)?;
                Some(self.loaded_study(&name, loaded)?)
            }
            MenuResult::Study(MenuStudy::File(file, number)) => {
                self.file_study(file, number, None, menu)?
            }
            MenuResult::Study(MenuStudy::FileOfGame { file, number, game }) => {
                self.file_study(file, number, Some(&game), menu)?
            }
            MenuResult::Study(MenuStudy::OfTournament { folder, game }) => {
                let (record, rules) = self.tournaments.record(&folder, &game)?;
                let study = Study::of_match(record, rules).or_fail(FailureKind::Input)?;
                Some(self.study_start(study))
            }
            MenuResult::Delete(name) => {
                delete(&name, menu)?;
                None
            }
            MenuResult::BeginTournament(new) => {
                let folder = self.tournaments.begin(self.app, &new)?;
                menu.show_tournament(&folder, &self.items());
                None
            }
            MenuResult::ResumeTournament(folder) => {
                self.tournaments.resume(self.app, &folder)?;
                menu.refresh(&self.items());
                None
            }
            MenuResult::StopTournament(folder) => {
                self.tournaments.stop(&folder);
                menu.refresh(&self.items());
                None
            }
            _ => None,
        })
    }

    fn match_of(&self, setup: MatchSetup) -> Start<'a> {
        let viewer = people::viewer(self.app, &setup);
        let plays = setup.seats.iter().any(|seat| self.app.is_person(&seat.spec));
        let delay = if plays { Duration::ZERO } else { WATCH_DELAY };
        Start::Match(Box::new(Match { setup, viewer, target: new_slot(), delay }))
    }

    /// Resumes a saved match, which keeps its slot.
    fn kept_match(&mut self, name: &str) -> Result<Start<'a>, Failure> {
        let library = library()?;
        let slot = Slot::claim(&library, library.find(name)?.id)?;
        let loaded = slot.load()?;
        self.screen.warn(name, &loaded);
        let players = own_players(&loaded.record);
        let (record, game) = (loaded.record, loaded.game);
        let setup = self.app.continued_setup(record, game, players, &Changes::default())?;
        let viewer = people::viewer(self.app, &setup);
        let (target, delay) = (SaveTarget::slot(slot), Duration::ZERO);
        Ok(Start::Match(Box::new(Match { setup, viewer, target, delay })))
    }

    /// A study of a match in a file. Uses `game` if the file doesn't name its game. Returns `None` if the menu must
    /// first ask for the match or the game.
    fn file_study(
        &mut self,
        file: PathBuf,
        number: Option<usize>,
        game: Option<&str>,
        menu: &mut Menu,
    ) -> Result<Option<Start<'a>>, Failure> {
        let opened = MatchFile::open(&with_home(&file), game)?;
        match opened.load(number) {
            Err(MatchFileError::Several { .. }) => {
                let titles = opened.entries().map(|entry| one_line(&entry.title())).collect();
                menu.ask_match_of_file(file, titles);
                Ok(None)
            }
            Err(error) if error.is_without_game() => {
                menu.ask_game_of_file(file, number, &self.items());
                Ok(None)
            }
            loaded => Ok(Some(self.loaded_study(&file.display().to_string(), loaded?)?)),
        }
    }

    fn loaded_study(&mut self, name: &str, loaded: LoadedMatch) -> Result<Start<'a>, Failure> {
        self.screen.warn(name, &loaded);
        let LoadedMatch { record, game, .. } = loaded;
        let study = Study::of_match(record, game).or_fail(FailureKind::Input)?;
        Ok(self.study_start(study))
    }

    /// A study of the match that was just played, at its final position.
    fn study_of_match(
        &self,
        game: Arc<dyn TableGame>,
        record: Record,
    ) -> Result<Start<'a>, Failure> {
        let mut study = Study::of_match(record, game).or_fail(FailureKind::Input)?;
        study.go_to(usize::MAX);
        Ok(self.study_start(study))
    }

    fn study_start(&self, study: Study) -> Start<'a> {
        let analyst = Analyst::of_game(self.app, study.game().clone(), self.inbox);
        Start::Study(Box::new(StudyStart { study, analyst, puzzle: None }))
    }
}

/// Deletes a saved match and reports it in the menu.
fn delete(name: &str, menu: &mut Menu) -> CommandResult {
    let library = library()?;
    if library.delete(library.find(name)?.id)? {
        menu.forget(name);
    } else {
        menu.complain(format!("{name} is in progress and not deleted"));
    }
    Ok(())
}

/// The path with a leading `~` replaced by the home folder.
fn with_home(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}

/// The default pause after each move of a match without people.
pub const WATCH_DELAY: Duration = Duration::from_millis(400);
