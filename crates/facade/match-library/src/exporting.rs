//! Exports search results to one file.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use notation::{RecordError, SheetFormat};
use system::files::sync_name;
use tempfile::NamedTempFile;

use crate::entry::LoadedMatch;
use crate::format::{DATE, FileFormat, OWN_SITE, SITE};
use crate::library::Library;
use crate::library_error::LibraryError;
use crate::match_id::MatchId;
use crate::searching::{self, Search};
use crate::sheets::StoredSheet;
use crate::target::check_folder;
use crate::write_error::WriteError;

/// The progress of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExportProgress {
    /// Number of matches found.
    pub total: usize,
    /// Number of matches written.
    pub written: usize,
    /// Number of matches that can't be written in the file's notation or break the rules.
    pub refused: usize,
}

impl ExportProgress {
    /// Formats "Wrote 3 matches to games.pdn." or "2 of 3 matches written to games.pdn".
    pub fn summary(&self, file: &Path) -> String {
        let Self { total, written, refused } = *self;
        match (written, refused) {
            (1, 0) => format!("Wrote 1 match to {}.", file.display()),
            (_, 0) => format!("Wrote {written} matches to {}.", file.display()),
            _ => format!("{written} of {total} matches written to {}", file.display()),
        }
    }
}

/// The observer of an export.
pub trait ExportObserver {
    /// Reports that a match was processed. Returning `false` aborts the export, and no file is created.
    fn advanced(&mut self, progress: &ExportProgress) -> bool;

    /// Reports that a variation in the match with this name was moved or dropped.
    fn warned(&mut self, name: &str, warning: &str);

    /// Reports that the match with this name is skipped.
    fn refused(&mut self, name: &str, why: &WriteError);
}

impl Library {
    /// Writes the matches found by a search to a file, in the order they were added and in the notation given by the
    /// file name. A match that was imported in this notation is written unchanged. The file appears only once it is
    /// complete. Returns `None` if the observer aborted the export.
    ///
    /// # Errors
    /// [`WriteError`] if the file name doesn't identify a notation, if the file can't be written, or if the library
    /// can't be read.
    pub fn export(
        &self,
        search: &Search<'_>,
        file: &Path,
        observer: &mut dyn ExportObserver,
    ) -> Result<Option<ExportProgress>, WriteError> {
        let FileFormat::Sheet(format) = FileFormat::of_file(file) else {
            return Err(WriteError::NoNotation { file: file.into() });
        };
        check_folder(file)?;
        let ids = self.read(|inner| Ok(searching::ids(inner.connection(), search)?))?;
        let io_error = |error| RecordError::Io { action: "write", path: file.into(), error };
        let temporary = temporary_file_beside(file).map_err(io_error)?;
        let mut out = BufWriter::new(temporary);
        let mut progress = ExportProgress { total: ids.len(), ..ExportProgress::default() };
        for id in ids {
            match self.text_of(id, format) {
                Ok((text, warnings)) => {
                    let name = id.to_string();
                    for warning in &warnings {
                        observer.warned(&name, warning);
                    }
                    write!(out, "{}\n\n", text.trim_end()).map_err(io_error)?;
                    progress.written += 1;
                }
                Err(why) => {
                    observer.refused(&id.to_string(), &why);
                    progress.refused += 1;
                }
            }
            if !observer.advanced(&progress) {
                return Ok(None);
            }
        }
        let temporary = out.into_inner().map_err(|error| io_error(error.into_error()))?;
        temporary.as_file().sync_all().map_err(io_error)?;
        temporary.persist(file).map_err(|error| io_error(error.error))?;
        sync_name(file).map_err(io_error)?;
        Ok(Some(progress))
    }

    /// Loads the match with this number and validates it by the rules. A match played on this computer gets its date
    /// and site as tags so that an exported file contains them.
    ///
    /// # Errors
    /// [`LibraryError`] if there is no such match, or if the match can't be read or breaks the rules.
    pub fn load_dated(&self, id: MatchId) -> Result<LoadedMatch, LibraryError> {
        let mut loaded = self.load_checked(id)?;
        let tags = &mut loaded.record.header.tags;
        if tags.iter().all(|(name, _)| name != DATE) {
            let day: String = self.read(|inner| {
                let sql = "SELECT day FROM matches WHERE id = ?1";
                Ok(inner.connection().query_row(sql, [id.number()], |row| row.get(0))?)
            })?;
            if day.starts_with(|c: char| c.is_ascii_digit()) {
                tags.insert(0, (DATE.into(), day));
                if tags.len() == 1 {
                    tags.push((SITE.into(), OWN_SITE.into()));
                }
            }
        }
        Ok(loaded)
    }

    /// A match as text in this notation, with warnings about moved or dropped variations.
    fn text_of(
        &self,
        id: MatchId,
        format: &'static dyn SheetFormat,
    ) -> Result<(String, Vec<String>), WriteError> {
        let stored = self.read(|inner| Ok(StoredSheet::read(inner.connection(), id)?))?;
        if let Some(text) = stored.and_then(|stored| stored.text_in(format)) {
            return Ok((text, Vec::new()));
        }
        let loaded = self.load_dated(id)?;
        let text = FileFormat::Sheet(format).text(&loaded.record, &*loaded.game)?;
        Ok((text, loaded.warnings()))
    }
}

/// Creates a new file in the same folder as this file, with the usual read permissions.
fn temporary_file_beside(file: &Path) -> io::Result<NamedTempFile> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".rival-export");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder.unwrap_or(Path::new(".")))
}
