//! Matches in files: records, and the notation files of people and other programs.

mod kept;
mod listed;
mod place;
mod tally;

use std::fmt;
use std::io::{self, IsTerminal, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Error, anyhow};
use game_catalog::{SHEET_FORMATS, sheet_format, table_game};
use games_package::{
    MatchState, Record, RecordError, RecordedPlayer, Sheet, SheetError, SheetFormat, TableGame,
    read_match_file,
};
use house::{CommandResult, Failure, FailureKind, OrFail, PlayerSpec};

pub(crate) use self::kept::Kept;
pub(crate) use self::listed::{KeptMatch, kept_matches};
pub(crate) use self::place::Place;
pub(crate) use self::tally::Tally;

/// A match that was read, and that the rules allow.
#[derive(Debug)]
pub(crate) struct Recorded {
    pub(crate) record: Record,
    pub(crate) game: Arc<dyn TableGame>,
    /// The match as it stood at the end of the record.
    pub(crate) end: Box<dyn MatchState>,
    /// What the notation file says of the match, if it is from one.
    pub(crate) tags: Tags,
    /// The line of the file on which the player of each seat stands, where it does.
    pub(crate) player_lines: Vec<Option<usize>>,
}

impl Recorded {
    /// The players, as this file asks for them.
    pub(crate) fn players(&self, file: &Path) -> Vec<PlayerSpec> {
        let lines = self.player_lines.iter().copied().chain(std::iter::repeat(None));
        let of_file = |(player, line): (&RecordedPlayer, Option<usize>)| {
            PlayerSpec::from_file(player.spec.as_str(), file.display(), line)
        };
        self.record.players.iter().zip(lines).map(of_file).collect()
    }
}

/// The players of a match that was played here: those programs that it names have been started before.
pub(crate) fn players_of_ours(record: &Record) -> Vec<PlayerSpec> {
    record.players.iter().map(|player| PlayerSpec::from_user(player.spec.as_str())).collect()
}

/// Names and values of a notation file: they are all that is said of its match where it is written again. None of a match
/// that is from none.
pub(crate) type Tags = Option<Vec<(String, String)>>;

/// Which match of which file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    pub(crate) file: PathBuf,
    /// From 1, in the order of the file.
    pub(crate) number: Option<usize>,
    /// The full name of the game of those matches that don't say which they are of.
    pub(crate) game: Option<String>,
}

impl Source {
    /// The only match of a file.
    pub(crate) fn of(file: &Path) -> Self {
        Self { file: file.into(), ..Self::default() }
    }

    /// This match of this file, where files may leave their game unsaid.
    ///
    /// # Errors
    /// If there is no such game.
    pub(crate) fn new(
        file: &Path,
        number: Option<usize>,
        game: Option<&str>,
    ) -> Result<Self, Failure> {
        let game = game.map(house::game).transpose()?.map(|game| game.name().to_owned());
        Ok(Self { file: file.into(), number, game })
    }

    /// Reads the match and checks it against the rules of its game. Where the file has several and none was chosen, they
    /// are listed, and a person at a terminal is asked.
    ///
    /// # Errors
    /// If the file or the match can't be read, or none is chosen.
    pub(crate) fn load(&self) -> Result<Recorded, Failure> {
        let bytes = self.bytes()?;
        let matches = self.matches(&bytes);
        let Some(number) = self.number else { return self.load_only(matches) };
        let mut count = 0;
        for found in matches {
            count += 1;
            if count == number {
                return checked(found)
                    .with_context(|| self.place(Some(number)))
                    .or_fail(FailureKind::Input);
            }
        }
        let are = if count == 1 { "is 1 match".into() } else { format!("are {count} matches") };
        let error = anyhow!("{}: there is no match {number}: there {are}", self.file.display());
        Err(Failure::new(FailureKind::Input, error))
    }

    fn load_only(&self, mut matches: Matches<'_>) -> Result<Recorded, Failure> {
        let first = matches.next().ok_or_else(|| {
            let error = anyhow!("{}: there is no match in it", self.file.display());
            Failure::new(FailureKind::Input, error)
        })?;
        match matches.next() {
            None => checked(first).with_context(|| self.place(None)).or_fail(FailureKind::Input),
            Some(second) => {
                let number = self.choose([first, second].into_iter().chain(matches))?;
                Self { number: Some(number), ..self.clone() }.load()
            }
        }
    }

