//! Tests importing files with many matches.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use games_package::Repair;
use match_library::{
    EntryError, FileFormat, ImportError, ImportObserver, ImportOptions, ImportProgress, Library,
    MatchFile, MatchFilter, NewMatch, Page,
};

use crate::matches::record;

/// Three English draughts matches. The second match breaks the rules.
const GAMES: &str = "\
[Event \"First\"]
[Date \"1990.08.12\"]
[White \"Ada\"]
[Black \"Bob\"]
[GameType \"21\"]
[Result \"0-1\"]

1. 11-15 {the old one} 23-19 (1... 22-17 2. 15-19) 2. 8-11! 22-17 *

[Event \"?\"]
[GameType \"21\"]

1. 11-17 22-18 *

[Event \"Third\"]
[White \"Cleo\"]
[Black \"Ada\"]
[GameType \"21\"]
[Result \"1/2-1/2\"]

1. 9-14 23-19 *
";

/// Collects reports from an import, and stops the import after some calls.
#[derive(Debug, Default)]
pub(crate) struct Observer {
    refused: Vec<String>,
    calls: usize,
    calls_max: Option<usize>,
}

impl ImportObserver for Observer {
    fn advanced(&mut self, _: &ImportProgress) -> bool {
        self.calls += 1;
        self.calls_max.is_none_or(|max| self.calls < max)
    }

    fn salvaged(&mut self, repair: &Repair) {
        self.refused.push(repair.to_string());
    }

    fn refused(&mut self, why: &EntryError) {
        self.refused.push(why.to_string());
    }
}

pub(crate) fn import(library: &Library, file: &Path) -> Result<ImportProgress, ImportError> {
    library.import(file, &options(), &mut Observer::default())
}

fn options() -> ImportOptions {
    ImportOptions { game: None, threads: NonZeroUsize::MIN.saturating_add(2), is_strict: false }
}

pub(crate) fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
    let file = folder.join(name);
    fs::write(&file, text).unwrap();
    file
}

/// Matches with different events.
fn many_matches(count: usize) -> String {
    let one = |number| format!("[Event \"{number}\"]\n[GameType \"21\"]\n\n1. 11-15 23-19 *\n\n");
    (0..count).map(one).collect()
}

fn titles(library: &Library) -> Vec<String> {
    let list = library.list(&MatchFilter::default(), Page::ALL).unwrap();
    list.iter().map(match_library::KeptMatch::title).collect()
}

#[test]
fn matches_are_imported_once_and_rule_violations_are_named_with_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    let file = written(folder.path(), "games.pdn", GAMES);
    let mut observer = Observer::default();
    let done = library.import(&file, &options(), &mut observer).unwrap();
    assert_eq!((done.added, done.duplicates, done.refused), (2, 0, 1));
    assert_eq!((done.bytes, done.bytes_done), (GAMES.len() as u64, GAMES.len() as u64));
    let [why] = observer.refused.as_slice() else { panic!("{:?}", observer.refused) };
    assert!(why.starts_with("line 13, column 4: "), "{why}");
    let first = "checkers:english: Bob – Ada, 0-1, 2 moves, 1990.08.12, First";
    let third = "checkers:english: Ada – Cleo, 1/2-1/2, 1 move, Third";
    assert_eq!(titles(&library), [third, first]);
    let again = import(&library, &file).unwrap();
    assert_eq!((again.added, again.duplicates, again.refused), (0, 2, 1));
}

#[test]
fn a_damaged_match_is_imported_up_to_the_damage_unless_refused() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[White \"A\"]\n\n1. e4 {open e5 *\n\n[White \"B\"]\n\n1. d4 d5 2. Ke8 c4 1-0\n\n\
                [White \"J\u{f8}rg\"]\n\n1. c4 *\n";
    let bytes: Vec<u8> = text.chars().map(|c| u8::try_from(c).unwrap()).collect();
    let file = folder.path().join("games.pgn");
    fs::write(&file, bytes).unwrap();
    let library = Library::open(&folder.path().join("all"), "test").unwrap();
    let mut observer = Observer::default();
    let done = library.import(&file, &options(), &mut observer).unwrap();
    assert_eq!((done.added, done.salvaged, done.refused), (3, 2, 0));
    assert!(observer.refused[1].starts_with("kept the readable parts: line 7, column "));
    let again = library.import(&file, &options(), &mut Observer::default()).unwrap();
    assert_eq!((again.added, again.duplicates, again.salvaged), (0, 3, 0));
    let second = library.load_checked(library.find("match-2").unwrap().id).unwrap();
    assert_eq!(second.record.plies[1].note.remark, "2. Ke8 c4");
    let third = library.load(library.find("match-3").unwrap().id).unwrap();
    assert_eq!(third.players[0].name, "J\u{f8}rg");
    let library = Library::open(&folder.path().join("strict"), "test").unwrap();
    let strict = ImportOptions { is_strict: true, ..options() };
    let done = library.import(&file, &strict, &mut Observer::default()).unwrap();
    assert_eq!((done.added, done.salvaged, done.refused), (1, 0, 2));
}

#[test]
fn an_imported_match_is_exported_with_its_tags_and_a_played_match_with_its_date() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    let text = "[Event \"Cup\"]\n[Date \"2020.01.02\"]\n[WhiteElo \"2100\"]\n\n1. e4 e5 1-0\n";
    import(&library, &written(folder.path(), "games.pgn", text)).unwrap();
    let loaded = library.load_dated(library.find("match-1").unwrap().id).unwrap();
    let exported = FileFormat::named("pgn").unwrap().text(&loaded.record, &*loaded.game).unwrap();
    for tag in ["[Event \"Cup\"]", "[Date \"2020.01.02\"]", "[WhiteElo \"2100\"]"] {
        assert!(exported.contains(tag), "{exported}");
    }
    let played = library.write(|batch| batch.create(NewMatch::default(), &record())).unwrap();
    let tags = library.load_dated(played).unwrap().record.header.tags;
    assert!(tags[0].0 == "Date" && tags[0].1.starts_with("20"), "{tags:?}");
    assert_eq!(tags[1], ("Site".into(), "Rival".into()));
}

#[test]
fn an_imported_match_keeps_everything_from_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    let file = written(folder.path(), "games.pdn", GAMES);
    import(&library, &file).unwrap();
    let from_file = MatchFile::open(&file, None).unwrap().load(Some(1)).unwrap();
    let kept = library.load_checked(library.find("match-1").unwrap().id).unwrap();
    assert_eq!(kept.record, from_file.record);
    assert_eq!(kept.record.variations.len(), 1);
    assert_eq!(kept.record.plies[0].note.remark, "the old one");
}

#[test]
fn files_with_other_encodings_or_leading_comments_are_imported() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("{{Köln}}\n{}", GAMES.replace("Ada", "Zoë"));
    let utf_16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        format!("\u{feff}{text}").encode_utf16().flat_map(bytes).collect()
    };
    let files = [
        format!("\u{feff}{text}").into_bytes(),
        utf_16(u16::to_le_bytes),
        utf_16(u16::to_be_bytes),
    ];
    for (number, bytes) in files.iter().enumerate() {
        let library = Library::open(&folder.path().join(number.to_string()), "test").unwrap();
        let file = folder.path().join("games.pdn");
        fs::write(&file, bytes).unwrap();
        let done = import(&library, &file).unwrap();
        assert_eq!((done.added, done.refused), (2, 1), "{number}");
        let first = library.load_checked(library.find("match-1").unwrap().id).unwrap();
        assert_eq!(first.record.players[1].name, "Zoë", "{number}");
        let written = FileFormat::named("pdn").unwrap();
        let written = written.text(&first.record, &*first.game).unwrap();
        assert!(written.contains("{Köln} 1. 11-15"), "{written}");
    }
}

#[test]
fn a_match_over_the_size_limit_is_refused_by_its_players() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    let comment = "long ".repeat(4 << 20);
    let large = format!("[White \"Ann\"]\n\n1. e4 {{{comment}}} *\n\n");
    let small = "[White \"Cid\"]\n\n1. d4 *\n";
    let file = written(folder.path(), "games.pgn", &(large + small));
    let mut observer = Observer::default();
    let done = library.import(&file, &options(), &mut observer).unwrap();
    assert_eq!((done.added, done.refused), (1, 1));
    let expected = "line 1, column 1: the match Ann against ? is larger than 16 MiB";
    assert_eq!(observer.refused, [expected]);
}

#[test]
fn a_transcript_is_imported_with_the_game_that_fits() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    let done = import(&library, &written(folder.path(), "games.txt", "f5d6c3d3c4\n")).unwrap();
    assert_eq!((done.added, done.refused), (1, 0));
    let first = library.load_checked(library.find("match-1").unwrap().id).unwrap();
    assert_eq!((first.game.name(), first.record.plies.len()), ("othello:8", 5));
}

#[test]
fn a_double_forfeit_is_listed_as_lost_by_both() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    let text = "[White \"A\"]\n[Black \"B\"]\n[Result \"0-0\"]\n\n1. e4 0-0\n";
    import(&library, &written(folder.path(), "games.pgn", text)).unwrap();
    assert_eq!(titles(&library), ["chess:standard: A – B, 0-0, 1 move"]);
    let loaded = library.load_checked(library.find("match-1").unwrap().id).unwrap();
    let ending = loaded.record.ending.unwrap().describe(|seat| loaded.game.seat_name(seat));
    assert_eq!(ending, "Both players lose");
}

#[test]
fn a_comment_with_a_result_is_not_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    let blank = "{of the club} *\n";
    let done = import(&library, &written(folder.path(), "blank.pgn", blank)).unwrap();
    let bytes = blank.len() as u64;
    assert_eq!(done, ImportProgress { bytes, bytes_done: bytes, ..ImportProgress::default() });
    let text = format!("{blank}\n[White \"Ada\"]\n\n*\n\n{blank}*\n1. e4 {{best}} *\n\n1. e5 *\n");
    let mut observer = Observer::default();
    let done =
        library.import(&written(folder.path(), "games.pgn", &text), &options(), &mut observer);
    let done = done.unwrap();
    assert_eq!((done.added, done.duplicates, done.refused), (2, 0, 1), "its player has a match");
    assert!(observer.refused[0].starts_with("line 11, column 4: illegal move e5"), "{observer:?}");
    let second = library.load_checked(library.find("match-2").unwrap().id).unwrap();
    assert_eq!(second.record.plies[0].note.remark, "best");
}

#[test]
fn a_match_saved_again_drops_the_text_of_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    import(&library, &written(folder.path(), "games.pdn", GAMES)).unwrap();
    let id = library.find("match-1").unwrap().id;
    let mut record = library.load(id).unwrap();
    record.plies[0].note.remark = "mine".into();
    library.write(|batch| batch.save(id, &record)).unwrap();
    assert_eq!(library.load(id).unwrap(), record);
}

#[test]
fn progress_is_counted_in_file_bytes_before_decoding() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    let text = format!("\u{feff}{GAMES}");
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (name, bytes) in [("wide.pdn", wide), ("marked.pdn", text.into_bytes())] {
        let file = folder.path().join(name);
        fs::write(&file, &bytes).unwrap();
        let done = import(&library, &file).unwrap();
        assert_eq!((done.bytes, done.bytes_done), (bytes.len() as u64, bytes.len() as u64));
    }
}

