//! Tests with a shallow search whether a position is balanced.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::anyhow;
use app_context::{Failure, FailureKind, OrFail};
use board_engine::{Turn, Viewer};
use game_catalog::{explore, new_player};
use games_package::{
    AskError, Host, MoveLimit, Options, Prompt, Request, Setup, TableGame, Thinking,
    ThinkingLimits, TimeControl, Urgency, Valuation,
};

/// The player for a node-limited search.
const STRONG: &str = "pvs";

/// The limit for the search that judges a position.
#[derive(Clone, Copy, Debug)]
pub enum SearchLimit {
    /// A depth in plies for the last algorithm in the game's list. Every position passes if the game has no search.
    Plies(u32),
    /// A number of nodes, for the strong search.
    Nodes(u64),
}

impl SearchLimit {
    /// Checks that `game` supports this limit.
    ///
    /// # Errors
    /// [`Failure`] if the game has no strong search.
    pub fn check(self, game: &str) -> Result<Self, Failure> {
        if let Self::Nodes(_) = self {
            new_player(game, STRONG, &with_a_small_table())
                .map_err(|error| {
                    anyhow!("--nodes requires a game with the player {STRONG}: {error}")
                })
                .or_fail(FailureKind::Usage)?;
        }
        Ok(self)
    }

    /// Returns `true` if neither side's score exceeds `most` hundredths of the game's unit and the search finds no
    /// forced end. A position with a single legal move fails, because the strong search returns no score for it.
    pub fn is_balanced(self, game: &dyn TableGame, position: &str, most: i32) -> bool {
        let score = match self {
            Self::Plies(depth) => by_plies(game.name(), position, depth),
            Self::Nodes(nodes) => by_nodes(game, position, nodes),
        };
        matches!(score, Some(Valuation::Centi(score)) if score.abs() <= most)
    }
}

/// Formats the limit for the header of an opening list: "a search of 6 plies".
impl fmt::Display for SearchLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies(depth) => write!(f, "a search of {depth} plies"),
            Self::Nodes(nodes) => write!(f, "{STRONG} with {nodes} nodes"),
        }
    }
}

/// The score from a search to this depth; 0 if the game has no search.
fn by_plies(game: &str, position: &str, depth: u32) -> Option<Valuation> {
    let explorer = explore(game, Some(position)).ok()?;
    let evaluators = explorer.evaluators();
    let (Some(evaluator), Some(algorithm)) = (evaluators.first(), explorer.algorithms().last())
    else {
        return Some(Valuation::default());
    };
    let found = explorer.search(algorithm, evaluator.name, depth).ok()?;
    // The winner doesn't matter.
    Some(match found.score.plies_to_end() {
        Some(plies) => Valuation::WinIn(plies),
        None => Valuation::Centi(found.score.value()),
    })
}

/// The score from the strong search with this many nodes; `None` if it reports no score.
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
        margin: Duration::ZERO,
        move_limit: MoveLimit::NONE,
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
        clocks: Vec::new(),
    };
    state.legal_moves(&mut request.legal_moves);
    let listener = ScoreListener::default();
    player.choose_move(&request, &listener).ok()?;
    listener.0.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Options for a small hash table, which is quick to clear: each position gets a new player, so its score doesn't
/// depend on earlier positions.
fn with_a_small_table() -> Options {
    let mut options = Options::default();
    options.set("hash", "1");
    options
}

/// Stores the player's best line's score.
#[derive(Debug, Default)]
struct ScoreListener(Mutex<Option<Valuation>>);

impl Host for ScoreListener {
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
        Err(format!("{text} can't be parsed here"))
    }

    fn log(&self, _: &str) {}
}
