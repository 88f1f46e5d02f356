//! The table: everything that is shown of a match, and what one's hands are doing.

mod directing;
mod hands;
mod hearing;
mod keys;
mod typing;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use board_engine::{Diagram, Glyph, GlyphKind, Place, Seat, Square};
use games_package::TableGame;
use match_view::sentences::not_possible;
use match_view::{MatchView, ViewSetup};
use ratatui::layout::Rect;

use crate::message::{Effect, Message};
use crate::skin::Skin;

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
    pub(crate) model: MatchView,
    /// How long the match waits after each move.
    pace: Duration,
    pub(crate) skin: Skin,
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
    /// The squares of the move that a hint has named.
    pub(crate) hint: Vec<Square>,
    /// Whether a player was told in this turn to move at once.
    hurried: bool,
    /// The first file that the match was saved to by hand.
    saved_as: Option<PathBuf>,
    pub(crate) area: Rect,
}

impl Table {
    /// The table before the match has begun.
    pub fn new(setup: TableSetup) -> Self {
        let TableSetup { game, people, hides_hands, pace, skin } = setup;
        let mut table = Self {
            model: MatchView::new(ViewSetup { game, people, hides_hands }),
            pace,
            skin,
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
            hurried: false,
            saved_as: None,
            area: Rect::ZERO,
        };
        table.is_flipped = table.sits_on_top();
        table.cursor = table.first_cursor();
        table
    }

    /// Takes in what has happened `now`, a time since the screen was opened.
    pub fn update(&mut self, now: Duration, message: Message) -> Vec<Effect> {
        self.model.set_time(now);
        match message {
            Message::Input(input) => self.take_input(&input),
            Message::Table(event) => self.take_event(now, &event),
            Message::Advice(advice) => {
                self.take_advice(&advice);
                Vec::new()
            }
            Message::Saved(result) => {
                self.take_saved(result);
                Vec::new()
            }
            Message::Refused(why) => {
                self.model.take_refusal();
                self.complain(not_possible(&why));
                Vec::new()
            }
            Message::Tick => Vec::new(),
        }
    }

    /// How long from now something changes on the screen without anything happening; none if nothing does.
    pub fn next_change(&self) -> Option<Duration> {
        self.model.next_change()
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
    /// How many pieces of a seat have left the table, counted against the start.
    pub(crate) fn lost(&self, seat: Seat, start: &Diagram) -> usize {
        let count = |diagram: &Diagram| {
            diagram.glyphs().filter(|(_, glyph)| is_piece_of(glyph, seat)).count()
        };
        count(start).saturating_sub(count(self.model.picture()))
    }

    /// The seats in the order in which they sit from the top of the screen down.
    pub(crate) fn seats_from_top(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = Seat::all(self.model.people().len()).collect();
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
        let start = self.model.history().first_picture()?;
        match start.geometry().squares().next_back() {
            Some(_) if self.model.people().len() != 2 => None,
            Some(square) => start.glyph(square)?.owner,
            None => self.model.seen_by().or_else(|| self.model.only_person()).or(Some(Seat::FIRST)),
        }
    }

    /// Whether the only person here has the pieces that begin at the top.
    fn sits_on_top(&self) -> bool {
        let Some(person) = self.model.only_person() else { return false };
        let picture = self.model.history().picture();
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
        let geometry = self.model.history().picture().geometry();
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
