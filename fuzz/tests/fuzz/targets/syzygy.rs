//! Syzygy tables for chess. Inputs are padded, because files of other sizes are refused before the header is read.

use std::fs;
use std::path::Path;

use board_engine::Notation;
use chess::Chess;
use chess_tablebase::SyzygyTables;

use crate::target::{Answer, Check, must};

/// Table names and their values. An input replaces the values or, if it contains distances, accompanies them.
const TABLES: [(&str, &[u8]); 2] = [
    ("KQvK", include_bytes!("../../../../crates/games/chess/tablebase/tests/syzygy/KQvK.rtbw")),
    ("KPvK", include_bytes!("../../../../crates/games/chess/tablebase/tests/syzygy/KPvK.rtbw")),
];

/// Positions from these tables, with either side to move.
const POSITIONS: [&str; 8] = [
    "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
    "8/8/8/3k4/8/8/8/KQ6 b - - 0 1",
    "8/8/8/3q4/8/8/7k/K7 w - - 0 1",
    "6k1/8/8/3q4/8/8/8/6K1 b - - 0 1",
    "8/8/8/3k4/8/4K3/4P3/8 w - - 0 1",
    "8/8/8/3k4/8/4K3/4P3/8 b - - 0 1",
    "8/8/8/8/3k4/7p/8/K7 w - - 0 1",
    "8/8/p7/8/3k4/8/8/6K1 b - - 0 1",
];

/// The first byte of a table with distances.
const DISTANCES: u8 = 0xD7;

/// A file under two table names. At least one name is wrong.
pub(super) fn syzygy_file() -> Check {
    let folder = tempfile::tempdir();
    Box::new(move |input| {
        let folder = folder.as_ref().map_err(ToString::to_string)?.path();
        must("the files", write(input, folder))?;
        let tables = SyzygyTables::open(folder, 3, 1 << 20);
        let has_distances = input.first() == Some(&DISTANCES);
        let mut known = 0;
        for text in POSITIONS {
            let position = must(text, Chess::default().parse_position(text))?;
            let (value, distance) = (tables.wdl(position.board()), tables.dtz(position.board()));
            known += usize::from(if has_distances { distance.is_some() } else { value.is_some() });
        }
        let failures = tables.take_failures();
        let errors = tables.refused().iter().chain(&failures).map(ToString::to_string);
        let kind = errors.map(|error| without_path(&error)).collect::<Vec<_>>().join(" ");
        Ok(if known > 0 {
            Answer::accepted(format!("{known} {}", Answer::refused(kind).kind))
        } else {
            Answer::refused(kind)
        })
    })
}

/// Writes the input under both names, and the values for its distances.
fn write(input: &[u8], folder: &Path) -> std::io::Result<()> {
    let mut bytes = input.to_vec();
    while bytes.len() % 64 != 16 {
        bytes.push(0);
    }
    let has_distances = input.first() == Some(&DISTANCES);
    for (name, values) in TABLES {
        let (own, distances) =
            (folder.join(name).with_extension("rtbw"), folder.join(name).with_extension("rtbz"));
        fs::write(&own, if has_distances { values } else { &bytes })?;
        if has_distances {
            fs::write(&distances, &bytes)?;
        } else if distances.exists() {
            fs::remove_file(&distances)?;
        }
    }
    Ok(())
}

/// A message without the path at its beginning.
fn without_path(message: &str) -> String {
    message.split_once("vK.rtb").map_or(message, |(_, rest)| rest).into()
}
