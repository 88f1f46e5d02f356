//! The strong player's options.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use games_package::{MEMORY_OPTION, OptionError, OptionSpec, Options};
use players::{NODES_DEFAULT, SearchOptions};
use search::{PvsOptions, Technique, Techniques};
use tablebase::{PIECES_MAX, Selection, TableError};

/// The name of the option for the search depth.
pub(super) const DEPTH: &str = "depth";
/// The depth that means no limit.
const DEPTH_BY_TIME: i64 = 0;
const NODES: &str = "nodes";
/// The number of positions that means no limit.
const NODES_UNLIMITED: i64 = 0;
const LINES: &str = "lines";
const PONDER: &str = "ponder";
const TABLES: &str = "tables";
const TABLES_FOLDER: &str = "tables-folder";
/// The option value for no tables.
const NO_TABLES: &str = "none";
/// The option value for using the existing tables.
const TABLES_PRESENT: &str = "auto";
const WITHOUT: &str = "without";
/// The separator between technique names.
const AND: char = '+';

/// The option for the search depth.
pub(super) fn depth_option() -> OptionSpec {
    let what =
        format!("search depth in plies; {DEPTH_BY_TIME}: as time allows, or {NODES_DEFAULT} nodes");
    OptionSpec::integer(DEPTH, &what, DEPTH_BY_TIME, 0, 100)
}

/// The value of [`depth_option`]; `None` means "as deep as time allows".
pub(super) fn depth(options: &Options) -> Result<Option<u32>, OptionError> {
    Ok(Some(options.get(DEPTH)?).filter(|&depth| i64::from(depth) != DEPTH_BY_TIME))
}

/// The strong player's own options, in addition to the options that all searching players have.
pub(crate) fn options() -> Vec<OptionSpec> {
    let PvsOptions { hash_mebibytes, lines, .. } = PvsOptions::default();
    let lines = i64::try_from(lines).unwrap_or(i64::MAX);
    let names = Technique::ALL.map(Technique::name).join(", ");
    let without = format!("search features to disable, joined by {AND}: {names}");
    vec![
        OptionSpec::integer(
            NODES,
            &format!("node limit per move, without pondering; {NODES_UNLIMITED}: no limit"),
            NODES_UNLIMITED,
            0,
            i64::MAX,
        ),
        hash_option("hash table size in MiB", hash_mebibytes),
        threads_option(),
        OptionSpec::integer(LINES, "number of best lines", lines, 1, 100),
        OptionSpec::flag(PONDER, "think on the opponent's time, if the match allows it", true),
        OptionSpec::text(WITHOUT, &without, ""),
    ]
}

/// The options for tablebases, for games that have them.
pub(crate) fn tables_options() -> [OptionSpec; 2] {
    let what = format!(
        "tablebases: {NO_TABLES}, a maximum number of pieces, which must exist, or {TABLES_PRESENT} for all existing ones"
    );
    let folder =
        format!("tablebase folder to use instead of yours, unless {TABLES} is a number of pieces");
    let counts: Vec<String> = (2..=PIECES_MAX).map(|count| count.to_string()).collect();
    let all = [NO_TABLES, TABLES_PRESENT].into_iter().chain(counts.iter().map(String::as_str));
    [
        OptionSpec::choice(TABLES, &what, NO_TABLES, &all.collect::<Vec<_>>()),
        OptionSpec::text(TABLES_FOLDER, &folder, ""),
    ]
}

/// The tables that [`tables_options`] select, with their folder, unless it is the user's own. A named folder selects
/// all tables in it, as engine protocols expect.
///
/// # Errors
/// [`OptionError`] if an option is missing.
pub(crate) fn tables(options: &Options) -> Result<Option<SelectedTables>, OptionError> {
    let text: String = options.get(TABLES)?;
    let folder: String = options.get(TABLES_FOLDER)?;
    let folder = Some(folder.trim()).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let selection = match text.as_str() {
        NO_TABLES if folder.is_none() => None,
        NO_TABLES | TABLES_PRESENT => Some(Selection::Present),
        count => count.parse().ok().map(Selection::UpTo),
    };
    Ok(selection.map(|selection| SelectedTables { selection, folder }))
}

