//! Imports files uploaded by visitors.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use app_context::with_causes;
use axum::body::{Body, Bytes};
use futures_util::StreamExt;
use games_package::Repair;
use match_library::{
    EntryError, ImportError, ImportObserver, ImportOptions, ImportProgress, detected_game,
};
use serde::Serialize;
use tempfile::NamedTempFile;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::timeout;

use super::SearchedLibrary;
use crate::error::Refused;

/// The maximum file size in bytes.
pub(crate) const FILE_BYTES_MAX: u64 = 64 << 20;

/// The time limit for receiving the next file part.
const PART_TIME_MAX: Duration = Duration::from_secs(30);

/// The maximum number of parts waiting to be written to disk.
const PARTS_WAITING_MAX: usize = 16;

/// The time limit for an import. The largest file with typical matches takes several minutes.
const IMPORT_TIME_MAX: Duration = Duration::from_mins(30);

/// The interval between progress reports during an import.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// The maximum number of faults to list. Further faults are only counted.
const FAULTS_MAX: usize = 100;

/// The maximum number of reports waiting for a slow client. All faults and the end report always fit.
const REPORTS_WAITING_MAX: usize = 2 * FAULTS_MAX;

/// A received file, before its import.
#[derive(Debug)]
pub(crate) struct Upload {
    file: NamedTempFile,
    /// The file name on the client's computer.
    name: String,
    /// The import slot, which is held until the import finishes.
    permit: OwnedSemaphorePermit,
}

/// An import report, sent as a JSON line.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ImportReport {
    /// Progress.
    Progress(Counts),
    /// The reason why a match is not imported.
    Fault { why: String },
    /// The import has ended.
    End {
        #[serde(flatten)]
        counts: Counts,
        /// The reason why the import stopped early; null if the whole file was read.
        why: Option<String>,
    },
}

/// An import's progress.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Counts {
    bytes: u64,
    bytes_done: u64,
    added: usize,
    duplicates: usize,
    refused: usize,
    /// The number of imported matches that were damaged.
    salvaged: usize,
}

impl From<&ImportProgress> for Counts {
    fn from(progress: &ImportProgress) -> Self {
        let &ImportProgress { bytes, bytes_done, added, duplicates, refused, salvaged } = progress;
        Self { bytes, bytes_done, added, duplicates, refused, salvaged }
    }
}

impl SearchedLibrary {
    /// Receives a file, which stays on disk until the import finishes. `length` is the size declared by the client.
    ///
    /// # Errors
    /// [`Refused`] if another file is being imported, or if this file is too large, arrives too slowly or can't be
    /// saved.
    pub(crate) async fn receive(
        &self,
        name: &str,
        length: Option<u64>,
        body: Body,
    ) -> Result<Upload, Refused> {
        // Refuse an oversized upload by its declared size, before the client sends the file.
        check_size(length.unwrap_or_default())?;
        let permit = Arc::clone(&self.importing).try_acquire_owned().map_err(|_taken| {
            Refused::conflict(
                "cannot import: another import is running; try again when it has finished",
            )
        })?;
        let suffix = suffix(name);
        let create = move || tempfile::Builder::new().suffix(&suffix).tempfile();
        let (parts, mut waiting) = mpsc::channel::<Bytes>(PARTS_WAITING_MAX);
        let writing = tokio::task::spawn_blocking(move || -> io::Result<NamedTempFile> {
            let mut file = create()?;
            while let Some(part) = waiting.blocking_recv() {
                file.write_all(&part)?;
            }
            file.flush()?;
            Ok(file)
        });
        send_parts(body, parts).await?;
        let file = writing.await.map_err(|_panic| Refused::failed("the upload cannot be saved"))?;
        let file =
            file.map_err(|error| Refused::failed(format!("the upload cannot be saved: {error}")))?;
        Ok(Upload { file, name: name.into(), permit })
    }

