//! Tests opening files in other programs' formats.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::support::run;

/// Lines from a typical opening book for engine matches.
const EPD: &str = "\u{FEFF}rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - hmvc 2; fmvn 3; id \"C42\";\r\n\
    rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3;\n\
    rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2;\n\
    rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n";

/// The openings of a match that uses this opening source, in order.
fn openings(folder: &Path, source: &str, more: &[&str]) -> Vec<String> {
    let mut arguments =
        vec!["match", "chess", "random", "greedy", "--plies-max", "1", "--seed", "1"];
    arguments.extend(["--out", "out", "--openings", source]);
    arguments.extend(more);
    run(folder, &arguments, 0);
    let text = fs::read_to_string(folder.join("out/openings.txt")).unwrap();
    fs::remove_dir_all(folder.join("out")).unwrap();
    text.lines().filter(|line| !line.starts_with('#')).map(String::from).collect()
}

fn refusal(folder: &Path, source: &str, more: &[&str], code: i32) -> String {
    let mut arguments = vec!["match", "chess", "random", "greedy", "--out", "out"];
    arguments.extend(["--openings", source]);
    arguments.extend(more);
    String::from_utf8(run(folder, &arguments, code).stderr).unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn positions_with_operations_are_read_compressed_or_not() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("book.epd"), EPD).unwrap();
    fs::write(folder.join("book.epd.gz"), gzip(EPD.as_bytes())).unwrap();
    let sequential = ["--order", "sequential"];
    let plain = openings(folder, "book.epd", &sequential);
    assert_eq!(plain.len(), 4);
    assert!(plain[0].contains("w KQkq - hmvc 2; fmvn 3;"), "{plain:?}");
    assert_eq!(openings(folder, "book.epd.gz", &sequential), plain);
    let shuffled = openings(folder, "book.epd", &[]);
    assert_ne!(shuffled, plain);
    assert_eq!(openings(folder, "book.epd", &["--order", "random"]), shuffled);
    let later = openings(folder, "book.epd", &["--order", "sequential", "--start", "3"]);
    assert_eq!(later, [&plain[2..], &plain[..2]].concat());
}

#[test]
fn games_are_read_compressed_and_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let pgn = "\u{FEFF}[White \"a\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n[Result \"*\"]\n\n1. d4 d5 2. c4 *\n";
    fs::write(folder.join("book.pgn.gz"), gzip(pgn.as_bytes())).unwrap();
    let sequential = ["--order", "sequential"];
    assert_eq!(openings(folder, "book.pgn.gz", &sequential), ["e4 e5 Nf3", "d4 d5 c4"]);
    assert_eq!(openings(folder, "book.pgn.gz:2", &sequential), ["e4 e5", "d4 d5"]);
}

#[test]
fn a_polyglot_book_provides_lines() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // A Polyglot book with the lines 1. e4 e5 and 1. e4 c5, given by their position keys.
    let entry = |key: u64, mv: u16, weight: u16| {
        let rest = u64::from(mv) << 48 | u64::from(weight) << 32;
        [key.to_be_bytes(), rest.to_be_bytes()].concat()
    };
    let mut entries = [
        entry(0x463B_9618_1691_FC9C, 0o1434, 1),
        entry(0x823C_9B50_FD11_4196, 0o6444, 1),
        entry(0x823C_9B50_FD11_4196, 0o6242, 1),
    ];
    entries.sort();
    fs::write(folder.join("book.bin"), entries.concat()).unwrap();
    let mut lines = openings(folder, "book.bin", &["--pairs", "9"]);
    lines.sort();
    assert_eq!(lines, ["e4 c5", "e4 e5"]);
    assert_eq!(openings(folder, "book.bin:1", &["--pairs", "9"]), ["e4"]);
}

#[test]
fn files_without_openings_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("book.zip"), b"PK\x03\x04rest").unwrap();
    let said = refusal(folder, "book.zip", &[], 3);
    assert!(said.contains("book.zip is a zip archive; unpack it first"), "{said}");
    fs::write(folder.join("book.epd.gz"), &gzip(EPD.as_bytes())[..40]).unwrap();
    let said = refusal(folder, "book.epd.gz", &[], 3);
    assert!(said.contains("can't read book.epd.gz"), "{said}");
    fs::write(folder.join("book.epd"), EPD).unwrap();
    let said = refusal(folder, "book.epd", &["--start", "5"], 3);
    assert!(said.contains("can't start with opening 5: there are only 4"), "{said}");
    for (line, why) in [
        (
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "is neither a position in chess:standard (White has 0 kings)",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - hmvc x;",
            "(expected the halfmove clock, 0 to 255 at column 32)",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - id \"C42;", "at the end of the operand at column 35)"),
        ("e4 e9", "nor a list of moves (expected a move like e4"),
    ] {
        fs::write(folder.join("book.epd"), format!("e4 e5\n{line}\n")).unwrap();
        let said = refusal(folder, "book.epd", &[], 3);
        assert!(said.contains(&format!("line 2: \"{line}\"")) && said.contains(why), "{said}");
    }
    fs::write(folder.join("book.epd"), b"e4 e5\ne4 c5 \xE9\n").unwrap();
    let said = refusal(folder, "book.epd", &[], 3);
    assert!(said.contains("can't read book.epd: line 2 is not UTF-8 text"), "{said}");
    let said = refusal(folder, "random:2", &["--order", "sequential"], 2);
    assert!(said.contains("need an opening file, not \"random:2\""), "{said}");
}
