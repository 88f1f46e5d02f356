//! Interactive replay, step by step.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use app_context::{CommandResult, Failure};
use games_package::parse_duration;

use super::Replay;
use crate::live::{Inbox, Message};
use crate::plain_text::{columns, wrapped};
use crate::study_dialog::StudyDialog;
use crate::typed_words::{self, TypedWord, word};

/// The default pause.
const DELAY: Duration = Duration::from_secs(1);

/// The allowed range of pauses.
const DELAY_RANGE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_mins(1));

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Word {
    Next,
    Back,
    /// Go to the position after this many plies. `None` if the number is invalid.
    Ply(Option<usize>),
    /// Start automatic play with this pause. If the string is empty, use the current pause.
    Play(String),
    Faster,
    Slower,
    Board,
    Help,
    Quit,
}

/// All words, in help order.
const WORDS: [TypedWord<Word>; 11] = [
    word("next", &["n"], "the next move; also Enter", |_| Word::Next),
    word("back", &["b"], "the previous move", |_| Word::Back),
    word("ply N", &[], "go to the position after N plies", |rest| Word::Ply(rest.parse().ok())),
    word("first", &[], "go to the start", |_| Word::Ply(Some(0))),
    word("last", &[], "go to the end", |_| Word::Ply(Some(usize::MAX))),
    word("play TIME", &[], "autoplay with a pause like 500ms; Enter stops it", |rest| {
        Word::Play(rest.into())
    }),
    word("faster", &[], "halve the pause", |_| Word::Faster),
    word("slower", &[], "double the pause", |_| Word::Slower),
    word("board", &[], "show the board", |_| Word::Board),
    word("help", &["?"], "show this list", |_| Word::Help),
    word("quit", &[], "leave", |_| Word::Quit),
];

/// The help for analysis commands.
const ANALYSIS_HELP: &str = "\
A move or a command like lines, threat, mistakes, moments, graph, find, note or save starts an analysis; help then lists all commands.";

/// The next step after a line.
enum After {
    /// Read another line.
    Line,
    /// Start an analysis with this line.
    Analysis,
    /// End the replay, because the person quits.
    End,
}

/// An interactive replay.
#[derive(Debug)]
pub struct Stepper<'a> {
    replay: Replay,
    inbox: &'a Inbox,
    /// The pause after each move in automatic play.
    delay: Duration,
    /// The time of the next move in automatic play.
    next: Option<Instant>,
}

impl<'a> Stepper<'a> {
    /// A replay that reads its lines from this inbox.
    pub fn new(replay: Replay, inbox: &'a Inbox) -> Self {
        Self { replay, inbox, delay: DELAY, next: None }
    }

    /// The replay at the last shown position.
    pub fn into_replay(self) -> Replay {
        self.replay
    }

    /// Runs until the user quits or types an analysis command. Returns that command.
    ///
    /// # Errors
    /// [`Failure`] if the match breaks the rules, the user interrupts, or `out` can't be written.
    pub fn run(&mut self, out: &mut dyn Write) -> Result<Option<String>, Failure> {
        self.replay.write_title(out)?;
        self.replay.write_board(out)?;
        writeln!(out, "Enter shows the next move; help lists the commands.")?;
        self.prompt(out)?;
        loop {
            let message = match self.next {
                None => self.inbox.messages.recv().ok(),
                Some(next) => match self.inbox.messages.recv_deadline(next) {
                    Ok(message) => Some(message),
                    Err(_time) => {
                        self.go_on(out)?;
                        continue;
                    }
                },
            };
            match message {
                Some(Message::Line(line)) => match self.execute(out, &line)? {
                    After::Line => self.prompt(out)?,
                    After::Analysis => return Ok(Some(line)),
                    After::End => return Ok(None),
                },
                Some(Message::Interrupted(by)) => return Err(by.into()),
                Some(Message::EndOfInput) | None => return Ok(None),
                Some(_) => {}
            }
        }
    }

