//! Saves the match on a separate thread, so a slow disk doesn't block the screen.

use std::path::PathBuf;
use std::thread::{self, JoinHandle};

use app_context::{Failure, FailureKind, OrFail};
use crossbeam_channel::{Receiver, Sender, TrySendError, bounded, unbounded};
use games_package::{Control, Record};
use match_library::{SaveTarget, WriteError, save_played};

use crate::live::Message;

/// A handle to the saving thread. Dropping the handle completes pending saves.
#[derive(Debug)]
pub(super) struct Saver {
    requests: Option<Requests>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Requests {
    autosaves: Sender<()>,
    files: Sender<PathBuf>,
}

impl Saver {
    /// Starts the thread, which autosaves to `target` and reports results to `inbox`.
    pub(super) fn start(
        control: Control,
        target: SaveTarget,
        inbox: Sender<Message>,
    ) -> Result<Self, Failure> {
        // One pending request is enough, since every save writes the latest state.
        let (autosave_requests, autosaves) = bounded(1);
        let (file_requests, files) = unbounded();
        let run = move || run_saver(&control, &target, &inbox, &autosaves, &files);
        let thread =
            thread::Builder::new().name("keeper".into()).spawn(run).or_fail(FailureKind::Failed)?;
        let requests = Requests { autosaves: autosave_requests, files: file_requests };
        Ok(Self { requests: Some(requests), thread: Some(thread) })
    }

    /// Saves the current state to the target.
    pub(super) fn autosave(&self) {
        let Some(requests) = &self.requests else { return };
        match requests.autosaves.try_send(()) {
            Ok(()) | Err(TrySendError::Full(()) | TrySendError::Disconnected(())) => {}
        }
    }

    /// Saves the current state to this file and confirms that on the screen.
    pub(super) fn save(&self, file: PathBuf) {
        let Some(requests) = &self.requests else { return };
        // The thread runs until this sender is dropped.
        let _sent = requests.files.send(file);
    }
}

/// Waits for pending saves. Otherwise, an older state could overwrite the caller's next save.
impl Drop for Saver {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            // The thread's panic was already reported.
            let _panicked = thread.join();
        }
    }
}

fn run_saver(
    control: &Control,
    target: &SaveTarget,
    inbox: &Sender<Message>,
    autosaves: &Receiver<()>,
    files: &Receiver<PathBuf>,
) {
    loop {
        let result = crossbeam_channel::select! {
            recv(autosaves) -> request => match request {
                Err(_) => return,
                Ok(()) => write(control, |record| target.autosave(record)).map(|()| None),
            },
            recv(files) -> file => match file {
                Err(_) => return,
                Ok(file) => write(control, |record| save_played(record, &file))
                    .map(|()| Some(format!("Saved to {}.", file.display()))),
            },
        };
        let said = crate::Message::Saved(result);
        if inbox.send(Message::Screen(Box::new(said))).is_err() {
            return;
        }
    }
}

/// Saves the match. Does nothing if the match has ended.
fn write(
    control: &Control,
    save: impl FnOnce(&Record) -> Result<(), WriteError>,
) -> Result<(), String> {
    let Ok(record) = control.record() else { return Ok(()) };
    let saved = save(&record).map_err(Failure::from);
    saved.map_err(|failure| format!("Can't save the match: {failure}."))
}
