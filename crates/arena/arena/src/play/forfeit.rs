//! Games that a player forfeits because it fails to start.

use board_engine::{Seat, Viewer};
use games_package::{EndReason, Ending, Failure, FailureKind};

use crate::journal::{Conclusion, Entry};
use crate::tournament::{Job, Tournament};

/// The entry for a game that `player` forfeits without making a move, because it failed to start. `None` if the player
/// isn't in the game, or if the opening can't be played.
pub fn forfeit(tournament: &Tournament, job: &Job, player: usize, why: &str) -> Option<Entry> {
    let seat = Seat::new(job.players.iter().position(|&other| other == player)?);
    let opening = tournament.opening(job);
    let mut state = tournament.game().open(opening.position.as_deref()).ok()?;
    let start = state.position(Viewer::Arbiter);
    for mv in &opening.moves {
        state.play(mv).ok()?;
    }
    let failure = Failure::new(FailureKind::StartFailed, why);
    let reason = EndReason::PlayerFailed(seat, failure);
    let ending = Ending::forfeit(job.players.len(), seat, reason);
    Some(Entry {
        id: tournament.id(job.round, job.number),
        round: job.round,
        number: job.number,
        set: job.set,
        players: job.players.clone(),
        payoffs: ending.payoffs?,
        conclusion: Conclusion::of(&ending.reason),
        start,
        moves: opening.moves.join(" "),
        end: state.position(Viewer::Arbiter),
        elapsed_us: Vec::new(),
        thoughts: Vec::new(),
        lines: Vec::new(),
        line_errors: Vec::new(),
        excess_nodes: Vec::new(),
        finished_at: None,
    })
}
