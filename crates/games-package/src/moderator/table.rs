//! What lies on the table: the position with its history, the clocks, and what was taken back.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use board_engine::{NotationError, Seat, Turn, Viewer, printable};

use super::variations::Variations;
use crate::{
    Clock, EndReason, Ending, Failure, MatchState, Note, PlayedMove, Ply, PonderRequest, Request,
    TableGame, TableState, Thought, TimeControl, Variation,
};

/// One match as it stands.
pub(super) struct Table {
    pub(super) game: Arc<dyn TableGame>,
    pub(super) state: Box<dyn MatchState>,
    pub(super) time_control: TimeControl,
    /// The clocks stand and nobody is asked.
    pub(super) is_paused: bool,
    pub(super) ending: Option<Ending>,
    /// The match at its start.
    origin: Box<dyn MatchState>,
    players: Vec<String>,
    clocks: Vec<Clock>,
    /// The clocks at the start.
    fresh_clocks: Vec<Clock>,
    plies: Vec<TablePly>,
    /// What can be played again, newest last.
    taken_back: Vec<Ply>,
    /// What was taken back and tried otherwise.
    variations: Variations,
    /// What each seat is told of the match in every request.
    histories: Vec<SeatHistory>,
}

/// A ply, with what is needed to take it back.
struct TablePly {
    ply: Ply,
    clocks_before: Vec<Clock>,
    /// The length of each history before it, in bytes.
    history_ends: Vec<usize>,
}

/// A match as one seat may see it.
#[derive(Clone)]
struct SeatHistory {
    start: String,
    /// Separated by blanks.
    moves: String,
    /// The position now.
    position: String,
}

impl Table {
    /// A table at which nothing has been played, with a clock for each seat.
    ///
    /// # Errors
    /// If `start` is no position of the game.
    pub(super) fn set(
        game: Arc<dyn TableGame>,
        start: Option<&str>,
        time_control: TimeControl,
        clocks: Vec<Clock>,
    ) -> Result<Self, NotationError> {
        let state = game.open(start)?;
        let seat_count = game.seat_count();
        let history = |seat| {
            let start = state.position(Viewer::Seat(seat));
            SeatHistory { position: start.clone(), start, moves: String::new() }
        };
        Ok(Self {
            game,
            origin: state.fork(),
            time_control,
            is_paused: false,
            ending: None,
            players: vec![String::new(); seat_count],
            fresh_clocks: clocks.clone(),
            clocks,
            plies: Vec::new(),
            taken_back: Vec::new(),
            variations: Variations::default(),
            histories: Seat::all(seat_count).map(history).collect(),
            state,
        })
    }

    /// Back to the start, as if nothing had been played.
    pub(super) fn reset(&mut self) {
        self.state = self.origin.fork();
        self.is_paused = false;
        self.ending = None;
        self.clocks.clone_from(&self.fresh_clocks);
        self.plies.clear();
        self.taken_back.clear();
        self.variations.clear();
        for history in &mut self.histories {
            history.moves.clear();
            history.position.clone_from(&history.start);
        }
    }

    /// The position in which the match started, as `viewer` may see it.
    pub(super) fn start(&self, viewer: Viewer) -> String {
        self.origin.position(viewer)
    }

    /// Whether there is something that `viewer` may not see.
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

    /// Whatever a player calls itself can be shown everywhere.
    pub(super) fn name_player(&mut self, seat: Seat, name: &str) {
        self.players[seat.index()] = printable(name);
    }

    pub(super) fn player_name(&self, seat: Seat) -> &str {
        &self.players[seat.index()]
    }

    pub(super) fn clock(&mut self, seat: Seat) -> &mut Clock {
        &mut self.clocks[seat.index()]
    }

    pub(super) fn plies(&self) -> impl Iterator<Item = &Ply> {
        self.plies.iter().map(|played| &played.ply)
    }

    /// Plays what was played before the match goes on here: the clocks show what the ply tells of them.
    ///
    /// # Errors
    /// If the move is not legal; nothing has changed then.
    pub(super) fn open(&mut self, ply: &Ply) -> Result<(), NotationError> {
        let (turn, clocks_before) = (self.state.turn(), self.clocks());
        let mv = self.state.play_on(&ply.mv)?;
        if let (Turn::Seat(seat), Some(left)) = (turn, ply.clock) {
            self.clock(seat).go_on_from(left);
        }
        self.append(Ply { mv, ..ply.clone() }, clocks_before);
        Ok(())
    }

