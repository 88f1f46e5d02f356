//! The options of the strong player.

use games_package::{OptionError, OptionSpec, Options};
use players::SearchOptions;
use search::{PvsOptions, Technique, Techniques};
use tablebase::{PIECES_MAX, SMALL_PIECES, Selection, TableError};

use crate::kinds::resources;

const NODES: &str = "nodes";
/// The number of positions that means no limit.
const NODES_UNLIMITED: i64 = 0;
const LINES: &str = "lines";
const PONDER: &str = "ponder";
const TABLES: &str = "tables";
/// No tables.
const NO_TABLES: &str = "none";
/// What there is.
const TABLES_PRESENT: &str = "auto";
const WITHOUT: &str = "without";
/// The separator between the names of techniques.
const AND: char = '+';

/// The options of the strong player besides those of all searching players.
pub(crate) fn options() -> Vec<OptionSpec> {
    let PvsOptions { hash_mebibytes, lines, .. } = PvsOptions::default();
    let lines = i64::try_from(lines).unwrap_or(i64::MAX);
    let names = Technique::ALL.map(Technique::name).join(", ");
    let without = format!("parts of the search that are left out, joined by {AND}: {names}");
    vec![
        OptionSpec::integer(
            NODES,
            &format!(
                "the most positions searched for a move, without pondering; {NODES_UNLIMITED}: no limit"
            ),
            NODES_UNLIMITED,
            0,
            i64::MAX,
        ),
        resources::hash_option("the size of its table of positions, in MiB", hash_mebibytes),
        resources::threads_option(),
        OptionSpec::integer(LINES, "how many best lines it looks for", lines, 1, 100),
        OptionSpec::flag(
            PONDER,
            "whether it thinks while others are to move, where the match allows it",
            true,
        ),
        OptionSpec::text(WITHOUT, &without, ""),
    ]
}

/// The option for endgame tables, of games that have some.
pub(crate) fn tables_option() -> OptionSpec {
    let what = format!(
        "the endgame tables that it uses: {NO_TABLES}, those with up to so many pieces, which must have been built, or \
         {TABLES_PRESENT}: all that there are, and those of {SMALL_PIECES} pieces are built meanwhile"
    );
    let counts: Vec<String> = (2..=PIECES_MAX).map(|count| count.to_string()).collect();
    let all = [NO_TABLES, TABLES_PRESENT].into_iter().chain(counts.iter().map(String::as_str));
    OptionSpec::choice(TABLES, &what, NO_TABLES, &all.collect::<Vec<_>>())
}

/// Which tables [`tables_option`] says.
///
/// # Errors
/// [`OptionError`] if the option has no such value.
pub(crate) fn tables(options: &Options) -> Result<Option<Selection>, OptionError> {
    let text: String = options.get(TABLES)?;
    Ok(match text.as_str() {
        NO_TABLES => None,
        TABLES_PRESENT => Some(Selection::Present),
        count => count.parse().ok().map(Selection::UpTo),
    })
}

/// Why the tables that were asked for can't be used, as an error of the option.
pub(crate) fn no_tables(player: &str, options: &Options, error: &TableError) -> OptionError {
    OptionError::Unavailable {
        player: player.into(),
        name: TABLES.into(),
        value: options.get(TABLES).unwrap_or_default(),
        why: error.to_string(),
    }
}

/// The strong player's options, from values that have been checked.
///
/// # Errors
/// [`OptionError`] if a technique has no such name.
pub(crate) fn read(
    player: &str,
    depth: Option<u32>,
    options: &Options,
) -> Result<(PvsOptions, SearchOptions), OptionError> {
    let nodes: u64 = options.get(NODES)?;
    let search = PvsOptions {
        hash_mebibytes: resources::hash_mebibytes(player, options)?,
        threads: resources::threads(options)?.get(),
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

/// All techniques except those in `text`.
fn techniques(player: &str, text: &str) -> Result<Techniques, OptionError> {
    let names = text.split(AND).map(str::trim).filter(|name| !name.is_empty());
    names.into_iter().try_fold(Techniques::ALL, |left, name| match Technique::named(name) {
        Some(technique) => Ok(left.without(technique)),
        None => Err(OptionError::Value {
            player: player.into(),
            name: WITHOUT.into(),
            value: name.into(),
            expected: format!("one of {}", Technique::ALL.map(Technique::name).join(", ")),
        }),
    })
}
