//! What lies on the table: the position with its history, the clocks, and what was taken back.

use std::sync::Arc;
use std::time::Duration;

use board_engine::{NotationError, Seat, Turn, Viewer};

use crate::{
    Clock, Ending, MatchState, PlayedMove, Ply, Request, TableGame, TableState, TimeControl,
};

/// One match as it stands.
pub(super) struct Table {
    pub(super) game: Arc<dyn TableGame>,
    pub(super) state: Box<dyn MatchState>,
    pub(super) time_control: TimeControl,
    pub(super) ending: Option<Ending>,
    /// The position in which the match started, which lies open in every game: what is hidden is dealt by chance.
    pub(super) start: String,
    players: Vec<String>,
    clocks: Vec<Clock>,
    plies: Vec<TablePly>,
    taken_back: Vec<Ply>,
    /// The moves as each seat may see them, separated by blanks.
    stories: Vec<String>,
}

/// A ply, with what is needed to take it back.
struct TablePly {
    ply: Ply,
    clocks_before: Vec<Clock>,
}

impl Table {
    /// A table at which nothing has been played.
    ///
    /// # Errors
    /// If `start` is no position of the game.
    pub(super) fn set(
        game: Arc<dyn TableGame>,
        start: Option<&str>,
        time_control: TimeControl,
    ) -> Result<Self, NotationError> {
        let state = game.open(start)?;
        let seat_count = game.seat_count();
        Ok(Self {
            game,
            start: state.position(Viewer::Arbiter),
            state,
            time_control,
            ending: None,
            players: vec![String::new(); seat_count],
            clocks: vec![Clock::new(time_control); seat_count],
            plies: Vec::new(),
            taken_back: Vec::new(),
            stories: vec![String::new(); seat_count],
        })
    }

    /// Back to the start, as if nothing had been played.
    pub(super) fn reset(&mut self) {
        while self.take_back() {}
        self.taken_back.clear();
        self.ending = None;
        self.clocks.fill(Clock::new(self.time_control));
    }

    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.clocks.len())
    }

    pub(super) fn name_player(&mut self, seat: Seat, name: String) {
        self.players[seat.index()] = name;
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

    /// Plays a seat's move: its clock stops, its text joins the story.
    ///
    /// # Errors
    /// If the move is not legal; nothing has changed then.
    pub(super) fn play(
        &mut self,
        text: &str,
        elapsed: Duration,
        clocks_before: Vec<Clock>,
    ) -> Result<(), NotationError> {
        let turn = self.state.turn();
        let mv = self.state.play(text)?;
        if self.taken_back.pop().is_some_and(|next| next.mv != mv) {
            self.taken_back.clear();
        }
        self.note(turn, mv, elapsed, clocks_before);
        Ok(())
    }

    /// Lets chance decide. Whether there was something to decide.
    pub(super) fn draw(&mut self, draw: &mut dyn FnMut(u32) -> u32) -> bool {
        let clocks_before = self.clocks.clone();
        let Some(mv) = self.state.play_drawn(draw) else { return false };
        self.note(Turn::Chance, mv, Duration::ZERO, clocks_before);
        true
    }

    fn note(&mut self, turn: Turn, mv: String, elapsed: Duration, clocks_before: Vec<Clock>) {
        let clock = match turn {
            Turn::Seat(seat) => self.clocks[seat.index()].left(Duration::ZERO),
            Turn::Chance => None,
        };
        // Records count microseconds.
        let whole = |time: Duration| {
            Duration::from_micros(u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
        };
        let ply = Ply { mv, elapsed: whole(elapsed), clock: clock.map(whole) };
        self.plies.push(TablePly { ply, clocks_before });
        for (index, story) in self.stories.iter_mut().enumerate() {
            if let Some(mv) = self.state.last_move(Viewer::Seat(Seat::new(index))) {
                if !story.is_empty() {
                    story.push(' ');
                }
                story.push_str(&mv);
            }
        }
    }

    /// The clocks as they stand, to be given to [`play`](Self::play) when the move comes.
    pub(super) fn clocks(&self) -> Vec<Clock> {
        self.clocks.clone()
    }

    /// Takes the newest ply back, with the time that it took. Whether there was one.
    pub(super) fn take_back(&mut self) -> bool {
        let Some(played) = self.plies.pop() else { return false };
        self.state.take_back();
        self.clocks = played.clocks_before;
        self.clocks.iter_mut().for_each(Clock::discard);
        self.taken_back.push(played.ply);
        self.ending = None;
        for (index, story) in self.stories.iter_mut().enumerate() {
            *story = self.state.moves(Viewer::Seat(Seat::new(index))).join(" ");
        }
        true
    }

    /// Plays the ply that was taken back last once more, with the time that it took. Whether there was one.
    pub(super) fn redo(&mut self) -> bool {
        let Some(ply) = self.taken_back.pop() else { return false };
        let rest = std::mem::take(&mut self.taken_back);
        let clocks_before = self.clocks();
        if let Turn::Seat(seat) = self.state.turn() {
            let clock = self.clock(seat);
            clock.start(Duration::ZERO);
            // It fitted when it was played.
            let _in_time = clock.stop(ply.elapsed);
        }
        self.ending = None;
        let redone = self.play(&ply.mv, ply.elapsed, clocks_before).is_ok();
        self.taken_back = rest;
        redone
    }

    /// What a seat is asked when it is to move at `now`.
    pub(super) fn request(&self, seat: Seat, now: Duration, draw_offer: Option<Seat>) -> Request {
        let clock = &self.clocks[seat.index()];
        let mut legal_moves = Vec::new();
        self.state.legal_moves(&mut legal_moves);
        Request {
            seat,
            start: self.start.clone(),
            moves: self.stories[seat.index()].clone(),
            position: self.state.position(Viewer::Seat(seat)),
            legal_moves,
            time_left: clock.left(now),
            budget: clock.budget(),
            draw_offer,
        }
    }

    /// The newest ply as `viewer` may see it. None at the start.
    pub(super) fn newest(&self, turn: Turn, viewer: Viewer) -> Option<PlayedMove> {
        let played = self.plies.last()?;
        Some(PlayedMove {
            ply: self.plies.len() - 1,
            turn,
            mv: self.state.last_move(viewer)?,
            position: self.state.position(viewer),
            elapsed: played.ply.elapsed,
            clock: played.ply.clock,
        })
    }

    /// What each seat's clock shows at `now`; empty if time is not counted.
    pub(super) fn times(&self, now: Duration) -> Vec<Duration> {
        self.clocks.iter().filter_map(|clock| clock.left(now)).collect()
    }

    /// The whole table as `viewer` may see it.
    pub(super) fn shown(&self, viewer: Viewer, now: Duration) -> TableState {
        TableState {
            game: self.game.name().into(),
            players: self.players.clone(),
            time_control: self.time_control,
            start: self.start.clone(),
            moves: self.state.moves(viewer),
            position: self.state.position(viewer),
            turn: self.state.turn(),
            clocks: self.times(now),
            ending: self.ending.clone(),
        }
    }
}
