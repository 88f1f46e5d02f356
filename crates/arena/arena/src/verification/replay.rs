//! Replays a game from the journal by the rules.

use std::mem::discriminant;

use board_engine::{NotationError, Seat, Turn, Viewer};
use games_package::{
    EndReason, Ending, Failure, FailureKind, MatchState, MoveLimit, Thinking, TimeControl,
    chance_of_ply,
};
use thiserror::Error;

use crate::journal::{Entry, Thought};
use crate::play::adjudicator::Adjudicator;
use crate::settings::Unstartable;
use crate::tournament::{Job, TablesClosed, Tournament};

/// Maximum number of characters to show from a game's strings.
const SHOWN_MAX: usize = 80;

/// The reason why a game can't have been played as recorded.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum GameError {
    /// The game has other players, or belongs to another set.
    #[error("its players differ from the schedule")]
    Schedule,
    /// The number of players differs from the number of seats, or a player doesn't exist.
    #[error("its players are not in this tournament")]
    Players,
    /// Tablebases decide the game, but are not open here.
    #[error(transparent)]
    TablesClosed(#[from] TablesClosed),
    /// A tablebase needed for the decision can't be read here.
    #[error("it can't be checked: {0}")]
    Tables(String),
    /// The game begins at a different position.
    #[error("it doesn't start with its opening")]
    Opening,
    /// A move is not legal.
    #[error("ply {ply}, {mv}: {error}")]
    Move {
        /// The ply, from 1.
        ply: usize,
        /// The move.
        mv: String,
        /// The reason why the move is illegal.
        error: String,
    },
    /// The seed's chance events are different.
    #[error("ply {ply} is {mv}, but the game's seed gives {drawn}")]
    Chance {
        /// The ply, from 1.
        ply: usize,
        /// The value in the entry.
        mv: String,
        /// The value drawn from the seed.
        drawn: String,
    },
    /// The game continues after its end.
    #[error("it continues with ply {ply}, but was already over: {ending}")]
    Over {
        /// The ply, from 1.
        ply: usize,
        /// The game's ending.
        ending: String,
    },
    /// The mover's report is invalid.
    #[error("ply {ply}: {score} is not a score")]
    Score {
        /// The ply, from 1.
        ply: usize,
        /// The value in the entry.
        score: String,
    },
    /// There are more times or scores than moves.
    #[error("it has {found} {what} for {plies} moves")]
    Length {
        /// The type of items: "times", "scores".
        what: &'static str,
        /// The number of items.
        found: usize,
        /// Number of moves.
        plies: usize,
    },
    /// The moves lead to a different position.
    #[error("its final position is {written}, but its moves lead to {reached}")]
    Position {
        /// The value in the entry.
        written: String,
        /// The position after the moves.
        reached: String,
    },
    /// The reason for the ending is invalid.
    #[error("{0} is not a known ending")]
    Reason(String),
    /// The game can't have ended as recorded.
    #[error("its ending is \"{written}\", but by the rules {ruled}")]
    Ending {
        /// The value in the entry.
        written: String,
        /// The result according to the rules.
        ruled: String,
    },
}

/// Replays a finished game from its set's opening to its payoffs, by the game and table rules, with its seed's chance
/// events. Resignations, failures and time forfeits can't be verified from the moves, but the resulting loss is
/// checked.
///
/// # Errors
/// [`GameError`] for the first discrepancy.
pub fn check_game(tournament: &Tournament, entry: &Entry) -> Result<(), GameError> {
    let checked = replay(tournament, entry);
    match tournament.table_judge()?.and_then(|judge| judge.failure()) {
        Some(why) if checked.is_err() => Err(GameError::Tables(why)),
        _ => checked,
    }
}

