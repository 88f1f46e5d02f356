//! The variants' rules as constants, each with the article in its rule book.

use board_engine::Color;

/// The differences between variants. These differences are constants for the generator, so each variant is compiled
/// without the other variants' branches.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The variant's name in Rival: lower case, no spaces.
    pub name: &'static str,
    /// A one-line description.
    pub description: &'static str,
    /// The rule book that contains the articles below.
    pub rule_book: &'static str,
    /// The board and the pieces on it at the start.
    pub board: BoardSetup,
    /// The side that moves first.
    pub starts: Color,
    /// The lines along which pieces move and capture.
    pub lines: MoveLines,
    /// The directions in which men capture.
    pub men_capture: MenCapture,
    /// The pieces that men may capture.
    pub men_take: MenTake,
    /// The king's movement.
    pub kings: Kings,
    /// The captures that take precedence.
    pub precedence: Precedence,
    /// The moment when captured pieces leave the board.
    pub taken: Taken,
    /// The moment of promotion.
    pub promotion: Promotion,
    /// The aim of the game.
    pub goal: Goal,
    /// The draw rules.
    pub draws: Draws,
    /// The notation for squares and moves.
    pub style: Style,
}

/// The board, and the pieces on it at the start.
#[derive(Clone, Copy, Debug)]
pub struct BoardSetup {
    /// The number of columns, even.
    pub width: u8,
    /// The number of rows.
    pub height: u8,
    /// The squares in play.
    pub squares: PlayingSquares,
    /// The number of rows with men on each side.
    pub men_rows: u8,
    /// The number of empty rows behind the men.
    pub rows_behind: u8,
}

/// The squares on the board that are in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayingSquares {
    /// Every second square; the corner at White's left hand is in play.
    Dark,
    /// Every second square; the corner at White's right hand is in play.
    Mirrored,
    /// All.
    All,
}

/// The lines along which pieces move and capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveLines {
    /// Diagonals.
    Diagonals,
    /// Moves along diagonals, captures along diagonals, rows and columns.
    DiagonalsAndStraightCaptures,
    /// Rows and columns. Men also step and capture sideways.
    Straight,
}

/// The directions in which men capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MenCapture {
    /// Men capture in the directions in which they move.
    Forward,
    /// Men capture in all directions of the variant's lines.
    AllAround,
}

/// The pieces that men may capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MenTake {
    /// Men and kings.
    All,
    /// Men only.
    Men,
}

/// The king's movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kings {
    /// One square.
    Short,
    /// Any distance, landing on any free square behind the captured piece.
    Flying,
    /// Any distance, but landing directly behind the captured piece.
    LandingBehind,
    /// Any distance, but landing directly behind the last captured piece if that is a king.
    LandingBehindKings,
}

/// The precedence among possible captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precedence {
    /// Captures are optional.
    Optional,
    /// Any capture; capturing is compulsory.
    Any,
    /// Any capture, but captures by kings come before captures by men.
    KingsFirst,
    /// Capturing the most pieces.
    Most,
    /// Capturing the most pieces; among these captures, the most kings.
    MostThenKings,
    /// Capturing the most pieces; among these, captures by kings; then capturing the most kings; then captures that
    /// encounter a king earliest. The Italian rule book requires only a capture that encounters a king first. If
    /// captures encounter their first king equally early, their second kings are compared, and so on.
    MostByKingThenKings,
    /// Capturing the highest value, with a king worth a little less than two men; among these, captures by kings.
    HighestValue,
}

/// The moment when captured pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// Captured pieces leave after the move; no piece may be passed over twice.
    AtTheEnd,
    /// Captured pieces leave immediately.
    AtOnce,
    /// Captured pieces leave immediately, but the capturing piece must not reverse its direction.
    AtOnceWithoutTurningBack,
}

/// The moment when a man on the crowning row becomes a king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// The man is crowned on arrival, which ends its move.
    EndsTheMove,
    /// The man is crowned if its move ends there.
    AtTheEnd,
    /// The man is crowned on arrival and continues as a king.
    AtOnce,
}

/// The aim of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A side that can't move loses.
    LastMove,
    /// A side that can't move wins.
    NoMove,
    /// The side that first has a king wins.
    FirstKing,
    /// A side that can't move passes; if neither can, the side with more pieces wins.
    MorePieces,
}

