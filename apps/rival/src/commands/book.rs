//! `rival book`: builds, lists, shows and checks opening books.

mod building;
mod listing;

use std::io::{Write, stdout};
use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use board_engine::Viewer;
use games_package::{Options, TableGame, play_moves};
use house::{CommandResult, Failure, FailureKind, OrFail, counted};
use match_json::BookPosition;
use opening_book::{
    Book, BookError, BookMove, PlayerSearch, Search, Searching, game_of, present, read,
    shared_file, user_file, verify,
};

use crate::arguments::{BookCommand, BookShowArguments, BookVerifyArguments};
use crate::commands::json::{book_move_json, write_line};

/// The player that searches the positions of books.
const STRONG: &str = "pvs";

/// How many positions one MiB of its table is made for.
const NODES_PER_MEBIBYTE: u64 = 30_000;

/// What the books that come with the program are called.
const SHIPPED: &str = "the book that comes with Rival";

/// The most moves of a line that are shown.
const LINE_LEN_MAX: usize = 8;

pub(crate) fn run(command: &BookCommand) -> CommandResult {
    match command {
        BookCommand::Build(arguments) => building::run(arguments),
        BookCommand::List => listing::run(),
        BookCommand::Show(arguments) => show(arguments),
        BookCommand::Verify(arguments) => check(arguments),
    }
}

/// What searches positions of a game in this way. Its table is small where the search is, so that it is soon emptied.
fn search(game: &str, searching: &Searching) -> Result<Box<dyn Search>, String> {
    let mebibytes = searching.nodes.div_ceil(NODES_PER_MEBIBYTE).clamp(1, 256);
    let mut options = Options::default();
    options.set("hash", mebibytes.to_string());
    let player = game_catalog::new_player(game, STRONG, &options);
    let player = player.map_err(|error| error.to_string())?;
    Ok(Box::new(PlayerSearch::new(player, searching.nodes, searching.seed)))
}

/// A book that can't be used is bad input; a file that can't be written has failed.
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

/// The book in a file, or that of a game, and what it is called.
fn named(text: &str) -> Result<(Arc<Book>, String), Failure> {
    let path = Path::new(text);
    let looks_like_file = path.extension().is_some() || text.contains('/');
    if path.exists() || looks_like_file {
        let bytes = read(path).map_err(failure)?;
        let game = house::game(&game_of(&bytes, text).map_err(failure)?)?;
        let book = Book::from_bytes(&bytes, game, text).map_err(failure)?;
        return Ok((Arc::new(book), text.into()));
    }
    let game = house::game(text)?;
    // A player leaves out a book that can't be used, but here the question is what is in it.
    if let Some(path) = user_file(game.name()) {
        let book = shared_file(&path, &game).map_err(failure)?;
        return Ok((book, path.display().to_string()));
    }
    let known = game_catalog::opening_book(text).or_fail(FailureKind::Usage)?;
    let Some(book) = present(&game, known.shipped).map_err(failure)? else {
        building::check_searchable(&*game)?;
        let why = format!(
            "there is no opening book of {text}; build one: rival book build {text} --positions 500"
        );
        return Err(Failure::new(FailureKind::Input, anyhow!(why)));
    };
    Ok((book, SHIPPED.into()))
}

fn show(arguments: &BookShowArguments) -> CommandResult {
    let (book, name) = named(&arguments.book)?;
    let game: &dyn TableGame = &**book.game();
    let mut state = game.open(arguments.position.as_deref()).or_fail(FailureKind::Input)?;
    play_moves(&mut *state, &arguments.moves.join(" ")).or_fail(FailureKind::Input)?;
    let mut out = stdout().lock();
    if !arguments.json && arguments.moves.is_empty() && arguments.position.is_none() {
        writeln!(out, "{}", description(&book, &name))?;
    }
    let Some(moves) = book.moves(&*state) else {
        let position = state.position(Viewer::Arbiter);
        let why = match book.valuation(&*state) {
            Some(score) => format!("{name} has only the score of {position}: {score}"),
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

/// "checkers:english: 2000 positions with their moves, 14032 in all, …".
fn description(book: &Book, name: &str) -> String {
    let searched = book.searchings().iter().map(|Searching { nodes, seed, program }| {
        format!("{nodes} nodes each, seed {seed}, Rival {program}")
    });
    let searched = searched.collect::<Vec<_>>().join("; then ");
    format!("{}: {}; {searched}; {name}", book.game().name(), extent(book))
}

/// "2000 positions with their moves, 14032 in all".
fn extent(book: &Book) -> String {
    let (one, many) = ("position with its moves", "positions with their moves");
    format!("{}, {} in all", counted(book.expanded_count(), one, many), book.position_count())
}

/// A line for each move: its score, how deep that goes, how many positions the book has after it, and the best play.
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
        "all moves are legal; {} searched again, {} with another score",
        counted(found.checked, "position", "positions"),
        found.other.len()
    )?;
    if found.other.is_empty() {
        return Ok(());
    }
    let why = format!(
        "{name} was not built by this version of Rival, or was changed: build it again to be sure"
    );
    Err(Failure::new(FailureKind::Failed, anyhow!(why)))
}
