//! Tests for record files.

use std::fs;
use std::path::Path;
use std::time::Duration;

use games_package::{
    EndReason, Ending, Failure, FailureKind, Header, Mark, Note, Odds, Ply, Record, RecordedPlayer,
    ThinkingLimits, Thought, TimeControl, Valuation, Variation,
};
use notation::{RecordError, RecordFile};

use crate::table::games::race;
use crate::{FIRST, SECOND, played};

/// A record with a value in every field.
fn full_record() -> Record {
    let player = |name: &str| RecordedPlayer {
        spec: format!("{name}:depth=6"),
        name: name.into(),
        origin: name.starts_with('a').then(|| "lucky 1.0, in this process".into()),
        odds: Odds {
            time_control: name.starts_with('a').then(|| "40/5m".parse().unwrap()),
            thinking: ThinkingLimits { depth: None, nodes: Some(7) },
        },
    };
    let ply =
        |mv: &str, clock| Ply { elapsed: Duration::from_micros(1500), clock, ..Ply::from(mv) };
    let noted = |mv: &str, valuation, mark| Ply {
        note: Note {
            thought: Some(Thought { valuation, depth: 7 }),
            mark,
            nags: vec![14, 146],
            preface: "or".into(),
            remark: "he \"thinks\" ''' so".into(),
        },
        ..Ply::from(mv)
    };
    let inner = Variation {
        after: 2,
        plies: vec![noted("37-32", Valuation::Centi(-5), Some(Mark::Dubious))],
        variations: Vec::new(),
    };
    let outer = Variation {
        after: 1,
        plies: vec![ply("18-23", None), noted("38-32", Valuation::WinIn(9), None)],
        variations: vec![inner],
    };
    let last = Variation { after: 2, plies: vec!["33-29".into()], variations: Vec::new() };
    Record {
        game: "checkers:english".into(),
        players: vec![player("alpha-beta"), player("Zoë \"the\" fox\\ '''")],
        time_control: "1m+1500ms".parse().unwrap(),
        thinking: ThinkingLimits { depth: Some(6), nodes: Some(1_000_000) },
        pondering: true,
        seed: u64::MAX,
        start: "W:W31-50:B1-20".into(),
        plies: vec![ply("32-28", Some(Duration::from_secs(59))), ply("19-23", None)],
        variations: vec![outer, last],
        final_position: "W:W28:B23".into(),
        ending: Some(Ending {
            payoffs: Some(vec![1, -1]),
            reason: EndReason::PlayerFailed(
                SECOND,
                Failure::new(FailureKind::IllegalMove, "illegal move 0-0"),
            ),
        }),
        header: Header {
            tags: vec![("Event".into(), "Club \"Cup\"".into()), ("Mine".into(), "1".into())],
            preface: "so it began".into(),
        },
    }
}

fn check_round_trip(record: &Record) {
    let text = record.to_text();
    assert_eq!(&Record::from_text(&text).unwrap(), record, "{text}");
    assert_eq!(Record::from_text(&text).unwrap().to_text(), text);
}

#[test]
fn a_record_survives_a_round_trip() {
    check_round_trip(&full_record());
    let endings = [
        (None, EndReason::Stopped),
        (Some(vec![0, 0]), EndReason::DrawAgreed),
        (Some(vec![1, -1]), EndReason::Unstated),
        (Some(vec![-1, 1]), EndReason::time_expired(FIRST)),
        (Some(vec![-1, 1]), EndReason::TimeExpired(FIRST, "its last line: info".into())),
        (Some(vec![1, -1]), EndReason::Resigned(SECOND)),
        (Some(vec![2, -2]), EndReason::Rules("a gammon".into())),
    ];
    for (payoffs, reason) in endings {
        check_round_trip(&Record { ending: Some(Ending { payoffs, reason }), ..full_record() });
    }
    check_round_trip(&Record {
        ending: None,
        plies: Vec::new(),
        thinking: ThinkingLimits::default(),
        time_control: TimeControl::Unlimited,
        ..full_record()
    });
}

#[test]
fn a_time_forfeit_is_called_timed_out() {
    let reason = EndReason::time_expired(FIRST);
    let record =
        Record { ending: Some(Ending { payoffs: Some(vec![-1, 1]), reason }), ..full_record() };
    let text = record.to_text();
    assert!(text.contains("reason = \"timed out\"\n"), "{text}");
    assert_eq!(Record::from_text(&text).unwrap(), record);
}

