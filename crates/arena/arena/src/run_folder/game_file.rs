//! A file that receives finished games immediately.
//!
//! The journal is authoritative. A resumed run appends the games that a killed program failed to write, and rewrites a
//! partial game. Any other file content is preserved. Several runs can share a file.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context;
use app_context::{Failure, FailureKind, OrFail};

use super::game_texts::{EPD_ID, GAME_ID, GameTexts, epd};
use crate::journal::Entry;
use crate::run::Run;

/// The content of a game file.
#[derive(Clone, Debug)]
pub enum GameFileKind {
    /// Complete games.
    Games(GameTexts),
    /// Final positions.
    Positions,
}

impl GameFileKind {
    /// Formats a game. Every game has a different text.
    fn text(&self, run: &Run, entry: &Entry) -> Result<String, Failure> {
        match self {
            Self::Games(texts) => Ok(texts.text(run, entry)? + "\n"),
            Self::Positions => Ok(epd(run, entry)),
        }
    }

    /// The ID of a game, if this line contains one.
    fn id_in<'a>(&self, line: &'a str) -> Option<&'a str> {
        let after = match self {
            Self::Games(_) => line.strip_prefix('[')?.strip_prefix(GAME_ID)?.strip_prefix(" \"")?,
            Self::Positions => line.split_once(EPD_ID)?.1,
        };
        after.split_once('"').map(|(id, _)| id)
    }
}

/// An open game file.
#[derive(Debug)]
pub struct GameFile {
    file: File,
    path: PathBuf,
    kind: GameFileKind,
}

impl GameFile {
    /// Opens the file and appends the games in `played` that are missing from it. `played` must be in journal order.
    ///
    /// # Errors
    /// [`Failure`] if the file can't be read or written, or if its format can't express a game.
    pub fn open(
        path: PathBuf,
        kind: GameFileKind,
        run: &Run,
        played: &[Entry],
    ) -> Result<Self, Failure> {
        let file = File::options().read(true).append(true).create(true).open(&path);
        let file = or_failed(file, &path)?;
        let mut opened = Self { file, path, kind };
        let mut known = opened.known_games()?;
        if let Some((id, line_start)) = known.last.take()
            && let Some(entry) = played.iter().find(|entry| entry.id == id)
            && !opened.repair(run, entry, line_start)?
        {
            known.ids.remove(&id);
        }
        let mut missing = played.iter().filter(|entry| !known.ids.contains(&entry.id)).peekable();
        if let Some(first) = missing.peek() {
            let text = opened.kind.text(run, first)?;
            opened.cut_off_beginning(&text)?;
        }
        opened.end_line()?;
        opened.append(run, missing)?;
        Ok(opened)
    }

    /// Appends these games.
    ///
    /// # Errors
    /// [`Failure`] if the file can't be written, or if its format can't express a game.
    pub fn append<'a>(
        &mut self,
        run: &Run,
        entries: impl IntoIterator<Item = &'a Entry>,
    ) -> Result<(), Failure> {
        let mut texts = String::new();
        for entry in entries {
            texts += &self.kind.text(run, entry)?;
        }
        or_failed(self.file.write_all(texts.as_bytes()), &self.path)
    }

    /// Finds the games in the file, from any run.
    fn known_games(&mut self) -> Result<KnownGames, Failure> {
        or_failed(self.file.seek(SeekFrom::Start(0)), &self.path)?;
        let mut known = KnownGames::default();
        let (mut reader, mut start, mut line) = (BufReader::new(&self.file), 0, Vec::new());
        loop {
            line.clear();
            let length = or_failed(reader.read_until(b'\n', &mut line), &self.path)?;
            if length == 0 {
                return Ok(known);
            }
            let text = String::from_utf8_lossy(&line);
            if let Some(id) = self.kind.id_in(&text) {
                known.ids.insert(id.to_owned());
                known.last = Some((id.to_owned(), start));
            }
            start += length as u64;
        }
    }

    /// Removes the last game if it is incomplete. `line_start` is the offset of the line with the game's ID. Returns
    /// `true` if the game is complete.
    fn repair(&mut self, run: &Run, entry: &Entry, line_start: u64) -> Result<bool, Failure> {
        let text = self.kind.text(run, entry)?;
        let lines = text.split_inclusive('\n');
        let before: usize =
            lines.take_while(|line| self.kind.id_in(line).is_none()).map(str::len).sum();
        let Some(start) = line_start.checked_sub(before as u64) else { return Ok(true) };
        let found = self.read_from(start, text.len())?;
        // A game written by another version or with other tags counts as complete.
        let is_partial = found.len() < text.len() && text.as_bytes().starts_with(&found);
        if is_partial {
            or_failed(self.file.set_len(start), &self.path)?;
        }
        Ok(!is_partial)
    }

    /// Removes a partial copy of this text from the end of the file.
    fn cut_off_beginning(&mut self, text: &str) -> Result<(), Failure> {
        let length = or_failed(self.file.metadata(), &self.path)?.len();
        let start = length.saturating_sub(text.len() as u64);
        let tail = self.read_from(start, text.len())?;
        let is_start = |at: usize| at.checked_sub(1).map_or(start == 0, |at| tail[at] == b'\n');
        let begun =
            (0..tail.len()).find(|&at| is_start(at) && text.as_bytes().starts_with(&tail[at..]));
        match begun {
            Some(at) => or_failed(self.file.set_len(start + at as u64), &self.path),
            None => Ok(()),
        }
    }

    /// Terminates other content with a line feed.
    fn end_line(&mut self) -> Result<(), Failure> {
        let length = or_failed(self.file.metadata(), &self.path)?.len();
        let last = self.read_from(length.saturating_sub(1), 1)?;
        let end: &[u8] = if matches!(last.as_slice(), [] | [b'\n']) { b"" } else { b"\n" };
        or_failed(self.file.write_all(end), &self.path)
    }

    /// Reads at most `length` bytes from an offset.
    fn read_from(&mut self, start: u64, length: usize) -> Result<Vec<u8>, Failure> {
        or_failed(self.file.seek(SeekFrom::Start(start)), &self.path)?;
        let mut bytes = Vec::new();
        or_failed((&self.file).take(length as u64).read_to_end(&mut bytes), &self.path)?;
        Ok(bytes)
    }
}

/// The games that a file already contains.
#[derive(Debug, Default)]
struct KnownGames {
    ids: HashSet<String>,
    /// The last game's ID and its line's offset.
    last: Option<(String, u64)>,
}

fn or_failed<T>(result: std::io::Result<T>, path: &Path) -> Result<T, Failure> {
    result
        .with_context(|| format!("can't append games to {}", path.display()))
        .or_fail(FailureKind::Failed)
}
