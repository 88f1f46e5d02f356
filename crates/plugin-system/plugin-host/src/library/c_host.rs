//! The program's services for a player in C: the functions behind its `RivalHost`.
//!
//! C code can store the pointer beyond the call for which it was lent, and one of the plugin's threads might use it
//! later. Memory that C points to is therefore never freed, but reused for the next player. Between calls, the pointer
//! has no host attached, and requests are ignored.

mod positions;
mod rules;

use std::ffi::{c_char, c_void};
use std::marker::PhantomData;
use std::mem;
use std::ops::DerefMut;
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use abi_stable::std_types::RSlice;
use plugin_abi::message::{FromHost, ThinkingV1, ToHost, UrgencyV1, ValuationV1, decode, encode};
use plugin_abi::{C_NONE, CHost, CRules, CThinking, CValueKind, HostObject, guarded};

use self::positions::Positions;
use super::c_text::text;
use crate::isolation::RulesSource;

/// The host to which C code has a pointer, for as long as the player exists.
pub(super) struct CHostOfPlayer {
    context: &'static Context,
    positions: Arc<Positions>,
}

impl CHostOfPlayer {
    /// Creates a host for a player of this game. `rules` supplies the game's rules, if any.
    pub(super) fn new(rules: Option<RulesSource>, game: &str) -> Self {
        let free = free_contexts().pop();
        Self {
            context: free.unwrap_or_else(Context::new),
            positions: Arc::new(Positions::new(rules, game)),
        }
    }

    /// Lends the host to C for one call.
    pub(super) fn lend<'h, 'm>(
        &mut self,
        host: HostObject<'h>,
        legal_moves: &'m [String],
    ) -> HostLoan<'_, 'h, 'm> {
        self.lend_host(Some(host), legal_moves)
    }

    /// Lends the pointer for a call outside any match.
    pub(super) fn lend_without_host(&mut self) -> HostLoan<'_, '_, '_> {
        self.lend_host(None, &[])
    }

    fn lend_host<'h, 'm>(
        &mut self,
        host: Option<HostObject<'h>>,
        legal_moves: &'m [String],
    ) -> HostLoan<'_, 'h, 'm> {
        let positions = Arc::clone(&self.positions);
        let lent = LentHost { host, legal_moves, failure: Mutex::default(), positions };
        HostLoan::new(self.context, lent)
    }
}

impl Drop for CHostOfPlayer {
    fn drop(&mut self) {
        free_contexts().push(self.context);
    }
}

/// The unused contexts.
fn free_contexts() -> impl DerefMut<Target = Vec<&'static Context>> {
    static FREE: Mutex<Vec<&'static Context>> = Mutex::new(Vec::new());
    FREE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The context behind a [`CHost`] and its [`CRules`].
struct Context {
    seen_by_c: CHost,
    rules_seen_by_c: CRules,
    lent: RwLock<Option<LentHost<'static, 'static>>>,
}

// SAFETY: a context contains addresses of functions and its own address, which is never freed.
unsafe impl Sync for Context {}

// SAFETY: the same as above.
unsafe impl Send for Context {}

impl Context {
    fn new() -> &'static Self {
        let nowhere = CHost {
            context: ptr::null(),
            is_stopped,
            report,
            log,
            find_move,
            fail,
            urgency,
            rules: ptr::null(),
        };
        let rules_seen_by_c = rules::table(ptr::null());
        let context = Self { seen_by_c: nowhere, rules_seen_by_c, lent: RwLock::new(None) };
        let context = Box::into_raw(Box::new(context));
        // SAFETY: the context exists, and no other code knows its address.
        unsafe { (*context).seen_by_c.context = context.cast_const().cast() };
        // SAFETY: the same as above.
        unsafe { (*context).rules_seen_by_c.context = context.cast_const().cast() };
        // SAFETY: the same as above.
        let rules = unsafe { &raw const (*context).rules_seen_by_c };
        // SAFETY: the same as above.
        unsafe { (*context).seen_by_c.rules = rules };
        // SAFETY: the context is never freed, and from now on it is only read.
        unsafe { &*context }
    }

    fn read(&self) -> RwLockReadGuard<'_, Option<LentHost<'static, 'static>>> {
        self.lent.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Option<LentHost<'static, 'static>>> {
        self.lent.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A host lent to C for one call, until this value is dropped.
pub(super) struct HostLoan<'p, 'h, 'm> {
    context: &'static Context,
    lent: PhantomData<(&'p mut CHostOfPlayer, LentHost<'h, 'm>)>,
}

impl<'h, 'm> HostLoan<'_, 'h, 'm> {
    fn new(context: &'static Context, lent: LentHost<'h, 'm>) -> Self {
        // SAFETY: only the lifetime differs. This value is not leaked. Dropping it waits for the threads that use the
        // host, and then takes the host back.
        let lent = unsafe { mem::transmute::<LentHost<'h, 'm>, LentHost<'static, 'static>>(lent) };
        *context.write() = Some(lent);
        Self { context, lent: PhantomData }
    }

    /// The pointer that C gets.
    pub(super) fn as_ptr(&self) -> *const CHost {
        &raw const self.context.seen_by_c
    }

    /// The reason why the call failed.
    pub(super) fn reason(&self) -> String {
        let lent = self.context.read();
        let failure = lent.as_ref().and_then(|lent| lent.failure().take());
        failure.unwrap_or_else(|| "it failed without a reason; call RivalHost.fail".into())
    }
}

