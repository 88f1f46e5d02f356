//! Tests with truncated or modified files.

use std::fs;
use std::path::Path;

use chess::Position;
use chess_tablebase::SyzygyTables;

use crate::{copied, position};

/// Positions from the three tables with either side to move, decided and drawn.
fn positions() -> Vec<Position> {
    let texts = [
        "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
        "8/8/8/3k4/8/8/8/KQ6 b - - 0 1",
        "8/8/8/3q4/8/8/7k/K7 w - - 0 1",
        "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
        "8/8/8/3k4/8/8/8/KR6 b - - 0 1",
        "8/8/8/3k4/8/4K3/4P3/8 w - - 0 1",
        "8/8/8/3k4/8/4K3/4P3/8 b - - 0 1",
        "8/8/8/8/3k4/7p/8/K7 w - - 0 1",
        "8/8/8/8/3k4/7p/8/K7 b - - 0 1",
        "k7/P7/K7/8/8/8/8/8 w - - 0 1",
    ];
    texts.into_iter().map(position).collect()
}

/// A pseudorandom number generator (G. Marsaglia, "Xorshift RNGs", 2003).
struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % count as u64).unwrap()
    }
}

/// Opens tables and probes them with both ways of reading files. Checks that a value is unknown only if an error
/// mentions the file.
fn probe(folder: &Path, name: &str, positions: &[Position], what: &str) -> Vec<String> {
    let mut all = Vec::new();
    for memory_bytes in [0, 1 << 20] {
        let tables = SyzygyTables::open(&folder.join("chess"), 7, memory_bytes);
        let is_any_unknown = positions.iter().fold(false, |is_unknown, position| {
            let board = position.board();
            is_unknown | tables.wdl(board).is_none() | tables.dtz(board).is_none()
        });
        let refused = tables.refused().iter().map(ToString::to_string);
        let failures = tables.take_failures().into_iter().map(|error| error.to_string());
        let errors: Vec<String> = refused.chain(failures).collect();
        assert!(errors.iter().all(|error| error.contains(name)), "{what}: {errors:?}");
        assert!(errors.len() <= 1 && (!is_any_unknown || errors.len() == 1), "{what}: {errors:?}");
        all.extend(errors);
    }
    all
}

const FILES: [&str; 6] =
    ["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KPvK.rtbz"];

#[test]
fn a_file_truncated_at_any_byte_is_named() {
    let (home, positions) = (copied(), positions());
    for name in FILES {
        let path = home.path().join("chess").join(name);
        let bytes = fs::read(&path).unwrap();
        for length in (0..bytes.len()).filter(|length| *length < 200 || length % 397 == 0) {
            fs::write(&path, &bytes[..length]).unwrap();
            let what = format!("{name} cut to {length} bytes");
            assert_eq!(probe(home.path(), name, &positions, &what).len(), 2, "{what}");
        }
        // The file size looks plausible, but the end of the file is missing.
        fs::write(&path, &bytes[..bytes.len() - 64]).unwrap();
        let found = probe(home.path(), name, &positions, name);
        assert!(
            found
                .iter()
                .all(|error| error.ends_with(" is damaged (it is truncated); download it again")),
            "{found:?}"
        );
        fs::write(&path, &bytes).unwrap();
        assert_eq!(probe(home.path(), name, &positions, name).len(), 0);
    }
}

#[test]
fn a_file_with_changed_bytes_is_named_or_still_readable() {
    let (home, positions) = (copied(), positions());
    let mut random = Xorshift(0x9E37_79B9_7F4A_7C15);
    for name in FILES {
        let path = home.path().join("chess").join(name);
        let bytes = fs::read(&path).unwrap();
        for round in 0..300 {
            let mut changed = bytes.clone();
            // Damages headers more often, because they determine sizes, offsets and loops.
            let end = if round % 3 == 0 { bytes.len() } else { bytes.len().min(160) };
            for _change in 0..=random.below(3) {
                let values = [0, 1, 0x7F, 0x80, 0xFF];
                let other = u8::try_from(random.below(256)).unwrap();
                let value = values.get(random.below(8)).copied().unwrap_or(other);
                changed[random.below(end)] = value;
            }
            fs::write(&path, &changed).unwrap();
            probe(home.path(), name, &positions, &format!("{name}, round {round}"));
        }
        fs::write(&path, &bytes).unwrap();
    }
}

#[test]
fn files_that_are_not_tables_are_named() {
    let check = |content: Option<&[u8]>, expected: &str| {
        let home = copied();
        let path = home.path().join("chess").join("KQvK.rtbw");
        fs::remove_file(&path).unwrap();
        match content {
            Some(content) => fs::write(&path, content).unwrap(),
            None => fs::create_dir(&path).unwrap(),
        }
        let tables = SyzygyTables::open(&home.path().join("chess"), 7, 0);
        let refused: Vec<String> = tables.refused().iter().map(ToString::to_string).collect();
        assert_eq!(refused, [format!("{} {expected}; download it again", path.display())]);
    };
    check(Some(b"a text"), "is not the Syzygy table its name suggests");
    check(Some(b""), "is not the Syzygy table its name suggests");
    check(None, "is damaged (it is not a file)");
    let of_rook = fs::read(crate::folder().join("KPvK.rtbw")).unwrap();
    check(Some(&of_rook), "is not the Syzygy table its name suggests");
    let with_distances = fs::read(crate::folder().join("KQvK.rtbz")).unwrap();
    check(Some(&with_distances), "is not the Syzygy table its name suggests");
}
