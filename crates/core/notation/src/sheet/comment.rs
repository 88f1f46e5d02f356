//! Commands in comments: `{[%clk 0:00:09.4] [%emt 0:00:01] [%eval 0.32,17] a remark}`.
//!
//! `clk` is the time on the mover's clock after the move, `emt` the time used for the move (PDN 3.0 and PGN), and
//! `eval` the evaluation in the game's units, followed by a comma and its depth. `#5` and `#-4` are a win and a loss in
//! this number of the winner's moves. A depth may also follow as `d=17`. In files `eval` is from White's view,
//! regardless of the side to move, as on lichess and lidraughts. White is the seat that the game calls White, or else
//! the first seat. With more than two seats, `eval` is from the mover's view. [`Sheet::of`](super::Sheet::of) and
//! [`Sheet::to_record`](super::Sheet::to_record) convert comments.

use std::time::Duration;

use games_package::{Ply, Thought, Valuation};

use super::{append_words, comments_in};

/// A comment's content.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comment {
    /// The time on the mover's clock.
    pub clock: Option<Duration>,
    /// The time of the move.
    pub elapsed: Option<Duration>,
    /// The evaluation of the move. Unlike elsewhere, the distance of a win or loss is counted in the winner's moves,
    /// not in plies.
    pub thought: Option<Thought>,
    /// The text for people. If [`to_text`](Self::to_text) would write the commands of the comment in other places or
    /// forms, this is the whole comment; [`without_commands`] is its text for people.
    pub remark: String,
}

impl Comment {
    /// Parses a comment. Unrecognized text and repeated commands are part of the remark.
    pub fn parse(text: &str) -> Self {
        if text.is_empty() {
            return Self::default();
        }
        let text = text.trim_ascii();
        let read = Self::values(text);
        if read.to_text() == text { read } else { Self { remark: text.into(), ..read } }
    }

    /// The values in a comment, and the rest of it as the remark.
    fn values(text: &str) -> Self {
        let (mut comment, mut remark) = (Self::default(), String::new());
        for part in parts(text) {
            let known = match part {
                Part::Command(inside) => Value::parse(inside),
                Part::Text(_) => None,
            };
            match known {
                Some(Value::Clock(time)) if comment.clock.is_none() => comment.clock = Some(time),
                Some(Value::Elapsed(time)) if comment.elapsed.is_none() => {
                    comment.elapsed = Some(time);
                }
                Some(Value::Evaluation(thought)) if comment.thought.is_none() => {
                    comment.thought = Some(thought);
                }
                _ => part.push_to(&mut remark),
            }
        }
        let is_other = |word: &&str| match (depth_in(word), &mut comment.thought) {
            (Some(depth), Some(thought)) if thought.depth == 0 => {
                thought.depth = depth;
                false
            }
            _ => true,
        };
        let words: Vec<&str> = remark.split_ascii_whitespace().filter(is_other).collect();
        comment.remark = words.join(" ");
        comment
    }

    /// The comment on a ply without its evaluation.
    pub fn of(ply: &Ply) -> Self {
        let remark = ply.note.remark.clone();
        // Clocks in comments have millisecond resolution.
        let elapsed = Some(ply.elapsed).filter(|elapsed| elapsed.as_millis() > 0);
        Self { clock: ply.clock, elapsed, thought: None, remark }
    }

    /// The comment as text; empty if the comment is empty. A command in the remark gets the value of the comment, but
    /// stays as written if that is its value already, or if the comment has no such value.
    pub fn to_text(&self) -> String {
        let own = self.commands();
        let missing = |taken: &[bool]| {
            let left = own.iter().zip(taken).filter(|(_, is_taken)| !**is_taken);
            left.filter_map(|(command, _)| command.clone()).collect::<Vec<_>>()
        };
        if !self.remark.contains(BEGIN) {
            let mut words = missing(&[false; COMMANDS]);
            words.extend(Some(self.remark.clone()).filter(|remark| !remark.is_empty()));
            return words.join(" ");
        }
        let stated = Self::values(&self.remark).commands();
        let is_other = |kind: usize| own[kind].is_some() && own[kind] != stated[kind];
        let (mut taken, mut text) = ([false; COMMANDS], String::new());
        for part in parts(&self.remark) {
            let kind = match part {
                Part::Command(inside) => Value::parse(inside).map(|value| value.kind()),
                Part::Text(_) => None,
            };
            let first = kind.filter(|kind| !std::mem::replace(&mut taken[*kind], true));
            match first.filter(|kind| is_other(*kind)).and_then(|kind| own[kind].as_ref()) {
                Some(command) => text.push_str(command),
                None => part.push_to(&mut text),
            }
        }
        if taken[EVALUATION] && is_other(EVALUATION) {
            // The depth was part of the evaluation.
            let words: Vec<&str> =
                text.split(' ').filter(|word| depth_in(word).is_none()).collect();
            text = words.join(" ");
        }
        let mut words = missing(&taken);
        words.push(text);
        words.join(" ")
    }

