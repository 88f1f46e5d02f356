//! The functions behind the `RivalRules` that a player in C receives.
//!
//! The rules run in the plugin's process, so a search in C queries the rules without interprocess communication. C
//! passes handles, numbers and array addresses. Only the addresses can't be fully checked.

use std::ffi::{c_char, c_void};

use board_engine::Turn;
use games_package::PositionState;
use plugin_abi::{
    C_BATCH_MAX, C_CHANCE, C_NONE, C_SEATS_MAX, CPosition, CRefusal, CRules, CState, guarded,
};

use super::positions::{Positions, Refused, in_words};
use super::with_host;
use crate::error::one_line;
use crate::library::c_text::text;

/// The functions, with this context as their first argument.
pub(super) fn table(context: *const c_void) -> CRules {
    CRules {
        size: size_of::<CRules>(),
        context,
        make,
        copy,
        release,
        play,
        take_back,
        states,
        look_ahead,
        weights,
        find_move,
        move_text,
        position_text,
        why,
    }
}

/// An input array from the caller.
struct Given<T> {
    first: *const T,
    count: usize,
}

impl<T: Copy> Given<T> {
    /// # Errors
    /// [`CRefusal`] if the array is too long or its address is null.
    ///
    /// # Safety
    /// The address is null, or points to `count` items that remain valid during the call.
    unsafe fn new(first: *const T, count: usize) -> Result<Self, CRefusal> {
        check_array(first, count)?;
        Ok(Self { first, count })
    }

    fn at(&self, index: usize) -> Option<T> {
        if index >= self.count {
            return None;
        }
        // SAFETY: the index is in the array, by the contract of `new`.
        let item = unsafe { self.first.add(index) };
        // SAFETY: the same as above.
        Some(unsafe { item.read() })
    }
}

/// The caller's output array. This array can overlap an input array, so no reference to it is ever created.
struct Wanted<T> {
    first: *mut T,
    capacity: usize,
    written: usize,
}

impl<T> Wanted<T> {
    /// # Errors
    /// [`CRefusal`] if its address is null.
    ///
    /// # Safety
    /// The address is null, or points to `capacity` items that remain valid during the call.
    unsafe fn new(first: *mut T, capacity: usize) -> Result<Self, CRefusal> {
        check_array(first, capacity.min(C_BATCH_MAX))?;
        Ok(Self { first, capacity, written: 0 })
    }

    fn push(&mut self, item: T) -> Result<(), CRefusal> {
        if self.written == C_BATCH_MAX {
            return Err(CRefusal::TooMany);
        }
        if self.written >= self.capacity {
            return Err(CRefusal::TooSmall);
        }
        // SAFETY: the index is in the array, by the contract of `new`.
        let place = unsafe { self.first.add(self.written) };
        // SAFETY: the same as above.
        unsafe { place.write(item) };
        self.written += 1;
        Ok(())
    }

    /// The number of items written, as a function's result.
    fn count(&self) -> i32 {
        i32::try_from(self.written).unwrap_or(i32::MAX)
    }
}

fn check_array<T>(first: *const T, count: usize) -> Result<(), CRefusal> {
    match count {
        0 => Ok(()),
        _ if count > C_BATCH_MAX => Err(CRefusal::TooMany),
        _ if first.is_null() || !first.is_aligned() => Err(CRefusal::BadPointer),
        _ => Ok(()),
    }
}

/// Writes a string and its zero byte if they fit. Returns the string's length.
///
/// # Safety
/// The address is null, or points to `capacity` bytes that remain valid during the call.
unsafe fn write_text(written: &str, text: *mut c_char, capacity: usize) -> Result<i32, CRefusal> {
    let length = i32::try_from(written.len()).map_err(|_beyond| CRefusal::TooSmall)?;
    if written.len() < capacity {
        if text.is_null() {
            return Err(CRefusal::BadPointer);
        }
        // SAFETY: by this function's contract, the string fits into the caller's buffer. `written` can't overlap that
        // buffer.
        unsafe { text.cast::<u8>().copy_from_nonoverlapping(written.as_ptr(), written.len()) };
        // SAFETY: the same as above.
        let end = unsafe { text.add(written.len()) };
        // SAFETY: the same as above.
        unsafe { end.write(0) };
    }
    Ok(length)
}

/// Calls `f` with a context's positions. If `f` refuses, stores the reason.
///
/// # Safety
/// The context is null or belongs to a [`CRules`].
unsafe fn asked(context: *const c_void, f: impl FnOnce(&Positions) -> Result<i32, Refused>) -> i32 {
    let asked = |positions: &Positions| {
        let broken = |why| Refused { refusal: CRefusal::Broken, words: Some(why) };
        let Refused { refusal, words } = match guarded(|| f(positions)) {
            Ok(Ok(result)) => return result,
            Ok(Err(refused)) => refused,
            Err(why) => broken(why),
        };
        *positions.why() = words.unwrap_or_else(|| in_words(refusal).into());
        refusal as i32
    };
    // SAFETY: by this function's contract.
    let result = unsafe { with_host(context, |lent| asked(&lent.positions)) };
    result.unwrap_or(CRefusal::NotNow as i32)
}

