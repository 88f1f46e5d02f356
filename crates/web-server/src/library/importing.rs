//! Importing a file that a visitor has sent.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use futures_util::StreamExt;
use house::with_causes;
use match_library::{EntryError, ImportError, ImportObserver, ImportOptions, ImportProgress};
use serde::Serialize;
use tempfile::NamedTempFile;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::timeout;

use super::SearchedLibrary;
use crate::error::Refused;

/// The largest file.
pub(crate) const FILE_BYTES_MAX: u64 = 64 << 20;

/// How long the next part of a file may take to come.
const PART_TIME_MAX: Duration = Duration::from_secs(30);

/// How many parts of a file wait to be written.
const PARTS_WAITING_MAX: usize = 16;

/// How often it is said how far an import is.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// How many faults are named; the others are counted.
const FAULTS_MAX: usize = 100;

/// How many reports wait for a client that doesn't read. All faults and the end fit in.
const REPORTS_WAITING_MAX: usize = 2 * FAULTS_MAX;

/// A file that was sent, before it is imported.
#[derive(Debug)]
pub(crate) struct Upload {
    file: NamedTempFile,
    /// Its name on the client's computer.
    name: String,
    /// Held until it was imported.
    permit: OwnedSemaphorePermit,
}

/// What is said of an import, as a line of JSON.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ImportReport {
    /// How far it is.
    Progress(Counts),
    /// A match that is not imported, and why.
    Fault { why: String },
    /// It has ended.
    End {
        #[serde(flatten)]
        counts: Counts,
        /// Why it could not go on; null if the whole file was read.
        why: Option<String>,
    },
}

/// How far an import is.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Counts {
    bytes: u64,
    bytes_done: u64,
    added: usize,
    duplicates: usize,
    refused: usize,
}

impl From<&ImportProgress> for Counts {
    fn from(progress: &ImportProgress) -> Self {
        let &ImportProgress { bytes, bytes_done, added, duplicates, refused } = progress;
        Self { bytes, bytes_done, added, duplicates, refused }
    }
}

impl SearchedLibrary {
    /// Takes a file in, which is kept on the disk until it was imported. `length` is what the client says of its size.
    ///
    /// # Errors
    /// [`Refused`] if another file is being imported, if this one is too large, comes too slowly or can't be kept.
    pub(crate) async fn receive(
        &self,
        name: &str,
        length: Option<u64>,
        body: Body,
    ) -> Result<Upload, Refused> {
        // Whoever sends too much is told before it is sent.
        check_size(length.unwrap_or_default())?;
        let permit = Arc::clone(&self.importing).try_acquire_owned().map_err(|_taken| {
            Refused::conflict("another file is being imported: try again when that is done")
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
        let file = writing.await.map_err(|_panic| Refused::failed("the file could not be kept"))?;
        let file =
            file.map_err(|error| Refused::failed(format!("the file can't be kept: {error}")))?;
        Ok(Upload { file, name: name.into(), permit })
    }

    /// Imports a file on a thread of its own. What comes out are reports, as lines of JSON. The import ends early if nobody can
    /// read them any more; what was added stays.
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
            // The others are left to those who play.
            let threads = NonZeroUsize::new(cores / 2).unwrap_or(NonZeroUsize::MIN);
            let options = ImportOptions { game, threads };
            let mut reporter = Reporter::new(reports);
            let path = file.path();
            let imported = own.written.import(path, &options, &mut reporter);
            own.explored.forget();
            let why = imported.as_ref().err().map(|error| sentence(error, path, &name));
            let counts = imported.as_ref().map_or(reporter.counts, Counts::from);
            // Whoever has read the end can send the next file.
            drop(permit);
            reporter.send(&ImportReport::End { counts, why });
        });
        reader
    }
}

/// Sends on what comes of a file.
async fn send_parts(body: Body, parts: mpsc::Sender<Bytes>) -> Result<(), Refused> {
    let mut body = body.into_data_stream();
    let mut size = 0;
    let late = |_| Refused::bad("the file came too slowly");
    while let Some(part) = timeout(PART_TIME_MAX, body.next()).await.map_err(late)? {
        let part = part.map_err(|error| Refused::bad(format!("the file was cut off: {error}")))?;
        size += part.len() as u64;
        check_size(size)?;
        // The thread that writes ends early only where it can't write, which is said in the end.
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
    let how = "split it, or import it by rival matches import";
    Err(Refused::too_large(format!("the file has more than {max} MiB: {how}")))
}

/// The end of the name, which says what is in the file.
fn suffix(name: &str) -> String {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
    let is_plain =
        |text: &&str| text.len() <= 8 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    extension.filter(is_plain).map_or_else(String::new, |extension| format!(".{extension}"))
}

/// An error with its causes, in which the file has the name that its owner knows.
fn sentence(error: &ImportError, path: &Path, name: &str) -> String {
    with_causes(error).replace(&path.display().to_string(), name)
}

/// Says how an import goes on, to a client that may be slow.
struct Reporter {
    reports: mpsc::Sender<String>,
    counts: Counts,
    faults: usize,
    reported: Instant,
}

impl Reporter {
    fn new(reports: mpsc::Sender<String>) -> Self {
        Self { reports, counts: Counts::default(), faults: 0, reported: Instant::now() }
    }

    /// Sends a report, unless too many wait.
    fn send(&self, report: &ImportReport) {
        // All keys are strings and no value fails, so that this is always JSON.
        let line = serde_json::to_string(report).unwrap_or_default();
        let _dropped = self.reports.try_send(format!("{line}\n"));
    }
}

impl ImportObserver for Reporter {
    fn advanced(&mut self, progress: &ImportProgress) -> bool {
        self.counts = progress.into();
        // Room is left for all faults and the end.
        if self.reported.elapsed() >= REPORT_INTERVAL && self.reports.capacity() > FAULTS_MAX + 1 {
            self.reported = Instant::now();
            self.send(&ImportReport::Progress(self.counts));
        }
        !self.reports.is_closed()
    }

    fn refused(&mut self, why: &EntryError) {
        self.faults += 1;
        if self.faults <= FAULTS_MAX {
            self.send(&ImportReport::Fault { why: with_causes(why) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_says_what_is_in_it_and_leads_nowhere() {
        assert_eq!(suffix("games.PDN"), ".PDN");
        assert_eq!(suffix("games"), "");
        assert_eq!(suffix("../../etc/pass.wd/"), ".wd");
        assert_eq!(suffix("a.p/../n"), "");
        assert_eq!(suffix("a.averylongextension"), "");
    }
}
