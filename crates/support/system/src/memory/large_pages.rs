//! Memory in large pages.

/// Asks the system to back `region` with large pages (2 MiB on x86-64). Random reads in a large table then need fewer
/// page-table lookups. Call this before the memory is first written. Does nothing if `region` is smaller than two pages
/// or the system doesn't support this.
///
/// See `MADV_HUGEPAGE` in madvise(2).
pub fn advise_large_pages<T>(region: &mut [T]) {
    let range = region.as_mut_ptr_range();
    advise(range.start.addr(), range.end.addr(), region.as_mut_ptr().cast());
}

#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "madvise is unsafe to call")]
fn advise(start: usize, end: usize, region: *mut u8) {
    use rustix::mm::{Advice, madvise};
    let page = rustix::param::page_size();
    // Only whole pages within the region are requested.
    let first = start.next_multiple_of(page);
    let length = (end - end % page).saturating_sub(first);
    if length < 2 * page {
        return;
    }
    let pages = region.wrapping_add(first - start).cast();
    // If a kernel without large pages refuses, nothing changes. SAFETY: the pages are within a region that the caller
    // borrows exclusively, and this advice doesn't change their contents.
    let _refused = unsafe { madvise(pages, length, Advice::LinuxHugepage) };
}

#[cfg(not(target_os = "linux"))]
fn advise(_start: usize, _end: usize, _region: *mut u8) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_of_any_size_and_alignment_keep_their_content() {
        for length in [0, 1, 4095, 8192, 8193, 5 << 20] {
            let mut bytes: Vec<u8> = (0..=255).cycle().take(length + 3).collect();
            let before = bytes.clone();
            advise_large_pages(&mut bytes[3..]);
            assert_eq!(bytes, before, "{length}");
        }
    }

    #[test]
    fn a_zero_sized_type_has_no_pages() {
        advise_large_pages(&mut [(); 100]);
    }
}
