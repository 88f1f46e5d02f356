//! Makes players independent of the current folder: resolves file names in their options and the folders of their
//! programs.

use std::mem;
use std::path::{Path, PathBuf};

use engine_protocols::{command_files, with_absolute_program};

use crate::engine::protocol_and_command;
use crate::player_request::{ENGINE, PlayerRequest};
use crate::user_books::{BOOK, book_file};

impl PlayerRequest {
    /// Resolves file names relative to `folder` so that the player can be recreated elsewhere. This applies to the
    /// player's program, which starts in that folder, and to its opening book.
    pub fn anchor(&mut self, folder: &Path) {
        if let Some((protocol, command)) = self.engine().and_then(protocol_and_command) {
            let absolute = with_absolute_program(command, folder);
            let name = absolute.map(|command| format!("{ENGINE}{protocol}{command}"));
            self.folder = Some(folder.into());
            self.name = name.unwrap_or_else(|| mem::take(&mut self.name));
        } else if let Some(book) = book_file(self) {
            let absolute =
                folder.join(book).to_str().filter(|book| !book.contains(',')).map(String::from);
            if let Some(book) = absolute {
                // The option exists, because its value was just read.
                drop(self.options.set(BOOK, &book));
            }
        }
    }

    /// Sets the folder where the engine program starts.
    pub fn start_in(&mut self, folder: PathBuf) {
        self.folder = Some(folder);
    }

    /// The folder where the engine program starts, if given.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The files that make up an engine's program. Empty for other players.
    pub fn program_files(&self) -> Vec<PathBuf> {
        let command = self.engine().and_then(protocol_and_command);
        let folder = self.folder.as_deref().unwrap_or(Path::new(""));
        command.map(|(_, command)| command_files(command, folder)).unwrap_or_default()
    }
}