#[test]
fn every_kind_of_failure_has_a_name_in_records() {
    for name in [
        "error",
        "panicked",
        "illegal move",
        "out of turn",
        "vanished",
        "unresponsive",
        "load refused",
        "protocol error",
    ] {
        let kind = FailureKind::from_name(name).unwrap();
        assert_eq!(kind.name(), name);
        let reason = EndReason::PlayerFailed(FIRST, Failure::new(kind, ""));
        check_round_trip(&Record {
            ending: Some(Ending { payoffs: Some(vec![-1, 1]), reason }),
            ..full_record()
        });
    }
    assert_eq!(FailureKind::from_name("bored"), None);
}

#[test]
fn a_played_match_survives_a_round_trip() {
    check_round_trip(&played(race(), TimeControl::PerMove(Duration::from_mins(1))));
}

#[test]
fn numbers_that_a_file_cannot_hold_are_clamped() {
    let ply = Ply { elapsed: Duration::MAX, clock: Some(Duration::MAX), ..Ply::from("1") };
    let limits = ThinkingLimits { depth: Some(u32::MAX), nodes: Some(u64::MAX) };
    let huge = Record { plies: vec![ply], thinking: limits, ..full_record() };
    let read = Record::from_text(&huge.to_text()).unwrap();
    assert_eq!(read.plies[0].elapsed, Duration::from_micros(u64::MAX >> 1));
    assert_eq!(read.thinking.nodes, Some(u64::MAX >> 1));
}

/// A record is either refused with a reason, or parsed; a parsed record survives a round trip.
fn check_damaged(text: &str) {
    match Record::from_text(text) {
        Ok(record) => check_round_trip(&record),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

#[test]
fn a_record_that_is_cut_off_anywhere_does_no_harm() {
    let text = full_record().to_text();
    for end in 0..text.len() {
        check_damaged(&String::from_utf8_lossy(&text.as_bytes()[..end]));
    }
}

#[test]
fn a_record_with_any_byte_changed_does_no_harm() {
    let text = full_record().to_text();
    for index in 0..text.len() {
        for mask in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xff] {
            let mut bytes = text.clone().into_bytes();
            bytes[index] ^= mask;
            check_damaged(&String::from_utf8_lossy(&bytes));
        }
    }
}

#[test]
fn endless_nesting_is_refused() {
    for opened in ["[", "{a=", "a.", "[a.", "[[a"] {
        let text = format!("rival_record = 1\ngame = {}", opened.repeat(100_000));
        assert!(Record::from_text(&text).is_err());
        assert!(Record::from_text(&opened.repeat(100_000)).is_err());
    }
}

/// The record with one piece of its text replaced.
fn changed(from: &str, to: &str) -> String {
    let text = full_record().to_text();
    assert!(text.contains(from), "no {from} in {text}");
    text.replacen(from, to, 1)
}

#[test]
fn texts_of_a_record_have_no_control_characters() {
    let mut record = full_record();
    record.players[0].name = "\u{7}a\u{200b}\u{0}\u{7f}\r\n".into();
    record.players[1].spec = "\u{1b}c".into();
    record.variations[0].plies[1].note.remark = "\u{1b}[2J\u{202e}why not".into();
    record.plies[0].mv = "32-28\u{1b}c".into();
    let read = Record::from_text(&record.to_text()).unwrap();
    let names = (read.players[0].name.as_str(), read.players[1].spec.as_str());
    assert_eq!(names, ("\u{fffd}a\u{200b}\u{fffd}\u{fffd} ", "\u{fffd}c"));
    let remark = &read.variations[0].plies[1].note.remark;
    assert_eq!(remark, "\u{fffd}[2J\u{fffd}why not");
    assert_eq!(read.plies[0].mv, "32-28\u{fffd}c");
    check_round_trip(&read);
}

fn check_refused(text: &str, expected: &str) {
    assert_eq!(Record::from_text(text).unwrap_err().to_string(), expected);
}

#[test]
fn contradictory_values_are_refused_by_name() {
    let changes = [
        ("rival_record = 3", "rival_record = 0", "rival_record can't be \"0\""),
        ("\"1m+1500ms\"", "\"soon\"", "time_control can't be \"soon\""),
        ("551615\"", "551616\"", "seed can't be \"18446744073709551616\""),
        ("seat = 2", "seat = 3", "the seat of the ending can't be \"3\""),
        ("seat = 2", "seat = 0", "the seat of the ending can't be \"0\""),
        ("seat = 2\n", "", "the seat of the ending can't be \"\""),
        ("illegal move\"", "bored\"", "the failure can't be \"bored\""),
        ("player failed", "tired", "the reason of the ending can't be \"tired\""),
        ("player failed", "rules", "the rule of the ending can't be \"\""),
        ("payoffs = [1, -1]", "payoffs = [1]", "the number of payoffs can't be \"1\""),
    ];
    for (from, to, expected) in changes {
        check_refused(&changed(from, to), &format!("not a record: {expected}"));
    }
    let nine = "[[seat]]\nplayer = \"x\"\nname = \"x\"\n".repeat(9);
    check_refused(
        &(full_record().to_text() + &nine),
        "not a record: the number of seats can't be \"11\"",
    );
}

#[test]
fn a_record_from_a_newer_version_is_refused_with_both_versions() {
    check_refused(
        &changed("rival_record = 3", "rival_record = 4\nanything = \"else\""),
        "the record was written by a newer version of Rival (format 4; this program reads 3)",
    );
}

#[test]
fn malformed_records_are_refused_with_the_place() {
    let text = changed("game = ", "gäme ≠ ");
    let RecordError::Malformed { line, column, .. } = Record::from_text(&text).unwrap_err() else {
        panic!("it was read")
    };
    assert_eq!((line, column), (2, 6), "in characters: {text}");
    let message = Record::from_text("rival_record = 1\ncolor = 3").unwrap_err().to_string();
    assert!(
        message.starts_with("not a record: line 2, column 1: unknown field `color`"),
        "{message}"
    );
}

#[test]
fn a_record_is_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.toml");
    let record = full_record();
    record.save(&path).unwrap();
    assert_eq!(Record::load(&path).unwrap(), record);
    let other = Record { seed: 1, ..record };
    other.save(&path).unwrap();
    assert_eq!(Record::load(&path).unwrap(), other);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left behind");
}

