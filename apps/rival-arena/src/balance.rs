//! Whether a position is balanced, as a shallow search sees it.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use anyhow::anyhow;
use board_engine::{Turn, Viewer};
use game_catalog::{explore, new_player};
use games_package::{
    AskError, Host, Options, Prompt, Request, Setup, TableGame, Thinking, ThinkingLimits,
    TimeControl, Urgency, Valuation,
};
use house::{Failure, FailureKind, OrFail};

/// Who looks where so many positions are looked at: it deepens as far as they last.
const STRONG: &str = "pvs";

/// How far a search looks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Look {
    /// So many plies ahead, with the last algorithm of the game's list. Where there is no search, every position passes.
    Plies(u32),
    /// At so many positions, with the strong search.
    Nodes(u64),
}

impl Look {
    /// This look, if it can be taken in `game`.
    ///
    /// # Errors
    /// A failure if the game has no strong search.
    pub(crate) fn checked(self, game: &str) -> Result<Self, Failure> {
        if let Self::Nodes(_) = self {
            new_player(game, STRONG, &with_a_small_table())
                .map_err(|error| anyhow!("--nodes is for games with the player {STRONG}: {error}"))
                .or_fail(FailureKind::Usage)?;
        }
        Ok(self)
    }

    /// Whether nobody is seen ahead by more than so many hundredths of the game's unit, and no end is seen. The strong
    /// search says nothing of a position with a single move, which doesn't pass then.
    pub(crate) fn finds_balance(self, game: &dyn TableGame, position: &str, most: i32) -> bool {
        let worth = match self {
            Self::Plies(depth) => by_plies(game.name(), position, depth),
            Self::Nodes(nodes) => by_nodes(game, position, nodes),
        };
        matches!(worth, Some(Valuation::Centi(worth)) if worth.abs() <= most)
    }
}

/// As a book tells it: "a search of 6 plies".
impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies(depth) => write!(f, "a search of {depth} plies"),
            Self::Nodes(nodes) => write!(f, "{STRONG} with {nodes} nodes"),
        }
    }
}

/// What a search of this depth says; nothing is known as even.
fn by_plies(game: &str, position: &str, depth: u32) -> Option<Valuation> {
    let explorer = explore(game, Some(position)).ok()?;
    let evaluators = explorer.evaluators();
    let (Some(evaluator), Some(algorithm)) = (evaluators.first(), explorer.algorithms().last())
    else {
        return Some(Valuation::default());
    };
    let found = explorer.search(algorithm, evaluator.name, depth).ok()?;
    // Whoever wins: what matters is that somebody does.
    Some(match found.score.plies_to_end() {
        Some(plies) => Valuation::WinIn(plies),
        None => Valuation::Centi(found.score.value()),
    })
}

/// What the strong search says of so many positions. None if it says nothing.
fn by_nodes(game: &dyn TableGame, position: &str, nodes: u64) -> Option<Valuation> {
    let state = game.open(Some(position)).ok()?;
    let Turn::Seat(seat) = state.turn() else { return None };
    let mut player = new_player(game.name(), STRONG, &with_a_small_table()).ok()?;
    let setup = Setup {
        game: game.name().into(),
        seat,
        seat_count: game.seat_count(),
        time_control: TimeControl::Unlimited,
        thinking: ThinkingLimits { depth: None, nodes: Some(nodes) },
        pondering: false,
        seed: 0,
    };
    player.start(&setup).ok()?;
    let mut request = Request {
        seat,
        start: position.into(),
        moves: String::new(),
        position: state.position(Viewer::Seat(seat)),
        legal_moves: Vec::new(),
        time_left: None,
        budget: None,
        draw_offer: None,
    };
    state.legal_moves(&mut request.legal_moves);
    let listener = Listener::default();
    player.choose_move(&request, &listener).ok()?;
    listener.0.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// A player is made for each position, so that none hangs on those before: its table is cleared as often.
fn with_a_small_table() -> Options {
    let mut options = Options::default();
    options.set("hash", "1");
    options
}

/// Hears what a player thinks of its best line, and nothing else.
#[derive(Debug, Default)]
struct Listener(Mutex<Option<Valuation>>);

impl Host for Listener {
    fn urgency(&self) -> Urgency {
        Urgency::None
    }

    fn report(&self, thinking: &Thinking) {
        if thinking.rank == 1 {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(thinking.valuation);
        }
    }

    fn ask(&self, _: &Prompt) -> Result<String, AskError> {
        Err(AskError::Nobody)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        Err(format!("nobody reads {text} here"))
    }

    fn log(&self, _: &str) {}
}
