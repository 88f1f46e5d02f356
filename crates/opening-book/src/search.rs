//! Searching the positions of a book.

use std::sync::{Mutex, PoisonError};

use board_engine::{Turn, Viewer};
use games_package::{
    AskError, Host, MatchState, Player, Prompt, Request, Setup, TableGame, Thinking,
    ThinkingLimits, TimeControl, Urgency, Valuation,
};

use crate::valuation::{of_payoff, one_ply_farther};

/// The most moves without a choice that are played before a search. More hardly follow each other.
const FORCED_MAX: usize = 64;

/// How often a search that has found nothing is repeated at most.
const DOUBLINGS_MAX: u32 = 10;

/// What the search of a position has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Searched {
    /// The score for the side to move.
    pub valuation: Valuation,
    /// The plies that were completed.
    pub depth: u32,
}

/// Searches positions, each as if it had never seen another one, so that the same position always gets the same score.
pub trait Search: Send {
    /// The score of a position of `game` in which the game goes on. `is_stopped` says that nobody wants it anymore; what is
    /// returned then doesn't matter.
    ///
    /// # Errors
    /// Why it can't be searched.
    fn search(
        &mut self,
        game: &dyn TableGame,
        position: &str,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Searched, String>;
}

/// Searches by a player that reports scores. Where there is no choice, the moves are played first: such a player doesn't
/// search there.
pub struct PlayerSearch {
    player: Box<dyn Player>,
    nodes: u64,
    seed: u64,
}

impl PlayerSearch {
    /// Searches by this player, which may look at so many positions and gets this seed. Where these are not enough for one ply,
    /// it may look at more.
    pub fn new(player: Box<dyn Player>, nodes: u64, seed: u64) -> Self {
        Self { player, nodes, seed }
    }

    /// What the player finds where it has a choice. A search that ends before its first ply is complete finds nothing, and is
    /// repeated with twice as many positions.
    fn choose(
        &mut self,
        game: &dyn TableGame,
        state: &dyn MatchState,
        legal_moves: Vec<String>,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Searched, String> {
        let Turn::Seat(seat) = state.turn() else { return Err("chance is to move".into()) };
        let position = state.position(Viewer::Seat(seat));
        let request = Request {
            seat,
            start: position.clone(),
            moves: String::new(),
            position,
            legal_moves,
            time_left: None,
            budget: None,
            draw_offer: None,
        };
        for doublings in 0..=DOUBLINGS_MAX {
            let nodes = self.nodes.saturating_mul(1 << doublings);
            let setup = Setup {
                game: game.name().into(),
                seat,
                seat_count: game.seat_count(),
                time_control: TimeControl::Unlimited,
                thinking: ThinkingLimits { depth: None, nodes: Some(nodes) },
                pondering: false,
                seed: self.seed,
            };
            self.player.start(&setup).map_err(|error| error.to_string())?;
            let listener = Listener { is_stopped, best: Mutex::new(None) };
            self.player.choose_move(&request, &listener).map_err(|error| error.to_string())?;
            let best = listener.best.into_inner().unwrap_or_else(PoisonError::into_inner);
            if let Some(found) = best {
                return Ok(found);
            }
            if is_stopped() {
                return Ok(Searched { valuation: Valuation::default(), depth: 0 });
            }
        }
        Err(format!("{} reports no score", self.player.name()))
    }
}

impl Search for PlayerSearch {
    fn search(
        &mut self,
        game: &dyn TableGame,
        position: &str,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Searched, String> {
        let mut state = game.open(Some(position)).map_err(|error| error.to_string())?;
        let (first, mut legal_moves) = (state.turn(), Vec::new());
        let mut plies = 0;
        state.legal_moves(&mut legal_moves);
        while let ([only], 0..FORCED_MAX) = (legal_moves.as_slice(), plies) {
            state.play(only).map_err(|error| error.to_string())?;
            plies += 1;
            state.legal_moves(&mut legal_moves);
        }
        let (last, outcome) = (state.turn(), state.outcome());
        let Turn::Seat(seat) = last else { return Err("chance is to move".into()) };
        let Searched { mut valuation, depth } = match outcome {
            Some(outcome) => Searched { valuation: of_payoff(outcome.payoff(seat)), depth: 0 },
            None => self.choose(game, &*state, legal_moves, is_stopped)?,
        };
        if last != first {
            valuation = valuation.for_other();
        }
        for _ in 0..plies {
            valuation = one_ply_farther(valuation);
        }
        Ok(Searched { valuation, depth: depth + u32::try_from(plies).unwrap_or(u32::MAX) })
    }
}

/// Its player's name.
impl std::fmt::Debug for PlayerSearch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PlayerSearch").field(&self.player.name()).finish()
    }
}

/// Keeps the score of the player's best line.
struct Listener<'a> {
    is_stopped: &'a (dyn Fn() -> bool + Sync),
    best: Mutex<Option<Searched>>,
}

impl Host for Listener<'_> {
    fn urgency(&self) -> Urgency {
        if (self.is_stopped)() { Urgency::MoveNow } else { Urgency::None }
    }

    fn report(&self, thinking: &Thinking) {
        if thinking.rank == 1 {
            let found = Searched { valuation: thinking.valuation, depth: thinking.depth };
            *self.best.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
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