#[test]
fn a_reader_finds_the_old_record_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.toml");
    let mut records = [full_record(), full_record()];
    records[1].plies = vec![records[1].plies[0].clone(); 5000];
    records[0].save(&path).unwrap();
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for index in 0..40 {
                records[index % 2].save(&path).unwrap();
            }
        });
        while !writer.is_finished() {
            let read = Record::load(&path).unwrap();
            assert!(records.contains(&read));
        }
    });
}

#[test]
fn a_save_that_fails_leaves_the_old_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.toml");
    full_record().save(&path).unwrap();
    for impossible in [
        folder.path().join(".."),
        folder.path().into(),
        path.join("below"),
        folder.path().join("no/x"),
    ] {
        let error = full_record().save(&impossible).unwrap_err();
        assert_eq!(error.to_string(), format!("can't write {}", impossible.display()));
    }
    assert_eq!(Record::load(&path).unwrap(), full_record());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_record_lies_where_the_path_leads() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("a")).unwrap();
    full_record().save(&folder.path().join("a/../b.toml")).unwrap();
    assert!(folder.path().join("b.toml").exists());
}

#[cfg(unix)]
#[test]
fn a_record_has_the_permissions_of_other_new_files() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let (record, other) = (folder.path().join("match.toml"), folder.path().join("other"));
    full_record().save(&record).unwrap();
    fs::write(&other, "").unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&record), mode(&other));
}

#[test]
fn other_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let check = |path: &Path, expected: &str| {
        assert_eq!(Record::load(path).unwrap_err().to_string(), expected);
    };
    check(folder.path(), &format!("{} is not a file", folder.path().display()));
    check(&path("none"), &format!("can't read {}", path("none").display()));
    fs::write(path("bytes"), [0xff, 0xff]).unwrap();
    check(&path("bytes"), "not a record: line 1, column 1: not valid UTF-8");
    let large = fs::File::create(path("large")).unwrap();
    large.set_len(1 << 30).unwrap();
    let large = path("large");
    check(&large, &format!("{}: the record is larger than 16 MiB", large.display()));
    fs::write(path("empty"), "").unwrap();
    check(&path("empty"), "not a record: line 1, column 1: missing field `rival_record`");
}

#[cfg(unix)]
#[test]
fn a_pipe_without_a_writer_is_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    assert!(matches!(Record::load(&pipe), Err(RecordError::NotAFile { .. })));
}
