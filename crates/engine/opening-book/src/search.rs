//! Searches a book's positions.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use board_engine::{Turn, Viewer};
use games_package::{
    AskError, Host, MatchState, MoveLimit, Player, Prompt, Request, Setup, TableGame, Thinking,
    ThinkingLimits, TimeControl, Urgency, Valuation,
};

/// Maximum number of forced moves to play before a search. Longer sequences rarely occur.
const FORCED_MAX: usize = 64;

/// Maximum number of retries for a search without a result.
const DOUBLINGS_MAX: u32 = 10;

/// The search result for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Searched {
    /// The score for the side to move.
    pub valuation: Valuation,
    /// The completed depth, in plies.
    pub depth: u32,
}

/// Searches positions independently of each other, so the same position always gets the same score.
pub trait Search: Send {
    /// The score of a position in `game` that is not the end of the game. If `is_stopped` returns `true`, the result is
    /// ignored.
    ///
    /// # Errors
    /// The reason why the position can't be searched.
    fn search(
        &mut self,
        game: &dyn TableGame,
        position: &str,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Searched, String>;
}

/// A search by a player that reports scores. Forced moves are played first, because such a player doesn't search them.
pub struct PlayerSearch {
    player: Box<dyn Player>,
    nodes: u64,
    seed: u64,
}

impl PlayerSearch {
    /// Searches with this player, node limit and seed. The search may exceed the limit to finish one ply.
    pub fn new(player: Box<dyn Player>, nodes: u64, seed: u64) -> Self {
        Self { player, nodes, seed }
    }

    /// The player's result in a position with a choice. A search that ends before its first ply has no result and is
    /// repeated with twice the nodes.
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
            clocks: Vec::new(),
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
                margin: Duration::ZERO,
                move_limit: MoveLimit::NONE,
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

/// Prints only the player's name.
impl std::fmt::Debug for PlayerSearch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PlayerSearch").field(&self.player.name()).finish()
    }
}

/// A host that stores the score of the player's best line.
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
        Err(format!("moves given as text can't be resolved here: {text}"))
    }

    fn log(&self, _: &str) {}
}

/// A number greater than the difference between any two static scores, and less than the difference between a decided
/// and a static score.
const DECIDED: i64 = 1 << 40;

/// A number that orders valuations for the side to move: first wins (the sooner the better), then scores, then losses
/// (the later the better).
pub const fn preference(valuation: Valuation) -> i64 {
    match valuation {
        Valuation::WinIn(plies) => DECIDED - plies as i64,
        Valuation::Centi(score) => score as i64,
        Valuation::LossIn(plies) => plies as i64 - DECIDED,
    }
}

/// Returns `true` if the game is won or lost.
pub(crate) const fn is_decided(valuation: Valuation) -> bool {
    !matches!(valuation, Valuation::Centi(_))
}

/// The same valuation a ply earlier, for the same side.
pub const fn one_ply_farther(valuation: Valuation) -> Valuation {
    match valuation {
        Valuation::WinIn(plies) => Valuation::WinIn(plies.saturating_add(1)),
        Valuation::LossIn(plies) => Valuation::LossIn(plies.saturating_add(1)),
        Valuation::Centi(score) => Valuation::Centi(score),
    }
}

/// The valuation for a payoff at the end of the game.
pub const fn of_payoff(payoff: i16) -> Valuation {
    match payoff {
        0 => Valuation::Centi(0),
        1.. => Valuation::WinIn(0),
        _ => Valuation::LossIn(0),
    }
}
