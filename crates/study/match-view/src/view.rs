//! The match state at one screen.

use std::sync::Arc;
use std::time::Duration;

use board_engine::{Diagram, Seat, Turn, Viewer};
use games_package::{Ending, Event, PlayedMove, TableGame, TableState, TimeControl};

use crate::animation::{Animation, STEP};
use crate::effort::{Effort, Thoughts};
use crate::history::History;
use crate::touch::MoveInSteps;

/// The clock for a seat without a limit, in a match that has clocks.
const NO_LIMIT: Duration = Duration::MAX;

/// Redraw interval for running clocks.
const CLOCK_STEP: Duration = Duration::from_millis(200);

/// The arguments of [`MatchView::new`].
#[derive(Debug)]
pub struct ViewSetup {
    /// The rules.
    pub game: Arc<dyn TableGame>,
    /// For each seat, whether a person at this screen occupies it.
    pub people: Vec<bool>,
    /// `true` if the people must not see each other's hands. Each person then sees the match from their own seat, and a
    /// cover hides the table until the next person arrives.
    pub hides_hands: bool,
}

/// The screen updates needed after an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Update {
    /// `true` if the match has changed and must be saved.
    pub needs_saving: bool,
    /// `true` if the screen hasn't shown the newest position yet.
    pub is_new_position: bool,
    /// If set, the match must be delivered as seen by this viewer from now on.
    pub viewer: Option<Viewer>,
}

/// The match state at one screen.
#[derive(Debug)]
pub struct MatchView {
    game: Arc<dyn TableGame>,
    people: Vec<bool>,
    hides_hands: bool,
    /// The seat whose hand is visible, if hands are hidden.
    seen_by: Option<Seat>,
    /// The seat of the person who must confirm before anything is visible.
    covered_for: Option<Seat>,

    players: Vec<String>,
    time_control: TimeControl,
    pub(crate) history: History,
    animation: Option<Animation>,
    turn: Option<Turn>,
    clocks: Vec<Duration>,
    /// The time at which `clocks` were read.
    clocks_read: Duration,
    pub(crate) asked: Option<Seat>,
    /// The move in progress for the person with an open question.
    pub(crate) steps: MoveInSteps,
    /// The picture after the steps made so far, if any.
    pub(crate) stepped: Option<Diagram>,
    /// A picture to show instead of the position.
    instead: Option<Diagram>,
    /// `true` if a shown move has not been confirmed by the table.
    pub(crate) is_unconfirmed: bool,
    is_paused: bool,
    draw_offer: Option<Seat>,
    ending: Option<Ending>,
    /// Number of plies in each take-back, for redo.
    pub(crate) undone: Vec<usize>,
    thoughts: Thoughts,
    /// Each seat's search statistics.
    efforts: Vec<Effort>,
    now: Duration,
}

impl MatchView {
    /// A match that has not started.
    ///
    /// # Panics
    /// See [`History::new`].
    pub fn new(setup: ViewSetup) -> Self {
        let ViewSetup { game, people, hides_hands } = setup;
        Self {
            history: History::new(Arc::clone(&game)),
            players: vec![String::new(); game.seat_count()],
            efforts: vec![Effort::default(); game.seat_count()],
            game,
            people,
            hides_hands,
            seen_by: None,
            covered_for: None,
            time_control: TimeControl::Unlimited,
            animation: None,
            turn: None,
            clocks: Vec::new(),
            clocks_read: Duration::ZERO,
            asked: None,
            steps: MoveInSteps::default(),
            stepped: None,
            instead: None,
            is_unconfirmed: false,
            is_paused: false,
            draw_offer: None,
            ending: None,
            undone: Vec::new(),
            thoughts: Thoughts::default(),
            now: Duration::ZERO,
        }
    }
}

