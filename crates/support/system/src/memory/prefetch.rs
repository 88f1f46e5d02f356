//! Prefetches memory that will be read soon.

/// Asks the CPU to load `slice[index]` into its caches, because it will be read soon. Does nothing if the CPU has no
/// such instruction. An index past the end is harmless, because the program never sees the loaded data.
#[inline]
pub fn prefetch<T>(slice: &[T], index: usize) {
    load(slice.as_ptr().wrapping_add(index).cast());
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[expect(unsafe_code, reason = "the intrinsic is unsafe to call")]
fn load(address: *const i8) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: every x86-64 CPU has SSE. Prefetching any address never faults and reads nothing that the program could
    // see.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(address) }
}

#[cfg(target_arch = "aarch64")]
#[inline]
#[expect(unsafe_code, reason = "the instruction has no stable intrinsic")]
fn load(address: *const i8) {
    // SAFETY: the instruction is part of the base instruction set. Prefetching any address never faults and reads
    // nothing that the program could see.
    unsafe {
        std::arch::asm!("prfm pldl1keep, [{}]", in(reg) address, options(nostack, preserves_flags, readonly));
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn load(_address: *const i8) {}
