//! The options for the game rules in a run.

use std::time::Duration;

use arena::settings::{DrawRule, OpeningsOrder, WinRule};
use clap::{Args, ValueEnum};
use games_package::{MoveLimit, TimeControl, parse_duration};
use tablebase::PIECES_MAX;

/// Rules of a run's games.
#[derive(PartialEq, Debug, Default, Args)]
pub(crate) struct RuleArguments {
    /// Game pairs per encounter; for sprt, the maximum
    #[arg(long, value_name = "N")]
    pub(crate) pairs: Option<u32>,
    /// Time per move, such as 250ms, 2s or 1m
    #[arg(long, value_name = "TIME", conflicts_with = "clock")]
    pub(crate) time: Option<TimeControl>,
    /// Clock, such as 5m (the whole game), 1m+1s (with increment), 40/5m (moves and time) or 40/60+0.5
    #[arg(long, value_name = "CLOCK", value_parser = TimeControl::of_clock)]
    pub(crate) clock: Option<TimeControl>,
    /// Let moves exceed their time limit by this much, such as 20ms
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) margin: Option<Duration>,
    /// Time limit per move if there is no clock [default: 1m]
    #[arg(long, value_name = "TIME")]
    pub(crate) move_limit: Option<MoveLimit>,
    /// Time limit for starting an engine, such as 20s [default: 1m]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) startup_limit: Option<Duration>,
    /// Set an option for every engine, such as Hash=64; repeatable
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_option)]
    pub(crate) option: Vec<(String, String)>,
    /// Let players think on the opponent's time
    #[arg(long)]
    pub(crate) ponder: bool,
    /// Record the principal variation of each move
    #[arg(long)]
    pub(crate) pv: bool,
    /// Restart every plugin and engine before each game
    #[arg(long)]
    pub(crate) restart: bool,
    /// Search depth limit in plies
    #[arg(long, value_name = "PLIES")]
    pub(crate) depth: Option<u32>,
    /// Search limit in nodes per move
    #[arg(long, value_name = "NODES")]
    pub(crate) nodes: Option<u64>,
    /// Openings: start, random:PLIES, FILE, or `FILE:N` for the first N plies of its games
    #[arg(long, value_name = "OPENINGS")]
    pub(crate) openings: Option<String>,
    /// Order in which to play the openings in a file [default: random]
    #[arg(long, value_enum, value_name = "ORDER")]
    pub(crate) order: Option<OrderName>,
    /// Start with opening N of a file, counted in --order [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) start: Option<u32>,
    /// Random seed, for repeatable results
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) adjudication: AdjudicationArguments,
}

/// The arena's adjudication rules.
#[derive(PartialEq, Debug, Default, Args)]
pub(crate) struct AdjudicationArguments {
    /// Adjudicate a draw if both scores stay within SCORE for MOVES moves, such as 0.1,8,40
    #[arg(long, value_name = "SCORE,MOVES[,PLIES]", value_parser = parse_draw)]
    pub(crate) draw: Option<DrawRule>,
    /// Restart the move count of --draw after captures, pawn moves and other irreversible moves
    #[arg(long, requires = "draw")]
    pub(crate) draw_resets: bool,
    /// Adjudicate a win if both scores show a lead of SCORE for MOVES moves, such as 5,4
    #[arg(long, value_name = "SCORE,MOVES", value_parser = parse_win)]
    pub(crate) win: Option<WinRule>,
    /// Adjudicate a loss if a player reports -SCORE or worse for MOVES moves, such as 5,4
    #[arg(long, value_name = "SCORE,MOVES", value_parser = parse_win)]
    pub(crate) resign: Option<WinRule>,
    /// Adjudicate a draw after this many plies
    #[arg(long, value_name = "PLIES")]
    pub(crate) plies_max: Option<u32>,
    /// Adjudicate positions with at most N pieces by tablebase
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=i64::from(PIECES_MAX)))]
    pub(crate) tables: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum OrderName {
    Random,
    Sequential,
}

impl From<OrderName> for OpeningsOrder {
    fn from(order: OrderName) -> Self {
        match order {
            OrderName::Random => Self::Random,
            OrderName::Sequential => Self::Sequential,
        }
    }
}

fn parse_option(text: &str) -> Result<(String, String), String> {
    // A button has no value.
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    if name.is_empty() {
        return Err(format!("expected NAME=VALUE, like Hash=64; not \"{text}\""));
    }
    Ok((name.into(), value.into()))
}

fn parse_draw(text: &str) -> Result<DrawRule, String> {
    let wrong =
        || format!("expected SCORE,MOVES or SCORE,MOVES,PLIES, like 0.1,8,40; not \"{text}\"");
    let mut parts = text.split(',');
    let score = parts.next().and_then(|part| part.parse().ok()).ok_or_else(wrong)?;
    let moves = parts.next().and_then(|part| part.parse().ok()).ok_or_else(wrong)?;
    let after = parts.next().map_or(Some(0), |part| part.parse().ok()).ok_or_else(wrong)?;
    if parts.next().is_some() {
        Err(wrong())
    } else {
        Ok(DrawRule { score, moves, after, resets: false })
    }
}

fn parse_win(text: &str) -> Result<WinRule, String> {
    let parts = text.split_once(',').and_then(|(score, moves)| {
        Some(WinRule { score: score.parse().ok()?, moves: moves.parse().ok()? })
    });
    parts.ok_or_else(|| format!("expected SCORE,MOVES, like 5,4; not \"{text}\""))
}