/// Replays a finished game, using the readable tablebases for adjudication.
fn replay(tournament: &Tournament, entry: &Entry) -> Result<(), GameError> {
    let mut replay = Replay::open(tournament, entry)?;
    let mut plies = 0;
    for mv in entry.moves.split_ascii_whitespace() {
        plies += 1;
        replay.play(plies, mv)?;
    }
    if plies < tournament.opening(&replay.job).moves.len() {
        return Err(GameError::Opening);
    }
    let (times, scores, lines) = (&entry.elapsed_us, &entry.thoughts, &entry.lines);
    let lengths = [("times", times.len()), ("scores", scores.len()), ("lines", lines.len())];
    for (what, found) in lengths {
        if found > plies {
            return Err(GameError::Length { what, found, plies });
        }
    }
    replay.close()
}

struct Replay<'a> {
    tournament: &'a Tournament,
    entry: &'a Entry,
    job: Job,
    state: Box<dyn MatchState>,
    adjudicator: Adjudicator,
    /// The arena's adjudication.
    ruling: Option<Ending>,
}

impl<'a> Replay<'a> {
    fn open(tournament: &'a Tournament, entry: &'a Entry) -> Result<Self, GameError> {
        let (settings, game, job) = (tournament.settings(), tournament.game(), entry.job());
        let are_known = entry.players.iter().all(|&player| player < settings.players.len());
        if entry.players.len() != game.seat_count() || !are_known {
            return Err(GameError::Players);
        }
        let opened = game.open(tournament.opening(&job).position.as_deref());
        let state = opened.map_err(|_error| GameError::Opening)?;
        if state.position(Viewer::Arbiter) != entry.start {
            return Err(GameError::Opening);
        }
        let adjudicator = Adjudicator::of(tournament, &job)?;
        Ok(Self { tournament, entry, job, state, adjudicator, ruling: None })
    }

    fn play(&mut self, ply: usize, mv: &str) -> Result<(), GameError> {
        let of_opening = self.tournament.opening(&self.job).moves.get(ply - 1);
        if of_opening.is_some_and(|expected| expected != mv) {
            return Err(GameError::Opening);
        }
        if of_opening.is_some() {
            return self.make(ply, mv);
        }
        if let Some(ending) = self.by_rules().or_else(|| self.ruling.take()) {
            return Err(GameError::Over { ply, ending: self.sentence(&ending) });
        }
        let turn = self.state.turn();
        match turn {
            Turn::Chance => self.draw(ply, mv)?,
            Turn::Seat(_) => self.make(ply, mv)?,
        }
        let mover = if let Turn::Seat(seat) = turn { Some(seat) } else { None };
        self.report(ply, mover)?;
        let position = || Some(self.state.position(Viewer::Arbiter));
        self.ruling = self.adjudicator.move_played(mover, (ply, mv), position);
        Ok(())
    }

    fn make(&mut self, ply: usize, mv: &str) -> Result<(), GameError> {
        let wrong = |error| GameError::Move { ply, mv: printable_text(mv), error };
        let played = self.state.play(mv).map_err(|error: NotationError| wrong(error.reason()))?;
        if played == mv { Ok(()) } else { Err(wrong(format!("its standard notation is {played}"))) }
    }

    fn draw(&mut self, ply: usize, mv: &str) -> Result<(), GameError> {
        let at = self.state.ply();
        let drawn = self.state.play_drawn(&mut chance_of_ply(self.tournament.seed(&self.job), at));
        match drawn {
            Some(drawn) if drawn == mv => Ok(()),
            drawn => {
                let drawn = drawn.unwrap_or_else(|| "nothing".into());
                Err(GameError::Chance { ply, mv: printable_text(mv), drawn })
            }
        }
    }

    /// Passes the mover's report to the adjudicator, which can end the game.
    fn report(&mut self, ply: usize, mover: Option<Seat>) -> Result<(), GameError> {
        let Some(Some(Thought { depth, score, nodes })) = self.entry.thoughts.get(ply - 1) else {
            return Ok(());
        };
        let valuation = score.parse();
        let valuation =
            valuation.map_err(|_error| GameError::Score { ply, score: printable_text(score) })?;
        if let Some(mover) = mover {
            let (depth, nodes) = (*depth, *nodes);
            let thinking = Thinking { depth, nodes, valuation, ..Thinking::default() };
            self.adjudicator.report(mover, &thinking);
        }
        Ok(())
    }

    fn by_rules(&self) -> Option<Ending> {
        self.state.ending()
    }