/// Methods that change the view.
impl MatchView {
    /// Sets the time for clocks and animations.
    pub fn set_time(&mut self, now: Duration) {
        self.now = now;
        if self.animation.as_ref().is_some_and(|animation| animation.picture(now).is_none()) {
            self.animation = None;
        }
    }

    /// Handles an event from the table.
    pub fn update(&mut self, now: Duration, event: &Event) -> Update {
        self.set_time(now);
        match event {
            Event::MatchStarted(table) => {
                self.undone.clear();
                self.efforts.fill(Effort::default());
                self.set_table(table);
                Update { is_new_position: true, ..Update::default() }
            }
            Event::MoveTakenBack(table) => {
                self.undone.push(self.history.plies().len().saturating_sub(table.moves.len()));
                self.change_table(table)
            }
            Event::MoveRedone(table) => {
                self.undone.pop();
                self.change_table(table)
            }
            Event::Resynchronized(table) => {
                self.resynchronize(table);
                Update { is_new_position: true, ..Update::default() }
            }
            Event::MovePlayed(played) | Event::ChanceDecided(played) => {
                let is_new_position = self.add_move(played);
                Update { needs_saving: true, is_new_position, ..Update::default() }
            }
            Event::MatchEnded(ending) => {
                self.end(ending.clone());
                Update { needs_saving: true, viewer: self.hide_all_hands(), ..Update::default() }
            }
            event => {
                self.handle_status_event(event);
                Update::default()
            }
        }
    }

    /// Events that don't change the board.
    fn handle_status_event(&mut self, event: &Event) {
        match event {
            Event::TurnStarted { turn, clocks, .. } => self.start_turn(*turn, clocks),
            Event::InputRequested { seat, .. } => self.ask(*seat),
            Event::ThinkingReported { seat, elapsed, thinking } => {
                self.thoughts.add(*seat, *elapsed, thinking.clone());
            }
            Event::DrawOffered(seat) => self.draw_offer = Some(*seat),
            Event::DrawDeclined(_) => self.draw_offer = None,
            Event::Paused => {
                self.stop_clocks();
                self.is_paused = true;
                self.asked = None;
                self.renew_steps();
            }
            Event::Resumed => {
                self.is_paused = false;
                self.clocks_read = self.now;
            }
            _ => {}
        }
    }

    /// Replaces the table after a take-back or redo.
    fn change_table(&mut self, table: &TableState) -> Update {
        self.set_table(table);
        Update { needs_saving: true, is_new_position: true, ..Update::default() }
    }

    fn set_table(&mut self, table: &TableState) {
        self.players.clone_from(&table.players);
        self.time_control = table.time_control;
        self.history.set(table);
        self.turn = Some(table.turn);
        self.clocks.clone_from(&table.clocks);
        self.clocks_read = self.now;
        self.ending.clone_from(&table.ending);
        self.asked = None;
        self.is_unconfirmed = false;
        self.is_paused = table.is_paused;
        self.draw_offer = table.draw_offer.as_ref().map(|offer| offer.by);
        self.animation = None;
        self.renew_steps();
        self.thoughts = Thoughts::default();
    }

    /// Replaces the table for another viewer, or after missed events.
    fn resynchronize(&mut self, table: &TableState) {
        if self.hides_hands {
            self.history.forget();
        }
        if self.covered_for == self.seen_by || table.ending.is_some() {
            self.covered_for = None;
        }
        self.set_table(table);
        self.asked = table.asked.filter(|_| table.prompt.is_some());
        self.renew_steps();
        if self.undone.iter().sum::<usize>() != table.redoable {
            self.undone = if table.redoable > 0 { vec![table.redoable] } else { Vec::new() };
        }
    }

    fn start_turn(&mut self, turn: Turn, clocks: &[Duration]) {
        self.turn = Some(turn);
        self.clocks = clocks.to_vec();
        self.clocks_read = self.now;
        self.is_paused = false;
        self.ending = None;
        self.thoughts.are_old = true;
    }