/// The draw rules.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    /// The number of times that a position occurs, with the same side to move, before the game ends.
    pub occurrences: Limit,
    /// The number of plies without a capture and without a man's move.
    pub king_plies: Limit,
    /// The endings that must be won within a number of plies; the first matching one counts.
    pub endings: &'static [Ending],
    /// The effect on the count if one of these endings turns into another.
    pub ending_change: EndingChange,
    /// Endings that are decided as soon as they arise.
    pub settled: Settled,
    /// The limit on consecutive moves by one king.
    pub king_run: KingRun,
}

impl Draws {
    /// The third occurrence of a position, and no other rule.
    pub const THREEFOLD: Self = Self {
        occurrences: Limit::THREEFOLD,
        king_plies: Limit::NONE,
        endings: &[],
        ending_change: EndingChange::CountsAnew,
        settled: Settled::Nothing,
        king_run: KingRun::Unlimited,
    };
}

/// A number at which a rule ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// The number; 0 if the variant has no such rule.
    pub count: u8,
    /// The rule as a phrase with its number, and with its article if the variant's rule book has
    /// one: "threefold repetition (FMJD 6.1)".
    pub rule: &'static str,
}

impl Limit {
    /// The limit for a variant without such a rule.
    pub const NONE: Self = Self::new(0, "");

    /// The third occurrence of a position, for variants without an article for it.
    pub const THREEFOLD: Self = Self::new(3, "threefold repetition");

    /// A limit with this number and its rule.
    pub const fn new(count: u8, rule: &'static str) -> Self {
        Self { count, rule }
    }
}

/// An ending that is a draw after a number of plies.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// One side's pieces.
    pub strong: Material,
    /// The other side's pieces.
    pub weak: Material,
    /// The number of plies in this ending that make it a draw.
    pub plies: Limit,
    /// The number of consecutive plies with all of the weak side's pieces on the main road that make the ending a draw.
    /// The main road is the diagonal from White's left-hand corner to Black's.
    pub main_road_plies: Limit,
    /// The event that resets the count while the ending lasts.
    pub restarts: Restarts,
}

impl Ending {
    /// A limit on plies, no matter where the pieces are and how they move.
    pub const fn with_limit(strong: Material, weak: Material, plies: Limit) -> Self {
        Self { strong, weak, plies, main_road_plies: Limit::NONE, restarts: Restarts::Never }
    }

    /// The same ending with an additional limit on plies during which the weak side stays on the main road.
    #[must_use]
    pub const fn or_on_the_main_road(self, main_road_plies: Limit) -> Self {
        Self { main_road_plies, ..self }
    }
}

/// A side's pieces in an ending: the minimum and maximum number of each kind.
#[derive(Clone, Copy, Debug)]
pub struct Material {
    /// Kings.
    pub kings: (u8, u8),
    /// Men and kings together.
    pub pieces: (u8, u8),
}

impl Material {
    /// One king.
    pub const KING: Self = Self::kings(1);

    /// `count` kings and nothing else.
    pub const fn kings(count: u8) -> Self {
        Self { kings: (count, count), pieces: (count, count) }
    }

    /// `least` to `most` pieces, at least one of them a king.
    pub const fn pieces(least: u8, most: u8) -> Self {
        Self { kings: (1, most), pieces: (least, most) }
    }
}

/// The event that resets an ending's count while the ending lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restarts {
    /// Nothing.
    Never,
    /// A capture or a promotion.
    WhenTheBalanceChanges,
}

/// The effect on the count when one limited ending turns into another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndingChange {
    /// The new ending is counted from zero.
    CountsAnew,
    /// The new ending is counted from zero, but the limit of the previous ending stays valid.
    KeepsTheLimit,
}

/// Endings that are drawn as soon as they arise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settled {
    /// None.
    Nothing,
    /// One piece against one piece, men or kings, unless the side to move can capture. Contains the
    /// rule as a phrase.
    OnePieceEach(&'static str),
}

/// The limit on consecutive moves by one king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingRun {
    /// No limit.
    Unlimited,
    /// After three consecutive moves without a capture, the king must rest for a move while its side has a man.
    Three,
}

/// The notation for squares and moves.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The square naming.
    pub names: Names,
    /// The sign between the squares of a capture.
    pub capture: char,
    /// The PDN game number, if it has one.
    pub game_type: Option<u16>,
}

/// The square naming, with White at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    /// Numbers, starting at the left of the top row.
    FromTheTop,
    /// Numbers, starting at the right of the bottom row.
    FromTheBottom,
    /// Column letters from the left, and row numbers from the bottom.
    Letters,
}
