//! `rival book`: builds, lists, shows, checks and exports opening books.

mod building;
mod weighted;

use std::fs;
use std::io::{ErrorKind, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use app_context::{CommandResult, Failure, FailureKind, OrFail, counted, open_after, warn};
use board_engine::Viewer;
use games_package::TableGame;
use notation::json::BookPosition;
use opening_book::{
    Book, BookError, BookMove, EXTENSION, Search, Searching, default_folder, game_of, present,
    read, shared_file, user_file, verify,
};

use crate::arguments::{BookCommand, BookShowArguments, BookVerifyArguments};
use crate::commands::{book_move_json, write_line};

/// The display name for a shipped book.
const SHIPPED: &str = "the shipped book";

/// The maximum number of moves to show per line.
const LINE_LEN_MAX: usize = 8;

pub(crate) fn run(command: &BookCommand) -> CommandResult {
    match command {
        BookCommand::Build(arguments) => building::run(arguments),
        BookCommand::List => list(),
        BookCommand::Show(arguments) => show(arguments),
        BookCommand::Export(arguments) => weighted::export(arguments),
        BookCommand::Verify(arguments) => check(arguments),
    }
}

/// The search for book positions in a game.
fn search(game: &str, searching: &Searching) -> Result<Box<dyn Search>, String> {
    let search = game_catalog::strong_search(game, searching.nodes, searching.seed);
    search.map(|search| Box::new(search) as Box<dyn Search>).map_err(|error| error.to_string())
}

/// Converts an error. An unusable book is bad input; a failed write is a failure.
fn failure(error: BookError) -> Failure {
    let kind = match error {
        BookError::Unsupported { .. } => FailureKind::Usage,
        BookError::Io { action: "write" | "lock", .. }
        | BookError::Search { .. }
        | BookError::Busy { .. }
        | BookError::NoFolder => FailureKind::Failed,
        _ => FailureKind::Input,
    };
    Failure::new(kind, error)
}

/// The book in a file or for a game, and its name.
fn named(text: &str) -> Result<(Arc<Book>, String), Failure> {
    let path = Path::new(text);
    let looks_like_file = path.extension().is_some() || text.contains('/');
    if path.exists() || looks_like_file {
        let bytes = read(path).map_err(failure)?;
        let game = app_context::game(&game_of(&bytes, text).map_err(failure)?)?;
        let book = Book::from_bytes(&bytes, game, text).map_err(failure)?;
        return Ok((Arc::new(book), text.into()));
    }
    let game = app_context::game(text)?;
    // Players ignore unusable books, but this command reports them.
    if let Some(path) = user_file(game.name()) {
        let book = shared_file(&path, &game).map_err(failure)?;
        return Ok((book, path.display().to_string()));
    }
    let known = game_catalog::opening_book(text).or_fail(FailureKind::Usage)?;
    let Some(book) = present(&game, known.shipped).map_err(failure)? else {
        building::check_searchable(&*game)?;
        let why =
            format!("no opening book for {text}; run \"rival book build {text} --positions 500\"");
        return Err(Failure::new(FailureKind::Input, anyhow!(why)));
    };
    Ok((book, SHIPPED.into()))
}

/// Lists the books in the user's folder and the shipped books, one per line. Reports the user's unusable books on
/// standard error.
fn list() -> CommandResult {
    let mut lines = Vec::new();
    for path in files_in(&default_folder().map_err(failure)?)? {
        match named(&path.display().to_string()) {
            Ok((book, name)) => lines.push(description(&book, &name)),
            Err(refused) => warn(refused),
        }
    }
    for info in game_catalog::games() {
        let known = game_catalog::opening_book(&info.name).or_fail(FailureKind::Usage)?;
        let Some(bytes) = known.shipped else { continue };
        let book =
            Book::from_bytes(bytes, app_context::game(&info.name)?, SHIPPED).map_err(failure)?;
        lines.push(description(&book, SHIPPED));
    }
    let mut out = stdout().lock();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The book files in this folder, sorted by name. Empty if the folder doesn't exist.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries
            .with_context(|| format!("can't read the folder {}", folder.display()))
            .or_fail(FailureKind::Input)?,
    };
    let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
    let is_book = |path: &PathBuf| path.extension().is_some_and(|found| found == EXTENSION);
    let mut files: Vec<PathBuf> = paths.filter(is_book).collect();
    files.sort();
    Ok(files)
}