#[test]
fn records_are_imported_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    let file = folder.path().join("one.toml");
    let first = MatchFile::from_bytes(GAMES, None).unwrap().load(Some(1)).unwrap();
    FileFormat::Record.write(&first, &file).unwrap();
    assert_eq!(import(&library, &file).unwrap().added, 1);
    assert_eq!(library.load(library.find("match-1").unwrap().id).unwrap(), first.record);
    assert_eq!(import(&library, &file).unwrap().duplicates, 1);
}

/// Counts the matches that another program finds while an import runs.
struct OtherProgram {
    library: Library,
    found: Vec<usize>,
}

impl ImportObserver for OtherProgram {
    fn advanced(&mut self, _: &ImportProgress) -> bool {
        self.found.push(self.library.count(&MatchFilter::default()).unwrap());
        true
    }

    fn refused(&mut self, why: &EntryError) {
        panic!("{why}");
    }
}

#[test]
fn the_first_matches_are_saved_individually_and_the_others_in_batches() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    let file = written(folder.path(), "games.pdn", &many_matches(60_000));
    let mut other = OtherProgram { library: library.reopen().unwrap(), found: Vec::new() };
    library.import(&file, &options(), &mut other).unwrap();
    let [first, others @ .., last] = other.found.as_slice() else { panic!("{:?}", other.found) };
    assert!((1..60_000).contains(first) && !others.is_empty(), "{:?}", other.found);
    assert!(others.iter().all(|count| count == first), "{:?}", other.found);
    assert_eq!(*last, 60_000);
}

