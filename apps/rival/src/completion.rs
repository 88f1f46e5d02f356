//! Completes commands, games, players, levels and saved matches in the shell.
//!
//! The script from `rival completions` runs the program whenever the user presses Tab, so the names of saved matches
//! are up to date.

use std::ffi::OsStr;
use std::io::{Write, stdout};

use app_context::CommandResult;
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;
use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::{CompleteEnv, Shells};
use match_library::{MatchFilter, Page};
use tui::kept_matches::library;

use crate::arguments::Arguments;

/// The program's name.
const NAME: &str = "rival";

/// The environment variable that requests completions. Its value is the shell's name.
const VARIABLE: &str = "RIVAL_COMPLETE";

/// The number of seats to offer.
const SEATS: usize = 2;

/// The maximum number of saved matches to offer, newest first.
const MATCHES_MAX: usize = 100;

/// Prints completions and exits if a shell requests them.
pub(crate) fn answer_shell() {
    CompleteEnv::with_factory(command).var(VARIABLE).complete();
}

/// Prints the script that makes `shell` ask this program for completions.
pub(crate) fn print_script(shell: Shell) -> CommandResult {
    let mut script = Vec::new();
    let shells = Shells::builtins();
    let Some(completer) = shells.completer(&shell.to_string()) else { return Ok(()) };
    if shell == Shell::Bash {
        // Bash splits words at colons, which are part of game names.
        writeln!(script, "COMP_WORDBREAKS=${{COMP_WORDBREAKS//:}}")?;
    }
    completer.write_registration(VARIABLE, NAME, NAME, NAME, &mut script)?;
    Ok(stdout().lock().write_all(&script)?)
}

/// The command line with the values to offer for its arguments.
fn command() -> Command {
    with_values(Arguments::command())
}

fn with_values(command: Command) -> Command {
    command.mut_args(with_values_of_argument).mut_subcommands(with_values)
}

fn with_values_of_argument(argument: Arg) -> Arg {
    let names = argument.get_value_names().unwrap_or_default();
    let Some(name) = names.first().map(ToString::to_string) else { return argument };
    let is_input = argument.is_positional() || argument.get_id() == "resume";
    match name.as_str() {
        "GAME" => argument.add(ArgValueCandidates::new(games)),
        "PLAYER" => argument.add(ArgValueCandidates::new(players)),
        "N=PLAYER" => argument.add(ArgValueCompleter::new(seats)),
        "LEVEL" => argument.add(ArgValueCandidates::new(levels)),
        "FILE|GAME" => argument.add(ArgValueCompleter::new(files_and_games)),
        "NAME" if argument.is_positional() => argument.add(ArgValueCompleter::new(matches)),
        "FILE" | "MATCH" if is_input => argument.add(ArgValueCompleter::new(files_and_matches)),
        _ => argument,
    }
}

fn games() -> Vec<CompletionCandidate> {
    let games = game_catalog::games().into_iter();
    games
        .map(|game| CompletionCandidate::new(game.name).help(Some(game.description.into())))
        .collect()
}

fn players() -> Vec<CompletionCandidate> {
    let players = game_catalog::player_infos().into_iter();
    let players = players
        .map(|player| CompletionCandidate::new(player.name).help(Some(player.description.into())));
    levels().into_iter().chain(players).collect()
}

fn levels() -> Vec<CompletionCandidate> {
    let candidate = |level: &players::Level| {
        CompletionCandidate::new(level.name).help(Some(level.description.into()))
    };
    players::LEVELS.iter().map(candidate).collect()
}

/// Completes the player after a seat number: `1=club`.
fn seats(typed: &OsStr) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    let Some((number, player)) = typed.split_once('=') else {
        let numbers = (1..=SEATS).map(|number| format!("{number}="));
        return numbers.filter(|text| text.starts_with(&*typed)).map(Into::into).collect();
    };
    let players = players().into_iter();
    let begun = players.filter(|it| it.get_value().to_string_lossy().starts_with(player));
    begun.map(|candidate| candidate.add_prefix(format!("{number}="))).collect()
}

fn matches(typed: &OsStr) -> Vec<CompletionCandidate> {
    beginning_with(typed, saved_matches())
}

fn files_and_games(typed: &OsStr) -> Vec<CompletionCandidate> {
    with_files(typed, games())
}

fn files_and_matches(typed: &OsStr) -> Vec<CompletionCandidate> {
    with_files(typed, saved_matches())
}

/// The candidates that begin with the typed text, followed by matching files.
fn with_files(typed: &OsStr, candidates: Vec<CompletionCandidate>) -> Vec<CompletionCandidate> {
    let mut found = beginning_with(typed, candidates);
    found.extend(PathCompleter::file().complete(typed));
    found
}

/// The candidates that begin with the typed text.
fn beginning_with(typed: &OsStr, candidates: Vec<CompletionCandidate>) -> Vec<CompletionCandidate> {
    let typed = typed.as_encoded_bytes();
    let begins = |candidate: &CompletionCandidate| {
        candidate.get_value().as_encoded_bytes().starts_with(typed)
    };
    candidates.into_iter().filter(begins).collect()
}

/// The newest saved matches. Empty if the library can't be read, because a shell can't show errors.
fn saved_matches() -> Vec<CompletionCandidate> {
    let page = Page { offset: 0, limit: MATCHES_MAX };
    let listed = library().and_then(|library| library.list(&MatchFilter::default(), page));
    let candidate = |kept: match_library::KeptMatch| {
        let title = kept.title();
        CompletionCandidate::new(kept.name).help(Some(title.into()))
    };
    listed.unwrap_or_default().into_iter().map(candidate).collect()
}
