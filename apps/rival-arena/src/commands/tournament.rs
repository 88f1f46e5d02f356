//! Plays a tournament, from a file or from arguments.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::anyhow;
use app_context::{AppContext, Failure, FailureKind, PlayerSpec};
use arena::run_folder::request::Request;
use arena::run_folder::{entrants, setup};
use arena::settings::Settings;

use super::start_run;
use crate::arguments::{RuleArguments, TournamentArguments};
use crate::settings;

/// Plays a tournament and returns the exit code.
pub(super) fn play(
    app: &Arc<AppContext>,
    arguments: TournamentArguments,
) -> Result<ExitCode, Failure> {
    let target = Path::new(&arguments.target);
    let is_file = target.extension().is_some_and(|extension| extension == "toml");
    let kind = if is_file { FailureKind::Input } else { FailureKind::Usage };
    let (settings, players) =
        if is_file { from_file(target, &arguments)? } else { from_arguments(&arguments)? };
    let mut request = Request::new(settings);
    request.unstartable = arguments.unstartable.map(Into::into);
    request.all_plugins = arguments.all_plugins;
    request.except = arguments.except;
    start_run(app, request, players, kind, arguments.running).map(|(_, code)| code)
}

fn from_file(
    file: &Path,
    arguments: &TournamentArguments,
) -> Result<(Settings, Vec<PlayerSpec>), Failure> {
    let usage = |why: &str| Err(Failure::new(FailureKind::Usage, anyhow!(why.to_owned())));
    if !arguments.players.is_empty() || arguments.all_plugins {
        return usage("the file names the players; omit players on the command line");
    }
    if arguments.rules != RuleArguments::default() {
        return usage(
            "the file sets the rules; write them there, not as options such as --time or --pv",
        );
    }
    let (settings, text) = setup::from_file(file)?;
    let players = entrants::of_file(&settings, &text, &arguments.target);
    Ok((settings, players))
}

fn from_arguments(arguments: &TournamentArguments) -> Result<(Settings, Vec<PlayerSpec>), Failure> {
    let TournamentArguments { target, players, rules, .. } = arguments;
    let mut settings = settings::settings(target, players, rules)?;
    settings.format = settings::format(arguments);
    let players = entrants::of_user(&settings);
    Ok((setup::with_distinct_names(settings), players))
}