#[test]
fn an_interrupted_import_keeps_its_matches_and_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    let file = written(folder.path(), "games.pdn", &many_matches(100_000));
    let mut observer = Observer { calls_max: Some(2), ..Observer::default() };
    let part = library.import(&file, &options(), &mut observer).unwrap();
    assert!((1..100_000).contains(&part.added), "{}", part.added);
    let mut is_pending = false;
    library.update_index(|_left| !std::mem::replace(&mut is_pending, true)).unwrap();
    assert!(!is_pending, "added matches are in the index");
    let rest = import(&library, &file).unwrap();
    assert_eq!((part.added, part.added + rest.added), (rest.duplicates, 100_000));
}

#[test]
fn files_without_matches_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    let refused = |file: &Path| {
        let error = import(&library, file).unwrap_err();
        let name = file.file_name().unwrap().to_str().unwrap();
        let text = anyhow::Error::new(error);
        let text = format!("{text:#}");
        assert!(text.contains(name), "{text}");
    };
    refused(&folder.path().join("missing.pdn"));
    refused(folder.path());
    refused(&written(folder.path(), "other.bin", "\u{1}\u{2}"));
    let empty = import(&library, &written(folder.path(), "empty.pdn", "")).unwrap();
    assert_eq!(empty, ImportProgress::default());
    assert_eq!(titles(&library), [""; 0]);
}
