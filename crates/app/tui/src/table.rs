//! The table: the state of the screen during a match. Independent of drawing and keys.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use board_engine::{Diagram, Glyph, GlyphKind, Place, Seat, Square, Turn};
use games_package::{Ending, PlayedMove, TableGame};
use match_view::{LegalMove, MatchView, ViewSetup};
use ratatui::layout::Rect;

use crate::bindings::COMMAND_SIGN;
use crate::skin::Skin;
use crate::text_field::TextField;

/// The arguments of [`Table::new`].
#[derive(Debug)]
pub struct TableSetup {
    /// The rules.
    pub game: Arc<dyn TableGame>,
    /// For each seat, `true` if it belongs to a person at this screen.
    pub people: Vec<bool>,
    /// `true` if the people must not see each other's hands. Each person then sees the match from their own seat, and a
    /// cover hides the table while the keyboard changes hands.
    pub hides_hands: bool,
    /// The initial delay after each move.
    pub pace: Duration,
    /// The look of the board.
    pub skin: Skin,
    /// `true` if the terminal rings its bell after an opponent's move.
    pub rings_bell: bool,
}

/// A box over the table that receives the next key press.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Overlay {
    /// The help, scrolled down by this number of lines.
    Help(HelpSubject, u16),
    /// A request for confirmation.
    Confirm(Confirmable),
    /// A choice between moves, and the index of the selected move.
    Choose(Vec<String>, usize),
    /// The file name that is being typed.
    SaveAs(TextField),
    /// Text, scrolled down by this number of lines. Any key that doesn't scroll closes the overlay.
    Text(String, u16),
}

/// The help subject.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HelpSubject {
    Match,
    Study,
    SetUp,
}

/// An action that needs confirmation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Confirmable {
    Resign(Seat),
    Restart,
}

/// A status message's severity. The severity determines the highlighting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Severity {
    Info,
    /// A reason to wait, valid until the next turn.
    Waiting,
    Error,
}

/// A sentence in the status line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StatusMessage {
    pub(crate) text: String,
    pub(crate) severity: Severity,
}

/// A square with the selected piece, where the left mouse button is held down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pressed {
    pub(crate) square: Square,
    /// `true` if the piece was already selected, so releasing the button here deselects it.
    pub(crate) was_selected: bool,
}

/// A match on the screen.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact or a wish by itself")]
pub struct Table {
    pub(crate) model: MatchView,
    /// The delay after each move.
    pub(crate) pace: Duration,
    pub(crate) skin: Skin,
    rings_bell: bool,
    /// Each seat's points from earlier matches between the same players; empty in the first match.
    earlier_points: Vec<f64>,
    pub(crate) shows_thoughts: bool,

    /// The square under the cursor; `None` on a table without squares.
    pub(crate) cursor: Option<Square>,
    pub(crate) shows_cursor: bool,
    /// The square of the last click, and its time.
    pub(crate) clicked: Option<(Square, Duration)>,
    /// The square where the left mouse button is held down, if releasing it can have an effect.
    pub(crate) pressed: Option<Pressed>,
    pub(crate) typed: TextField,
    /// `true` to list the legal moves even if nothing is typed.
    pub(crate) lists_moves: bool,
    /// The index of the selected move among the moves that touch no square.
    pub(crate) text_move: usize,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) is_flipped: bool,
    pub(crate) coaches: bool,
    pub(crate) status_message: Option<StatusMessage>,
    /// The status message that the typed text replaced.
    pub(crate) replaced_message: Option<StatusMessage>,
    /// The squares of the hinted move.
    pub(crate) hint: Vec<Square>,
    /// `true` if Ctrl-C already sent [`Command::MoveNow`](games_package::Command::MoveNow) this turn.
    pub(crate) has_sent_move_now: bool,
    /// The file to which the user last saved the match.
    pub(crate) saved_as: Option<PathBuf>,
    pub(crate) area: Rect,
}

impl Table {
    /// Creates the table before the match begins.
    pub fn new(setup: TableSetup) -> Self {
        let TableSetup { game, people, hides_hands, pace, skin, rings_bell } = setup;
        // Showing the opponent's thinking would help the human player.
        let shows_thoughts = !people.contains(&true);
        let mut table = Self {
            model: MatchView::new(ViewSetup { game, people, hides_hands }),
            pace,
            skin,
            rings_bell,
            earlier_points: Vec::new(),
            shows_thoughts,
            cursor: None,
            shows_cursor: false,
            clicked: None,
            pressed: None,
            typed: TextField::default(),
            lists_moves: true,
            text_move: 0,
            overlay: None,
            is_flipped: false,
            coaches: false,
            status_message: None,
            replaced_message: None,
            hint: Vec::new(),
            has_sent_move_now: false,
            saved_as: None,
            area: Rect::ZERO,
        };
        table.is_flipped = table.starts_at_top();
        table.cursor = table.first_cursor();
        table
    }

    /// The same table, with the players' points from earlier matches in seat order.
    #[must_use]
    pub fn with_points(mut self, points: Vec<f64>) -> Self {
        self.earlier_points = points;
        self
    }

