//! Faults in a file.

use std::io;
use std::path::Path;

use tablebase::TableError;

/// The reason why a table can't be used.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The system can't read the file.
    Unreadable(io::Error),
    /// The file is a different kind of table, or not a table.
    Foreign,
    /// The table's content is impossible.
    Damaged(&'static str),
}

/// The result of reading from a file.
pub(crate) type Read<T> = Result<T, Fault>;

/// The fault in a file that ends too early.
pub(crate) const CUT_OFF: Fault = Fault::Damaged("it is truncated");

impl Fault {
    /// The error for the file with this path.
    pub(crate) fn of_file(self, path: &Path) -> TableError {
        let what = match self {
            Self::Unreadable(error) => format!("can't be read ({error})"),
            Self::Foreign => "is not the Syzygy table its name suggests".into(),
            Self::Damaged(what) => format!("is damaged ({what})"),
        };
        TableError::Download { path: path.into(), what }
    }
}

/// A fault with this description, for values that are missing or out of range.
pub(crate) const fn damaged(what: &'static str) -> Fault {
    Fault::Damaged(what)
}
