//! The interface for plugins in C: a table of functions that take C strings.
//!
//! `include/rival_plugin.h` describes each field for authors. These types have the same layout, field by field, and a
//! test compares the two. A plugin's exports must not change. The structures that a plugin receives may get more fields
//! at the end. [`C_INTERFACE`] then increases by one, and older programs refuse plugins that need the new fields.

use std::ffi::{c_char, c_void};

use crate::c_rules::CRules;

/// The contents of `rival_plugin.h`, the header for plugin authors.
pub const C_HEADER: &str = include_str!("../include/rival_plugin.h");

/// This layout's number, `RIVAL_C_INTERFACE` in the header. Layout 2 added [`CHost::rules`].
pub const C_INTERFACE: u32 = 2;

/// The first layout's number. Every layout is a prefix of all later ones.
pub const C_INTERFACE_FIRST: u32 = 1;

/// The symbol that a plugin in C exports for its [`Stamp`](crate::Stamp).
pub const C_STAMP_SYMBOL: &str = "RIVAL_C_PLUGIN_STAMP";

/// The symbol that a plugin in C exports for its [`CPlugin`].
pub const C_PLUGIN_SYMBOL: &str = "RIVAL_C_PLUGIN";

/// `RIVAL_RESIGN`: the player resigns.
pub const C_RESIGN: i32 = -1;

/// `RIVAL_ACCEPT_DRAW`: the player accepts the offered draw.
pub const C_ACCEPT_DRAW: i32 = -2;

/// `RIVAL_AND_OFFER_DRAW`: added to a move's index to offer a draw.
pub const C_AND_OFFER_DRAW: i32 = 0x4000_0000;

/// `RIVAL_NONE`: no seat, no limit, unknown.
pub const C_NONE: i32 = -1;

/// `RivalOptionSpec`: an option of a player.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct COptionSpec {
    /// Its name.
    pub name: *const c_char,
    /// A one-line description.
    pub description: *const c_char,
    /// The default value.
    pub default_value: *const c_char,
    /// All values of an option of type [`COptionKind::Choice`].
    pub choices: *const *const c_char,
    /// The number of choices.
    pub choice_count: usize,
    /// The minimum of an integer.
    pub min: i64,
    /// The maximum of an integer.
    pub max: i64,
    /// The option's type: [`COptionKind`] as a number.
    pub kind: u32,
}

/// The types of options; the numbers match the header.
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
    /// A one-line description.
    pub description: *const c_char,
    /// The games that the player plays; empty means every game.
    pub games: *const *const c_char,
    /// The number of games.
    pub game_count: usize,
    /// Its options.
    pub options: *const COptionSpec,
    /// The number of options.
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

/// `RivalSetup`: the settings of a match for one player.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CSetup {
    /// The game with its variant.
    pub game: *const c_char,
    /// The time control, as on the command line.
    pub time_control: *const c_char,
    /// The seed for all of the player's randomness.
    pub seed: u64,
    /// The maximum depth in plies, or [`C_NONE`].
    pub depth_max: i64,
    /// The maximum number of positions per move, or [`C_NONE`].
    pub node_count_max: i64,
    /// The seat, from 0.
    pub seat: u32,
    /// The number of seats.
    pub seat_count: u32,
    /// Whether the player may think on the opponents' time.
    pub pondering: bool,
}

/// `RivalTurn`: what a player needs to choose a move or to ponder.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CTurn {
    /// The position at the start of the match.
    pub start: *const c_char,
    /// All moves since the start, separated by single spaces.
    pub moves: *const c_char,
    /// The current position.
    pub position: *const c_char,
    /// All legal moves; null on the opponents' turns.
    pub legal_moves: *const *const c_char,
    /// The number of legal moves.
    pub legal_move_count: usize,
    /// Milliseconds until the match is lost, or [`C_NONE`].
    pub time_left_ms: i64,
    /// Milliseconds until the player is stopped, or [`C_NONE`].
    pub budget_ms: i64,
    /// The seat that has offered a draw, or [`C_NONE`].
    pub draw_offer: i32,
    /// The player's seat.
    pub seat: u32,
}

