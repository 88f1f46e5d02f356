//! A match step by step, by typed words.

use std::io::{self, Write, stdout};
use std::time::{Duration, Instant};

use games_package::suggestion;
use house::{CommandResult, Failure};

use super::Replay;
use crate::live::{Inbox, Message};

/// A pause that most people like.
const DELAY: Duration = Duration::from_secs(1);

/// The shortest and the longest pause.
const DELAYS: (Duration, Duration) = (Duration::from_millis(50), Duration::from_mins(1));

const HELP: &str = "\
  Enter, next  the next move
  back         the move before
  ply N        go to the position after N plies
  first, last  go to the start or to the end
  play [TIME]  go on by itself, with a pause like 500ms; Enter stops it
  faster, slower
  board        show the board
  quit         leave
";

const WORDS: [&str; 11] =
    ["next", "back", "ply", "first", "last", "play", "faster", "slower", "board", "help", "quit"];

/// A match that somebody walks through.
pub(super) struct Steps {
    replay: Replay,
    inbox: Inbox,
    /// The pause after each move while it goes on by itself.
    delay: Duration,
    /// When the next move is shown, while it goes on by itself.
    next: Option<Instant>,
}

impl Steps {
    pub(super) fn new(replay: Replay, inbox: Inbox) -> Self {
        Self { replay, inbox, delay: DELAY, next: None }
    }

    /// Goes on until somebody leaves.
    pub(super) fn run(mut self) -> CommandResult {
        let mut out = stdout().lock();
        self.replay.write_title(&mut out)?;
        self.replay.write_board(&mut out)?;
        writeln!(out, "Enter shows the next move; help lists the words.")?;
        self.prompt(&mut out)?;
        loop {
            let message = match self.next {
                None => self.inbox.messages.recv().ok(),
                Some(next) => match self.inbox.messages.recv_deadline(next) {
                    Ok(message) => Some(message),
                    Err(_time) => {
                        self.go_on(&mut out)?;
                        continue;
                    }
                },
            };
            match message {
                Some(Message::Line(line)) => {
                    if !self.take(&mut out, &line)? {
                        return Ok(());
                    }
                    self.prompt(&mut out)?;
                }
                Some(Message::Interrupted) => return Err(Failure::interrupted()),
                Some(Message::EndOfInput) | None => return Ok(()),
                Some(_) => {}
            }
        }
    }

    fn prompt(&self, out: &mut impl Write) -> io::Result<()> {
        if self.next.is_none() {
            let count = self.replay.recorded.record.plies.len();
            write!(out, "Ply {} of {count}: ", self.replay.state.ply())?;
        }
        out.flush()
    }

    /// The next move, while it goes on by itself.
    fn go_on(&mut self, out: &mut impl Write) -> CommandResult {
        self.next = Some(Instant::now() + self.delay);
        if !self.forward(out)? {
            self.next = None;
            self.prompt(out)?;
        }
        Ok(out.flush()?)
    }

    /// Whether there was a move to show.
    fn forward(&mut self, out: &mut impl Write) -> Result<bool, Failure> {
        let Some(played) = self.replay.step()? else {
            self.replay.write_end(out)?;
            return Ok(false);
        };
        self.replay.write_move(out, &played)?;
        self.replay.write_board(out)?;
        Ok(true)
    }

    /// Does what the line asks for. Whether the person stays.
    fn take(&mut self, out: &mut impl Write, line: &str) -> Result<bool, Failure> {
        if self.next.take().is_some() && line.is_empty() {
            return Ok(true);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_lowercase().as_str() {
            "" | "n" | "next" => {
                self.forward(out)?;
            }
            "b" | "back" => self.back(out)?,
            "ply" => match rest.trim().parse() {
                Ok(ply) => self.go_to(out, ply)?,
                Err(_) => writeln!(out, "Say which: ply N, like ply 20.")?,
            },
            "first" => self.go_to(out, 0)?,
            "last" => self.go_to(out, usize::MAX)?,
            "play" => self.play(out, rest.trim())?,
            "faster" => self.set_delay(out, self.delay / 2)?,
            "slower" => self.set_delay(out, self.delay * 2)?,
            "board" => self.replay.write_board(out)?,
            "help" => write!(out, "{HELP}")?,
            "q" | "quit" => return Ok(false),
            other => {
                let near = suggestion(other, WORDS);
                let near = near.map(|word| format!(" Did you mean {word}?")).unwrap_or_default();
                writeln!(out, "There is no word \"{other}\".{near} help lists the words.")?;
            }
        }
        Ok(true)
    }

    fn back(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.replay.back() {
            self.replay.write_board(out)
        } else {
            writeln!(out, "This is the start.")
        }
    }

    /// To the position after so many plies, or as many as there are.
    fn go_to(&mut self, out: &mut impl Write, ply: usize) -> CommandResult {
        while self.replay.state.ply() > ply && self.replay.back() {}
        while self.replay.state.ply() < ply && self.replay.step()?.is_some() {}
        Ok(self.replay.write_board(out)?)
    }

    fn play(&mut self, out: &mut impl Write, delay: &str) -> io::Result<()> {
        if !delay.is_empty() {
            match humantime::parse_duration(delay) {
                Ok(delay) => self.delay = delay.clamp(DELAYS.0, DELAYS.1),
                Err(_) => return writeln!(out, "Say how long the pause is: play 500ms."),
            }
        }
        self.next = Some(Instant::now());
        Ok(())
    }

    fn set_delay(&mut self, out: &mut impl Write, delay: Duration) -> io::Result<()> {
        self.delay = delay.clamp(DELAYS.0, DELAYS.1);
        self.next = Some(Instant::now() + self.delay);
        writeln!(out, "A pause of {} after each move.", humantime::format_duration(self.delay))
    }
}
