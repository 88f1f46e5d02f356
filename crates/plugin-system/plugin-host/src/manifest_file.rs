//! TOML files written by plugin authors.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use crate::PluginError;
use crate::error::one_line;

/// Maximum size of the file in bytes.
const BYTES_MAX: u64 = 64 << 10;

/// The file's contents.
///
/// # Errors
/// [`PluginError`] if it is not a regular file, can't be read, is too long, or is not valid UTF-8.
pub(crate) fn text(file: &Path) -> Result<String, PluginError> {
    let unreadable = |error| PluginError::Unreadable { file: file.into(), error };
    let metadata = fs::metadata(file).map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(PluginError::NotAFile { file: file.into(), what: "something else" });
    }
    let mut bytes = Vec::new();
    let opened = File::open(file).map_err(unreadable)?;
    opened.take(BYTES_MAX + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    let invalid = |why: &str| PluginError::Manifest { file: file.into(), why: why.into() };
    if bytes.len() as u64 > BYTES_MAX {
        return Err(invalid("it is longer than 64 KiB"));
    }
    String::from_utf8(bytes).map_err(|_not_text| invalid("it is not UTF-8"))
}

/// Formats the error on one line with its line number.
pub(crate) fn toml_error(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    one_line(&format!("line {line}: {}", error.message()))
}