impl Drop for HostLoan<'_, '_, '_> {
    fn drop(&mut self) {
        *self.context.write() = None;
    }
}

/// The host attached to a context during a call.
struct LentHost<'h, 'm> {
    /// The host; `None` outside a turn.
    host: Option<HostObject<'h>>,
    legal_moves: &'m [String],
    failure: Mutex<Option<String>>,
    positions: Arc<Positions>,
}

impl LentHost<'_, '_> {
    fn failure(&self) -> MutexGuard<'_, Option<String>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a message. Returns the answer if there is a host and the answer can be decoded.
    fn call(&self, message: &ToHost) -> Option<FromHost> {
        let message = encode(message).ok()?;
        decode(self.host.as_ref()?.call(RSlice::from_slice(&message)).as_slice()).ok()
    }

    fn urgency(&self) -> UrgencyV1 {
        match (&self.host, self.call(&ToHost::UrgencyV1)) {
            (Some(_), Some(FromHost::UrgencyV1(urgency))) => urgency,
            (Some(_), _) => UrgencyV1::None,
            (None, _) => UrgencyV1::Withdrawn,
        }
    }

    fn find_move(&self, text: String) -> Option<i32> {
        let Some(FromHost::ResolvedV1(mv)) = self.call(&ToHost::ResolveV1(text)) else {
            return None;
        };
        let index = self.legal_moves.iter().position(|legal| *legal == mv)?;
        i32::try_from(index).ok()
    }
}

/// Calls `f` with the host attached to a context, if any.
///
/// # Safety
/// The context is null or belongs to a [`CHost`] or a [`CRules`].
unsafe fn with_host<T>(
    context: *const c_void,
    f: impl FnOnce(&LentHost<'_, '_>) -> T,
) -> Option<T> {
    // SAFETY: by this function's contract, and no context is ever freed.
    let context = unsafe { context.cast::<Context>().as_ref() }?;
    guarded(|| context.read().as_ref().map(f)).ok().flatten()
}

unsafe extern "C" fn is_stopped(context: *const c_void) -> bool {
    let asked = |lent: &LentHost<'_, '_>| lent.host.as_ref().is_none_or(HostObject::is_stopped);
    // SAFETY: C passes a context that it received from us.
    unsafe { with_host(context, asked) }.unwrap_or(true)
}

unsafe extern "C" fn urgency(context: *const c_void) -> u32 {
    let asked = |lent: &LentHost<'_, '_>| lent.urgency();
    // SAFETY: as for `is_stopped`.
    let urgency = unsafe { with_host(context, asked) };
    urgency.unwrap_or(UrgencyV1::Withdrawn) as u32
}

unsafe extern "C" fn report(context: *const c_void, thinking: *const CThinking) {
    // SAFETY: C passes null or what the header describes.
    if let Some(thinking) = unsafe { thinking.as_ref() } {
        // SAFETY: the header's contract.
        let line = unsafe { text(thinking.line) };
        let report = ToHost::ReportV1(report_of(thinking, line));
        // SAFETY: as for `is_stopped`.
        let _heard = unsafe { with_host(context, |lent| lent.call(&report)) };
    }
}

unsafe extern "C" fn log(context: *const c_void, line: *const c_char) {
    // SAFETY: the header's contract.
    let line = ToHost::LogV1(unsafe { text(line) });
    // SAFETY: as for `is_stopped`.
    let _heard = unsafe { with_host(context, |lent| lent.call(&line)) };
}

unsafe extern "C" fn find_move(context: *const c_void, move_text: *const c_char) -> i32 {
    // SAFETY: the header's contract.
    let move_text = unsafe { text(move_text) };
    // SAFETY: as for `is_stopped`.
    let found = unsafe { with_host(context, |lent| lent.find_move(move_text)) };
    found.flatten().unwrap_or(C_NONE)
}

unsafe extern "C" fn fail(context: *const c_void, why: *const c_char) {
    // SAFETY: the header's contract.
    let why = unsafe { text(why) };
    // SAFETY: as for `is_stopped`.
    let _heard = unsafe { with_host(context, |lent| *lent.failure() = Some(why)) };
}

fn report_of(thinking: &CThinking, line: String) -> ThinkingV1 {
    let plies = u32::try_from(thinking.value).unwrap_or_default();
    ThinkingV1 {
        depth: thinking.depth,
        selective_depth: u32::try_from(thinking.selective_depth).ok(),
        nodes: thinking.nodes,
        evaluations: thinking.evaluations,
        cutoffs: thinking.cutoffs,
        table_use: u16::try_from(thinking.table_use).ok(),
        rank: thinking.rank,
        valuation: match thinking.value_kind {
            kind if kind == CValueKind::WinIn as u32 => ValuationV1::WinIn(plies),
            kind if kind == CValueKind::LossIn as u32 => ValuationV1::LossIn(plies),
            _ => ValuationV1::Centi(thinking.value),
        },
        line,
    }
}
