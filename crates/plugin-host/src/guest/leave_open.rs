//! Systems on which nothing is shut: the process, its deadline and its end are all there is.

use std::fs::File;
use std::io;

use super::Confine;
use crate::confinement::Confinement;

/// Nothing is closed.
pub(super) fn close_inherited() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Nothing is shut.
///
/// # Errors
/// Never.
pub(super) fn confine(
    _order: &Confine,
    _library: &File,
    _closed: io::Result<()>,
) -> io::Result<Confinement> {
    Ok(Confinement::default())
}
