//! The full screen: the menu and the matches of a person at a terminal.

mod environment;
mod match_screen;
mod menu_items;
mod saver;
mod terminal;

use std::time::Duration;

use board_engine::Viewer;
use games_package::MatchSetup;
use house::{CommandResult, Failure, House};
use match_library::SaveTarget;
use screen::{Menu, MenuResult, Skin};

use self::match_screen::{MatchScreen, Next};
use self::menu_items::HouseItems;
use self::terminal::Screen;
use crate::failures::report_failures;
use crate::live::{Inbox, Input, Message};
use crate::match_files::new_slot;
use crate::viewer;

pub(crate) use self::environment::is_possible;

/// A match to play on the full screen.
pub(crate) struct Match {
    pub(crate) setup: MatchSetup,
    /// The viewer whose information is shown.
    pub(crate) viewer: Viewer,
    /// Where the match is saved after every move.
    pub(crate) target: SaveTarget,
    /// The pause after each move.
    pub(crate) delay: Duration,
}

/// Plays the match, if one is given, then those that the person chooses in the menu.
pub(crate) fn run(house: &House, first: Option<Match>) -> CommandResult {
    let inbox = Inbox::open(Input::Keys)?;
    let skin = environment::skin(house)?;
    let mut session = Session { house, inbox, screen: Screen::open()?, skin };
    let mut wanted = first;
    loop {
        let played = match wanted.take() {
            Some(played) => played,
            None => match session.choose()? {
                Some(chosen) => chosen,
                None => return Ok(()),
            },
        };
        if let AfterMatch::Over(result) = session.play(played)? {
            drop(session);
            return result.report_failures(house);
        }
        session.inbox.discard_table_messages();
    }
}

/// The next step after a match.
enum AfterMatch {
    /// The person quits.
    Over(Box<LastMatch>),
    /// The menu, for another match.
    Another,
}

/// The last match before the program ends.
struct LastMatch {
    game: std::sync::Arc<dyn games_package::TableGame>,
    finished: games_package::Finished,
}

impl LastMatch {
    /// Reports failures of players, once the terminal is restored.
    fn report_failures(&self, house: &House) -> CommandResult {
        report_failures(house, &*self.game, &self.finished)
    }
}

/// A person at a terminal, from the first menu to the last match.
struct Session<'a> {
    house: &'a House,
    inbox: Inbox,
    screen: Screen,
    skin: Skin,
}

impl Session<'_> {
    /// Plays a match, continues it with switched sides or with loaded ones, until the person leaves.
    fn play(&mut self, played: Match) -> Result<AfterMatch, Failure> {
        let Match { mut setup, mut viewer, mut target, delay } = played;
        loop {
            let game = setup.game.clone();
            let match_screen = MatchScreen {
                house: self.house,
                inbox: &self.inbox,
                target: &target,
                delay,
                viewer,
            };
            let (next, finished) = match_screen.play(setup, &mut self.skin, &mut self.screen)?;
            match next {
                Next::Play(again) => setup = *again,
                Next::PlayFile(loaded) => (setup, target) = (*loaded, new_slot()),
                Next::Leave => return Ok(AfterMatch::Over(Box::new(LastMatch { game, finished }))),
                Next::Another => return Ok(AfterMatch::Another),
                Next::Interrupted => return Err(Failure::interrupted()),
            }
            viewer = viewer::viewer(self.house, &setup);
            self.inbox.discard_table_messages();
        }
    }

    /// Shows the menu. None if the person quits.
    fn choose(&mut self) -> Result<Option<Match>, Failure> {
        let items = HouseItems(self.house);
        let mut menu = Menu::new(self.skin.clone(), &items);
        let size = self.screen.terminal.size()?;
        menu.resize(size.width, size.height);
        loop {
            self.screen.terminal.draw(|frame| menu.draw(frame))?;
            let input = match self.inbox.messages.recv() {
                Ok(Message::Screen(message)) => match *message {
                    screen::Message::Input(input) => input,
                    _ => continue,
                },
                Ok(Message::Interrupted(_) | Message::EndOfInput) | Err(_) => {
                    return Err(Failure::interrupted());
                }
                Ok(_) => continue,
            };
            match menu.update(&input, &items) {
                MenuResult::Nothing => {}
                MenuResult::Leave => return Ok(None),
                MenuResult::Interrupted => return Err(Failure::interrupted()),
                MenuResult::Suspend => {
                    self.screen.suspend()?;
                    let size = self.screen.terminal.size()?;
                    menu.resize(size.width, size.height);
                }
                MenuResult::Match(chosen) => match menu_items::match_setup(self.house, &chosen) {
                    Ok(setup) => return Ok(Some(self.match_from_menu(setup))),
                    Err(failure) => menu.complain(failure.to_string()),
                },
            }
        }
    }

    fn match_from_menu(&self, setup: MatchSetup) -> Match {
        let viewer = viewer::viewer(self.house, &setup);
        let plays = setup.seats.iter().any(|seat| self.house.is_person(&seat.spec));
        let delay = if plays { Duration::ZERO } else { WATCH_DELAY };
        Match { setup, viewer, target: new_slot(), delay }
    }
}

/// The default pause after each move of a match without people.
pub(crate) const WATCH_DELAY: Duration = Duration::from_millis(400);
