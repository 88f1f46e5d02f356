//! Writing what a search finds to one file.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use games_package::{RecordError, SheetFormat};
use tempfile::NamedTempFile;

use crate::format::FileFormat;
use crate::library::Library;
use crate::match_id::MatchId;
use crate::searching::{self, Search};
use crate::sheets::StoredSheet;
use crate::target::check_folder;
use crate::write_error::WriteError;

/// How far an export is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExportProgress {
    /// The matches that were found.
    pub total: usize,
    /// Those that were written.
    pub written: usize,
    /// Those that can't be written in the notation of the file, or break the rules.
    pub refused: usize,
}

/// Who is told how an export goes on.
pub trait ExportObserver {
    /// A match was done. The export ends here if it returns false, and there is no file.
    fn advanced(&mut self, progress: &ExportProgress) -> bool;

    /// The match of this name is left out.
    fn refused(&mut self, name: &str, why: &WriteError);
}

impl Library {
    /// Writes the matches of a search to a file, one after the other as they were added, in the notation that the name of the file
    /// says. One that was imported in this notation is written as it was. There is a file once all of it is written. None if the
    /// observer ended it.
    ///
    /// # Errors
    /// [`WriteError`] if the name of the file says no notation, if it can't be written, or the library can't be read.
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
                Ok(text) => {
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
        Ok(Some(progress))
    }

    /// A match in this notation.
    fn text_of(&self, id: MatchId, format: &'static dyn SheetFormat) -> Result<String, WriteError> {
        let stored = self.read(|inner| Ok(StoredSheet::read(inner.connection(), id)?))?;
        if let Some(text) = stored.and_then(|stored| stored.text_in(format)) {
            return Ok(text);
        }
        let loaded = self.load_checked(id)?;
        FileFormat::Sheet(format).text(&loaded.record, &*loaded.game, &loaded.tags)
    }
}

/// A new file in the folder of this one, which others may read as any other file.
fn temporary_file_beside(file: &Path) -> io::Result<NamedTempFile> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".rival-export");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder.unwrap_or(Path::new(".")))
}
