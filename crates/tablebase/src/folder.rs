//! Where tables are.

use std::path::PathBuf;

use etcetera::BaseStrategy;

use crate::error::TableError;

/// The user's folder of tables: `rival/tables` in the folder for data of programs (`XDG_DATA_HOME`, most often
/// `~/.local/share`).
///
/// # Errors
/// [`TableError::NoFolder`] if the system tells no folder.
pub fn default_folder() -> Result<PathBuf, TableError> {
    let strategy = etcetera::choose_base_strategy().map_err(|_no_home| TableError::NoFolder)?;
    Ok(strategy.data_dir().join("rival").join("tables"))
}