    /// Checks how the game ended.
    fn close(&self) -> Result<(), GameError> {
        let reached = self.state.position(Viewer::Arbiter);
        if reached != self.entry.end {
            return Err(GameError::Position { written: printable_text(&self.entry.end), reached });
        }
        let conclusion = &self.entry.conclusion;
        let reason = conclusion.end_reason(self.entry.players.len());
        let reason = reason.ok_or_else(|| GameError::Reason(printable_text(&conclusion.reason)))?;
        let written = Ending { payoffs: Some(self.entry.payoffs.clone()), reason };
        let ruled = self.end_by_rules(&written);
        // The wording varies between versions, but the type of ending and the payoffs don't.
        let agrees = |ruled: &Ending| {
            ruled.payoffs == written.payoffs
                && discriminant(&ruled.reason) == discriminant(&written.reason)
        };
        if ruled.as_ref().is_some_and(agrees) {
            return Ok(());
        }
        let ruled =
            ruled.map_or_else(|| "the game continues".into(), |ruled| self.sentence(&ruled));
        Err(GameError::Ending { written: printable_text(&self.sentence(&written)), ruled })
    }

    /// The ending that the rules imply for the written reason; `None` if the game is not over.
    fn end_by_rules(&self, written: &Ending) -> Option<Ending> {
        let by_table = || {
            written.with_table_payoffs(self.entry.players.len(), |seat| self.state.can_win(seat))
        };
        if let EndReason::PlayerFailed(seat, failure) = &written.reason {
            // A player can also fail when it receives the last move. A player that fails to start hasn't lost.
            let is_fault = !failure.kind.is_void() && !self.is_failed_start(failure);
            return by_table().filter(|_| is_fault || self.is_forfeit(*seat, failure));
        }
        let is_over = self.by_rules().or_else(|| self.ruling.clone());
        is_over.or_else(|| match &written.reason {
            EndReason::DrawAgreed => by_table(),
            EndReason::Resigned(seat) => by_table().filter(|_| self.is_to_move(*seat)),
            EndReason::TimeExpired(seat, _) => {
                by_table().filter(|_| self.is_to_move(*seat) && self.is_timed(*seat))
            }
            _ => None,
        })
    }

    fn is_to_move(&self, seat: Seat) -> bool {
        self.state.turn() == Turn::Seat(seat)
    }

    /// Returns `true` if the host rejected a player before its first move. Such a game has no loser.
    fn is_failed_start(&self, failure: &Failure) -> bool {
        let plies = self.tournament.opening(&self.job).moves.len();
        failure.kind == FailureKind::LoadRefused && self.entry.plies() == plies
    }

    /// Returns `true` if this player forfeits games when it fails to start, and this game ended before its first move.
    fn is_forfeit(&self, seat: Seat, failure: &Failure) -> bool {
        let player = self.entry.players.get(seat.index()).copied().unwrap_or(usize::MAX);
        failure.kind == FailureKind::StartFailed
            && self.tournament.settings().unstartable_of(player) != Unstartable::Stop
            && self.entry.plies() == self.tournament.opening(&self.job).moves.len()
    }

    /// Returns `true` if this seat's player has a time limit for its moves.
    fn is_timed(&self, seat: Seat) -> bool {
        let settings = self.tournament.settings();
        if settings.move_limit() != MoveLimit::NONE {
            return true;
        }
        let player = self.entry.players.get(seat.index());
        let entrant = player.and_then(|&player| settings.players.get(player));
        entrant.is_some_and(|it| it.odds().time_control(settings.time) != TimeControl::Unlimited)
    }

    fn sentence(&self, ending: &Ending) -> String {
        ending.describe(|seat| self.tournament.game().seat_name(seat))
    }
}

/// Formats a text from a file or a worker as one truncated line, without control characters.
fn printable_text(text: &str) -> String {
    let short: String = text.chars().take(SHOWN_MAX).collect();
    let more = if text.chars().nth(SHOWN_MAX).is_some() { "…" } else { "" };
    format!("{}{more}", short.escape_debug())
}
