//! The table: everything that is shown of a match, and what one's hands are doing.

mod directing;
mod hands;
mod hearing;
mod keys;
mod typing;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use board_engine::{Diagram, Glyph, GlyphKind, Place, Seat, Square, Turn};
use games_package::{Ending, TableGame, TimeControl};
use ratatui::layout::Rect;

use crate::animation::{Animation, STEP};
use crate::history::History;
use crate::message::{Effect, Message};
use crate::skin::Skin;
use crate::thoughts::Thoughts;

/// What the clock of a seat without a limit shows in a match that has clocks.
const NO_LIMIT: Duration = Duration::MAX;

/// What a screen begins with.
#[derive(Debug)]
pub struct TableSetup {
    /// The rules.
    pub game: Arc<dyn TableGame>,
    /// Which seats are people's before this screen.
    pub people: Vec<bool>,
    /// Whether they must not see each other's hands: each sees the match with eyes of their own, and a cover lies over
    /// the table while the keyboard goes from one to the next.
    pub hides_hands: bool,
    /// How long the match waits after each move, to begin with.
    pub pace: Duration,
    /// What the board looks like.
    pub skin: Skin,
}

/// What lies over the table and wants an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Overlay {
    /// The keys; scrolled down by so many lines.
    Help(u16),
    /// Is it really wanted?
    Confirm(Deliberate),
    /// Which of these moves is meant, and on which one the cursor stands.
    Choose(Vec<String>, usize),
    /// The name of a file, as far as it is typed.
    SaveAs(String),
    /// What was asked for in words.
    Told(String),
}

/// What is done only when it is confirmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deliberate {
    Resign(Seat),
    Restart,
}

/// How a remark is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    Plain,
    Complaint,
}

/// A sentence about what has just happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Remark {
    pub(crate) text: String,
    pub(crate) manner: Manner,
}

/// A match on the screen.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact or a wish by itself")]
pub struct Table {
    pub(crate) game: Arc<dyn TableGame>,
    pub(crate) people: Vec<bool>,
    hides_hands: bool,
    /// Whose hand may be seen, where hands are hidden.
    seen_by: Option<Seat>,
    /// Nothing is to be seen until this person sits at the keyboard.
    pub(crate) covered_for: Option<Seat>,
    /// How long the match waits after each move.
    pace: Duration,
    pub(crate) skin: Skin,

    pub(crate) names: Vec<String>,
    pub(crate) time_control: TimeControl,
    pub(crate) history: History,
    pub(crate) animation: Option<Animation>,
    /// Whose turn it is, once the match has begun.
    pub(crate) turn: Option<Turn>,
    pub(crate) clocks: Vec<Duration>,
    /// When the clocks showed that.
    clocks_read: Duration,
    /// The person who is asked for a move.
    pub(crate) asked: Option<Seat>,
    /// A move is shown that the table hasn't confirmed.
    is_ahead: bool,
    pub(crate) is_paused: bool,
    /// Who offers a draw.
    pub(crate) offer: Option<Seat>,
    pub(crate) ending: Option<Ending>,
    /// How many plies each take-back took, for playing them again.
    undone: Vec<usize>,
    pub(crate) thoughts: Thoughts,
    pub(crate) shows_thoughts: bool,

    /// Where the cursor stands; nowhere on a table without squares.
    pub(crate) cursor: Option<Square>,
    pub(crate) shows_cursor: bool,
    pub(crate) picked: Vec<Square>,
    pub(crate) typed: String,
    /// Which of the moves that touch no square is chosen.
    pub(crate) word: usize,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) is_flipped: bool,
    pub(crate) coaches: bool,
    pub(crate) remark: Option<Remark>,
    /// The move that a hint has named, and its squares.
    pub(crate) hint: Vec<Square>,
    /// The number of the newest question to the adviser.
    asked_advice: u64,
    /// Whether somebody was hurried in this turn.
    hurried: bool,
    /// The first file that the match was saved to by hand.
    saved_as: Option<PathBuf>,
    pub(crate) area: Rect,
    pub(crate) now: Duration,
}

impl Table {
    /// The table before the match has begun.
    pub fn new(setup: TableSetup) -> Self {
        let TableSetup { game, people, hides_hands, pace, skin } = setup;
        let names = vec![String::new(); game.seat_count()];
        let history = History::new(Arc::clone(&game));
        let mut table = Self {
            game,
            people,
            hides_hands,
            seen_by: None,
            covered_for: None,
            pace,
            skin,
            names,
            time_control: TimeControl::Unlimited,
            history,
            animation: None,
            turn: None,
            clocks: Vec::new(),
            clocks_read: Duration::ZERO,
            asked: None,
            is_ahead: false,
            is_paused: false,
            offer: None,
            ending: None,
            undone: Vec::new(),
            thoughts: Thoughts::default(),
            shows_thoughts: true,
            cursor: None,
            shows_cursor: false,
            picked: Vec::new(),
            typed: String::new(),
            word: 0,
            overlay: None,
            is_flipped: false,
            coaches: false,
            remark: None,
            hint: Vec::new(),
            asked_advice: 0,
            hurried: false,
            saved_as: None,
            area: Rect::ZERO,
            now: Duration::ZERO,
        };
        table.is_flipped = table.sits_on_top();
        table.cursor = table.first_cursor();
        table
    }

