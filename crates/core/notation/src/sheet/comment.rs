//! Commands in comments: `{[%clk 0:00:09.4] [%emt 0:00:01] [%eval 0.32,17] a remark}`.
//!
//! `clk` is the time on the mover's clock after the move, `emt` the time used for the move (PDN 3.0 and PGN), and
//! `eval` the evaluation in the game's units, followed by a comma and its depth. `#5` and `#-4` are a win and a loss in
//! this number of the winner's moves. A depth may also follow as `d=17`. In files `eval` is from White's view,
//! regardless of the side to move, as on lichess and lidraughts. White is the seat that the game calls White, or else
//! the first seat. With more than two seats, `eval` is from the mover's view. [`Sheet::of`](super::Sheet::of) and
//! [`Sheet::to_record`](super::Sheet::to_record) convert it.

use std::time::Duration;

use games_package::{Ply, Thought, Valuation};

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
    /// The text for people.
    pub remark: String,
}

impl Comment {
    /// Parses a comment. Unrecognized text and repeated commands are part of the remark.
    pub fn parse(text: &str) -> Self {
        if text.is_empty() {
            return Self::default();
        }
        let mut comment = Self::default();
        let mut remark = String::new();
        let (mut valuation, mut depth) = (None, None);
        let mut rest = text;
        while let Some((before, inside, after)) = next_command(rest) {
            remark.push_str(before);
            let (name, value) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
            let value = value.trim();
            let known = match name {
                "clk" if comment.clock.is_none() => {
                    parse_clock(value).map(|time| comment.clock = Some(time))
                }
                // A time of zero means no time in a record.
                "emt" if comment.elapsed.is_none() => parse_clock(value)
                    .filter(|time| time.as_millis() > 0)
                    .map(|time| comment.elapsed = Some(time)),
                "eval" if valuation.is_none() => {
                    parse_evaluation(value).map(|(known, with_depth)| {
                        valuation = Some(known);
                        depth = with_depth;
                    })
                }
                _ => None,
            };
            if known.is_none() {
                remark.push_str("[%");
                remark.push_str(inside);
                remark.push(']');
            }
            rest = after;
        }
        remark.push_str(rest);
        let is_depth = |word: &&str| match word.strip_prefix("d=").and_then(|d| d.parse().ok()) {
            Some(known) if valuation.is_some() && depth.is_none() => {
                depth = Some(known);
                false
            }
            _ => true,
        };
        comment.remark = remark.split_whitespace().filter(is_depth).collect::<Vec<_>>().join(" ");
        let depth = depth.unwrap_or(0);
        comment.thought = valuation.map(|valuation| Thought { valuation, depth });
        comment
    }

    /// The comment on a ply without its evaluation.
    pub fn of(ply: &Ply) -> Self {
        let remark = ply.note.remark.clone();
        // Clocks in comments have millisecond resolution.
        let elapsed = Some(ply.elapsed).filter(|elapsed| elapsed.as_millis() > 0);
        Self { clock: ply.clock, elapsed, thought: None, remark }
    }

    /// The comment as text; empty if the comment is empty.
    pub fn to_text(&self) -> String {
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
        let remark = Some(self.remark.clone()).filter(|remark| !remark.is_empty());
        let parts = [clock, elapsed, thought, remark];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// The text before the next command, the command, and the rest.
fn next_command(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once("[%")?;
    let (inside, after) = rest.split_once(']')?;
    Some((before, inside, after))
}

/// An evaluation, with its depth after a comma.
fn parse_evaluation(text: &str) -> Option<(Valuation, Option<u32>)> {
    match text.split_once(',') {
        Some((value, depth)) => {
            Some((parse_valuation(value.trim())?, Some(depth.trim().parse().ok()?)))
        }
        None => Some((parse_valuation(text)?, None)),
    }
}

fn parse_valuation(text: &str) -> Option<Valuation> {
    let plies = |prefix| text.strip_prefix(prefix).and_then(|plies: &str| plies.parse().ok());
    let lost = plies("#-").map(Valuation::LossIn);
    let won = plies("#+").or_else(|| plies("#")).map(Valuation::WinIn);
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
