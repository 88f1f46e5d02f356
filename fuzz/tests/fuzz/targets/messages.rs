//! Messages between processes, and journal lines.

use std::fmt::Debug;

use arena::journal::{Entry, Journal};
use cluster::message::{Announcement, Heartbeat, Pair, Report, Spec};
use cluster::moves::{MoveJob, StopMove, WorkerMessage};
use plugin_abi::Stamp;
use plugin_abi::message::{
    FromHost, FromPlayer, Manifest, NewPlayer, ToHost, ToPlayer, decode, encode,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::target::{Answer, Check, Verdict, has_long_number, must, same};

/// Messages between a program and a plugin. The first byte of an input is a letter for the message type.
pub(super) fn plugin() -> Check {
    Box::new(|input| {
        let Some((kind, bytes)) = input.split_first() else { return Ok(Answer::refused("empty")) };
        match kind {
            b'a' => frame::<FromPlayer>(bytes),
            b'b' => frame::<FromHost>(bytes),
            b'c' => frame::<ToHost>(bytes),
            b'd' => frame::<ToPlayer<'static>>(bytes),
            b'e' => frame::<Manifest>(bytes),
            b'f' => frame::<NewPlayer>(bytes),
            _ => Ok(match Stamp::from_bytes(bytes) {
                Some(stamp) => Answer::accepted(stamp.interface().min(2)),
                None => Answer::refused("stamp"),
            }),
        }
    })
}

/// Checks that a decoded value survives a round trip and that our encoding of it is no longer than the input.
fn frame<T: Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8]) -> Verdict {
    let message: T = match decode(bytes) {
        Ok(message) => message,
        Err(error) => return Ok(Answer::refused(error)),
    };
    let written = must("a message that was decoded can't be encoded", encode(&message))?;
    let read: T = must("a message can't be decoded from its own bytes", decode(&written))?;
    same("messages encoded and decoded", &read, &message)?;
    if written.len() > bytes.len() {
        return Err(format!("{} bytes became {}", bytes.len(), written.len()));
    }
    let shown = format!("{message:?}");
    let kind: String = shown.chars().take_while(|sign| *sign != '{' && *sign != '"').collect();
    Ok(Answer::accepted(format!("{}{kind}", std::any::type_name::<T>())))
}

/// Commands to a table, as received from the web page and by `rival … --json`.
pub(super) fn commands() -> Check {
    Box::new(|input| {
        let command: notation::json::Command = match serde_json::from_slice(input) {
            Ok(command) => command,
            Err(error) => return Ok(Answer::refused(error)),
        };
        let written =
            must("a command that was read can't be written", serde_json::to_string(&command))?;
        let read = must(
            "a command can't be read from its own text",
            serde_json::from_str::<notation::json::Command>(&written),
        )?;
        if !has_long_number(input) {
            same("commands written and read", &read, &command)?;
        }
        Ok(match command.for_table(2) {
            Ok(command) => Answer::accepted(
                format!("{command:?}").split(['(', ' ']).next().unwrap_or_default(),
            ),
            Err(error) => Answer::refused(error),
        })
    })
}

/// Messages between a queue's scheduler and its workers. The first word of an input is the message type.
pub(super) fn queue() -> Check {
    Box::new(|input| {
        let end = input.iter().position(|byte| *byte == b' ').unwrap_or(input.len());
        let (kind, json) = (&input[..end], input.get(end + 1..).unwrap_or_default());
        match kind {
            b"announcement" => queued::<Announcement>(json),
            b"spec" => queued::<Spec>(json),
            b"pair" => {
                let answer = queued::<Pair>(json)?;
                if let Ok(pair) = serde_json::from_slice::<Pair>(json) {
                    let _jobs = pair.jobs().count();
                }
                Ok(answer)
            }
            b"report" => queued::<Report>(json),
            b"heartbeat" => queued::<Heartbeat>(json),
            b"job" => queued::<MoveJob>(json),
            b"news" => queued::<WorkerMessage>(json),
            b"stop" => queued::<StopMove>(json),
            _ => Ok(Answer::refused("type")),
        }
    })
}

fn queued<T: Serialize + DeserializeOwned + PartialEq + Debug>(json: &[u8]) -> Verdict {
    let message: T = match serde_json::from_slice(json) {
        Ok(message) => message,
        Err(error) => return Ok(Answer::refused(error)),
    };
    let written = must("a message that was read can't be written", serde_json::to_vec(&message))?;
    let read: T =
        must("a message can't be read from its own text", serde_json::from_slice(&written))?;
    same("messages written and read", &read, &message)?;
    Ok(Answer::accepted(std::any::type_name::<T>()))
}

/// A journal without checksums, which are computed before it is read. A line that begins with `!` is read as it is,
/// without that character.
pub(super) fn journal() -> Check {
    let folder = tempfile::tempdir();
    Box::new(move |input| {
        let folder = folder.as_ref().map_err(ToString::to_string)?;
        let path = folder.path().join("journal.jsonl");
        let lines = input.split_inclusive(|byte| *byte == b'\n');
        let bytes: Vec<u8> = lines.flat_map(with_checksum).collect();
        must("a file", std::fs::write(&path, bytes))?;
        let mut reader = must("the journal", Journal::lines(&path))?;
        let (mut kinds, mut is_accepted) = (String::new(), false);
        loop {
            let line = match reader.read_next() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) => return Ok(Answer::refused(error)),
            };
            let (checksum, entry) = line.parse::<Entry>();
            kinds = match entry {
                Ok(entry) => {
                    is_accepted = true;
                    check_entry(&entry)?;
                    format!("{checksum:?}")
                }
                Err(why) => Answer::refused(why).kind,
            };
        }
        // Resuming a run reads the same journal as watching the run.
        let _whole = (reader.whole(), reader.is_torn());
        Ok(if is_accepted { Answer::accepted(kinds) } else { Answer::refused(kinds) })
    })
}

/// Checks that an entry survives a round trip and that all its values are in range.
fn check_entry(entry: &Entry) -> Result<(), String> {
    let written = must("an entry that was read can't be written", serde_json::to_string(entry))?;
    let read =
        must("an entry can't be read from its own text", serde_json::from_str::<Entry>(&written))?;
    same("entries written and read", &read, entry)?;
    let _used = (entry.job(), entry.plies(), entry.ending(), entry.conclusion.fault());
    Ok(())
}

/// A line in journal format.
fn with_checksum(line: &[u8]) -> Vec<u8> {
    if let Some(line) = line.strip_prefix(b"!") {
        return line.to_vec();
    }
    let Some(content) = line.strip_suffix(b"}\n") else { return line.to_vec() };
    let hash: String = blake3::hash(content).to_hex().chars().take(16).collect();
    let mut bytes = content.to_vec();
    bytes.extend_from_slice(format!(",\"checksum\":\"{hash}\"}}\n").as_bytes());
    bytes
}