    /// Plays a seat's move: its text joins the history.
    ///
    /// # Errors
    /// If the move is not legal; nothing has changed then.
    pub(super) fn play(
        &mut self,
        text: &str,
        elapsed: Duration,
        thought: Option<Thought>,
        clocks_before: Vec<Clock>,
    ) -> Result<(), NotationError> {
        let turn = self.state.turn();
        let mv = self.state.play(text)?;
        let note = Note { thought, ..Note::default() };
        self.note(turn, Ply { elapsed, note, ..Ply::from(mv) }, clocks_before);
        Ok(())
    }

    /// Lets chance decide. Whether there was something to decide.
    pub(super) fn draw(&mut self, draw: &mut dyn FnMut(u32) -> u32) -> bool {
        let Some(mv) = self.state.play_drawn(draw) else { return false };
        self.note(Turn::Chance, Ply::from(mv), self.clocks());
        true
    }

    fn note(&mut self, turn: Turn, ply: Ply, clocks_before: Vec<Clock>) {
        let clock = match turn {
            Turn::Seat(seat) => self.clocks[seat.index()].left(Duration::ZERO),
            Turn::Chance => None,
        };
        // What was taken back can be played again only after the same moves.
        match self.taken_back.pop() {
            Some(next) if next.mv == ply.mv => {}
            other => {
                self.taken_back.extend(other);
                self.go_another_way(&ply.mv);
            }
        }
        self.append(Ply { clock, ..ply }, clocks_before);
    }

    /// What was taken back becomes a variation; a variation that begins with `mv` can be played again from here.
    fn go_another_way(&mut self, mv: &str) {
        let after = self.plies.len();
        let line = mem::take(&mut self.taken_back).into_iter().rev().collect();
        self.variations.put_aside(after, line);
        self.taken_back = self.variations.take_up(after, mv).into_iter().rev().collect();
    }

    /// The newest move of the state becomes the newest ply.
    fn append(&mut self, ply: Ply, clocks_before: Vec<Clock>) {
        let history_ends = self.histories.iter().map(|history| history.moves.len()).collect();
        self.plies.push(TablePly { ply, clocks_before, history_ends });
        for (seat, history) in self.seats().zip(&mut self.histories) {
            if let Some(mv) = self.state.last_move(Viewer::Seat(seat)) {
                if !history.moves.is_empty() {
                    history.moves.push(' ');
                }
                history.moves.push_str(&mv);
            }
            history.position = self.state.position(Viewer::Seat(seat));
        }
    }

    /// What was played otherwise before the match goes on here.
    pub(super) fn know_variations(&mut self, variations: Vec<Variation>) {
        self.variations = Variations::new(variations);
    }

    /// What was taken back and tried otherwise, and what can be played again.
    pub(super) fn variations(&self) -> Vec<Variation> {
        let line = self.taken_back.iter().rev().cloned().collect();
        self.variations.with_taken_back(self.plies.len(), line)
    }

    /// The clocks as they stand, to be given to [`play`](Self::play) when the move comes.
    pub(super) fn clocks(&self) -> Vec<Clock> {
        self.clocks.clone()
    }

    /// Whether there is a ply to take back.
    pub(super) fn can_take_back(&self) -> bool {
        !self.plies.is_empty()
    }

    /// Whether there is a ply to play again.
    pub(super) fn can_redo(&self) -> bool {
        !self.taken_back.is_empty()
    }

    /// Takes the newest ply back, with the time that it took. Whether there was one.
    pub(super) fn take_back(&mut self) -> bool {
        let Some(played) = self.plies.pop() else { return false };
        self.state.take_back();
        self.clocks = played.clocks_before;
        self.clocks.iter_mut().for_each(Clock::discard);
        self.taken_back.push(played.ply);
        self.ending = None;
        for ((seat, history), end) in self.seats().zip(&mut self.histories).zip(played.history_ends)
        {
            history.moves.truncate(end);
            history.position = self.state.position(Viewer::Seat(seat));
        }
        true
    }

    /// Plays the ply that was taken back last once more, with the time that it took; the moves before it may have
    /// been played again in another time. Whether there was one.
    pub(super) fn redo(&mut self) -> bool {
        let Some(mut ply) = self.taken_back.pop() else { return false };
        let turn = self.state.turn();
        if self.state.play_on(&ply.mv).is_err() {
            return false;
        }
        self.clocks.iter_mut().for_each(Clock::discard);
        let clocks_before = self.clocks();
        // An opening took no time, and nothing was added for it.
        if let (Turn::Seat(seat), Some(_)) = (turn, ply.clock) {
            let clock = self.clock(seat);
            clock.replay(ply.elapsed);
            ply.clock = clock.left(Duration::ZERO);
        }
        self.ending = None;
        self.append(ply, clocks_before);
        true
    }

