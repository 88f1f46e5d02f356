//! One match before the screen: what happens is taken in, what is wanted is done, and the screen is drawn.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use analysis::{Advice, Question};
use board_engine::Viewer;
use crossbeam_channel::RecvTimeoutError;
use games_package::{AfterEnd, Finished, MatchSetup, TableGame};
use house::{Failure, House, one_line};
use match_library::{MatchFile, SaveTarget};
use screen::{Effect, Leaving, Skin, Table, TableSetup};

use super::keeper::Keeper;
use super::terminal::Screen;
use crate::adviser::advise;
use crate::commands::play;
use crate::live::{Inbox, LiveMatch, Message};

/// How many messages are taken in before the screen is drawn again, if so many wait.
const BATCH: usize = 64;

/// What comes after a match.
pub(super) enum Next {
    /// The person has gone.
    Leave,
    /// Another match.
    Another,
    /// The program was broken off.
    Interrupted,
    /// The same match by others.
    Play(Box<MatchSetup>),
    /// The match of a file, which is kept in a place of its own.
    PlayFile(Box<MatchSetup>),
}

/// Where a match is played and kept.
pub(super) struct MatchScreen<'a> {
    pub(super) house: &'a House,
    pub(super) inbox: &'a Inbox,
    pub(super) target: &'a SaveTarget,
    /// How long the table waits after each move, to begin with.
    pub(super) delay: Duration,
    pub(super) viewer: Viewer,
}

impl MatchScreen<'_> {
    /// Plays a match until somebody leaves. What comes next, and how it went.
    pub(super) fn play(
        &self,
        setup: MatchSetup,
        skin: &mut Skin,
        screen: &mut Screen,
    ) -> Result<(Next, Finished), Failure> {
        let game = setup.game.clone();
        let is_person = |spec: &str| self.house.is_person(spec);
        let table = Table::new(TableSetup {
            game: Arc::clone(&game),
            people: setup.seats.iter().map(|seat| is_person(&seat.spec)).collect(),
            hides_hands: play::hides_hands(self.house, &setup),
            pace: self.delay,
            skin: skin.clone(),
        });
        let setup = MatchSetup { after_end: AfterEnd::Stay, pace: self.delay, ..setup };
        let mut live = LiveMatch::begin_before(self.inbox, setup, self.viewer)?;
        let kept = self.target.file().map(Path::to_path_buf);
        let keeper = Keeper::start(live.control.clone(), kept, self.inbox.sender())?;
        let began = Instant::now();
        let mut round = Round { match_screen: self, game, live: &mut live, keeper, table, began };
        let left = round.run(screen);
        skin.clone_from(round.table.skin());
        drop(round);
        let finished = live.finish()?;
        self.target.save(&finished.record)?;
        let next = match left? {
            Left::ForMatch(loaded) => Next::PlayFile(loaded),
            Left::As(Leaving::Quit) => Next::Leave,
            Left::As(Leaving::NewGame) => Next::Another,
            Left::As(Leaving::Interrupted) => Next::Interrupted,
            Left::As(Leaving::SwitchSides) => {
                let game = house::game(&finished.record.game)?;
                let setup = self.house.switched_setup(finished.record.clone(), game)?;
                Next::Play(Box::new(setup))
            }
        };
        Ok((next, finished))
    }
}

/// Why a match is left.
enum Left {
    As(Leaving),
    /// Another one was loaded.
    ForMatch(Box<MatchSetup>),
}

/// A match while it is played.
struct Round<'a> {
    match_screen: &'a MatchScreen<'a>,
    game: Arc<dyn TableGame>,
    live: &'a mut LiveMatch,
    keeper: Keeper,
    table: Table,
    began: Instant,
}