/// Calls `f` with a context's positions and each handle in an array. If `f` refuses, stores the reason.
///
/// # Safety
/// The contract of [`asked`] and, for the array, that of [`Given::new`].
unsafe fn asked_of_each(
    context: *const c_void,
    positions: *const CPosition,
    count: usize,
    f: impl Fn(&Positions, CPosition) -> Result<(), CRefusal>,
) -> i32 {
    let of_each = |kept: &Positions| {
        // SAFETY: by this function's contract.
        let given = unsafe { Given::new(positions, count) }?;
        for_each(&given, |_, position| f(kept, position))
    };
    // SAFETY: by this function's contract.
    unsafe { asked(context, of_each) }
}

/// Calls `f` with a context's positions, and writes the string that `f` returns. Returns the string's length.
///
/// # Safety
/// The contract of [`asked`] and, for the output buffer, that of [`write_text`].
unsafe fn asked_for_text(
    context: *const c_void,
    place: *mut c_char,
    capacity: usize,
    f: impl FnOnce(&Positions, &mut String) -> Result<(), CRefusal>,
) -> i32 {
    let write = |kept: &Positions| {
        let mut written = String::new();
        f(kept, &mut written)?;
        // SAFETY: by this function's contract.
        Ok(unsafe { write_text(&written, place, capacity) }?)
    };
    // SAFETY: by this function's contract.
    unsafe { asked(context, write) }
}

/// Calls `f` for each position. If `f` refuses a position, returns its index.
fn for_each(
    positions: &Given<CPosition>,
    mut f: impl FnMut(usize, CPosition) -> Result<(), CRefusal>,
) -> Result<i32, Refused> {
    for index in 0..positions.count {
        let done = positions.at(index).map_or(Ok(()), |position| f(index, position));
        if let Err(refusal) = done {
            let words = format!("at index {index} of {}: {}", positions.count, in_words(refusal));
            return Err(Refused { refusal, words: Some(words) });
        }
    }
    Ok(0)
}

fn state_of(state: &PositionState) -> CState {
    let mut payoffs = [0; C_SEATS_MAX];
    if let Some(outcome) = &state.outcome {
        for (payoff, won) in payoffs.iter_mut().zip(outcome.payoffs()) {
            *payoff = *won;
        }
    }
    let turn = match (state.outcome, state.turn) {
        (Some(_), _) => C_NONE,
        (None, Turn::Chance) => C_CHANCE,
        (None, Turn::Seat(seat)) => i32::try_from(seat.index()).unwrap_or(C_NONE),
    };
    let move_count = u32::try_from(state.move_count).unwrap_or(u32::MAX);
    CState { key: state.key, move_count, turn, payoffs }
}

unsafe extern "C" fn make(
    context: *const c_void,
    start: *const c_char,
    moves: *const c_char,
    made: *mut CPosition,
) -> i32 {
    let make = |positions: &Positions| {
        // SAFETY: the header's contract.
        let mut made = unsafe { Wanted::new(made, 1) }?;
        // SAFETY: the header's contract.
        let start_text = (!start.is_null()).then(|| unsafe { text(start) });
        // SAFETY: the header's contract.
        let moves = unsafe { text(moves) };
        made.push(positions.make(start_text.as_deref(), &moves)?)?;
        Ok(0)
    };
    // SAFETY: C passes a context that it received from us.
    unsafe { asked(context, make) }
}

unsafe extern "C" fn copy(
    context: *const c_void,
    position: CPosition,
    copies: *mut CPosition,
    count: usize,
) -> i32 {
    let copy = |positions: &Positions| {
        check_array(copies, count)?;
        // SAFETY: the header's contract.
        let mut wanted = unsafe { Wanted::new(copies, count) }?;
        for copy in positions.copy(position, count)? {
            wanted.push(copy)?;
        }
        Ok(0)
    };
    // SAFETY: the same as for `make`.
    unsafe { asked(context, copy) }
}

unsafe extern "C" fn release(
    context: *const c_void,
    positions: *const CPosition,
    count: usize,
) -> i32 {
    // SAFETY: the same as for `make`, and by the header's contract.
    unsafe { asked_of_each(context, positions, count, Positions::release) }
}

unsafe extern "C" fn play(
    context: *const c_void,
    positions: *const CPosition,
    moves: *const u32,
    count: usize,
) -> i32 {
    let play = |kept: &Positions| {
        // SAFETY: the header's contract.
        let given = unsafe { Given::new(positions, count) }?;
        // SAFETY: the header's contract.
        let moves = unsafe { Given::new(moves, count) }?;
        for_each(&given, |index, position| {
            kept.play(position, moves.at(index).ok_or(CRefusal::NoMove)?)
        })
    };
    // SAFETY: the same as for `make`.
    unsafe { asked(context, play) }
}