    /// The commands for the values, in the order of [`Value::kind`].
    fn commands(&self) -> [Option<String>; COMMANDS] {
        let clock = self.clock.map(|time| format!("[%clk {}]", clock_text(time)));
        let elapsed = self.elapsed.map(|time| format!("[%emt {}]", clock_text(time)));
        let thought = self.thought.map(|Thought { valuation, depth }| {
            let value = match valuation {
                Valuation::Centi(_) => valuation.to_string().trim_start_matches('+').to_owned(),
                Valuation::WinIn(moves) => format!("#{moves}"),
                Valuation::LossIn(moves) => format!("#-{moves}"),
            };
            let depth = if depth > 0 { format!(",{depth}") } else { String::new() };
            format!("[%eval {value}{depth}]")
        });
        [clock, elapsed, thought]
    }
}

/// The text of a comment for people on one line, without its commands.
pub fn without_commands(comment: &str) -> String {
    let mut text = String::new();
    parts(comment)
        .filter(|part| matches!(part, Part::Text(_)))
        .for_each(|part| part.push_to(&mut text));
    let words: Vec<&str> = comments_in(&text).flat_map(str::split_ascii_whitespace).collect();
    words.join(" ")
}

/// The comment with another text for people, followed by the comment's commands.
pub fn replace_comment_text(comment: &str, text: &str) -> String {
    let mut changed = text.to_owned();
    for part in parts(comment) {
        if let Part::Command(inside) = part {
            append_words(&mut changed, &format!("{BEGIN}{inside}]"));
        }
    }
    changed
}

/// The start of a command.
const BEGIN: &str = "[%";

/// A part of a comment.
#[derive(Clone, Copy)]
enum Part<'a> {
    Text(&'a str),
    /// A command, without its brackets and its percent sign.
    Command(&'a str),
}

impl Part<'_> {
    fn push_to(self, text: &mut String) {
        match self {
            Self::Text(words) => text.push_str(words),
            Self::Command(inside) => {
                text.push_str(BEGIN);
                text.push_str(inside);
                text.push(']');
            }
        }
    }
}

/// The parts of a comment, in order.
fn parts(comment: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = comment;
    std::iter::from_fn(move || {
        if let Some((inside, after)) =
            rest.strip_prefix(BEGIN).and_then(|behind| behind.split_once(']'))
        {
            rest = after;
            return Some(Part::Command(inside));
        }
        let end = rest.match_indices(BEGIN).map(|(at, _)| at).find(|at| *at > 0);
        let (text, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        (!text.is_empty()).then_some(Part::Text(text))
    })
}

/// The number of kinds of [values](Value).
const COMMANDS: usize = 3;
/// The [kind](Value::kind) of evaluations.
const EVALUATION: usize = 2;

/// The value of a command, if a record represents it.
enum Value {
    Clock(Duration),
    Elapsed(Duration),
    Evaluation(Thought),
}

impl Value {
    fn parse(command: &str) -> Option<Self> {
        let (name, value) = command.split_once(char::is_whitespace)?;
        let value = value.trim();
        match name {
            "clk" => parse_clock(value).map(Self::Clock),
            // A time of zero means no time in a record.
            "emt" => parse_clock(value).filter(|time| time.as_millis() > 0).map(Self::Elapsed),
            "eval" => parse_evaluation(value).map(Self::Evaluation),
            _ => None,
        }
    }

    const fn kind(&self) -> usize {
        match self {
            Self::Clock(_) => 0,
            Self::Elapsed(_) => 1,
            Self::Evaluation(_) => EVALUATION,
        }
    }
}

/// The depth in a word like `d=17`.
fn depth_in(word: &str) -> Option<u32> {
    word.strip_prefix("d=").and_then(|depth| depth.parse().ok())
}

/// An evaluation, with its depth after a comma.
fn parse_evaluation(text: &str) -> Option<Thought> {
    let (value, depth) = match text.split_once(',') {
        Some((value, depth)) => (value.trim(), depth.trim().parse().ok()?),
        None => (text, 0),
    };
    Some(Thought { valuation: parse_valuation(value)?, depth })
}

/// The most moves to a win or loss that a command can state. Twice as many plies are still a number.
const MOVES_MAX: u32 = u32::MAX / 4;

fn parse_valuation(text: &str) -> Option<Valuation> {
    let moves = |prefix| {
        let moves = text.strip_prefix(prefix).and_then(|moves: &str| moves.parse().ok());
        moves.filter(|moves| *moves <= MOVES_MAX)
    };
    let lost = moves("#-").map(Valuation::LossIn);
    let won = moves("#+").or_else(|| moves("#")).map(Valuation::WinIn);
    lost.or(won).or_else(|| text.parse().ok())
}

/// A clock time in hours, minutes and seconds, with millisecond precision: `0:01:05`, `0:00:09.4`. The fraction is an
/// extension of PDN.
pub fn clock_text(time: Duration) -> String {
    let (seconds, ms) = (time.as_secs(), time.subsec_millis());
    let whole = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    match format!("{ms:03}").trim_end_matches('0') {
        "" => whole,
        fraction => format!("{whole}.{fraction}"),
    }
}

/// Parses a clock: `1:02:03`, `0:00:09.4`, `2:30`, `45`.
pub fn parse_clock(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let mut seconds = 0_u64;
    for (index, part) in whole.split(':').enumerate() {
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if index > 2 || !is_number || part.len() > 9 {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    if fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let nanoseconds: String = format!("{fraction:0<9}").chars().take(9).collect();
    Some(Duration::new(seconds, nanoseconds.parse().ok()?))
}
