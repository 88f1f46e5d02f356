//! Decides our answers to GNU Backgammon's questions.

use anyhow::{Context, Result};
use backgammon::{Backgammon, Stakes};
use backgammon_players::BackgammonEvaluator;
use board_engine::Notation;
use search::{Algorithm, Depth, Limits, Star1, Task};

use crate::connection::Message;

/// The player under test.
pub(crate) struct Player {
    pub(crate) evaluator: BackgammonEvaluator,
    pub(crate) depth: u32,
    pub(crate) has_cube: bool,
}

impl Player {
    /// The player's decision, in GNU Backgammon's words.
    pub(crate) fn answer(&self, message: &Message) -> Result<String> {
        if message.roll.is_none()
            && !message.is_doubled
            && !(self.has_cube && message.we_may_double)
        {
            return Ok("roll".into());
        }
        let stakes = if self.has_cube { Stakes::Money { jacoby: false } } else { Stakes::Single };
        let game = Backgammon::new(stakes)?;
        let text = xgid(message);
        let position = game.parse_position(&text).with_context(|| text.clone())?;
        let task =
            Task { game: &game, evaluator: &self.evaluator, position: &position, history: None };
        let report = Star1.search(&task, &Limits::to_depth(Depth::new(self.depth)));
        let best = report.best.with_context(|| format!("no move in {text}"))?;
        let word = game.format_move(&position, best);
        Ok(match word.as_str() {
            "take" => "accept".into(),
            "drop" => "reject".into(),
            "pass" => String::new(),
            // The program expects plays separated by spaces.
            other => other.replace(',', " "),
        })
    }
}

/// The logarithm of the highest cube considered.
const CUBE_LOG_MAX: u32 = 3;

/// The position as an identifier, with us as the player at the bottom.
fn xgid(message: &Message) -> String {
    let letter = |place: usize| {
        let [ours, theirs] = [message.checkers[0][place], message.checkers[1][25 - place]];
        match (ours, theirs) {
            (0, 0) => '-',
            (0, count) => char::from(b'a' + count - 1),
            (count, _) => char::from(b'A' + count - 1),
        }
    };
    let checkers: String = (0..26).map(letter).collect();
    // In money games, the cube value doesn't matter, and our cube ends at 64.
    let cube = message.cube.max(1).trailing_zeros().min(CUBE_LOG_MAX);
    // When a double is offered, the program still shows the old cube value and reports that the other side may double.
    let owner = match (message.we_may_double, message.they_may_double) {
        _ if cube == 0 => "0",
        _ if message.is_doubled => "-1",
        (true, false) => "1",
        (false, true) => "-1",
        _ => "0",
    };
    let (turn, dice) = match message.roll {
        _ if message.is_doubled => ("-1", "D".to_string()),
        Some(roll) => ("1", roll.dice().map(|die| char::from(b'0' + die)).iter().collect()),
        None => ("1", "00".into()),
    };
    format!("XGID={checkers}:{cube}:{owner}:{turn}:{dice}:0:0:0:0:10")
}