fn show(arguments: &BookShowArguments) -> CommandResult {
    if let Some((game, format)) = weighted::format_of(Path::new(&arguments.book)) {
        return weighted::show(arguments, &game, format);
    }
    let (book, name) = named(&arguments.book)?;
    let game: &dyn TableGame = &**book.game();
    let state = open_after(game, arguments.position.as_deref(), &arguments.moves.join(" "))?;
    let mut out = stdout().lock();
    if !arguments.json && arguments.moves.is_empty() && arguments.position.is_none() {
        writeln!(out, "{}", description(&book, &name))?;
    }
    let Some(moves) = book.moves(&*state) else {
        let position = state.position(Viewer::Arbiter);
        let why = match book.valuation(&*state) {
            Some(score) => format!("{name} has no moves for {position}, only its score: {score}"),
            None => format!("{position} is not in {name}"),
        };
        return Err(Failure::new(FailureKind::Input, anyhow!(why)));
    };
    if arguments.json {
        let object = BookPosition {
            game: game.name().into(),
            file: (name != SHIPPED).then_some(name),
            positions: book.position_count(),
            positions_with_moves: book.expanded_count(),
            position: state.position(Viewer::Arbiter),
            moves: moves.iter().map(book_move_json).collect(),
        };
        return Ok(write_line(&mut out, &object)?);
    }
    for line in move_lines(&moves) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Formats "checkers:english: 2000 positions with their moves, 14032 in all, …".
fn description(book: &Book, name: &str) -> String {
    let searched = book.searchings().iter().map(|Searching { nodes, seed, program }| {
        format!("{nodes} nodes each, seed {seed}, Rival {program}")
    });
    let searched = searched.collect::<Vec<_>>().join("; then ");
    format!("{}: {}; {searched}; {name}", book.game().name(), extent(book))
}

/// Formats "2000 positions with their moves, 14032 in all".
fn extent(book: &Book) -> String {
    let (one, many) = ("position with its moves", "positions with their moves");
    format!("{}, {} in all", counted(book.expanded_count(), one, many), book.position_count())
}

/// Formats one line per move with its score, its depth, the number of later book positions, and the best play.
fn move_lines(moves: &[BookMove]) -> Vec<String> {
    let width = moves.iter().map(|known| known.mv.chars().count()).max().unwrap_or(0);
    let line = |BookMove { mv, valuation, depth, positions, line }: &BookMove| {
        let valuation = valuation.to_string();
        let mut played = line.iter().skip(1).take(LINE_LEN_MAX).cloned().collect::<Vec<_>>();
        if line.len() > LINE_LEN_MAX + 1 {
            played.push("…".into());
        }
        let noun = if *positions == 1 { "position" } else { "positions" };
        let text = format!(
            "{mv:width$}  {valuation:>10}  depth {depth:<3} {positions:>6} {noun:9}  {}",
            played.join(" ")
        );
        text.trim_end().to_owned()
    };
    moves.iter().map(line).collect()
}

fn check(arguments: &BookVerifyArguments) -> CommandResult {
    let (book, name) = named(&arguments.book)?;
    let game = book.game().name();
    let samples = usize::try_from(arguments.samples).unwrap_or(usize::MAX);
    let new_search = |searching: &Searching| search(game, searching);
    let found = verify(&book, samples, arguments.seed, &new_search).map_err(failure)?;
    let mut out = stdout().lock();
    writeln!(out, "{}", description(&book, &name))?;
    for (position, kept, now) in &found.other {
        writeln!(
            out,
            "{position}: {} at depth {} in the book, {} at depth {} now",
            kept.valuation, kept.depth, now.valuation, now.depth
        )?;
    }
    writeln!(
        out,
        "all moves are legal; {} searched again, {} with a different score",
        counted(found.checked, "position", "positions"),
        found.other.len()
    )?;
    if found.other.is_empty() {
        return Ok(());
    }
    let why =
        format!("{name} was built by another version of Rival or modified; rebuild it to be sure");
    Err(Failure::new(FailureKind::Failed, anyhow!(why)))
}