    fn prompt(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.next.is_none() {
            let count = self.replay.loaded.record.plies.len();
            write!(out, "Ply {} of {count}: ", self.replay.state.ply())?;
        }
        out.flush()
    }

    /// Shows the next move in automatic play.
    fn go_on(&mut self, out: &mut dyn Write) -> CommandResult {
        self.next = Some(Instant::now() + self.delay);
        if !self.forward(out)? {
            self.next = None;
            self.prompt(out)?;
        }
        Ok(out.flush()?)
    }

    /// Shows the next move. Returns `false` at the end.
    fn forward(&mut self, out: &mut dyn Write) -> Result<bool, Failure> {
        let Some(played) = self.replay.step()? else {
            self.replay.write_end(out)?;
            return Ok(false);
        };
        self.replay.write_move(out, &played)?;
        self.replay.write_board(out)?;
        Ok(true)
    }

    /// Executes a typed line.
    fn execute(&mut self, out: &mut dyn Write, line: &str) -> Result<After, Failure> {
        if self.next.take().is_some() && line.is_empty() {
            return Ok(After::Line);
        }
        let word =
            if line.trim().is_empty() { Some(Word::Next) } else { typed_words::read(&WORDS, line) };
        match word {
            Some(Word::Next) => {
                self.forward(out)?;
            }
            Some(Word::Back) => self.back(out)?,
            Some(Word::Ply(Some(ply))) => self.go_to(out, ply)?,
            Some(Word::Ply(None)) => writeln!(out, "Pass a ply number, as in ply 20.")?,
            Some(Word::Play(delay)) => self.play(out, &delay)?,
            Some(Word::Faster) => self.set_delay(out, self.delay / 2)?,
            Some(Word::Slower) => self.set_delay(out, self.delay * 2)?,
            Some(Word::Board) => self.replay.write_board(out)?,
            Some(Word::Help) => {
                write!(out, "{}", typed_words::help(&WORDS, columns()))?;
                writeln!(out, "{}", wrapped(ANALYSIS_HELP, columns(), 0))?;
            }
            Some(Word::Quit) => return Ok(After::End),
            None if self.is_of_analysis(line) => return Ok(After::Analysis),
            None => {
                let near = typed_words::suggestion(&WORDS, line);
                let near = near.map(|word| format!(" Did you mean {word}?")).unwrap_or_default();
                writeln!(out, "Unknown command \"{line}\".{near} help lists the commands.")?;
            }
        }
        Ok(After::Line)
    }

    /// Returns `true` if the line is an analysis command or a move.
    fn is_of_analysis(&self, line: &str) -> bool {
        StudyDialog::knows(line) || self.replay.state.resolve_typed(line).is_ok()
    }

    fn back(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.replay.back() {
            self.replay.write_board(out)
        } else {
            writeln!(out, "This is the start.")
        }
    }

    /// Goes to the position after `ply` plies, or to the end.
    fn go_to(&mut self, out: &mut dyn Write, ply: usize) -> CommandResult {
        while self.replay.state.ply() > ply && self.replay.back() {}
        while self.replay.state.ply() < ply && self.replay.step()?.is_some() {}
        Ok(self.replay.write_board(out)?)
    }

    fn play(&mut self, out: &mut dyn Write, delay: &str) -> io::Result<()> {
        if !delay.is_empty() {
            match parse_duration(delay) {
                Ok(delay) => self.delay = delay.clamp(DELAY_RANGE.0, DELAY_RANGE.1),
                Err(_) => return writeln!(out, "Pass a pause, as in play 500ms."),
            }
        }
        self.next = Some(Instant::now());
        Ok(())
    }

    fn set_delay(&mut self, out: &mut dyn Write, delay: Duration) -> io::Result<()> {
        self.delay = delay.clamp(DELAY_RANGE.0, DELAY_RANGE.1);
        self.next = Some(Instant::now() + self.delay);
        writeln!(out, "A pause of {} after each move.", humantime::format_duration(self.delay))
    }
}
