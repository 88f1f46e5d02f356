//! The same plugins for C: a table of functions that take texts, beside the interface of Rust.
//!
//! `include/rival_plugin.h` of this crate is what authors read; it says what each field means. These types have its
//! layout, field by field, and a test compares the two. What stands here can't change: should it have to,
//! [`C_INTERFACE`] goes up by one.

use std::ffi::{c_char, c_void};

/// The header for authors, `rival_plugin.h`, as text.
pub const C_HEADER: &str = include_str!("../include/rival_plugin.h");

/// The number of this layout: `RIVAL_C_INTERFACE` of the header.
pub const C_INTERFACE: u32 = 1;

/// The name under which a plugin in C exports its [`Stamp`](crate::Stamp).
pub const C_STAMP_SYMBOL: &str = "RIVAL_C_PLUGIN_STAMP";

/// The name under which a plugin in C exports its [`CPlugin`].
pub const C_PLUGIN_SYMBOL: &str = "RIVAL_C_PLUGIN";

/// `RIVAL_RESIGN`: the player gives up.
pub const C_RESIGN: i32 = -1;

/// `RIVAL_ACCEPT_DRAW`: the player accepts the draw that was offered.
pub const C_ACCEPT_DRAW: i32 = -2;

/// `RIVAL_AND_OFFER_DRAW`: added to a move's index, offers a draw.
pub const C_AND_OFFER_DRAW: i32 = 0x4000_0000;

/// `RIVAL_NONE`: no seat, no limit, not known.
pub const C_NONE: i32 = -1;

/// `RivalOptionSpec`: something that can be set on a player.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct COptionSpec {
    /// Its name.
    pub name: *const c_char,
    /// What it does, in one line.
    pub description: *const c_char,
    /// The value if nothing is set.
    pub default_value: *const c_char,
    /// All values of a choice.
    pub choices: *const *const c_char,
    /// How many.
    pub choice_count: usize,
    /// The least value of an integer.
    pub min: i64,
    /// The greatest value of an integer.
    pub max: i64,
    /// Its type: [`COptionKind`] as a number.
    pub kind: u32,
}

/// The types of options, as the header numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum COptionKind {
    /// `RIVAL_INTEGER`.
    Integer = 0,
    /// `RIVAL_FLAG`.
    Flag = 1,
    /// `RIVAL_CHOICE`.
    Choice = 2,
    /// `RIVAL_TEXT`.
    Text = 3,
}

/// `RivalPlayerInfo`: a kind of player.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CPlayerInfo {
    /// Its name.
    pub name: *const c_char,
    /// What it does, in one line.
    pub description: *const c_char,
    /// The games that it plays; none for every game.
    pub games: *const *const c_char,
    /// How many.
    pub game_count: usize,
    /// What can be set.
    pub options: *const COptionSpec,
    /// How many.
    pub option_count: usize,
}

/// `RivalOption`: the value of an option.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct COption {
    /// Its name.
    pub name: *const c_char,
    /// Its value.
    pub value: *const c_char,
}

/// `RivalSetup`: what a player is told when a match begins.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CSetup {
    /// The game with its variant.
    pub game: *const c_char,
    /// How time is counted, as on the command line.
    pub time_control: *const c_char,
    /// Where all chance of the player must come from.
    pub seed: u64,
    /// The greatest depth in plies, or [`C_NONE`].
    pub depth_max: i64,
    /// The greatest number of positions for a move, or [`C_NONE`].
    pub node_count_max: i64,
    /// The seat, from 0.
    pub seat: u32,
    /// How many seats play.
    pub seat_count: u32,
    /// Whether the player may think while others are to move.
    pub pondering: bool,
}

/// `RivalTurn`: what a player gets on its turn, and while others are to move.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CTurn {
    /// The position in which the match started.
    pub start: *const c_char,
    /// All moves since then, separated by single blanks.
    pub moves: *const c_char,
    /// The position.
    pub position: *const c_char,
    /// All legal moves; null while others are to move.
    pub legal_moves: *const *const c_char,
    /// How many.
    pub legal_move_count: usize,
    /// Milliseconds until the match is lost, or [`C_NONE`].
    pub time_left_ms: i64,
    /// Milliseconds until the player is stopped, or [`C_NONE`].
    pub budget_ms: i64,
    /// The seat whose offer of a draw stands, or [`C_NONE`].
    pub draw_offer: i32,
    /// The player's seat.
    pub seat: u32,
}

