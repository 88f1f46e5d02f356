//! Replays a game of the journal by the rules.

use std::mem::discriminant;

use board_engine::{NotationError, Seat, Turn, Viewer};
use games_package::{
    EndReason, Ending, FailureKind, MatchState, Thinking, TimeControl, chance_of_ply,
};
use thiserror::Error;

use crate::journal::{Entry, Thought};
use crate::play::adjudicator::Adjudicator;
use crate::tournament::{Job, TablesClosed, Tournament};

/// The most characters of a game's text that are shown.
const SHOWN_MAX: usize = 80;

/// Why a game can't have gone as its entry says.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum GameError {
    /// It has other players, or belongs to another set.
    #[error("the schedule has other players there")]
    Schedule,
    /// There are more or fewer players than seats, or there is no such player.
    #[error("its players are none of this tournament")]
    Players,
    /// Tables decide it, and they are not open here.
    #[error(transparent)]
    TablesClosed(#[from] TablesClosed),
    /// One of the tables that decide it can't be read here.
    #[error("it can't be checked: {0}")]
    Tables(String),
    /// It begins elsewhere.
    #[error("it doesn't begin with its opening")]
    Opening,
    /// A move is not legal.
    #[error("ply {ply}, {mv}: {error}")]
    Move {
        /// Which ply, from 1.
        ply: usize,
        /// The move.
        mv: String,
        /// Why it isn't.
        error: String,
    },
    /// Chance decided otherwise.
    #[error("ply {ply} is {mv}, but with the seed of the game chance decides {drawn}")]
    Chance {
        /// Which ply, from 1.
        ply: usize,
        /// The value in the entry.
        mv: String,
        /// The value by the seed.
        drawn: String,
    },
    /// It goes on after its end.
    #[error("it goes on with ply {ply}, but was over before: {ending}")]
    Over {
        /// Which ply, from 1.
        ply: usize,
        /// How it ended.
        ending: String,
    },
    /// The mover's report is invalid.
    #[error("ply {ply}: {score} is no score")]
    Score {
        /// Which ply, from 1.
        ply: usize,
        /// The value in the entry.
        score: String,
    },
    /// There are more times or scores than moves.
    #[error("it has {found} {what} for {plies} moves")]
    Length {
        /// "times", "scores".
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many moves there are.
        plies: usize,
    },
    /// The moves lead elsewhere.
    #[error("it ends in {written}, but its moves lead to {reached}")]
    Position {
        /// The value in the entry.
        written: String,
        /// The position after the moves.
        reached: String,
    },
    /// The reason of its end is invalid.
    #[error("{0} is no reason for an end")]
    Reason(String),
    /// It can't have ended like this.
    #[error("it ends with \"{written}\", but by the rules: {ruled}")]
    Ending {
        /// The value in the entry.
        written: String,
        /// The result by the rules.
        ruled: String,
    },
}

/// Replays a finished game: from the opening of its set, by the rules of the game and of the table and with the random
/// events of its seed, to its payoffs. Resignations, failures and time forfeits can't be verified from the moves; that
/// the player loses by them is checked.
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

/// Replays a finished game, as far as the tables can be read that may decide it.
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
    let lengths = [("times", entry.elapsed_us.len()), ("scores", entry.thoughts.len())];
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
        let adjudicator = Adjudicator::of(tournament)?;
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
        self.report(ply)?;
        let mover = if let Turn::Seat(seat) = turn { Some(seat) } else { None };
        let position = || Some(self.state.position(Viewer::Arbiter));
        self.ruling = self.adjudicator.move_played(mover, ply, position);
        Ok(())
    }

    fn make(&mut self, ply: usize, mv: &str) -> Result<(), GameError> {
        let wrong = |error| GameError::Move { ply, mv: shown(mv), error };
        let played = self.state.play(mv).map_err(|error: NotationError| wrong(error.reason()))?;
        if played == mv { Ok(()) } else { Err(wrong(format!("it is written {played}"))) }
    }

    fn draw(&mut self, ply: usize, mv: &str) -> Result<(), GameError> {
        let at = self.state.ply();
        let drawn = self.state.play_drawn(&mut chance_of_ply(self.tournament.seed(&self.job), at));
        match drawn {
            Some(drawn) if drawn == mv => Ok(()),
            drawn => {
                let drawn = drawn.unwrap_or_else(|| "nothing".into());
                Err(GameError::Chance { ply, mv: shown(mv), drawn })
            }
        }
    }

    /// Passes the mover's report to the adjudicator, which may end the game.
    fn report(&mut self, ply: usize) -> Result<(), GameError> {
        let Some(Some(Thought { depth, score, nodes })) = self.entry.thoughts.get(ply - 1) else {
            return Ok(());
        };
        let valuation = score.parse();
        let valuation =
            valuation.map_err(|_error| GameError::Score { ply, score: shown(score) })?;
        self.adjudicator.report(&Thinking {
            depth: *depth,
            nodes: *nodes,
            valuation,
            ..Thinking::default()
        });
        Ok(())
    }

    fn by_rules(&self) -> Option<Ending> {
        self.state.ending()
    }

    /// Checks how the game ended.
    fn close(&self) -> Result<(), GameError> {
        let reached = self.state.position(Viewer::Arbiter);
        if reached != self.entry.end {
            return Err(GameError::Position { written: shown(&self.entry.end), reached });
        }
        let conclusion = &self.entry.conclusion;
        let reason = conclusion.end_reason(self.entry.players.len());
        let reason = reason.ok_or_else(|| GameError::Reason(shown(&conclusion.reason)))?;
        let written = Ending { payoffs: Some(self.entry.payoffs.clone()), reason };
        let ruled = self.ruled(&written);
        // The wording changes from version to version; the kind of the end and what each seat gets do not.
        let agrees = |ruled: &Ending| {
            ruled.payoffs == written.payoffs
                && discriminant(&ruled.reason) == discriminant(&written.reason)
        };
        if ruled.as_ref().is_some_and(agrees) {
            return Ok(());
        }
        let ruled = ruled.map_or_else(|| "it goes on".into(), |ruled| self.sentence(&ruled));
        Err(GameError::Ending { written: shown(&self.sentence(&written)), ruled })
    }

    /// The end by the rules where the written one is the reason; none if the game goes on all the same.
    fn ruled(&self, written: &Ending) -> Option<Ending> {
        let by_table = || {
            written.with_table_payoffs(self.entry.players.len(), |seat| self.state.can_win(seat))
        };
        if let EndReason::PlayerFailed(_, failure) = &written.reason {
            // A player can also fail when it receives the last move.
            return by_table().filter(|_| failure.kind != FailureKind::HostFault);
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

    /// Whether the player of this seat has a clock.
    fn is_timed(&self, seat: Seat) -> bool {
        let settings = self.tournament.settings();
        let player = self.entry.players.get(seat.index());
        let entrant = player.and_then(|&player| settings.players.get(player));
        entrant.is_some_and(|it| it.odds().time_control(settings.time) != TimeControl::Unlimited)
    }

    fn sentence(&self, ending: &Ending) -> String {
        ending.describe(|seat| self.tournament.game().seat_name(seat))
    }
}

/// A text of a file or a worker as one truncated line, without control characters.
fn shown(text: &str) -> String {
    let short: String = text.chars().take(SHOWN_MAX).collect();
    let more = if text.chars().nth(SHOWN_MAX).is_some() { "…" } else { "" };
    format!("{}{more}", short.escape_debug())
}