    /// Handles the table's request for a person's move. A repeated request means that the answer was refused and the
    /// shown move was not played.
    fn ask(&mut self, seat: Seat) {
        self.asked = Some(seat);
        if self.hides_hands && self.seen_by != Some(seat) {
            self.covered_for = Some(seat);
        }
        if self.is_unconfirmed {
            self.is_unconfirmed = false;
            self.history.take_back_unconfirmed();
        }
        self.renew_steps();
    }

    /// Adds a move to the history. Returns `false` if the screen has already shown it.
    fn add_move(&mut self, played: &PlayedMove) -> bool {
        self.stop_clocks();
        self.asked = None;
        self.renew_steps();
        self.is_unconfirmed = false;
        if let (Turn::Seat(seat), Some(clock)) = (played.turn, played.clock)
            && let Some(shown) = self.clocks.get_mut(seat.index())
        {
            *shown = clock;
        }
        self.turn = None;
        self.add_effort(played);
        if matches!(played.turn, Turn::Seat(seat) if self.is_person(seat)) {
            self.undone.clear();
        }
        if self.draw_offer.is_some_and(|seat| played.turn != Turn::Seat(seat)) {
            self.draw_offer = None;
        }
        let is_new = self.history.play(played);
        if is_new {
            self.animate(played.ply);
        }
        is_new
    }

    fn add_effort(&mut self, played: &PlayedMove) {
        let Turn::Seat(seat) = played.turn else { return };
        let reported = Some(&self.thoughts)
            .filter(|thoughts| thoughts.seat == Some(seat) && !thoughts.are_old);
        if let Some(effort) = self.efforts.get_mut(seat.index()) {
            effort.add(played.elapsed, reported);
        }
    }

    fn end(&mut self, ending: Ending) {
        self.stop_clocks();
        self.ending = Some(ending);
        self.asked = None;
        self.renew_steps();
        self.thoughts.are_old = true;
    }

    /// Freezes the clocks at their current times.
    fn stop_clocks(&mut self) {
        let seats = Seat::all(self.clocks.len());
        self.clocks = seats.map(|seat| self.clock(seat).unwrap_or(NO_LIMIT)).collect();
        self.clocks_read = self.now;
    }

    /// Hides all hands. Returns the new viewer if a hand was visible.
    fn hide_all_hands(&mut self) -> Option<Viewer> {
        let was_seen = self.seen_by.take();
        if was_seen.is_none() {
            self.covered_for = None;
        }
        was_seen.map(|_seat| Viewer::Public)
    }

    /// Confirms that the person in this seat is at the screen. Returns the viewer for whom the match must now be
    /// delivered. The cover remains until the delivery.
    pub fn uncover(&mut self, seat: Seat) -> Viewer {
        self.seen_by = Some(seat);
        Viewer::Seat(seat)
    }

    /// Animates the move with this index, if the move has several steps.
    pub(crate) fn animate(&mut self, ply: usize) {
        if self.history.is_in_the_past() {
            return;
        }
        let route = self.history.last_route().to_vec();
        self.animation = self
            .history
            .picture_after(ply)
            .and_then(|before| Animation::new(&before, self.history.picture(), &route, self.now));
    }

    /// Handles a command that the table refused: takes back an unconfirmed move.
    pub fn handle_refusal(&mut self) {
        if std::mem::take(&mut self.is_unconfirmed) {
            self.history.take_back_unconfirmed();
            self.renew_steps();
        }
    }

    /// Ends the running animation.
    pub fn skip_animation(&mut self) {
        self.animation = None;
    }

    /// Shows this picture instead of the position; if it is `None`, shows the position again. The picture must have the
    /// same squares.
    pub fn show_instead(&mut self, picture: Option<Diagram>) {
        self.instead = picture;
    }

    /// Shows the position after `ply` moves, or the newest position if there are fewer.
    pub fn show_ply(&mut self, ply: usize) {
        self.skip_animation();
        self.history.show_ply(ply);
    }
}