unsafe extern "C" fn take_back(
    context: *const c_void,
    positions: *const CPosition,
    count: usize,
) -> i32 {
    // SAFETY: the same as for `make`, and by the header's contract.
    unsafe { asked_of_each(context, positions, count, Positions::take_back) }
}

unsafe extern "C" fn states(
    context: *const c_void,
    positions: *const CPosition,
    states: *mut CState,
    count: usize,
) -> i32 {
    let describe = |kept: &Positions| {
        // SAFETY: the header's contract.
        let given = unsafe { Given::new(positions, count) }?;
        // SAFETY: the header's contract.
        let mut wanted = unsafe { Wanted::new(states, count) }?;
        for_each(&given, |_, position| {
            let state = kept.with(position, |line| Ok(line.state()))?;
            wanted.push(state_of(&state))
        })
    };
    // SAFETY: the same as for `make`.
    unsafe { asked(context, describe) }
}

unsafe extern "C" fn look_ahead(
    context: *const c_void,
    positions: *const CPosition,
    count: usize,
    states: *mut CState,
    capacity: usize,
) -> i32 {
    let look_ahead = |kept: &Positions| {
        // SAFETY: the header's contract.
        let given = unsafe { Given::new(positions, count) }?;
        // SAFETY: the header's contract.
        let mut wanted = unsafe { Wanted::new(states, capacity) }?;
        for_each(&given, |_, position| {
            kept.with(position, |line| {
                let needed = wanted.written + line.state().move_count;
                if needed > wanted.capacity.min(C_BATCH_MAX) {
                    let is_full = wanted.capacity >= C_BATCH_MAX;
                    return Err(if is_full { CRefusal::TooMany } else { CRefusal::TooSmall });
                }
                let mut pushed = Ok(());
                line.look_ahead(&mut |state| {
                    pushed = pushed.and_then(|()| wanted.push(state_of(&state)));
                });
                pushed
            })
        })?;
        Ok(wanted.count())
    };
    // SAFETY: the same as for `make`.
    unsafe { asked(context, look_ahead) }
}

unsafe extern "C" fn weights(
    context: *const c_void,
    position: CPosition,
    weights: *mut u32,
    capacity: usize,
) -> i32 {
    let weigh = |kept: &Positions| {
        // SAFETY: the header's contract.
        let mut wanted = unsafe { Wanted::new(weights, capacity) }?;
        kept.with(position, |line| {
            let indices = 0..line.state().move_count;
            indices
                .filter_map(|index| line.weight(index))
                .try_for_each(|weight| wanted.push(weight))
        })?;
        Ok(wanted.count())
    };
    // SAFETY: the same as for `make`.
    unsafe { asked(context, weigh) }
}

unsafe extern "C" fn find_move(
    context: *const c_void,
    position: CPosition,
    move_text: *const c_char,
) -> i32 {
    let find = |kept: &Positions| {
        if move_text.is_null() {
            return Err(CRefusal::BadPointer.into());
        }
        // SAFETY: the header's contract.
        let mv = unsafe { text(move_text) };
        let found = kept.with(position, |line| match line.state().outcome {
            None => Ok(line.parse_move(&mv)),
            Some(_) => Err(CRefusal::IsOver),
        })?;
        let no_move = |why: String| Refused { refusal: CRefusal::NoMove, words: Some(why) };
        let index = found.map_err(|error| no_move(one_line(&error.to_string())))?;
        Ok(i32::try_from(index).unwrap_or(i32::MAX))
    };
    // SAFETY: the same as for `make`.
    unsafe { asked(context, find) }
}

unsafe extern "C" fn move_text(
    context: *const c_void,
    position: CPosition,
    mv: u32,
    text: *mut c_char,
    capacity: usize,
) -> i32 {
    let write = |kept: &Positions, written: &mut String| {
        kept.with(position, |line| {
            let index = usize::try_from(mv).ok().filter(|index| *index < line.state().move_count);
            let is_there = index.is_some_and(|index| line.push_move(index, written));
            is_there.then_some(()).ok_or(CRefusal::NoMove)
        })
    };
    // SAFETY: the same as for `make`, and by the header's contract.
    unsafe { asked_for_text(context, text, capacity, write) }
}

unsafe extern "C" fn position_text(
    context: *const c_void,
    position: CPosition,
    text: *mut c_char,
    capacity: usize,
) -> i32 {
    let write = |kept: &Positions, written: &mut String| {
        kept.with(position, |line| {
            line.push_position(written);
            Ok(())
        })
    };
    // SAFETY: the same as for `make`, and by the header's contract.
    unsafe { asked_for_text(context, text, capacity, write) }
}

unsafe extern "C" fn why(context: *const c_void, text: *mut c_char, capacity: usize) -> i32 {
    let write = |kept: &Positions, written: &mut String| {
        written.clone_from(&kept.why());
        Ok(())
    };
    // SAFETY: the same as for `make`, and by the header's contract.
    unsafe { asked_for_text(context, text, capacity, write) }
}
