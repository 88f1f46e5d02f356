//! The plain protocol: JSON lines between a table and programs in any language.

use std::collections::VecDeque;
use std::io::Cursor;
use std::sync::Mutex;
use std::time::Instant;

use engine_protocols::plain;
use games_package::{Failure, FailureKind, Options};
use plain_protocol::{
    FromProgram, LINE_BYTES_MAX, Launch, LineBuffer, PlainPlayer, PlainSettings, Program,
    TimeLimits, ToProgram, message_type,
};

use crate::target::{Answer, Check, has_long_number, must, same};
use crate::targets::engines::{Output, engine, judged};
use crate::targets::opponents::asked;

const GAME: &str = "tic-tac-toe:3,3,3";

/// The maximum number of bytes sent to a program per input.
const SENT_BYTES_MAX: usize = 16 << 20;

/// Lines in either direction.
pub(super) fn lines() -> Check {
    Box::new(|input| {
        let mut buffer = LineBuffer::default();
        let (mut kinds, mut is_accepted) = (String::new(), false);
        // Lines arrive in pieces of any size.
        for piece in input.chunks(7) {
            buffer.push(piece);
            while let Some(line) =
                buffer.line(LINE_BYTES_MAX).map_err(|_too_long| "a short line is too long")?
            {
                let _kind = message_type(line);
                match ToProgram::parse(line) {
                    Ok(message) => {
                        let read = must(
                            "a message can't be read from its own line",
                            ToProgram::parse(&message.to_line()),
                        )?;
                        if !has_long_number(line) {
                            same("messages written and read", &read, &message)?;
                        }
                        is_accepted = true;
                    }
                    Err(error) => kinds = Answer::refused(error).kind,
                }
                match FromProgram::parse(line) {
                    Ok(message) => {
                        let read = must(
                            "a message can't be read from its own line",
                            FromProgram::parse(&message.to_line()),
                        )?;
                        if !has_long_number(line) {
                            same("messages written and read", &read, &message)?;
                        }
                        is_accepted = true;
                    }
                    Err(error) => kinds.push_str(&Answer::refused(error).kind),
                }
            }
        }
        Ok(if is_accepted { Answer::accepted(kinds) } else { Answer::refused(kinds) })
    })
}

/// One of our players, driven by another program.
pub(super) fn engine_session() -> Check {
    Box::new(|input| {
        let output = Output::default();
        let rules = must("the game", game_catalog::table_game(GAME))?;
        let ended = plain::serve(engine(GAME), rules, Cursor::new(input.to_vec()), output.clone());
        judged(&output.text(), ended.err())
    })
}

/// A program that prints all input lines, whatever it receives, and then exits.
#[derive(Debug)]
struct Said {
    lines: VecDeque<Vec<u8>>,
    sent: usize,
}

impl Program for Said {
    fn send(&mut self, line: &[u8], _until: Instant) -> Result<(), Failure> {
        self.sent += line.len();
        if self.sent > SENT_BYTES_MAX {
            return Err(Failure::new(FailureKind::Vanished, "ended"));
        }
        Ok(())
    }

    fn receive(&mut self, _until: Instant) -> Result<Option<Vec<u8>>, Failure> {
        let line = self.lines.pop_front();
        line.map(Some).ok_or_else(|| Failure::new(FailureKind::Vanished, "ended"))
    }

    fn resume(&mut self) {}

    fn suspend(&mut self) {}

    fn close(&mut self) {}

    fn stderr_excerpt(&mut self) -> String {
        String::new()
    }
}

/// Starts the program once.
#[derive(Debug)]
struct Once(Mutex<Option<Said>>);

impl Launch for Once {
    fn launch(&self) -> Result<Box<dyn Program>, Failure> {
        let said = self.0.lock().ok().and_then(|mut said| said.take());
        let said = said.ok_or_else(|| Failure::new(FailureKind::LoadRefused, "it is gone"))?;
        Ok(Box::new(said))
    }
}

/// A program as a player.
pub(super) fn player() -> Check {
    Box::new(|input| {
        let lines = input.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let said = Said { lines: lines.map(<[u8]>::to_vec).collect(), sent: 0 };
        let settings = PlainSettings {
            label: "said".into(),
            host: "test".into(),
            game: GAME.into(),
            options: Options::default(),
            specs: None,
            origin: None,
            limits: TimeLimits::default(),
        };
        let mut player = PlainPlayer::new(settings, Box::new(Once(Mutex::new(Some(said)))));
        asked(&mut player, GAME)
    })
}