    /// Lists the matches, and asks for one where somebody can answer.
    fn choose(&self, matches: impl Iterator<Item = Found>) -> Result<usize, Failure> {
        let mut out = stdout().lock();
        let mut count = 0;
        for found in matches {
            count += 1;
            writeln!(out, "{count:>4}  {}", house::one_line(&title(&found)))?;
        }
        let unanswered = || {
            let file = self.file.display();
            let error = anyhow!("{file}: there are {count} matches: choose one by --game N");
            Failure::new(FailureKind::Usage, error)
        };
        if !stdin().is_terminal() || !stdout().is_terminal() {
            out.flush()?;
            return Err(unanswered());
        }
        ask_number(&mut out, count)?.ok_or_else(unanswered)
    }

    /// The content of the file.
    ///
    /// # Errors
    /// If it can't be read.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, Failure> {
        read_match_file(&self.file).or_fail(FailureKind::Input)
    }

    /// All matches in the content of the file, read but not checked.
    pub(crate) fn matches<'a>(&'a self, bytes: &'a [u8]) -> Matches<'a> {
        if let Some(format) = self.format(bytes) {
            let sheets = format.read(bytes, self.game.as_deref());
            let sheet = |read: Result<Sheet, _>| {
                read.map(Box::new).map_or_else(Found::Damaged, Found::Sheet)
            };
            return Box::new(sheets.map(sheet));
        }
        let record = Record::from_bytes(bytes).map(Box::new);
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        Box::new(std::iter::once(Found::Record(record, house::player_lines(text, "seat"))))
    }

    /// The notation of a file that is no record: by the end of its name, or else by what it looks like.
    fn format(&self, bytes: &[u8]) -> Option<&'static dyn SheetFormat> {
        let extension = self.file.extension().and_then(|extension| extension.to_str());
        let by_name = |format: &&&'static dyn SheetFormat| {
            extension.is_some_and(|extension| extension.eq_ignore_ascii_case(format.name()))
        };
        let named = SHEET_FORMATS.iter().find(by_name).copied();
        named.or_else(|| looks_like_sheet(bytes).then(|| self.format_of_first(bytes)))
    }

    /// The notation of the first match's game.
    fn format_of_first(&self, bytes: &[u8]) -> &'static dyn SheetFormat {
        let game_in = |format: &&'static dyn SheetFormat| {
            let first = format.read(bytes, self.game.as_deref()).next()?.ok()?;
            sheet_format(&first.game?).ok()
        };
        SHEET_FORMATS.iter().find_map(game_in).unwrap_or(SHEET_FORMATS[0])
    }

    /// The file, with the number of the match where it matters.
    fn place(&self, number: Option<usize>) -> String {
        let file = self.file.display();
        number.map_or_else(|| file.to_string(), |number| format!("{file}: match {number}"))
    }
}

/// Asks a person for one of so many matches that were listed; none if the person leaves.
pub(crate) fn ask_number(out: &mut impl Write, count: usize) -> io::Result<Option<usize>> {
    loop {
        write!(out, "Match [1]: ")?;
        out.flush()?;
        let mut answer = String::new();
        if stdin().read_line(&mut answer)? == 0 || matches!(answer.trim(), "q" | "quit") {
            return Ok(None);
        }
        let number = if answer.trim().is_empty() { Ok(1) } else { answer.trim().parse() };
        match number {
            Ok(number) if (1..=count).contains(&number) => return Ok(Some(number)),
            _ => writeln!(out, "Type a number from 1 to {count}, or q.")?,
        }
    }
}

/// The matches of a file, one after the other.
pub(crate) type Matches<'a> = Box<dyn Iterator<Item = Found> + 'a>;

/// A match as it stands in a file.
#[derive(Debug)]
pub(crate) enum Found {
    /// A record, with the lines on which its players stand.
    Record(Result<Box<Record>, RecordError>, Vec<Option<usize>>),
    Sheet(Box<Sheet>),
    Damaged(SheetError),
}

/// Checks a match against the rules of its game.
///
/// # Errors
/// With the place of the first thing that is wrong.
pub(crate) fn checked(found: Found) -> Result<Recorded, Error> {
    match found {
        Found::Record(record, player_lines) => {
            let record = *record?;
            let game = table_game(&record.game)?;
            let end = record.replay(&*game)?;
            Ok(Recorded { record, game, end, tags: None, player_lines })
        }
        Found::Sheet(sheet) => {
            let place = sheet.place;
            let nameless = || Error::new(Nameless).context(place);
            let name = sheet.game.as_deref().ok_or_else(nameless)?;
            let game = table_game(name).context(place)?;
            let record = Record::from_sheet(&sheet, &*game)?;
            let end = record.replay(&*game).context(place)?;
            let line = |index| {
                sheet.player_place(index).and_then(|place| usize::try_from(place.line).ok())
            };
            let player_lines = (0..record.players.len()).map(line).collect();
            Ok(Recorded { record, game, end, tags: Some(sheet.tags), player_lines })
        }
        Found::Damaged(error) => Err(error.into()),
    }
}