    /// Takes in what has happened `now`, a time since the screen was opened.
    pub fn update(&mut self, now: Duration, message: Message) -> Vec<Effect> {
        self.now = now;
        if self.animation.as_ref().is_some_and(|animation| animation.picture(now).is_none()) {
            self.animation = None;
        }
        match message {
            Message::Input(input) => self.take_input(&input),
            Message::Table(event) => self.hear(*event),
            Message::Advice(advice) => {
                self.hear_advice(&advice);
                Vec::new()
            }
            Message::Saved(result) => {
                self.hear_saved(result);
                Vec::new()
            }
            Message::Refused(why) => {
                if std::mem::take(&mut self.is_ahead) {
                    self.history.take_back_ahead();
                }
                self.complain(format!("That is not possible: {why}"));
                Vec::new()
            }
            Message::Tick => Vec::new(),
        }
    }

    /// How long from now something changes on the screen without anything happening; none if nothing does.
    pub fn next_change(&self) -> Option<Duration> {
        if self.animation.is_some() {
            return Some(STEP / 2);
        }
        let goes_on = self.turn.is_some() && self.ending.is_none() && !self.is_paused;
        goes_on.then_some(Duration::from_millis(200))
    }

    /// The skin, as it was changed.
    pub fn skin(&self) -> &Skin {
        &self.skin
    }

    /// The sizes of the screen: they are known from here on, before anything is drawn.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.area = Rect::new(0, 0, width, height);
    }
}

/// What the views ask.
impl Table {
    /// What the board shows now.
    pub(crate) fn picture(&self) -> &Diagram {
        let moving = self.animation.as_ref().and_then(|animation| animation.picture(self.now));
        moving.unwrap_or_else(|| self.history.picture())
    }

    /// Whether a person may move now, on the board that is shown.
    pub(crate) fn may_move(&self) -> bool {
        self.asked.is_some() && !self.is_ahead && !self.is_paused && !self.history.looks_back()
    }

    /// The legal moves that touch no square.
    pub(crate) fn words(&self) -> Vec<&str> {
        let moves = self.history.legal().iter().filter(|mv| mv.route.is_empty());
        moves.map(|mv| mv.text.as_str()).collect()
    }

    /// What each clock shows now.
    pub(crate) fn clock(&self, seat: Seat) -> Option<Duration> {
        let shown = self.clocks.get(seat.index()).copied().filter(|&shown| shown != NO_LIMIT)?;
        let runs = self.turn == Some(Turn::Seat(seat)) && self.ending.is_none() && !self.is_paused;
        let passed = if runs { self.now.saturating_sub(self.clocks_read) } else { Duration::ZERO };
        Some(shown.saturating_sub(passed))
    }

    /// How long the turn has lasted.
    pub(crate) fn turn_time(&self) -> Duration {
        self.now.saturating_sub(self.clocks_read)
    }

    /// The only person here, if there is one person alone.
    pub(crate) fn only_person(&self) -> Option<Seat> {
        let mut seats = Seat::all(self.people.len()).filter(|&seat| self.is_person(seat));
        seats.next().filter(|_| seats.next().is_none())
    }

    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        self.people.get(seat.index()).copied().unwrap_or(false)
    }

    /// How many pieces of a seat have left the table, counted against the start.
    pub(crate) fn lost(&self, seat: Seat, start: &Diagram) -> usize {
        let count = |diagram: &Diagram| {
            diagram.glyphs().filter(|(_, glyph)| is_piece_of(glyph, seat)).count()
        };
        count(start).saturating_sub(count(self.picture()))
    }

    /// The seats in the order in which they sit from the top of the screen down.
    pub(crate) fn seats_from_top(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = Seat::all(self.people.len()).collect();
        if let Some(near) = self.near_seat() {
            let after = (near.index() + 1) % seats.len();
            seats.rotate_left(after);
            if self.is_flipped {
                let half = seats.len() / 2;
                seats.rotate_left(half);
            }
        }
        seats
    }

    /// The seat at the near side of the table before it is turned: of two the one whose pieces stand there at the start.
    /// On a table without a board the person sits there whose hand may be seen, or who plays here alone.
    fn near_seat(&self) -> Option<Seat> {
        let start = self.history.first_picture()?;
        match start.geometry().squares().next_back() {
            Some(_) if self.people.len() != 2 => None,
            Some(square) => start.glyph(square)?.owner,
            None => self.seen_by.or_else(|| self.only_person()).or(Some(Seat::FIRST)),
        }
    }

    /// Whether the only person here has the pieces that begin at the top.
    fn sits_on_top(&self) -> bool {
        let Some(person) = self.only_person() else { return false };
        let picture = self.history.picture();
        let geometry = picture.geometry();
        let is_own = |square: &Square| {
            picture.glyph(*square).is_some_and(|glyph| is_piece_of(glyph, person))
        };
        let own = geometry.squares().filter(is_own);
        let rows: Vec<u32> = own.map(|square| geometry.place(square).row.into()).collect();
        let last_row = u32::from(geometry.height().saturating_sub(1));
        let middle = last_row * u32::try_from(rows.len()).unwrap_or(0);
        !rows.is_empty() && 2 * rows.iter().sum::<u32>() < middle
    }

    /// A square in the middle of the board.
    fn first_cursor(&self) -> Option<Square> {
        let geometry = self.history.picture().geometry();
        let middle = Place { column: geometry.width() / 2, row: geometry.height() / 2 };
        let distance = |square: &Square| {
            let place = geometry.place(*square);
            place.column.abs_diff(middle.column) + place.row.abs_diff(middle.row)
        };
        geometry.squares().min_by_key(distance)
    }
}

/// Whether it is a piece, and this seat's.
pub(crate) fn is_piece_of(glyph: &Glyph, seat: Seat) -> bool {
    matches!(glyph.kind, GlyphKind::Piece { .. }) && glyph.owner == Some(seat)
}
