//! The positions that a player in C holds by handle.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use games_package::LineOfPlay;
use plugin_abi::{C_KEPT_MAX, CPosition, CRefusal};

use crate::error::one_line;
use crate::isolation::RulesSource;

/// A refusal: the code for C, and a message if it adds detail.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) refusal: CRefusal,
    pub(super) words: Option<String>,
}

impl From<CRefusal> for Refused {
    fn from(refusal: CRefusal) -> Self {
        Self { refusal, words: None }
    }
}

/// One player's positions.
///
/// A handle consists of a slot index and the slot's generation, so a released handle is detected even after the slot
/// was reused. Every slot has its own lock, so search threads that work on different positions don't wait for each
/// other.
pub(super) struct Positions {
    rules: Option<Rules>,
    slots: RwLock<Vec<Mutex<Slot>>>,
    /// The slots without a position.
    free: Mutex<Vec<u32>>,
    /// The number of positions in all lines.
    kept: AtomicUsize,
    /// The reason for the latest refusal.
    why: Mutex<String>,
}

/// The rules for the player's game.
struct Rules {
    source: RulesSource,
    game: String,
    start: Box<dyn LineOfPlay>,
}

struct Slot {
    /// The slot's generation, from 1.
    generation: u32,
    line: Option<Box<dyn LineOfPlay>>,
}

impl Positions {
    /// Creates a store without positions for a player of this game. `source` supplies the game's rules, if any.
    pub(super) fn new(source: Option<RulesSource>, game: &str) -> Self {
        let start = source.and_then(|source| Some((source, source(game, None).ok()?)));
        let rules = start.map(|(source, start)| Rules { source, game: game.into(), start });
        Self {
            rules,
            slots: RwLock::default(),
            free: Mutex::default(),
            kept: AtomicUsize::new(0),
            why: Mutex::default(),
        }
    }

    /// Creates a position from this string, or from the start of the game, and plays these moves.
    pub(super) fn make(&self, start: Option<&str>, moves: &str) -> Result<CPosition, Refused> {
        let rules = self.rules.as_ref().ok_or(CRefusal::NoRules)?;
        let malformed = |why: &dyn ToString| Refused {
            refusal: CRefusal::Malformed,
            words: Some(one_line(&why.to_string())),
        };
        let opened = start.map(|text| (rules.source)(&rules.game, Some(text)));
        let mut line =
            opened.unwrap_or_else(|| Ok(rules.start.fork())).map_err(|error| malformed(&error))?;
        for mv in moves.split_ascii_whitespace() {
            let index = line.parse_move(mv).map_err(|error| malformed(&error))?;
            line.play(index);
            if line.ply_count() >= C_KEPT_MAX {
                return Err(CRefusal::TooMany.into());
            }
        }
        self.reserve(line.ply_count() + 1)?;
        Ok(self.insert(line)?)
    }

    /// Makes `count` copies of a position, or none if they don't all fit.
    pub(super) fn copy(
        &self,
        position: CPosition,
        count: usize,
    ) -> Result<Vec<CPosition>, CRefusal> {
        let lines = self.with(position, |line| {
            self.reserve(count)?;
            Ok((0..count).map(|_| line.fork()).collect::<Vec<_>>())
        })?;
        lines.into_iter().map(|line| self.insert(line)).collect()
    }