/// A match of a file that doesn't say which game it is of.
#[derive(Debug)]
struct Nameless;

impl std::error::Error for Nameless {}

impl fmt::Display for Nameless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it doesn't say which game it is of: name it by --rules GAME")
    }
}

/// What a list says of a match.
fn title(found: &Found) -> String {
    match found {
        Found::Record(Ok(record), _) => format!("{}: {}", record.game, record.title()),
        Found::Record(Err(error), _) => error.to_string(),
        Found::Sheet(sheet) => {
            let game = sheet.game.as_deref().unwrap_or("unknown game");
            let event = sheet.tag("Event").filter(|event| !matches!(*event, "?" | ""));
            let event = event.map(|event| format!(" ({event})")).unwrap_or_default();
            format!("{game}: {}{event}", sheet.title())
        }
        Found::Damaged(error) => error.to_string(),
    }
}

/// Whether a text begins as notation files do, with a tag, a move or a remark, and not as a record does, with a key.
fn looks_like_sheet(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).trim_ascii_start();
    match text.first() {
        Some(b'[') => {
            let name = text
                .iter()
                .skip(1)
                .skip_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
            let mut after = name.skip_while(|byte| byte.is_ascii_whitespace());
            after.next() == Some(&b'"')
        }
        Some(first) => first.is_ascii_digit() || matches!(first, b'{' | b'%'),
        None => false,
    }
}

/// Reads the only match of a file, or the one that a person chooses.
///
/// # Errors
/// As [`Source::load`].
pub(crate) fn load(path: &Path) -> Result<Recorded, Failure> {
    Source::of(path).load()
}

/// The text of a match in this form, with the tags of the notation file that it is from.
///
/// # Errors
/// If the game has no such notation, or there is no such form.
pub(crate) fn text(
    record: &Record,
    game: &dyn TableGame,
    form: Form,
    tags: &Tags,
) -> Result<String, Error> {
    let Form::Sheet(format) = form else { return Ok(record.to_text()) };
    let own = sheet_format(game.name())?;
    if own.name() != format.name() {
        let (name, own, asked) = (game.name(), own.name(), format.name());
        return Err(anyhow!("{name} is not written as {asked}: use {own}"));
    }
    let mut sheet = Sheet::of(record, game);
    if let Some(tags) = tags {
        sheet.tags.clone_from(tags);
    }
    Ok(format.write(&sheet)?)
}

/// A form of files with matches.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    Record,
    Sheet(&'static dyn SheetFormat),
}

impl Form {
    /// The form with this name: "record", "pdn".
    pub(crate) fn named(name: &str) -> Option<Self> {
        let sheet = || SHEET_FORMATS.iter().find(|format| format.name() == name).copied();
        if name == "record" { Some(Self::Record) } else { sheet().map(Self::Sheet) }
    }

    /// The form that the end of a file's name stands for; a record where it stands for none.
    pub(crate) fn of_file(file: &Path) -> Self {
        let extension =
            file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        Self::named(&extension.to_lowercase()).unwrap_or(Self::Record)
    }
}

/// Finds out before a match whether its record will have a folder to lie in.
pub(crate) fn check_place(file: Option<&Path>) -> CommandResult {
    let folder = file.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    match (file, folder) {
        (Some(file), Some(folder)) if !folder.is_dir() => {
            let error =
                anyhow!("can't write {}: {} is no folder", file.display(), folder.display());
            Err(Failure::new(FailureKind::Failed, error))
        }
        _ => Ok(()),
    }
}

/// Writes the match, if there is a file for it, in the form that the file's name stands for, with the tags of the notation
/// file that it is from.
///
/// # Errors
/// If it can't be written.
pub(crate) fn save(record: &Record, file: Option<&Path>, tags: &Tags) -> CommandResult {
    let Some(file) = file else { return Ok(()) };
    match Form::of_file(file) {
        Form::Record => record.save(file).or_fail(FailureKind::Failed),
        form @ Form::Sheet(_) => {
            let game = table_game(&record.game).or_fail(FailureKind::Failed)?;
            let text = text(record, &*game, form, tags).or_fail(FailureKind::Usage)?;
            games_package::save_text(file, &text).or_fail(FailureKind::Failed)
        }
    }
}
