//! Where tables are.

use std::path::{Path, PathBuf};

use checkers::Variant;
use tablebase::Content;

use crate::material::Material;

/// The folder of the variant's tables inside a folder of tables.
pub fn folder_of<V: Variant>(folder: &Path) -> PathBuf {
    folder.join(V::RULES.name)
}

/// The file of a canonical material in the variant's folder.
pub(crate) fn file_of(folder: &Path, material: Material, content: Content) -> PathBuf {
    folder.join(format!("{material}.{}", content.extension()))
}

/// The file of an unfinished table.
pub(crate) fn checkpoint_of(folder: &Path, material: Material, content: Content) -> PathBuf {
    folder.join(format!("{material}.{}-checkpoint", content.extension()))
}

/// The file of a finished slice of a table that is not finished, by the rows that its men have to go.
pub(crate) fn slice_of(folder: &Path, material: Material, content: Content, rows: u16) -> PathBuf {
    folder.join(format!("{material}.{}-slice-{rows:02}", content.extension()))
}

/// The file of an unfinished slice.
pub(crate) fn slice_checkpoint_of(
    folder: &Path,
    material: Material,
    content: Content,
    rows: u16,
) -> PathBuf {
    folder.join(format!("{material}.{}-slice-{rows:02}-checkpoint", content.extension()))
}
