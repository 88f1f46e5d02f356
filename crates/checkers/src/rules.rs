//! What a variant is: constants, each with the article of the rule book that it comes from.

use board_engine::Color;

/// Everything in which variants differ. The generator reads it as a constant, so that a variant is
/// compiled without the other variants' branches.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The variant's name in Rival: lower case, no blanks.
    pub name: &'static str,
    /// What people know it as, in one line.
    pub description: &'static str,
    /// The rule book that the articles below belong to.
    pub rule_book: &'static str,
    /// The board and the pieces on it at the start.
    pub board: BoardSetup,
    /// The side that moves first.
    pub starts: Color,
    /// The lines that pieces move and capture along.
    pub lines: MoveLines,
    /// Where men capture to.
    pub men_capture: MenCapture,
    /// What men may take.
    pub men_take: MenTake,
    /// How kings move.
    pub kings: Kings,
    /// Which captures must be preferred.
    pub precedence: Precedence,
    /// When taken pieces leave the board.
    pub taken: Taken,
    /// When a man becomes a king.
    pub promotion: Promotion,
    /// The aim of the game.
    pub goal: Goal,
    /// When the game is a draw.
    pub draws: Draws,
    /// How squares and moves are written.
    pub style: Style,
}

/// The board, and the pieces on it at the start.
#[derive(Clone, Copy, Debug)]
pub struct BoardSetup {
    /// The number of columns, even.
    pub width: u8,
    /// The number of rows.
    pub height: u8,
    /// Which places are played on.
    pub squares: PlayingSquares,
    /// On how many rows each side's men stand.
    pub men_rows: u8,
    /// How many rows are free behind them.
    pub rows_behind: u8,
}

/// Which squares of the board are played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayingSquares {
    /// Every second one; the corner at White's left hand plays.
    Dark,
    /// Every second one; the corner at White's right hand plays.
    Mirrored,
    /// All.
    All,
}

/// The lines that pieces move and capture along.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveLines {
    /// Diagonals.
    Diagonals,
    /// Moves along diagonals, captures along diagonals, rows and columns.
    DiagonalsAndStraightCaptures,
    /// Rows and columns. Men also step and capture sideways.
    Straight,
}

/// Where men capture to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MenCapture {
    /// In the directions that they move in.
    Forward,
    /// In all directions of the variant's lines.
    AllAround,
}

/// What men may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MenTake {
    /// Men and kings.
    All,
    /// Men only.
    Men,
}

/// How kings move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kings {
    /// One square.
    Short,
    /// Any distance, landing on any free square behind the taken piece.
    Flying,
    /// Any distance, but landing directly behind the taken piece.
    LandingBehind,
    /// Any distance, but landing directly behind the last taken piece if that is a king.
    LandingBehindKings,
}

/// Which of the possible captures are legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precedence {
    /// None is compulsory.
    Optional,
    /// All; a capture must be made.
    Any,
    /// All, but those of kings before those of men.
    KingsFirst,
    /// Those that take most pieces.
    Most,
    /// Those that take most pieces; of these, those that take most kings.
    MostThenKings,
    /// Those that take most pieces; of these, those of kings; of these, those that take most kings; of these, those
    /// that take a king earliest. The Italian rule book says of the last only that one must capture where a king comes
    /// first; where captures meet their first king equally early, we go on to compare the second, and so on.
    MostByKingThenKings,
    /// Those of the highest value, a king counting a little less than two men; of these, those of kings.
    HighestValue,
}

/// When taken pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// After the move; no piece is passed twice.
    AtTheEnd,
    /// Each at once.
    AtOnce,
    /// Each at once, and the capturing piece may not turn back on its line.
    AtOnceWithoutTurningBack,
}

/// When a man on the crowning row becomes a king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// When it gets there, and its move ends.
    EndsTheMove,
    /// If its move ends there.
    AtTheEnd,
    /// When it gets there, and it goes on as a king.
    AtOnce,
}

/// The aim of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A side that can't move loses.
    LastMove,
    /// A side that can't move wins.
    NoMove,
    /// The side that has a king first wins.
    FirstKing,
    /// A side that can't move passes; when neither can, more pieces win.
    MorePieces,
}

/// When the game is a draw.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    /// How often a position must stand, with the same side to move, to end the game.
    pub occurrences: Limit,
    /// After how many plies without a capture and without a man's move.
    pub king_plies: Limit,
    /// The endings that must be won within a number of plies; the first that fits counts.
    pub endings: &'static [Ending],
    /// What happens to the count when one of these endings becomes another.
    pub ending_change: EndingChange,
    /// Endings that are decided as soon as they arise.
    pub settled: Settled,
    /// What limits the moves of one king.
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
    /// The rule as a phrase with its number, and with its article where the variant's rule book has one: "the third
    /// occurrence of the position (FMJD 6.1)".
    pub rule: &'static str,
}

impl Limit {
    /// No such rule.
    pub const NONE: Self = Self::new(0, "");

    /// The third occurrence of a position, in variants whose rule books have no article for it.
    pub const THREEFOLD: Self = Self::new(3, "the third occurrence of the position");

    /// This number, and the rule that it belongs to.
    pub const fn new(count: u8, rule: &'static str) -> Self {
        Self { count, rule }
    }
}

/// An ending that is a draw after a number of plies.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// The pieces of one side.
    pub strong: Material,
    /// The pieces of the other side.
    pub weak: Material,
    /// After how many plies in this ending it is a draw.
    pub plies: Limit,
    /// After how many plies in a row with all of the weak side's pieces on the main road it is a draw. The main road is
    /// the diagonal from White's left-hand corner to Black's.
    pub main_road_plies: Limit,
    /// What sets the count back to zero while the ending lasts.
    pub restarts: Restarts,
}

impl Ending {
    /// A limit on plies, wherever the pieces stand and whatever happens.
    pub const fn limited(strong: Material, weak: Material, plies: Limit) -> Self {
        Self { strong, weak, plies, main_road_plies: Limit::NONE, restarts: Restarts::Never }
    }

    /// The same ending with a limit on plies during which the weak side stays on the main road.
    #[must_use]
    pub const fn or_on_the_main_road(self, main_road_plies: Limit) -> Self {
        Self { main_road_plies, ..self }
    }
}

/// A side's pieces in an ending: the least and the greatest number of each kind.
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

/// What sets the count of an ending back to zero while it lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restarts {
    /// Nothing.
    Never,
    /// A capture or a promotion.
    WhenTheBalanceChanges,
}

/// What happens to the count when one limited ending becomes another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndingChange {
    /// The new ending is counted from zero.
    CountsAnew,
    /// The new ending is counted from zero, but the limit of the one before stays valid.
    KeepsTheLimit,
}

/// Endings that are drawn as soon as they arise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settled {
    /// None.
    Nothing,
    /// One piece against one piece, men or kings, unless the side to move can capture. Holds the rule as a phrase.
    OnePieceEach(&'static str),
}

/// What limits the moves of one king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingRun {
    /// Nothing.
    Unlimited,
    /// After three moves in a row without a capture, the king must rest for a move while its side has a man.
    Three,
}

/// How squares and moves are written.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// How squares are named.
    pub names: Names,
    /// What stands between the squares of a capture.
    pub capture: char,
    /// The number of the game in PDN, where it has one.
    pub game_type: Option<u16>,
}

/// How squares are named, the board seen with White's side below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    /// By numbers from the left of the top row.
    FromTheTop,
    /// By numbers from the right of the bottom row.
    FromTheBottom,
    /// By the letter of the column from the left and the number of the row from below.
    Letters,
}
