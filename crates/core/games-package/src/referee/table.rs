//! The table state: the position with its history, the clocks, and the plies that were taken back.

use std::mem;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use board_engine::{NotationError, Seat, Turn, Viewer};

use super::variations::Variations;
use crate::record::repair::keep_playable;
use crate::{
    Clock, ClockReading, EndReason, Ending, Expired, Failure, FailureKind, MatchState, Note,
    PlayedMove, Ply, PonderRequest, Request, TableGame, TableState, Thought, TimeControl,
    Variation,
};

/// Initial capacities for plies and for move bytes: enough for a short game. Such a game takes only a few microseconds,
/// so a reallocation would be measurable.
const PLIES: usize = 8;
const MOVES_BYTES: usize = 64;

/// The state of one match.
pub(super) struct Table {
    pub(super) game: Arc<dyn TableGame>,
    pub(super) state: Box<dyn MatchState>,
    pub(super) time_control: TimeControl,
    /// Whether the match is paused: the clocks are stopped and no player has to move.
    pub(super) is_paused: bool,
    pub(super) ending: Option<Ending>,
    /// The position where the match started.
    start: String,
    /// The starting position as seen by the public, computed on demand.
    start_for_public: OnceLock<String>,
    clocks: Vec<Clock>,
    plies: Vec<Ply>,
    /// The mover of each ply.
    movers: Vec<Turn>,
    /// Plies that can be redone, newest last.
    taken_back: Vec<Ply>,
    /// Variations of the match.
    variations: Variations,
    /// The request of each seat. The start and the moves are always up to date; the rest is from the seat's last
    /// request.
    requests: Vec<Request>,
}

impl Table {
    /// A table without plies and with a clock for each seat.
    ///
    /// # Errors
    /// If `start` is not a position in the game.
    pub(super) fn set(
        game: Arc<dyn TableGame>,
        start: Option<&str>,
        time_control: TimeControl,
        clocks: Vec<Clock>,
    ) -> Result<Self, NotationError> {
        let state = game.open(start)?;
        let seat_count = game.seat_count();
        let request = |seat| Request {
            seat,
            start: state.position(Viewer::Seat(seat)),
            moves: String::with_capacity(MOVES_BYTES),
            position: String::new(),
            legal_moves: Vec::new(),
            time_left: None,
            budget: None,
            draw_offer: None,
            clocks: Vec::new(),
        };
        Ok(Self {
            game,
            start: state.position(Viewer::Arbiter),
            start_for_public: OnceLock::new(),
            time_control,
            is_paused: false,
            ending: None,
            clocks,
            plies: Vec::with_capacity(PLIES),
            movers: Vec::with_capacity(PLIES),
            taken_back: Vec::new(),
            variations: Variations::default(),
            requests: Seat::all(seat_count).map(request).collect(),
            state,
        })
    }

    /// Returns to the start, as if nothing had been played.
    pub(super) fn reset(&mut self) {
        while self.state.take_back() {}
        self.is_paused = false;
        self.ending = None;
        self.clocks.iter_mut().for_each(Clock::reset);
        self.plies.clear();
        self.movers.clear();
        self.taken_back.clear();
        self.variations.clear();
        self.requests.iter_mut().for_each(|request| request.moves.clear());
    }

    /// The position where the match started, as seen by `viewer`.
    pub(super) fn start(&self, viewer: Viewer) -> &str {
        match viewer {
            Viewer::Arbiter => &self.start,
            Viewer::Public => self.start_for_public.get_or_init(|| {
                let mut origin = self.state.fork();
                while origin.take_back() {}
                origin.position(viewer)
            }),
            Viewer::Seat(seat) => &self.requests[seat.index()].start,
        }
    }

    /// Returns `true` if anything is hidden from `viewer`.
    fn hides_from(&self, viewer: Viewer) -> bool {
        viewer != Viewer::Arbiter
            && self.state.position(viewer) != self.state.position(Viewer::Arbiter)
    }

