//! Saves the match on a thread of its own, so that no disk holds up the screen.

use std::path::{Path, PathBuf};
use std::thread;

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded, unbounded};
use games_package::Control;

use house::{Failure, FailureKind, OrFail};

use crate::live::Message;

/// Who saves.
#[derive(Debug)]
pub(super) struct Keeper {
    wishes: Sender<()>,
    files: Sender<PathBuf>,
}

impl Keeper {
    /// Begins to keep the match in `kept`, if there is such a file. What goes wrong is told to `inbox`.
    pub(super) fn start(
        control: Control,
        kept: Option<PathBuf>,
        inbox: Sender<Message>,
    ) -> Result<Self, Failure> {
        // One wish is enough: whoever hears it saves the newest state.
        let (wishes, wished) = bounded(1);
        let (files, named) = unbounded();
        let keep = move || keep(&control, kept.as_deref(), &inbox, &wished, &named);
        thread::Builder::new().name("keeper".into()).spawn(keep).or_fail(FailureKind::Failed)?;
        Ok(Self { wishes, files })
    }

    /// Saves the match as it stands where it is kept.
    pub(super) fn keep(&self) {
        match self.wishes.try_send(()) {
            Ok(()) | Err(TrySendError::Full(()) | TrySendError::Disconnected(())) => {}
        }
    }

    /// Saves the match as it stands in this file, and says so.
    pub(super) fn save(&self, file: PathBuf) {
        // The thread lives as long as this end.
        let _sent = self.files.send(file);
    }
}

fn keep(
    control: &Control,
    kept: Option<&Path>,
    inbox: &Sender<Message>,
    wished: &Receiver<()>,
    named: &Receiver<PathBuf>,
) {
    loop {
        let result = crossbeam_channel::select! {
            recv(wished) -> wish => match (wish, kept) {
                (Err(_), _) => return,
                (Ok(()), None) => continue,
                (Ok(()), Some(file)) => save(control, file).map(|()| None),
            },
            recv(named) -> file => match file {
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

/// Saves the match; if it is gone there is nothing to save any more.
fn save(control: &Control, file: &Path) -> Result<(), String> {
    let Ok(record) = control.record() else { return Ok(()) };
    let saved = match_library::save(&record, file, &None).map_err(Failure::from);
    saved.map_err(|failure| format!("The match could not be saved: {failure}."))
}