impl Round<'_> {
    /// Goes on until somebody leaves.
    fn run(&mut self, screen: &mut Screen) -> Result<Left, Failure> {
        let size = screen.terminal.size()?;
        self.table.resize(size.width, size.height);
        loop {
            self.draw(screen)?;
            let mut message = self.wait();
            for _ in 0..BATCH {
                let effects = self.take_in(message);
                for effect in effects {
                    if let Some(left) = self.carry_out(effect, screen)? {
                        return Ok(left);
                    }
                }
                message = match self.match_screen.inbox.messages.try_recv() {
                    Ok(next) => next,
                    Err(_) => break,
                };
            }
        }
    }

    fn draw(&mut self, screen: &mut Screen) -> io::Result<()> {
        screen.terminal.draw(|frame| self.table.draw(frame)).map(|_drawn| ())
    }

    /// The next message; a tick where time alone changes the screen.
    fn wait(&mut self) -> Message {
        let messages = &self.match_screen.inbox.messages;
        let tick = || Message::Screen(Box::new(screen::Message::Tick));
        match self.table.next_change() {
            None => messages.recv().unwrap_or(Message::EndOfInput),
            Some(patience) => messages.recv_timeout(patience).unwrap_or_else(|error| match error {
                RecvTimeoutError::Timeout => tick(),
                RecvTimeoutError::Disconnected => Message::EndOfInput,
            }),
        }
    }

    fn take_in(&mut self, message: Message) -> Vec<Effect> {
        let now = self.began.elapsed();
        match message {
            Message::Screen(message) => self.table.update(now, *message),
            Message::Table(event) => self.table.update(now, screen::Message::Table(event)),
            Message::Interrupted(_) | Message::EndOfInput => {
                vec![Effect::Leave(Leaving::Interrupted)]
            }
            Message::TableClosed
            | Message::Line(_)
            | Message::Advice(_)
            | Message::AnalysisUpdate(..) => Vec::new(),
        }
    }

    /// Does what the screen wants. Why it is left, if it is.
    fn carry_out(&mut self, effect: Effect, screen: &mut Screen) -> Result<Option<Left>, Failure> {
        match effect {
            Effect::Tell(command) => {
                if let Err(refusal) = self.live.send(command) {
                    self.refuse(refusal.to_string());
                }
            }
            Effect::Keep => self.keeper.keep(),
            Effect::Save(file) => self.keeper.save(file),
            Effect::Load(file) => match self.load(&file) {
                Ok(setup) => return Ok(Some(Left::ForMatch(Box::new(setup)))),
                Err(failure) => self.refuse(one_line(&failure.to_string())),
            },
            Effect::Advise(question) => {
                // What was just played is seen before anybody thinks about it.
                self.draw(screen)?;
                self.ask(question);
            }
            Effect::Suspend => {
                screen.suspend()?;
                let size = screen.terminal.size()?;
                self.table.resize(size.width, size.height);
            }
            Effect::See(viewer) => self.live.see_as(self.match_screen.inbox, viewer)?,
            Effect::Leave(leaving) => return Ok(Some(Left::As(leaving))),
        }
        Ok(None)
    }

    /// Says on the screen why something can't be done.
    fn refuse(&mut self, why: String) {
        // What is refused has no effects.
        let _none = self.table.update(self.began.elapsed(), screen::Message::Refused(why));
    }

    fn load(&self, file: &Path) -> Result<MatchSetup, Failure> {
        let loaded = MatchFile::open(file, None)?.load(None)?;
        self.match_screen.house.setup_of_file(loaded, file)
    }

    /// Asks for advice; the answer comes as a message.
    fn ask(&self, question: Question) {
        let inbox = self.match_screen.inbox.sender();
        let answer = move |advice| {
            // The person may have left.
            let _gone = inbox.send(Message::Screen(Box::new(screen::Message::Advice(advice))));
        };
        let refuse = answer.clone();
        let asked = advise(self.match_screen.house, &self.game, question.clone(), answer);
        if let Err(failure) = asked {
            let sentence = format!("There is no advice: {failure}.");
            refuse(Advice { question, best: None, sentence });
        }
    }
}