/// `RivalEvent`: something that has happened at the table.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CEvent {
    /// The move that was played, or an empty text.
    pub mv: *const c_char,
    /// The position after it, or an empty text.
    pub position: *const c_char,
    /// What has happened: [`CEventKind`] as a number.
    pub kind: u32,
    /// Who has moved, or [`C_NONE`].
    pub seat: i32,
}

/// The events, as the header numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum CEventKind {
    /// `RIVAL_CHANCE_DECIDED`.
    ChanceDecided = 0,
    /// `RIVAL_MOVE_PLAYED`.
    MovePlayed = 1,
    /// `RIVAL_MOVE_TAKEN_BACK`.
    MoveTakenBack = 2,
    /// `RIVAL_MOVE_REDONE`.
    MoveRedone = 3,
    /// `RIVAL_MATCH_ENDED`.
    MatchEnded = 4,
}

/// `RivalThinking`: what a player thinks.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CThinking {
    /// The line that it expects.
    pub line: *const c_char,
    /// Positions visited.
    pub nodes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Positions whose other moves needed no look.
    pub cutoffs: u64,
    /// The longest line in plies, or [`C_NONE`].
    pub selective_depth: i64,
    /// The use of the table of positions per mille, or [`C_NONE`].
    pub table_use: i32,
    /// The depth in plies.
    pub depth: u32,
    /// The place of the line, from 1.
    pub rank: u32,
    /// The unit of the value: [`CValueKind`] as a number.
    pub value_kind: u32,
    /// What the position is worth to the mover.
    pub value: i32,
}

/// The units of values, as the header numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum CValueKind {
    /// `RIVAL_CENTI`.
    Centi = 0,
    /// `RIVAL_WIN_IN`.
    WinIn = 1,
    /// `RIVAL_LOSS_IN`.
    LossIn = 2,
}

/// `RivalHost`: what the program does for a player during one call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CHost {
    /// The first argument of all functions.
    pub context: *const c_void,
    /// Whether to answer now.
    pub is_stopped: unsafe extern "C" fn(*const c_void) -> bool,
    /// Takes what the player thinks.
    pub report: unsafe extern "C" fn(*const c_void, *const CThinking),
    /// Takes a line for the log.
    pub log: unsafe extern "C" fn(*const c_void, *const c_char),
    /// Gives the index of the legal move that a text means, or [`C_NONE`].
    pub find_move: unsafe extern "C" fn(*const c_void, *const c_char) -> i32,
    /// Takes the reason why the call fails.
    pub fail: unsafe extern "C" fn(*const c_void, *const c_char),
    /// How urgently the answer is wanted: a number of [`UrgencyV1`](crate::message::UrgencyV1).
    pub urgency: unsafe extern "C" fn(*const c_void) -> u32,
}

/// Makes a player of this name for a game; null if it can't.
pub type CNewPlayer = unsafe extern "C" fn(
    player: *const c_char,
    game: *const c_char,
    options: *const COption,
    option_count: usize,
    host: *const CHost,
) -> *mut c_void;

/// `RivalPlugin`: the functions of a plugin. Those that may be missing, and those that an author has forgotten, are
/// none.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CPlugin {
    /// Its name.
    pub name: *const c_char,
    /// Its version.
    pub version: *const c_char,
    /// The players that it can make.
    pub players: *const CPlayerInfo,
    /// How many.
    pub player_count: usize,
    /// Makes a player.
    pub new_player: Option<CNewPlayer>,
    /// Frees a player; may be missing.
    pub close: Option<unsafe extern "C" fn(*mut c_void)>,
    /// A match begins; 0 if the player is ready; may be missing.
    pub start: Option<unsafe extern "C" fn(*mut c_void, *const CSetup, *const CHost) -> i32>,
    /// The index of a legal move, or one of the constants of this module.
    pub choose_move: Option<unsafe extern "C" fn(*mut c_void, *const CTurn, *const CHost) -> i32>,
    /// Thinks while others are to move; may be missing.
    pub ponder: Option<unsafe extern "C" fn(*mut c_void, *const CTurn, *const CHost)>,
    /// Something has happened at the table; may be missing.
    pub observe: Option<unsafe extern "C" fn(*mut c_void, *const CEvent, *const CHost)>,
}