/// `RivalEvent`: an event at the table.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CEvent {
    /// The move that was played, or an empty string.
    pub mv: *const c_char,
    /// The position after the move, or an empty string.
    pub position: *const c_char,
    /// The kind of event: [`CEventKind`] as a number.
    pub kind: u32,
    /// The seat that moved, or [`C_NONE`].
    pub seat: i32,
}

/// The kinds of events; the numbers match the header.
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

/// `RivalThinking`: a player's search report.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CThinking {
    /// The principal variation.
    pub line: *const c_char,
    /// Positions visited.
    pub nodes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Positions at which the search was cut off.
    pub cutoffs: u64,
    /// The maximum depth reached, in plies, or [`C_NONE`].
    pub selective_depth: i64,
    /// Transposition table usage, per mille, or [`C_NONE`].
    pub table_use: i32,
    /// The completed depth in plies.
    pub depth: u32,
    /// The rank of the line, from 1.
    pub rank: u32,
    /// The type of the value: [`CValueKind`] as a number.
    pub value_kind: u32,
    /// The score from the side to move's point of view.
    pub value: i32,
}

/// The types of values; the numbers match the header.
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

/// `RivalHost`: the services that the program offers to a player during one call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CHost {
    /// The first argument of every function.
    pub context: *const c_void,
    /// Returns `true` if the player should answer now.
    pub is_stopped: unsafe extern "C" fn(*const c_void) -> bool,
    /// Reports on the search.
    pub report: unsafe extern "C" fn(*const c_void, *const CThinking),
    /// Writes a line to the log.
    pub log: unsafe extern "C" fn(*const c_void, *const c_char),
    /// The index of the legal move that a string represents, or [`C_NONE`].
    pub find_move: unsafe extern "C" fn(*const c_void, *const c_char) -> i32,
    /// Sets the reason for the call's failure.
    pub fail: unsafe extern "C" fn(*const c_void, *const c_char),
    /// The answer's urgency: an [`UrgencyV1`](crate::message::UrgencyV1) as a number.
    pub urgency: unsafe extern "C" fn(*const c_void) -> u32,
    /// The rules of the game; since layout 2.
    pub rules: *const CRules,
}

/// Creates a player with this name for a game; null on failure.
pub type CNewPlayer = unsafe extern "C-unwind" fn(
    player: *const c_char,
    game: *const c_char,
    options: *const COption,
    option_count: usize,
    host: *const CHost,
) -> *mut c_void;

/// `RivalPlugin`: a plugin's functions. Optional functions, and functions that the author forgot, are `None`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CPlugin {
    /// Its name.
    pub name: *const c_char,
    /// Its version.
    pub version: *const c_char,
    /// The players that the plugin can create.
    pub players: *const CPlayerInfo,
    /// The number of players.
    pub player_count: usize,
    /// Creates a player.
    pub new_player: Option<CNewPlayer>,
    /// Frees a player; optional.
    pub close: Option<unsafe extern "C-unwind" fn(*mut c_void)>,
    /// Begins a match and returns 0 if the player is ready; optional.
    pub start: Option<unsafe extern "C-unwind" fn(*mut c_void, *const CSetup, *const CHost) -> i32>,
    /// Returns the index of a legal move or one of this module's constants.
    pub choose_move:
        Option<unsafe extern "C-unwind" fn(*mut c_void, *const CTurn, *const CHost) -> i32>,
    /// Thinks on the opponents' time; optional.
    pub ponder: Option<unsafe extern "C-unwind" fn(*mut c_void, *const CTurn, *const CHost)>,
    /// Observes an event at the table; optional.
    pub observe: Option<unsafe extern "C-unwind" fn(*mut c_void, *const CEvent, *const CHost)>,
}
