//! The full screen: a menu, and matches before somebody at a terminal.

mod environment;
mod keeper;
mod match_screen;
mod offers;
mod terminal;

use std::time::Duration;

use board_engine::Viewer;
use games_package::MatchSetup;
use house::{CommandResult, Failure, House};
use match_library::SaveTarget;
use screen::{Menu, MenuResult, Skin};

use self::match_screen::{MatchScreen, Next};
use self::offers::HouseItems;
use self::terminal::Screen;
use crate::commands::play;
use crate::failures::tell_failures;
use crate::live::{Inbox, Input, Message};

pub(crate) use self::environment::is_possible;

/// What is played before the screen.
pub(crate) struct Match {
    pub(crate) setup: MatchSetup,
    /// Whose eyes see the screen.
    pub(crate) viewer: Viewer,
    /// Where the match is saved after every move.
    pub(crate) target: SaveTarget,
    /// A pause after each move, in which it can be looked at.
    pub(crate) delay: Duration,
}

/// Plays the match, if one is given, and whatever the person wants after it or in place of it.
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
        if let After::Over(result) = session.play(played)? {
            drop(session);
            return result.tell(house);
        }
        session.inbox.forget_table();
    }
}

/// What comes after a match, once nobody wants to go on with it.
enum After {
    /// The person leaves.
    Over(Box<Last>),
    /// Another one.
    Another,
}

/// The last match of a run.
struct Last {
    game: std::sync::Arc<dyn games_package::TableGame>,
    finished: games_package::Finished,
}

impl Last {
    /// Tells on the terminal that has been given back what went wrong.
    fn tell(&self, house: &House) -> CommandResult {
        tell_failures(house, &*self.game, &self.finished)
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
    /// Plays a match, and the same one on with switched sides, until the person has enough of it.
    fn play(&mut self, played: Match) -> Result<After, Failure> {
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
                Next::PlayFile(loaded) => (setup, target) = (*loaded, SaveTarget::new_slot()),
                Next::Leave => return Ok(After::Over(Box::new(Last { game, finished }))),
                Next::Another => return Ok(After::Another),
                Next::Interrupted => return Err(Failure::interrupted()),
            }
            viewer = play::viewer(self.house, &setup);
            self.inbox.forget_table();
        }
    }

    /// Asks what is to be played; nothing if the person leaves.
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
                MenuResult::Match(chosen) => match offers::match_of(self.house, &chosen) {
                    Ok(setup) => return Ok(Some(self.as_from_menu(setup))),
                    Err(failure) => menu.complain(failure.to_string()),
                },
            }
        }
    }

    fn as_from_menu(&self, setup: MatchSetup) -> Match {
        let viewer = play::viewer(self.house, &setup);
        let plays = setup.seats.iter().any(|seat| self.house.is_person(&seat.spec));
        let delay = if plays { Duration::ZERO } else { WATCH_DELAY };
        Match { setup, viewer, target: SaveTarget::new_slot(), delay }
    }
}

/// How long each move is looked at where nobody says otherwise, in a match that is watched.
pub(crate) const WATCH_DELAY: Duration = Duration::from_millis(400);