    /// Releases a position.
    pub(super) fn release(&self, position: CPosition) -> Result<(), CRefusal> {
        let slots = self.slots.read().unwrap_or_else(PoisonError::into_inner);
        let (index, mut slot) = found(&slots, position)?;
        let line = slot.line.take();
        self.kept.fetch_sub(line.map_or(0, |line| line.ply_count() + 1), Ordering::Relaxed);
        // A slot that has used up its generations is retired.
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            drop(slot);
            self.free_slots().push(index);
        }
        Ok(())
    }

    /// Plays the legal move with index `mv`.
    pub(super) fn play(&self, position: CPosition, mv: u32) -> Result<(), CRefusal> {
        self.with(position, |line| {
            let state = line.state();
            match usize::try_from(mv) {
                _ if state.outcome.is_some() => Err(CRefusal::IsOver),
                Ok(index) if index < state.move_count => {
                    self.reserve(1)?;
                    line.play(index);
                    Ok(())
                }
                _ => Err(CRefusal::NoMove),
            }
        })
    }

    /// Takes back the last move.
    pub(super) fn take_back(&self, position: CPosition) -> Result<(), CRefusal> {
        self.with(position, |line| {
            if !line.take_back() {
                return Err(CRefusal::NoMove);
            }
            self.kept.fetch_sub(1, Ordering::Relaxed);
            Ok(())
        })
    }

    /// Calls `f` with the position behind a handle.
    pub(super) fn with<T>(
        &self,
        position: CPosition,
        f: impl FnOnce(&mut dyn LineOfPlay) -> Result<T, CRefusal>,
    ) -> Result<T, CRefusal> {
        if self.rules.is_none() {
            return Err(CRefusal::NoRules);
        }
        let slots = self.slots.read().unwrap_or_else(PoisonError::into_inner);
        let (_, mut slot) = found(&slots, position)?;
        slot.line.as_mut().map_or(Err(CRefusal::NoPosition), |line| f(&mut **line))
    }

    /// The reason for the latest refusal.
    pub(super) fn why(&self) -> MutexGuard<'_, String> {
        self.why.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds `count` to the number of positions, if the limit allows it.
    fn reserve(&self, count: usize) -> Result<(), CRefusal> {
        let before = self.kept.fetch_add(count, Ordering::Relaxed);
        if before.saturating_add(count) <= C_KEPT_MAX {
            return Ok(());
        }
        self.kept.fetch_sub(count, Ordering::Relaxed);
        Err(CRefusal::TooMany)
    }

    /// Puts a line into a free slot. The line's positions are already counted.
    fn insert(&self, line: Box<dyn LineOfPlay>) -> Result<CPosition, CRefusal> {
        let free = self.free_slots().pop();
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        let index = free.map_or(Ok(slots.len()), usize::try_from);
        let index = index.map_err(|_beyond| CRefusal::TooMany)?;
        if index == slots.len() {
            slots.push(Mutex::new(Slot { generation: 1, line: None }));
        }
        let slot = slots.get_mut(index).ok_or(CRefusal::TooMany)?;
        let slot = slot.get_mut().unwrap_or_else(PoisonError::into_inner);
        slot.line = Some(line);
        let index = u32::try_from(index).map_err(|_beyond| CRefusal::TooMany)?;
        Ok(u64::from(slot.generation) << u32::BITS | u64::from(index))
    }

    fn free_slots(&self) -> MutexGuard<'_, Vec<u32>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Finds a handle's slot and its index.
fn found(
    slots: &[Mutex<Slot>],
    position: CPosition,
) -> Result<(u32, MutexGuard<'_, Slot>), CRefusal> {
    let index = u32::try_from(position & u64::from(u32::MAX)).unwrap_or(u32::MAX);
    let slot = usize::try_from(index).ok().and_then(|index| slots.get(index));
    let slot = slot.ok_or(CRefusal::NoPosition)?.lock().unwrap_or_else(PoisonError::into_inner);
    let is_there = u64::from(slot.generation) == position >> u32::BITS && slot.line.is_some();
    is_there.then_some((index, slot)).ok_or(CRefusal::NoPosition)
}

/// The message for a refusal code.
pub(super) fn in_words(refusal: CRefusal) -> &'static str {
    match refusal {
        CRefusal::NotNow => "the call that lent the host has ended",
        CRefusal::NoRules => "this program doesn't have the rules of the game",
        CRefusal::NoPosition => "unknown position: its handle is invalid or released",
        CRefusal::NoMove => "unknown move",
        CRefusal::IsOver => "the game is over",
        CRefusal::Malformed => "the string is not a position in the game",
        CRefusal::BadPointer => "a pointer is NULL or not aligned",
        CRefusal::TooMany => "too many positions; see RIVAL_BATCH_MAX and RIVAL_KEPT_MAX",
        CRefusal::TooSmall => "the array is too small for the answer",
        CRefusal::Broken => "the rules failed",
    }
}
