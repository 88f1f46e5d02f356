//! Saves the match on a separate thread, so that a slow disk doesn't block the screen.

use std::path::{Path, PathBuf};
use std::thread;

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded, unbounded};
use games_package::Control;

use house::{Failure, FailureKind, OrFail};

use crate::live::Message;

/// A handle to the thread that saves.
#[derive(Debug)]
pub(super) struct Saver {
    autosave_requests: Sender<()>,
    files: Sender<PathBuf>,
}

impl Saver {
    /// Starts the thread. It autosaves to `autosave_file`, if there is one, and reports results to `inbox`.
    pub(super) fn start(
        control: Control,
        autosave_file: Option<PathBuf>,
        inbox: Sender<Message>,
    ) -> Result<Self, Failure> {
        // One pending request is enough: each saves the newest state.
        let (autosave_requests, autosaves) = bounded(1);
        let (files, named_files) = unbounded();
        let run =
            move || run_saver(&control, autosave_file.as_deref(), &inbox, &autosaves, &named_files);
        thread::Builder::new().name("keeper".into()).spawn(run).or_fail(FailureKind::Failed)?;
        Ok(Self { autosave_requests, files })
    }

    /// Saves the current state to the autosave file.
    pub(super) fn autosave(&self) {
        match self.autosave_requests.try_send(()) {
            Ok(()) | Err(TrySendError::Full(()) | TrySendError::Disconnected(())) => {}
        }
    }

    /// Saves the current state to this file, and confirms it on the screen.
    pub(super) fn save(&self, file: PathBuf) {
        // The thread runs until this sender is dropped.
        let _sent = self.files.send(file);
    }
}

fn run_saver(
    control: &Control,
    autosave_file: Option<&Path>,
    inbox: &Sender<Message>,
    autosaves: &Receiver<()>,
    named_files: &Receiver<PathBuf>,
) {
    loop {
        let result = crossbeam_channel::select! {
            recv(autosaves) -> request => match (request, autosave_file) {
                (Err(_), _) => return,
                (Ok(()), None) => continue,
                (Ok(()), Some(file)) => save(control, file).map(|()| None),
            },
            recv(named_files) -> file => match file {
                Err(_) => return,
                Ok(file) => {
                    save(control, &file).map(|()| Some(format!("Saved to {}.", file.display())))
                }
            },
        };
        let said = screen::Message::Saved(result);
        if inbox.send(Message::Screen(Box::new(said))).is_err() {
            return;
        }
    }
}

/// Saves the match. Does nothing if the match is gone.
fn save(control: &Control, file: &Path) -> Result<(), String> {
    let Ok(record) = control.record() else { return Ok(()) };
    let saved = match_library::save(&record, file, &None).map_err(Failure::from);
    saved.map_err(|failure| format!("The match could not be saved: {failure}."))
}