/// Methods that query the view.
impl MatchView {
    /// The rules.
    pub fn game(&self) -> &Arc<dyn TableGame> {
        &self.game
    }

    /// The name of each seat's player.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// The time control.
    pub const fn time_control(&self) -> TimeControl {
        self.time_control
    }

    /// All positions so far.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The time that was [set](Self::set_time).
    pub const fn time(&self) -> Duration {
        self.now
    }

    /// The diagram to show now.
    pub fn picture(&self) -> &Diagram {
        let moving = self.animation.as_ref().and_then(|animation| animation.picture(self.now));
        let stepped = self.stepped.as_ref().filter(|_| !self.history.is_in_the_past());
        let instead = self.instead.as_ref();
        instead.or(moving).or(stepped).unwrap_or_else(|| self.history.picture())
    }

    /// The current turn; `None` before the match and between turns.
    pub const fn turn(&self) -> Option<Turn> {
        self.turn
    }

    /// The seat of the person with an open question.
    pub const fn asked_seat(&self) -> Option<Seat> {
        self.asked
    }

    /// Returns `true` if the match is paused.
    pub const fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// The seat that has offered a draw.
    pub const fn draw_offer(&self) -> Option<Seat> {
        self.draw_offer
    }

    /// The match ending, if the match is over.
    pub const fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The reports from the player that reported last.
    pub const fn thoughts(&self) -> &Thoughts {
        &self.thoughts
    }

    /// The search statistics for each seat's player in this match.
    pub fn efforts(&self) -> &[Effort] {
        &self.efforts
    }

    /// Returns `true` if the match has clocks.
    pub fn has_clocks(&self) -> bool {
        !self.clocks.is_empty()
    }

    /// The time left on a seat's clock; `None` without a time limit.
    pub fn clock(&self, seat: Seat) -> Option<Duration> {
        let shown = self.clocks.get(seat.index()).copied().filter(|&shown| shown != NO_LIMIT)?;
        let runs = self.turn == Some(Turn::Seat(seat)) && self.ending.is_none() && !self.is_paused;
        let passed = if runs { self.turn_time() } else { Duration::ZERO };
        Some(shown.saturating_sub(passed))
    }

    /// Duration of the current turn so far.
    pub fn turn_time(&self) -> Duration {
        self.now.saturating_sub(self.clocks_read)
    }

    /// Time until the screen must be redrawn without an event; `None` if no redraw is needed.
    pub fn next_change(&self) -> Option<Duration> {
        if self.animation.is_some() {
            return Some(STEP / 2);
        }
        let is_ongoing = self.turn.is_some() && self.ending.is_none() && !self.is_paused;
        is_ongoing.then_some(CLOCK_STEP)
    }

    /// For each seat, whether a person at this screen occupies it.
    pub fn people(&self) -> &[bool] {
        &self.people
    }

    /// Returns `true` if a person plays at this screen.
    pub fn has_people(&self) -> bool {
        self.people.contains(&true)
    }

    /// Returns `true` if a person at this screen occupies the seat.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.people.get(seat.index()).copied().unwrap_or(false)
    }

    /// The seat of the only person at this screen; `None` if there are none or several.
    pub fn only_person(&self) -> Option<Seat> {
        let mut seats = self.seats_of_people();
        seats.next().filter(|_| seats.next().is_none())
    }

    /// The seats of the people at this screen.
    pub fn seats_of_people(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.people.len()).filter(|&seat| self.is_person(seat))
    }

    /// Returns `true` if the people at this screen must not see each other's hands.
    pub const fn hides_hands(&self) -> bool {
        self.hides_hands
    }

    /// The seat whose hand is visible, if hands are hidden.
    pub const fn seen_by(&self) -> Option<Seat> {
        self.seen_by
    }

    /// The seat of the person who must confirm before anything is visible.
    pub const fn covered_for(&self) -> Option<Seat> {
        self.covered_for
    }
}
