//! Opens the match or the study that the user chose in the menu, both on the full screen and in line-by-line sessions.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use analysis::Study;
use app_context::{
    AppContext, Changes, CommandResult, Failure, FailureKind, HUMAN, OrFail, one_line, own_players,
};
use games_package::{MatchSetup, TimeControl};
use match_library::{LoadedMatch, MatchFile, MatchFileError, SaveTarget, Slot};

use super::menu_items::{self, AppItems};
use super::tournaments::Tournaments;
use super::{Match, Start, StudyStart, WATCH_DELAY, with_home};
use crate::analyst::Analyst;
use crate::kept_matches::{library, new_slot};
use crate::live::Inbox;
use crate::people;
use crate::{Menu, MenuResult, MenuStudy};

/// Warns about damaged parts in the match with this name.
type Warn<'s> = Box<dyn FnMut(&str, &LoadedMatch) + 's>;

/// Opens the user's menu choices.
pub(super) struct Opener<'s, 'a> {
    pub(super) app: &'a Arc<AppContext>,
    pub(super) inbox: &'a Inbox,
    pub(super) tournaments: &'s mut Tournaments,
    /// The user's name.
    pub(super) name: &'s str,
    /// The preselected time control, if not the default.
    pub(super) time: Option<TimeControl>,
    /// Warns about damaged parts in a match.
    pub(super) warn: Warn<'s>,
}

impl<'a> Opener<'_, 'a> {
    /// Carries out the choice. Returns the resulting match or study; `None` if the menu continues.
    pub(super) fn start_of(
        &mut self,
        chosen: MenuResult,
        menu: &mut Menu,
    ) -> Result<Option<Start<'a>>, Failure> {
        Ok(match chosen {
            MenuResult::Match(chosen) => {
                let setup = menu_items::match_setup(self.app, &chosen, self.name)?;
                Some(match_of(self.app, setup))
            }
            MenuResult::Continue(name) => Some(self.kept_match(&name)?),
            MenuResult::Study(chosen) => self.study_of(chosen, menu)?,
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

    fn items(&self) -> AppItems<'_> {
        AppItems { app: self.app, tournaments: self.tournaments, time: self.time }
    }

    /// `None` if the menu asks for the match in a file or for its game.
    fn study_of(
        &mut self,
        chosen: MenuStudy,
        menu: &mut Menu,
    ) -> Result<Option<Start<'a>>, Failure> {
        Ok(match chosen {
            MenuStudy::Game(name) => {
                let game = app_context::game(&name)?;
                let study = Study::of_position(game, None, HUMAN).or_fail(FailureKind::Input)?;
                Some(study_start(self.app, self.inbox, study))
            }
            MenuStudy::Position { game, position } => {
                let game = app_context::game(&game)?;
                let study = Study::of_position(game, Some(&position), HUMAN);
                Some(study_start(self.app, self.inbox, study.or_fail(FailureKind::Input)?))
            }
            MenuStudy::Kept(name) => {
                let library = library()?;
                let loaded = library.load_checked(library.find(&name)?.id)?;
                Some(self.loaded_study(&name, loaded)?)
            }
            MenuStudy::File(file, number) => self.file_study(file, number, None, menu)?,
            MenuStudy::FileOfGame { file, number, game } => {
                self.file_study(file, number, Some(&game), menu)?
            }
            MenuStudy::OfTournament { folder, game } => {
                let (record, rules) = self.tournaments.record(&folder, &game)?;
                let study = Study::of_match(record, rules).or_fail(FailureKind::Input)?;
                Some(study_start(self.app, self.inbox, study))
            }
        })
    }

    /// Resumes a saved match. The match stays saved in place.
    fn kept_match(&mut self, name: &str) -> Result<Start<'a>, Failure> {
        let library = library()?;
        let slot = Slot::claim(&library, library.find(name)?.id)?;
        let loaded = slot.load()?;
        (self.warn)(name, &loaded);
        let players = own_players(&loaded.record);
        let (record, game) = (loaded.record, loaded.game);
        let setup = self.app.continued_setup(record, game, players, &Changes::default())?;
        let viewer = people::viewer(self.app, &setup);
        let (target, delay) = (SaveTarget::slot(slot), Duration::ZERO);
        Ok(Start::Match(Box::new(Match { setup, viewer, target, delay })))
    }

    /// A study of a match in a file. `game` applies if the file doesn't name its game. `None` if the menu asks for the
    /// match or the game.
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
        (self.warn)(name, &loaded);
        let LoadedMatch { record, game, .. } = loaded;
        let study = Study::of_match(record, game).or_fail(FailureKind::Input)?;
        Ok(study_start(self.app, self.inbox, study))
    }
}

/// The start of a new match.
pub(super) fn match_of<'a>(app: &AppContext, setup: MatchSetup) -> Start<'a> {
    let viewer = people::viewer(app, &setup);
    let plays = setup.seats.iter().any(|seat| app.is_person(&seat.spec));
    let delay = if plays { Duration::ZERO } else { WATCH_DELAY };
    Start::Match(Box::new(Match { setup, viewer, target: new_slot(), delay }))
}

/// The start of a study.
pub(super) fn study_start<'a>(app: &'a AppContext, inbox: &Inbox, study: Study) -> Start<'a> {
    let analyst = Analyst::of_game(app, study.game().clone(), inbox);
    Start::Study(Box::new(StudyStart { study, analyst, puzzle: None }))
}

/// Deletes a saved match and reports the deletion in the menu.
fn delete(name: &str, menu: &mut Menu) -> CommandResult {
    let library = library()?;
    if library.delete(library.find(name)?.id)? {
        menu.forget(name);
    } else {
        menu.complain(format!("{name} is in progress and can't be deleted"));
    }
    Ok(())
}