    pub(super) fn seat_count(&self) -> usize {
        self.clocks.len()
    }

    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.seat_count())
    }

    pub(super) fn clock(&self, seat: Seat) -> &Clock {
        &self.clocks[seat.index()]
    }

    pub(super) fn clock_mut(&mut self, seat: Seat) -> &mut Clock {
        &mut self.clocks[seat.index()]
    }

    pub(super) fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The plies and all variations, including the plies that can be redone.
    pub(super) fn lines(&self) -> PlayedLines {
        PlayedLines::new(self.plies.clone(), self.variations.clone(), self.taken_back.clone())
    }

    /// Like [`lines`](Self::lines), but moves the plies out of the table, for the record of a finished match.
    pub(super) fn take_lines(&mut self) -> PlayedLines {
        let Self { plies, variations, taken_back, .. } = self;
        PlayedLines::new(mem::take(plies), mem::take(variations), mem::take(taken_back))
    }

    /// Plays a ply from the opening or from the match to continue, and sets the clocks to the ply's values.
    ///
    /// # Errors
    /// If the move is not legal; the table is then unchanged.
    pub(super) fn open(&mut self, ply: Ply) -> Result<(), NotationError> {
        let mover = self.state.turn();
        let mv = self.state.play_on(&ply.mv)?;
        if let (Turn::Seat(seat), Some(left)) = (mover, ply.clock) {
            self.clock_mut(seat).go_on_from(left);
        }
        self.append(mover, Ply { mv, ..ply });
        Ok(())
    }

    /// Resumes the turn of the seat to move, which had lasted `elapsed` when the match was interrupted.
    pub(super) fn resume_turn(&mut self, elapsed: Duration) {
        if let Turn::Seat(seat) = self.state.turn() {
            self.clock_mut(seat).resume_after(elapsed);
        }
    }

    /// Plays a seat's move, stops its clock at `at`, and appends the move to the history.
    ///
    /// # Errors
    /// If the move is illegal or late; only the clock has changed in this case.
    pub(super) fn play(
        &mut self,
        seat: Seat,
        text: &str,
        at: Duration,
        thought: Option<Thought>,
    ) -> Result<(), NoMove> {
        let elapsed = self.clock_mut(seat).stop(at)?;
        let mv = self.state.play(text)?;
        let clock = self.clock(seat).left(Duration::ZERO);
        let note = Note { thought, ..Note::default() };
        self.advance(Turn::Seat(seat), Ply { mv, elapsed, clock, note });
        Ok(())
    }

    /// Draws a chance move. Returns `false` if there are no chance moves.
    pub(super) fn draw(&mut self, draw: &mut dyn FnMut(u32) -> u32) -> bool {
        let Some(mv) = self.state.play_drawn(draw) else { return false };
        self.advance(Turn::Chance, Ply::from(mv));
        true
    }

    /// Returns `true` if a round has ended and the next has not begun. The rules then describe the end of the round, or
    /// chance has only one option.
    pub(super) fn is_between_rounds(&self) -> bool {
        let has_one_way = || self.state.turn() == Turn::Chance && self.state.weights().len() == 1;
        has_one_way() || self.state.round_end().is_some()
    }

    /// Appends a new ply. Plies that were taken back can be redone only if the same moves follow.
    fn advance(&mut self, mover: Turn, ply: Ply) {
        if self.taken_back.pop_if(|next| next.mv == ply.mv).is_none() {
            self.start_variation(&ply.mv);
        }
        self.append(mover, ply);
    }

    /// Turns the plies that were taken back into a variation. A variation that begins with `mv` can be redone from
    /// here.
    fn start_variation(&mut self, mv: &str) {
        if self.taken_back.is_empty() && self.variations.is_empty() {
            return;
        }
        let after = self.plies.len();
        let line = mem::take(&mut self.taken_back).into_iter().rev().collect();
        self.variations.add_variation(after, line);
        self.taken_back = self.variations.take_matching(after, mv).into_iter().rev().collect();
    }

    /// Appends the newest move of the state as the newest ply.
    fn append(&mut self, mover: Turn, ply: Ply) {
        self.plies.push(ply);
        self.movers.push(mover);
        for request in &mut self.requests {
            if !request.moves.is_empty() {
                request.moves.push(' ');
            }
            self.state.push_last_move(Viewer::Seat(request.seat), &mut request.moves);
        }
    }

    /// Sets the variations of a continued match, without the unplayable ones.
    pub(super) fn set_variations(&mut self, mut variations: Vec<Variation>) {
        if variations.is_empty() {
            return;
        }
        let mut origin = self.state.fork();
        while origin.take_back() {}
        for error in keep_playable(&mut *origin, &self.plies, &mut variations) {
            tracing::warn!(game = self.game.name(), %error, "a variation is dropped");
        }
        self.variations = Variations::new(variations);
    }

    /// Returns `true` if there is a ply to take back.
    pub(super) fn can_take_back(&self) -> bool {
        !self.plies.is_empty()
    }

    /// Returns `true` if there is a ply to play again.
    pub(super) fn can_redo(&self) -> bool {
        !self.taken_back.is_empty()
    }

    /// Takes back the newest ply and its time. Returns `false` if there is no ply.
    pub(super) fn take_back(&mut self) -> bool {
        let Some(ply) = self.plies.pop() else { return false };
        self.state.take_back();
        self.movers.pop();
        self.taken_back.push(ply);
        self.ending = None;
        self.set_clocks();
        for request in &mut self.requests {
            request.moves.truncate(request.moves.rfind(' ').unwrap_or_default());
        }
        true
    }

    /// Sets the clocks to their state after the newest ply.
    fn set_clocks(&mut self) {
        self.clocks.iter_mut().for_each(Clock::reset);
        for (ply, &mover) in self.plies.iter().zip(&self.movers) {
            if let (Turn::Seat(seat), Some(left)) = (mover, ply.clock) {
                self.clocks[seat.index()].go_on_from(left);
            }
        }
    }

    /// Redoes the ply that was taken back last, with its recorded time; the moves before it may have taken different
    /// times. Returns `false` if there is no ply to redo.
    pub(super) fn redo(&mut self) -> bool {
        let Some(ply) = self.taken_back.last() else { return false };
        let mover = self.state.turn();
        if self.state.play_on(&ply.mv).is_err() {
            return false;
        }
        let mut ply = self.taken_back.pop().expect("it was just played");
        self.clocks.iter_mut().for_each(Clock::discard);
        // An opening uses no time and earns no increment.
        if let (Turn::Seat(seat), Some(_)) = (mover, ply.clock) {
            let clock = self.clock_mut(seat);
            clock.replay(ply.elapsed);
            ply.clock = clock.left(Duration::ZERO);
        }
        self.ending = None;
        self.append(mover, ply);
        true
    }

    /// Returns `true` if chance has to decide before a seat can act.
    pub(super) fn awaits_chance(&self) -> bool {
        self.state.turn() == Turn::Chance && self.state.outcome().is_none()
    }

    /// Requests a move from a seat at `now`: updates its request.
    pub(super) fn ask(&mut self, seat: Seat, now: Duration, draw_offer: Option<Seat>) {
        let clock = &mut self.clocks[seat.index()];
        let request = &mut self.requests[seat.index()];
        (request.time_left, request.budget) = (clock.left(now), clock.budget());
        clock.start(now);
        request.position = self.state.position(Viewer::Seat(seat));
        self.state.legal_moves(&mut request.legal_moves);
        request.draw_offer = draw_offer;
        let mut readings = mem::take(&mut request.clocks);
        readings.clear();
        readings.extend(self.readings());
        self.requests[seat.index()].clocks = readings;
    }

    /// The clocks at the start of the turn; none in an untimed match.
    fn readings(&self) -> impl Iterator<Item = ClockReading> {
        let is_timed = self.clocks.iter().any(Clock::is_timed);
        self.clocks.iter().filter(move |_| is_timed).map(Clock::reading)
    }

    /// The last request to a seat.
    pub(super) fn request(&self, seat: Seat) -> &Request {
        &self.requests[seat.index()]
    }

    /// The request to ponder for a seat while another seat is to move.
    pub(super) fn ponder_request(&self, seat: Seat) -> PonderRequest {
        let Request { start, moves, .. } = &self.requests[seat.index()];
        PonderRequest {
            seat,
            start: start.clone(),
            moves: moves.clone(),
            position: self.state.position(Viewer::Seat(seat)),
            clocks: self.readings().collect(),
        }
    }

    /// The newest move as seen by `viewer`. `None` at the start, or if the move is hidden from the viewer.
    fn newest_move(&self, viewer: Viewer) -> Option<String> {
        let Viewer::Seat(seat) = viewer else { return self.state.last_move(viewer) };
        let mv = self.requests[seat.index()].moves.rsplit(' ').next()?;
        (!mv.is_empty()).then(|| mv.into())
    }

    /// The newest ply as seen by `viewer`. `None` at the start.
    pub(super) fn newest(&self, viewer: Viewer) -> Option<PlayedMove> {
        let (ply, &turn) = self.plies.last().zip(self.movers.last())?;
        Some(PlayedMove {
            ply: self.plies.len() - 1,
            turn,
            mv: self.newest_move(viewer)?,
            position: self.state.position(viewer),
            elapsed: ply.elapsed,
            clock: ply.clock,
        })
    }

    /// The time on each seat's clock at `now`; empty in an untimed match. An untimed seat shows `Duration::MAX`.
    pub(super) fn times(&self, now: Duration) -> Vec<Duration> {
        if self.clocks.iter().all(|clock| clock.left(now).is_none()) {
            return Vec::new();
        }
        self.clocks.iter().map(|clock| clock.left(now).unwrap_or(Duration::MAX)).collect()
    }

    /// The state of the table, as seen by `viewer`.
    pub(super) fn snapshot(&self, viewer: Viewer, now: Duration) -> TableState {
        TableState {
            game: self.game.name().into(),
            time_control: self.time_control,
            start: self.start(viewer).into(),
            moves: self.state.moves(viewer),
            movers: self.movers.clone(),
            newest: self.newest(viewer),
            redoable: self.taken_back.len(),
            position: self.state.position(viewer),
            turn: self.state.turn(),
            clocks: self.times(now),
            is_paused: self.is_paused,
            ending: self.ending_for(viewer),
            ..TableState::default()
        }
    }

    /// The ending as seen by `viewer`. `None` if the match continues.
    pub(super) fn ending_for(&self, viewer: Viewer) -> Option<Ending> {
        let mut ending = self.ending.clone()?;
        match &mut ending.reason {
            EndReason::PlayerFailed(_, failure) => *failure = self.failure_for(viewer, failure),
            EndReason::TimeExpired(_, detail) if self.hides_from(viewer) => detail.clear(),
            _ => {}
        }
        Some(ending)
    }

    /// If `seat` lost on time and the ending has no details yet, adds the details of `seat`'s failure to answer.
    /// Returns `true` if details were added.
    pub(super) fn explain_expiry(&mut self, seat: Seat, failure: &Failure) -> bool {
        let is_silence = matches!(failure.kind, FailureKind::TimedOut | FailureKind::Unresponsive);
        let limit = self.clock(seat).move_limit_text().unwrap_or_default();
        match self.ending.as_mut().map(|ending| &mut ending.reason) {
            Some(EndReason::TimeExpired(loser, detail))
                if *loser == seat && is_silence && *detail == limit =>
            {
                if !detail.is_empty() {
                    detail.push_str("; ");
                }
                detail.push_str(&failure.detail);
                true
            }
            _ => false,
        }
    }

    /// A player's failure, as seen by `viewer`: the detail may reveal hidden information.
    pub(super) fn failure_for(&self, viewer: Viewer, failure: &Failure) -> Failure {
        let detail = if self.hides_from(viewer) { "" } else { &failure.detail };
        Failure::new(failure.kind, detail)
    }

    /// Returns `true` if `seat`'s strings are hidden from `viewer` because they may reveal hidden information.
    pub(super) fn is_private(&self, seat: Seat, viewer: Viewer) -> bool {
        viewer != Viewer::Seat(seat) && self.hides_from(viewer)
    }
}

/// The moves of a match for its record.
pub(super) struct PlayedLines {
    pub(super) plies: Vec<Ply>,
    pub(super) variations: Vec<Variation>,
}

impl PlayedLines {
    /// `taken_back` contains the plies that can be redone after `plies`, newest last; they become a variation.
    fn new(plies: Vec<Ply>, mut variations: Variations, mut taken_back: Vec<Ply>) -> Self {
        taken_back.reverse();
        variations.add_variation(plies.len(), taken_back);
        Self { plies, variations: variations.into_inner() }
    }
}

/// The reason why a move was not made.
pub(super) enum NoMove {
    /// The move arrived too late.
    Late,
    /// The rules don't allow the move.
    Illegal(NotationError),
}

impl From<Expired> for NoMove {
    fn from(_: Expired) -> Self {
        Self::Late
    }
}

impl From<NotationError> for NoMove {
    fn from(error: NotationError) -> Self {
        Self::Illegal(error)
    }
}