/// Tablebases selected by options.
pub(crate) struct SelectedTables {
    pub(crate) selection: Selection,
    /// The table folder; `None` for the user's own.
    pub(crate) folder: Option<PathBuf>,
}

/// Converts the reason why the requested tables can't be used into an option error.
pub(crate) fn no_tables(player: &str, options: &Options, error: &TableError) -> OptionError {
    OptionError::Unavailable {
        player: player.into(),
        name: TABLES.into(),
        value: options.get(TABLES).unwrap_or_default(),
        why: error.to_string(),
    }
}

/// The strong player's search options, from checked options.
///
/// # Errors
/// [`OptionError`] if a technique's name is unknown.
pub(crate) fn read(
    player: &str,
    depth: Option<u32>,
    options: &Options,
) -> Result<(PvsOptions, SearchOptions), OptionError> {
    let nodes: u64 = options.get(NODES)?;
    let search = PvsOptions {
        hash_mebibytes: hash_mebibytes(player, options)?,
        threads: threads(options)?.get(),
        lines: options.get(LINES)?,
        techniques: techniques(player, &options.get::<String>(WITHOUT)?)?,
    };
    let nodes = (nodes > 0).then_some(nodes);
    let ponders = options.get(PONDER)?;
    let looks_at_single_moves = true;
    let options =
        SearchOptions { depth, nodes, ponders, looks_at_single_moves, ..SearchOptions::DEFAULT };
    Ok((search, options))
}

/// All techniques except those named in `text`.
fn techniques(player: &str, text: &str) -> Result<Techniques, OptionError> {
    let names = text.split(AND).map(str::trim).filter(|name| !name.is_empty());
    names.into_iter().try_fold(Techniques::ALL, |left, name| match Technique::from_name(name) {
        Some(technique) => Ok(left.without(technique)),
        None => Err(OptionError::Value {
            player: player.into(),
            name: WITHOUT.into(),
            value: name.into(),
            expected: format!("one of {}", Technique::ALL.map(Technique::name).join(", ")),
        }),
    })
}

const THREADS: &str = "threads";

/// The option for a search's hash table size, in MiB.
pub(super) fn hash_option(description: &str, default: usize) -> OptionSpec {
    let default = i64::try_from(default).unwrap_or(i64::MAX);
    OptionSpec::integer(MEMORY_OPTION, description, default, 1, 65_536)
}

/// The option for the number of search threads.
pub(super) fn threads_option() -> OptionSpec {
    OptionSpec::integer(THREADS, "number of search threads", 1, 1, 256)
}

/// A search's memory in MiB, from checked options.
///
/// # Errors
/// [`OptionError`] if the memory exceeds three quarters of this computer's memory: the system would then kill the
/// program.
pub(super) fn hash_mebibytes(player: &str, options: &Options) -> Result<usize, OptionError> {
    let asked: usize = options.get(MEMORY_OPTION)?;
    let Some(total) = system::memory::total_mebibytes() else { return Ok(asked) };
    let most = usize::try_from(total).unwrap_or(usize::MAX) / 4 * 3;
    if asked > most {
        return Err(OptionError::Value {
            player: player.into(),
            name: MEMORY_OPTION.into(),
            value: asked.to_string(),
            expected: format!("at most {most}, three quarters of this computer's memory"),
        });
    }
    Ok(asked)
}

/// The number of search threads, from checked options.
///
/// # Errors
/// [`OptionError`] if the option is missing.
pub(super) fn threads(options: &Options) -> Result<NonZeroUsize, OptionError> {
    options.get(THREADS)
}
