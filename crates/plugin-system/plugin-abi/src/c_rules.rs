//! The rules of the game for plugins in C: `RivalRules` in `include/rival_plugin.h`. The header describes each
//! function.

use std::ffi::{c_char, c_void};

/// `RIVAL_SEATS_MAX`: maximum number of seats in a game.
pub const C_SEATS_MAX: usize = 8;

/// `RIVAL_BATCH_MAX`: maximum number of positions that one call can take or describe.
pub const C_BATCH_MAX: usize = 1 << 16;

/// `RIVAL_KEPT_MAX`: maximum number of positions that a player can hold, including positions that take-backs can
/// restore.
pub const C_KEPT_MAX: usize = 1 << 20;

/// `RIVAL_CHANCE`: chance acts next.
pub const C_CHANCE: i32 = -2;

/// `RivalPosition`: a handle to a position; 0 is none.
pub type CPosition = u64;

/// `RivalState`: the state of a position, without its notation.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CState {
    /// A key that is equal for equal positions.
    pub key: u64,
    /// The number of legal moves; 0 if the game is over.
    pub move_count: u32,
    /// The seat that acts next, [`C_CHANCE`], or [`C_NONE`](crate::C_NONE) if the game is over.
    pub turn: i32,
    /// Each seat's payoff if the game is over; otherwise zeros.
    pub payoffs: [i16; C_SEATS_MAX],
}

/// The reason why the rules refuse a call; the numbers match the header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum CRefusal {
    /// `RIVAL_NOT_NOW`.
    NotNow = -101,
    /// `RIVAL_NO_RULES`.
    NoRules = -102,
    /// `RIVAL_NO_POSITION`.
    NoPosition = -103,
    /// `RIVAL_NO_MOVE`.
    NoMove = -104,
    /// `RIVAL_IS_OVER`.
    IsOver = -105,
    /// `RIVAL_MALFORMED`.
    Malformed = -106,
    /// `RIVAL_BAD_POINTER`.
    BadPointer = -107,
    /// `RIVAL_TOO_MANY`.
    TooMany = -108,
    /// `RIVAL_TOO_SMALL`.
    TooSmall = -109,
    /// `RIVAL_BROKEN`.
    Broken = -110,
}

/// `RivalRules`: the rules of a player's game. Later versions may append functions.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CRules {
    /// The size of this structure in bytes.
    pub size: usize,
    /// The first argument of every function.
    pub context: *const c_void,
    /// Makes a position from a starting position and the moves from it, all given as strings.
    pub make: unsafe extern "C" fn(
        context: *const c_void,
        start: *const c_char,
        moves: *const c_char,
        made: *mut CPosition,
    ) -> i32,
    /// Makes `count` copies of a position.
    pub copy: unsafe extern "C" fn(
        context: *const c_void,
        position: CPosition,
        copies: *mut CPosition,
        count: usize,
    ) -> i32,
    /// Releases positions.
    pub release: unsafe extern "C" fn(
        context: *const c_void,
        positions: *const CPosition,
        count: usize,
    ) -> i32,
    /// Plays a move in each position.
    pub play: unsafe extern "C" fn(
        context: *const c_void,
        positions: *const CPosition,
        moves: *const u32,
        count: usize,
    ) -> i32,
    /// Takes back the last move in each position.
    pub take_back: unsafe extern "C" fn(
        context: *const c_void,
        positions: *const CPosition,
        count: usize,
    ) -> i32,
    /// Describes these positions.
    pub states: unsafe extern "C" fn(
        context: *const c_void,
        positions: *const CPosition,
        states: *mut CState,
        count: usize,
    ) -> i32,
    /// Describes the positions after every legal move in these positions.
    pub look_ahead: unsafe extern "C" fn(
        context: *const c_void,
        positions: *const CPosition,
        count: usize,
        states: *mut CState,
        capacity: usize,
    ) -> i32,
    /// The probability of each legal move at a chance turn.
    pub weights: unsafe extern "C" fn(
        context: *const c_void,
        position: CPosition,
        weights: *mut u32,
        capacity: usize,
    ) -> i32,
    /// The index of the legal move that a string represents.
    pub find_move: unsafe extern "C" fn(
        context: *const c_void,
        position: CPosition,
        text: *const c_char,
    ) -> i32,
    /// A legal move in notation.
    pub move_text: unsafe extern "C" fn(
        context: *const c_void,
        position: CPosition,
        mv: u32,
        text: *mut c_char,
        capacity: usize,
    ) -> i32,
    /// A position as a string.
    pub position_text: unsafe extern "C" fn(
        context: *const c_void,
        position: CPosition,
        text: *mut c_char,
        capacity: usize,
    ) -> i32,
    /// The reason for the latest refusal.
    pub why:
        unsafe extern "C" fn(context: *const c_void, text: *mut c_char, capacity: usize) -> i32,
}
