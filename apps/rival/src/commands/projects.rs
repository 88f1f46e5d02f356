//! `rival plugin` and `rival game`: commands for authors of players and games.

mod check;

use std::io::{Write, stdout};

use app_context::projects::{PluginKind, Project, ProjectKind};
use app_context::{AppContext, CommandResult, Failure, FailureKind, distrust_plugin, trust_plugin};

use crate::arguments::{
    GameCommand, NewArguments, PluginCommand, ProjectArguments, TrustArguments,
};

pub(crate) fn plugin(app: &AppContext, command: &PluginCommand) -> CommandResult {
    match command {
        PluginCommand::New(arguments) => create_plugin(arguments),
        PluginCommand::Check(arguments) => check::run(app, arguments),
        PluginCommand::Trust(arguments) => trust(arguments),
        PluginCommand::Distrust(arguments) => distrust(arguments),
    }
}

pub(crate) fn game(command: &GameCommand) -> CommandResult {
    match command {
        GameCommand::New(arguments) => create(arguments, ProjectKind::Game),
    }
}

fn create_plugin(arguments: &NewArguments) -> CommandResult {
    let NewArguments { project, c, python, javascript, cpp } = arguments;
    let kind = match (c, python, javascript, cpp) {
        (true, ..) => PluginKind::C,
        (_, true, ..) => PluginKind::Python,
        (_, _, true, _) => PluginKind::JavaScript,
        (_, _, _, true) => PluginKind::Cpp,
        _ => PluginKind::Rust,
    };
    create(project, ProjectKind::Plugin(kind))
}

fn create(arguments: &ProjectArguments, kind: ProjectKind) -> CommandResult {
    let ProjectArguments { folder, name, sdk } = arguments;
    let project = Project { kind, folder, name: name.as_deref(), checkout: sdk.as_deref() };
    Ok(writeln!(stdout(), "{}", project.create()?)?)
}

fn trust(arguments: &TrustArguments) -> CommandResult {
    let pin = trust_plugin(&arguments.file)?;
    let (file, build) = (pin.file.display(), pin.build);
    let text = format!(
        "{file} is trusted\n    BLAKE3 {build}\n    runs outside the sandbox until its content changes\n"
    );
    Ok(stdout().write_all(text.as_bytes())?)
}

fn distrust(arguments: &TrustArguments) -> CommandResult {
    let file = arguments.file.display();
    if !distrust_plugin(&arguments.file)? {
        let what =
            format!("{file} was not trusted; run \"rival plugins\" to see where plugins run");
        return Err(Failure::message(FailureKind::Input, what));
    }
    Ok(writeln!(stdout(), "{file} is no longer trusted and runs in the sandbox")?)
}