    /// Imports a file on its own thread. The reports are JSON lines. If the client disconnects, the import stops early
    /// but keeps the matches already added.
    pub(crate) fn import(
        self: &Arc<Self>,
        upload: Upload,
        game: Option<String>,
    ) -> mpsc::Receiver<String> {
        let (reports, reader) = mpsc::channel(REPORTS_WAITING_MAX);
        let own = Arc::clone(self);
        tokio::task::spawn_blocking(move || {
            let Upload { file, name, permit } = upload;
            let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
            // Leave the other threads free for players.
            let threads = NonZeroUsize::new(cores / 2).unwrap_or(NonZeroUsize::MIN);
            let options = ImportOptions { game, threads, is_strict: false };
            let mut reporter = Reporter::new(reports);
            let path = file.path();
            // The import rejects an unreadable file and reports why.
            let game = detected_game(path, options.game.as_deref()).unwrap_or_default();
            let options = ImportOptions { game, ..options };
            let imported = own.written.import(path, &options, &mut reporter);
            own.explored.forget();
            let why = imported.as_ref().err().map(|error| sentence(error, path, &name));
            let why = why.or_else(|| reporter.is_late().then(too_late));
            let counts = imported.as_ref().map_or(reporter.counts, Counts::from);
            let is_empty = counts.added + counts.duplicates + counts.refused == 0;
            let why = why.or_else(|| is_empty.then(|| "the file contains no match".into()));
            // A client that has read the final report can already send another file.
            drop(permit);
            reporter.send(&ImportReport::End { counts, why });
        });
        reader
    }
}

/// Forwards file parts as they arrive.
async fn send_parts(body: Body, parts: mpsc::Sender<Bytes>) -> Result<(), Refused> {
    let mut body = body.into_data_stream();
    let mut size = 0;
    let late = |_| Refused::bad("the upload timed out; try a faster connection");
    while let Some(part) = timeout(PART_TIME_MAX, body.next()).await.map_err(late)? {
        let part =
            part.map_err(|error| Refused::bad(format!("the upload was interrupted: {error}")))?;
        size += part.len() as u64;
        check_size(size)?;
        // The writing thread stops early only after a write error. The last report contains that error.
        if parts.send(part).await.is_err() {
            break;
        }
    }
    Ok(())
}

fn check_size(bytes: u64) -> Result<(), Refused> {
    if bytes <= FILE_BYTES_MAX {
        return Ok(());
    }
    let max = FILE_BYTES_MAX >> 20;
    let how = "split it, or run \"rival matches import\"";
    Err(Refused::too_large(format!("the file is larger than {max} MiB; {how}")))
}

fn too_late() -> String {
    let minutes = IMPORT_TIME_MAX.as_secs() / 60;
    format!("the import timed out after {minutes} minutes; split the file and import the rest")
}

/// The file name extension, which determines the format.
fn suffix(name: &str) -> String {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
    let is_plain =
        |text: &&str| text.len() <= 8 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    extension.filter(is_plain).map_or_else(String::new, |extension| format!(".{extension}"))
}

/// An error with its causes and the file's original name.
fn sentence(error: &ImportError, path: &Path, name: &str) -> String {
    with_causes(error).replace(&path.display().to_string(), name)
}

/// Reports an import's progress to a client that may be slow.
struct Reporter {
    reports: mpsc::Sender<String>,
    counts: Counts,
    faults: usize,
    begun: Instant,
    reported: Instant,
}

impl Reporter {
    fn new(reports: mpsc::Sender<String>) -> Self {
        let now = Instant::now();
        Self { reports, counts: Counts::default(), faults: 0, begun: now, reported: now }
    }

    /// Returns `true` if the import has exceeded its time limit.
    fn is_late(&self) -> bool {
        self.begun.elapsed() >= IMPORT_TIME_MAX
    }

    /// Reports a damaged match, unless too many were already reported.
    fn tell(&mut self, why: String) {
        self.faults += 1;
        if self.faults <= FAULTS_MAX {
            self.send(&ImportReport::Fault { why });
        }
    }

    /// Sends a report, unless too many reports are waiting.
    fn send(&self, report: &ImportReport) {
        // Serialization can't fail: all keys are strings.
        let line = serde_json::to_string(report).unwrap_or_default();
        let _dropped = self.reports.try_send(format!("{line}\n"));
    }
}

impl ImportObserver for Reporter {
    fn advanced(&mut self, progress: &ImportProgress) -> bool {
        self.counts = progress.into();
        // Leave room for all faults and the final report.
        if self.reported.elapsed() >= REPORT_INTERVAL && self.reports.capacity() > FAULTS_MAX + 1 {
            self.reported = Instant::now();
            self.send(&ImportReport::Progress(self.counts));
        }
        !self.reports.is_closed() && !self.is_late()
    }

    fn salvaged(&mut self, repair: &Repair) {
        self.tell(repair.to_string());
    }

    fn refused(&mut self, why: &EntryError) {
        self.tell(with_causes(why));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_name_only_determines_the_format() {
        assert_eq!(suffix("games.PDN"), ".PDN");
        assert_eq!(suffix("games"), "");
        assert_eq!(suffix("../../etc/pass.wd/"), ".wd");
        assert_eq!(suffix("a.p/../n"), "");
        assert_eq!(suffix("a.averylongextension"), "");
    }
}
