//! One match on the full screen: handles messages, performs effects, and draws.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{io, iter};

use analysis::{Advice, Question};
use app_context::{AppContext, Failure, FailureKind, one_line};
use board_engine::Viewer;
use crossbeam_channel::{Receiver, RecvTimeoutError};
use games_package::{AfterEnd, Finished, MatchSetup, Record, TableGame};
use match_library::{MatchFile, SaveTarget};

use super::saver::Saver;
use super::terminal::Screen;
use crate::analyst::advise;
use crate::live::{Inbox, LiveMatch, Message};
use crate::people;
use crate::{Effect, ExitReason, Skin, Table, TableSetup};

/// The maximum number of messages handled before the screen is redrawn.
const MESSAGES_PER_FRAME_MAX: usize = 64;

/// The messages to handle before the screen is redrawn: the first message and the queued messages. Messages beyond the
/// maximum stay in the queue.
fn batch<M>(first: M, queue: &Receiver<M>) -> impl Iterator<Item = M> {
    iter::once(first).chain(queue.try_iter()).take(MESSAGES_PER_FRAME_MAX)
}

/// The pause at the end of a round.
const ROUND_PAUSE: Duration = Duration::from_secs(3);

/// The next step after a match.
pub(super) enum Next {
    /// Quit.
    Leave,
    /// Open the menu, for another match.
    Another,
    /// Study the match.
    Study,
    /// The program was interrupted.
    Interrupted,
    /// Play the same match with other players.
    Play(Box<MatchSetup>),
    /// Play a match loaded from a file, and save it to a new slot.
    PlayFile(Box<MatchSetup>),
    /// Play another match between the same players, saved to a new slot, with their points so far.
    Rematch(Box<MatchSetup>, Vec<f64>),
}

/// The state shared by all matches in a session.
pub(super) struct MatchScreen<'a> {
    pub(super) app: &'a AppContext,
    pub(super) inbox: &'a Inbox,
    pub(super) target: &'a SaveTarget,
    /// The initial pause after each move.
    pub(super) delay: Duration,
    pub(super) viewer: Viewer,
    /// `true` if the bell rings for the opponent's moves.
    pub(super) rings_bell: bool,
    /// The players' points from earlier matches; empty without earlier matches.
    pub(super) points: &'a [f64],
}

impl MatchScreen<'_> {
    /// Plays a match until the user leaves it. Returns the next step and the result.
    pub(super) fn play(
        &self,
        setup: MatchSetup,
        skin: &mut Skin,
        screen: &mut Screen,
    ) -> Result<(Next, Finished), Failure> {
        let game = setup.game.clone();
        let is_person = |spec: &str| self.app.is_person(spec);
        let table = Table::new(TableSetup {
            game: Arc::clone(&game),
            people: setup.seats.iter().map(|seat| is_person(&seat.spec)).collect(),
            hides_hands: people::hides_hands(self.app, &setup),
            pace: self.delay,
            skin: skin.clone(),
            rings_bell: self.rings_bell,
        })
        .with_points(self.points.to_vec());
        let plays = setup.seats.iter().any(|seat| is_person(&seat.spec));
        let setup = MatchSetup {
            after_end: AfterEnd::Stay,
            pace: self.delay,
            round_pause: if plays { ROUND_PAUSE } else { Duration::ZERO },
            ..setup
        };
        let mut live = LiveMatch::begin_with_inbox(self.inbox, setup, self.viewer)?;
        let (target, inbox) = (self.target.clone(), self.inbox.sender());
        let saver = Saver::start(live.control.clone(), target, inbox)?;
        let began = Instant::now();
        let mut active =
            ActiveMatch { match_screen: self, game, live: &mut live, saver, table, began };
        let exit = active.run(screen);
        skin.clone_from(active.table.skin());
        let points = active.table.points();
        drop(active);
        let finished = live.finish()?;
        self.target.save(&finished.record)?;
        let next = self.next(exit?, &finished.record, points)?;
        Ok((next, finished))
    }

    /// The next step after leaving the match screen for this reason. `points` are the players' points so far.
    fn next(&self, exit: Exit, record: &Record, mut points: Vec<f64>) -> Result<Next, Failure> {
        Ok(match exit {
            Exit::Loaded(loaded) => Next::PlayFile(loaded),
            Exit::Left(ExitReason::Quit) => Next::Leave,
            Exit::Left(ExitReason::NewGame) => Next::Another,
            Exit::Left(ExitReason::Study) => Next::Study,
            Exit::Left(ExitReason::Interrupted) => Next::Interrupted,
            Exit::Left(ExitReason::SwitchSides) => {
                let game = app_context::game(&record.game)?;
                let setup = self.app.switched_setup(record.clone(), game)?;
                Next::Play(Box::new(setup))
            }
            Exit::Left(ExitReason::Rematch { swaps_sides }) => {
                points.rotate_right(usize::from(swaps_sides));
                let game = app_context::game(&record.game)?;
                let setup = self.app.rematch_setup(record.clone(), game, swaps_sides)?;
                Next::Rematch(Box::new(setup), points)
            }
        })
    }
}

/// The reason why the match screen was left.
enum Exit {
    Left(ExitReason),
    /// Another match was loaded.
    Loaded(Box<MatchSetup>),
}

/// A running match.
struct ActiveMatch<'a> {
    match_screen: &'a MatchScreen<'a>,
    game: Arc<dyn TableGame>,
    live: &'a mut LiveMatch,
    saver: Saver,
    table: Table,
    began: Instant,
}