    /// Whether chance has to decide before a seat can act.
    pub(super) fn awaits_chance(&self) -> bool {
        self.state.turn() == Turn::Chance && self.state.outcome().is_none()
    }

    /// What a seat is asked when it is to move at `now`.
    pub(super) fn request(&self, seat: Seat, now: Duration, draw_offer: Option<Seat>) -> Request {
        let (clock, history) = (&self.clocks[seat.index()], &self.histories[seat.index()]);
        let mut legal_moves = Vec::new();
        self.state.legal_moves(&mut legal_moves);
        Request {
            seat,
            start: history.start.clone(),
            moves: history.moves.clone(),
            position: history.position.clone(),
            legal_moves,
            time_left: clock.left(now),
            budget: clock.budget(),
            draw_offer,
        }
    }

    /// What a seat may ponder while another one is to move.
    pub(super) fn ponder_request(&self, seat: Seat) -> PonderRequest {
        let SeatHistory { start, moves, position } = self.histories[seat.index()].clone();
        PonderRequest { seat, start, moves, position }
    }

    /// The newest move as `viewer` may see it. None at the start, or if it is not to be seen.
    fn newest_move(&self, viewer: Viewer) -> Option<String> {
        let Viewer::Seat(seat) = viewer else { return self.state.last_move(viewer) };
        let begin = self.plies.last()?.history_ends[seat.index()];
        let mv = self.histories[seat.index()].moves.get(begin..)?.trim_start();
        (!mv.is_empty()).then(|| mv.into())
    }

    /// The position as `viewer` may see it.
    fn position(&self, viewer: Viewer) -> String {
        match viewer {
            Viewer::Seat(seat) => self.histories[seat.index()].position.clone(),
            Viewer::Public | Viewer::Arbiter => self.state.position(viewer),
        }
    }

    /// The newest ply as `viewer` may see it. None at the start.
    pub(super) fn newest(&self, turn: Turn, viewer: Viewer) -> Option<PlayedMove> {
        let played = self.plies.last()?;
        Some(PlayedMove {
            ply: self.plies.len() - 1,
            turn,
            mv: self.newest_move(viewer)?,
            position: self.position(viewer),
            elapsed: played.ply.elapsed,
            clock: played.ply.clock,
        })
    }

    /// What each seat's clock shows at `now`; empty if nobody's time is counted. A clock that counts nothing shows all
    /// the time there is.
    pub(super) fn times(&self, now: Duration) -> Vec<Duration> {
        if self.clocks.iter().all(|clock| clock.left(now).is_none()) {
            return Vec::new();
        }
        self.clocks.iter().map(|clock| clock.left(now).unwrap_or(Duration::MAX)).collect()
    }

    /// The whole table as `viewer` may see it.
    pub(super) fn shown(&self, viewer: Viewer, now: Duration) -> TableState {
        TableState {
            game: self.game.name().into(),
            players: self.players.clone(),
            time_control: self.time_control,
            start: self.start(viewer),
            moves: self.state.moves(viewer),
            position: self.position(viewer),
            turn: self.state.turn(),
            clocks: self.times(now),
            is_paused: self.is_paused,
            ending: self.ending_for(viewer),
        }
    }

    /// How the match ended, as `viewer` may know it. None if it goes on.
    pub(super) fn ending_for(&self, viewer: Viewer) -> Option<Ending> {
        let mut ending = self.ending.clone()?;
        if let EndReason::PlayerFailed(_, failure) = &mut ending.reason {
            *failure = self.failure_for(viewer, failure);
        }
        Some(ending)
    }

    /// What a player did wrong, as `viewer` may know it: the detail may tell what is hidden from all but the arbiter.
    pub(super) fn failure_for(&self, viewer: Viewer, failure: &Failure) -> Failure {
        let detail = if self.hides_from(viewer) { "" } else { &failure.detail };
        Failure::new(failure.kind, detail)
    }

    /// Whether what `seat` says is not for `viewer`, since it may tell what is hidden from that viewer.
    pub(super) fn is_private(&self, seat: Seat, viewer: Viewer) -> bool {
        viewer != Viewer::Seat(seat) && self.hides_from(viewer)
    }
}