    /// Each seat's points in all matches between these players, including this match if it is over.
    pub fn points(&self) -> Vec<f64> {
        let point = |seat: Seat| {
            let earlier = self.earlier_points.get(seat.index()).copied().unwrap_or_default();
            earlier + self.model.ending().map_or(0.0, |ending| share_of_win(ending, seat))
        };
        Seat::all(self.model.people().len()).map(point).collect()
    }

    /// A seat's points; `None` in the first match between these players.
    pub(crate) fn points_of(&self, seat: Seat) -> Option<f64> {
        let is_first = self.earlier_points.is_empty();
        if is_first { None } else { self.points().get(seat.index()).copied() }
    }

    /// The time until the screen next changes without a message; `None` if it doesn't change.
    pub fn next_change(&self) -> Option<Duration> {
        self.model.next_change()
    }

    /// The current skin, which people can change during the match.
    pub const fn skin(&self) -> &Skin {
        &self.skin
    }

    /// Sets the screen size in columns and rows.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.area = Rect::new(0, 0, width, height);
    }
}

/// Rings the terminal bell.
impl Table {
    /// Returns `true` if the bell should ring for this move, because an opponent made it.
    pub(crate) fn is_heard(&self, played: &PlayedMove) -> bool {
        let is_opponents = match played.turn {
            Turn::Seat(seat) => self.model.has_people() && !self.model.is_person(seat),
            Turn::Chance => false,
        };
        self.rings_bell && is_opponents
    }
}

/// Queries for the views.
impl Table {
    /// The legal moves that begin with the typed text, in any accepted notation.
    pub(crate) fn completions(&self) -> Vec<&LegalMove> {
        self.model.completions(&self.typed)
    }

    /// The move that the game parses from the typed text, if a move can be played now.
    pub(crate) fn typed_move(&self) -> Option<String> {
        self.model
            .history()
            .resolve(&self.typed)
            .ok()
            .filter(|_| self.model.may_move() && !self.typed.is_empty())
            .filter(|_| !self.typed.trim_start().starts_with(COMMAND_SIGN))
    }

    /// Returns `true` if the typed text is a move rather than a command.
    pub(crate) fn is_move_typed(&self) -> bool {
        self.typed_move().is_some()
    }

    /// The pieces that the seat has lost since the start. A promoted piece is not lost but has changed its kind. So for
    /// each promoted piece, one piece of the most numerous initial kind (the kind that promotes) is omitted.
    pub(crate) fn lost<'a>(&self, seat: Seat, start: &'a Diagram) -> Vec<&'a Glyph> {
        let mut left: Vec<&Glyph> = pieces_of(self.model.picture(), seat).collect();
        let had: Vec<&Glyph> = pieces_of(start, seat).collect();
        let lost_count = had.len().saturating_sub(left.len());
        let is_gone = |glyph: &&Glyph| {
            let found = left.iter().position(|it| it == glyph);
            found.map(|index| left.swap_remove(index)).is_none()
        };
        let mut lost: Vec<&Glyph> = had.iter().copied().filter(is_gone).collect();
        let count = |glyph: &Glyph| had.iter().filter(|it| **it == glyph).count();
        lost.sort_by_key(|glyph| count(glyph));
        lost.truncate(lost_count);
        lost
    }

    /// The seats from the top to the bottom of the screen.
    pub(crate) fn seats_from_top(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = Seat::all(self.model.people().len()).collect();
        if let Some(near) = self.bottom_seat() {
            let after = (near.index() + 1) % seats.len();
            seats.rotate_left(after);
            if self.is_flipped {
                let half = seats.len() / 2;
                seats.rotate_left(half);
            }
        }
        seats
    }

    /// The seat at the bottom before the board is flipped. With two seats, this is the seat with its initial pieces at
    /// the bottom. Without a board, this is the seat of the person with the visible hand, or else of the only person.
    fn bottom_seat(&self) -> Option<Seat> {
        let start = self.model.history().picture_after(0)?;
        match start.geometry().squares().next_back() {
            Some(_) if self.model.people().len() != 2 => None,
            Some(square) => start.glyph(square)?.owner,
            None => self.model.seen_by().or_else(|| self.model.only_person()).or(Some(Seat::FIRST)),
        }
    }

    /// Returns `true` if the only person's pieces start at the top of the board.
    fn starts_at_top(&self) -> bool {
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

    /// A square near the middle of the board.
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

/// A seat's points for a match. The winners share one point. In a draw, all players share the point.
fn share_of_win(ending: &Ending, seat: Seat) -> f64 {
    let Some(payoffs) = &ending.payoffs else { return 0.0 };
    let best = payoffs.iter().max();
    let winners = payoffs.iter().filter(|payoff| Some(*payoff) == best).count();
    let has_won = payoffs.get(seat.index()) == best;
    if has_won {
        u32::try_from(winners).map_or(0.0, |winners| 1.0 / f64::from(winners))
    } else {
        0.0
    }
}

/// A seat's pieces in a diagram.
pub(crate) fn pieces_of(diagram: &Diagram, seat: Seat) -> impl Iterator<Item = &Glyph> {
    diagram.glyphs().map(|(_, glyph)| glyph).filter(move |glyph| is_piece_of(glyph, seat))
}

/// Returns `true` if the piece belongs to this seat.
pub(crate) fn is_piece_of(glyph: &Glyph, seat: Seat) -> bool {
    matches!(glyph.kind, GlyphKind::Piece { .. }) && glyph.owner == Some(seat)
}