impl ActiveMatch<'_> {
    /// Runs until the user leaves.
    fn run(&mut self, screen: &mut Screen) -> Result<Exit, Failure> {
        let size = screen.terminal.size()?;
        self.table.resize(size.width, size.height);
        loop {
            self.draw(screen)?;
            let first = self.wait();
            for message in batch(first, &self.match_screen.inbox.messages) {
                let effects = self.handle(message);
                for effect in effects {
                    if let Some(exit) = self.perform(effect, screen)? {
                        return Ok(exit);
                    }
                }
            }
            self.show_warnings(screen);
        }
    }

    fn draw(&mut self, screen: &mut Screen) -> io::Result<()> {
        screen.terminal.draw(|frame| self.table.draw(frame)).map(|_drawn| ())
    }

    /// The next message, or a tick if time alone changes the screen.
    fn wait(&mut self) -> Message {
        let messages = &self.match_screen.inbox.messages;
        let tick = || Message::Screen(Box::new(crate::Message::Tick));
        match self.table.next_change() {
            None => messages.recv().unwrap_or(Message::EndOfInput),
            Some(patience) => messages.recv_timeout(patience).unwrap_or_else(|error| match error {
                RecvTimeoutError::Timeout => tick(),
                RecvTimeoutError::Disconnected => Message::EndOfInput,
            }),
        }
    }

    fn handle(&mut self, message: Message) -> Vec<Effect> {
        let now = self.began.elapsed();
        match message {
            Message::Screen(message) => self.table.update(now, *message),
            Message::Table(sequenced) => {
                self.table.update(now, crate::Message::Table(Box::new(sequenced.event)))
            }
            Message::Interrupted(_) | Message::EndOfInput => {
                vec![Effect::Exit(ExitReason::Interrupted)]
            }
            Message::TableClosed
            | Message::Line(_)
            | Message::Advice(_)
            | Message::AnalysisUpdate(..) => Vec::new(),
        }
    }

    /// Performs an effect. Returns the reason for leaving the screen, if any.
    fn perform(&mut self, effect: Effect, screen: &mut Screen) -> Result<Option<Exit>, Failure> {
        match effect {
            Effect::Send(command) => {
                if let Err(refusal) = self.live.send(command) {
                    self.show_refusal(refusal.to_string());
                }
            }
            Effect::Autosave => self.saver.autosave(),
            Effect::Save(file) => self.saver.save(file),
            Effect::Load(file) => match self.load(&file, screen) {
                Ok(setup) => return Ok(Some(Exit::Loaded(Box::new(setup)))),
                Err(failure) => self.show_refusal(one_line(&failure.to_string())),
            },
            Effect::StartFrom(position) => match self.start_from(&position) {
                Ok(setup) => return Ok(Some(Exit::Loaded(Box::new(setup)))),
                Err(failure) => self.show_refusal(one_line(&failure.to_string())),
            },
            Effect::Advise(question) => {
                // Draw the move before the analysis occupies the CPU.
                self.draw(screen)?;
                self.ask_for_advice(question);
            }
            Effect::Suspend => {
                screen.suspend()?;
                let size = screen.terminal.size()?;
                self.table.resize(size.width, size.height);
            }
            Effect::SetViewer(viewer) => {
                self.live.change_viewer(self.match_screen.inbox, viewer)?;
            }
            Effect::Ring => screen.ring()?,
            Effect::Exit(leaving) => return Ok(Some(Exit::Left(leaving))),
        }
        Ok(None)
    }

    /// Shows why an action is not possible.
    fn show_refusal(&mut self, why: String) {
        // This message never produces effects.
        let _none = self.table.update(self.began.elapsed(), crate::Message::Refused(why));
    }

    /// Shows which variations were moved or dropped, and which tablebases and opening books are unusable.
    fn show_warnings(&mut self, screen: &mut Screen) {
        if let Some(sentence) = screen.new_warnings() {
            // This message never produces effects.
            let _none = self.table.update(self.began.elapsed(), crate::Message::Warned(sentence));
        }
    }

    fn load(&self, file: &Path, screen: &mut Screen) -> Result<MatchSetup, Failure> {
        let loaded = MatchFile::open(file, None)?.load(None)?;
        screen.warn(file.display(), &loaded);
        self.match_screen.app.setup_of_file(loaded, file)
    }

    /// The setup for a match between the same players from this position.
    fn start_from(&self, position: &str) -> Result<MatchSetup, Failure> {
        let record = self.live.control.record();
        let record =
            record.map_err(|_gone| Failure::message(FailureKind::Failed, "the match has ended"))?;
        self.match_screen.app.setup_from_position(record, Arc::clone(&self.game), position)
    }

    /// Asks for advice. The answer arrives as a message.
    fn ask_for_advice(&self, question: Question) {
        let inbox = self.match_screen.inbox.sender();
        let answer = move |advice| {
            // The screen may be closed.
            let _gone = inbox.send(Message::Screen(Box::new(crate::Message::Advice(advice))));
        };
        let refuse = answer.clone();
        let asked = advise(self.match_screen.app, &self.game, question.clone(), answer);
        if let Err(failure) = asked {
            let sentence = format!("No advice: {failure}.");
            refuse(Advice { question, best: None, sentence });
        }
    }
}

#[cfg(test)]
mod tests {
    use crossbeam_channel::unbounded;

    use super::*;

    #[test]
    fn no_message_is_lost_between_two_batches() {
        let (sender, queue) = unbounded();
        let count = 3 * MESSAGES_PER_FRAME_MAX;
        (0..count).for_each(|number| sender.send(number).unwrap());
        let mut handled = Vec::new();
        while let Ok(first) = queue.try_recv() {
            let before = handled.len();
            handled.extend(batch(first, &queue));
            assert!(handled.len() - before <= MESSAGES_PER_FRAME_MAX);
        }
        assert_eq!(handled, (0..count).collect::<Vec<_>>());
    }
}
