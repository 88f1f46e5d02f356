//! The JSON for reporting and directing matches.
//!
//! One schema serves every program that is not written in Rust or runs in another process: `rival … --json`, a browser,
//! bots and players in other languages. The JSON types are separate from the table's and convert from them. The table
//! can therefore change without changing the wire format, every field is documented in one place, and both sides of a
//! connection can use the same types. `docs/author/json.md` describes the schema for readers in other languages.
//!
//! Rules that apply everywhere: seats are numbered from 1 in turn order; times are seconds; moves and positions are
//! strings in the game's own notation; squares are numbered as in the diagram; an unknown value is null. Readers ignore
//! unknown fields and events, because both may be added.
//!
//! ```
//! use std::time::Duration;
//!
//! use board_engine::Seat;
//! use games_package::Thinking;
//! use notation::json::{Command, Event};
//!
//! let thinking = Thinking { depth: 5, line: "9-14 22x15".into(), ..Thinking::default() };
//! let elapsed = Duration::from_millis(20);
//! let reported = games_package::Event::ThinkingReported { seat: Seat::FIRST, elapsed, thinking };
//! let text = serde_json::to_string(&Event::from(&reported))?;
//! assert!(text.starts_with(r#"{"event":"thinking_reported","seat":1,"rank":1,"depth":5,"#), "{text}");
//!
//! let command: Command = serde_json::from_str(r#"{"command":"answer","seat":2,"ply":1,"text":"22x15"}"#)?;
//! assert!(command.for_table(2).is_ok() && command.for_table(1).is_err());
//! # Ok::<(), serde_json::Error>(())
//! ```

mod analysis;
mod command;
mod diagram;
mod ending;
mod event;
mod lookup;
mod position;
mod record;
mod solution;
mod steps;
mod table;
mod thinking;
mod values;

pub use self::analysis::{
    Analysis, Appraisal, BookMove, Opening, PlayedPly, PlayedScore, TableResult, TableValue,
};
pub use self::command::{Command, CommandError, PACE_MAX};
pub use self::diagram::{
    Color, Diagram, Edges, Kind, Laid, Piece, Shade, Square, Stacking, Zone, ZoneSquare,
};
pub use self::ending::{Ending, Failure};
pub use self::event::{Event, SequencedEvent};
pub use self::lookup::{
    BookPosition, TableMove, TablePosition, WeightedBookMove, WeightedBookPosition,
};
pub use self::position::{LegalMove, Position, Request};
pub use self::record::{PassedDraw, Ply, Record, RecordedPlayer, Variation};
pub use self::solution::{Solution, SolvedMove};
pub use self::steps::{Step, StepNode, step_nodes};
pub use self::table::{DrawOffer, PlayedMove, Prompt, Table};
pub use self::thinking::{Line, Thinking};
pub use self::values::{Chance, Score, SeatNumber, Turn};
