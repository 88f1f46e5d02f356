//! The plain protocol: JSON lines between a table and a player in any language.
//!
//! A program reads one JSON object per line from its standard input and writes one JSON object per line to its standard
//! output. Each question contains everything: position, legal moves, time, and the moves so far. A player without any
//! rules of the game therefore takes ten lines in any language. A program that searches can ask the table about the
//! rules in batches ([`Ask`]). `docs/author/plain-players.md` describes the protocol for authors.
//!
//! The main decision is that this crate starts no process and touches no pipe. A [`Program`] carries lines, and
//! [`PlainPlayer`] turns it into a [`Player`](games_package::Player). Sandboxed plugins, the user's engines and tests
//! therefore share one implementation of the protocol. All input from a program is untrusted.
//!
//! ```
//! use plain_protocol::{ChosenMove, FromProgram, ToProgram};
//!
//! let asked = ToProgram::parse(br#"{"type":"choose","id":1,"seat":2,"position":"3/3/x2 o","legal_moves":["b1","c1"]}"#)?;
//! let ToProgram::Choose(question) = asked else { panic!("it is a question") };
//! let answer = ChosenMove { id: question.id, mv: question.legal_moves[1].clone(), ..ChosenMove::default() };
//! let line = FromProgram::Move(answer).to_line();
//! assert_eq!(String::from_utf8_lossy(&line), r#"{"type":"move","id":1,"move":"c1"}"#);
//! # Ok::<(), plain_protocol::MessageError>(())
//! ```

#![forbid(unsafe_code)]

mod blank_separated;
mod info;
mod launch;
mod line_buffer;
mod message;
mod option;
mod parsing;
mod player;
mod program;
mod questions;
mod rules;
mod session;
mod stderr_excerpt;
mod wait;
mod whole_number;

pub use crate::launch::{IdleProgram, Launch};
pub use crate::line_buffer::{LineBuffer, TooLong};
pub use crate::message::{
    Answer, Ask, Choose, ChosenMove, ErrorText, FoundPosition, FromProgram, HostHello, Info,
    LINE_BYTES_MAX, NewGame, PROTOCOL, Ping, PonderHit, ProgramHello, QUESTIONS_MAX, Question,
    Reference, RulesAnswer, Stop, StopReason, ToProgram, duration,
};
pub use crate::option::{OptionDescription, OptionType, option_specs, values};
pub use crate::parsing::{MessageError, message_type};
pub use crate::player::{PlainPlayer, PlainSettings};
pub use crate::program::Program;
pub use crate::rules::Answerer;
pub use crate::stderr_excerpt::StderrTail;
pub use crate::wait::TimeLimits;
