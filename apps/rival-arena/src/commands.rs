//! The implementations of the commands.

mod games;
mod openings;
mod rate;
mod resume;
mod tournament;
mod training;
mod verify;

use std::fs;
use std::io::{IsTerminal as _, Write, stderr, stdout};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use app_context::{
    AppContext, CommandResult, Failure, FailureKind, OrFail, PlayerSpec, name_unusable_files,
    program, write_manual,
};
use arena::observer::RunObserver;
use arena::run::Run;
use arena::run_folder::entrants::{self, Entrants};
use arena::run_folder::folder::{Folder, StoredRun};
use arena::run_folder::joint::JointRuns;
use arena::run_folder::load_monitor::LoadMonitor;
use arena::run_folder::report;
use arena::run_folder::request::Request;
use arena::run_folder::runner::{self, LocalSettings};
use arena::run_folder::setup;
use arena::run_folder::tables::Report;
use arena::settings::Settings;
use arena::statistics::{Sprt, Verdict};
use arena::tournament::seating_count;
use clap::CommandFactory;
use game_catalog::table_game;
use notation::RecordFile;

use crate::arguments::{
    Arguments, Command, GameFileArguments, MatchArguments, ReportArguments, RunArguments,
    RunOptions, SelfplayArguments, SprtArguments, TableArguments,
};
use crate::game_files::{self, FileWriter};
use crate::interruption;
use crate::json::JsonLines;
use crate::progress::ProgressLines;
#[cfg(feature = "queue")]
use crate::queue;
use crate::queue::Queue;
use crate::screen::LiveTable;
use crate::settings;

/// The subfolder of a run folder for logs of games lost through a fault.
const BAD_GAMES: &str = "bad-games";

/// The default maximum number of pairs in a sequential test.
const SPRT_PAIRS: u32 = 100_000;

/// The exit code if a sequential test accepts the null hypothesis. The code is 0 if the test accepts the alternative.
const ACCEPTED_H0: u8 = 10;

/// The exit code if a sequential test has played all its pairs and accepts neither hypothesis.
const UNDECIDED: u8 = 11;

pub(crate) fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let app = || program::begin(&arguments.common).map(Arc::new);
    match arguments.command {
        Command::Match(arguments) => return play_match(&app()?, arguments),
        Command::Sprt(arguments) => return sprt(&app()?, arguments),
        Command::Tournament(arguments) => return tournament::play(&app()?, arguments),
        Command::Resume(arguments) => return resume::resume(&app()?, arguments),
        Command::Selfplay(arguments) => selfplay(&app()?, arguments),
        Command::Training(arguments) => training::write(&arguments),
        Command::Openings(arguments) => openings::make(&arguments),
        Command::Table(arguments) => table(arguments),
        Command::Rate(arguments) => rate::rate(&arguments),
        Command::Report(arguments) => report(arguments),
        Command::Games(arguments) => games::write(&arguments),
        Command::Verify(arguments) => verify::verify(arguments),
        Command::Man(own) => write_manual(Arguments::command(), &own.folder),
        #[cfg(feature = "queue")]
        Command::Worker(own) => {
            app()?;
            queue::work(&arguments.common, own)
        }
    }?;
    Ok(ExitCode::SUCCESS)
}

fn play_match(app: &Arc<AppContext>, arguments: MatchArguments) -> Result<ExitCode, Failure> {
    let settings = settings::settings(&arguments.game, &arguments.players, &arguments.rules)?;
    start_from_user(app, settings, arguments.running).map(|(_, code)| code)
}

fn sprt(app: &Arc<AppContext>, arguments: SprtArguments) -> Result<ExitCode, Failure> {
    let SprtArguments { elo0, elo1, alpha, beta, model, trinomial, .. } = arguments;
    let mut settings = settings::settings(&arguments.game, &arguments.players, &arguments.rules)?;
    settings.pairs = arguments.rules.pairs.unwrap_or(SPRT_PAIRS);
    settings.sprt = Some(Sprt { elo0, elo1, alpha, beta, model: model.into(), trinomial });
    start_from_user(app, settings, arguments.running).map(|(_, code)| code)
}

/// Plays a player against itself and writes the training data.
fn selfplay(app: &Arc<AppContext>, arguments: SelfplayArguments) -> CommandResult {
    let SelfplayArguments { game, player, games, rules, running } = arguments;
    let seats = table_game(&game).or_fail(FailureKind::Usage)?.seat_count();
    let mut settings = settings::settings(&game, &vec![player; seats], &rules)?;
    let seatings = u32::try_from(seating_count(seats)).unwrap_or(u32::MAX);
    settings.pairs = rules.pairs.unwrap_or_else(|| games.div_ceil(seatings));
    let (folder, _) = start_from_user(app, settings, running)?;
    training::write_file(&folder, None)
}

/// Plays a run with settings from the command line. Returns the run folder and the exit code.
fn start_from_user(
    app: &Arc<AppContext>,
    settings: Settings,
    running: RunArguments,
) -> Result<(Folder, ExitCode), Failure> {
    let players = entrants::of_user(&settings);
    let request = Request::new(setup::with_distinct_names(settings));
    start_run(app, request, players, FailureKind::Usage, running)
}

/// Plays the requested run. The failure kind for unusable settings is `of_file`. Returns the run folder and the exit
/// code.
fn start_run(
    app: &Arc<AppContext>,
    request: Request,
    players: Vec<PlayerSpec>,
    of_file: FailureKind,
    running: RunArguments,
) -> Result<(Folder, ExitCode), Failure> {
    let queue = Queue::from_arguments(&running.queue, running.run_options)?;
    let concurrency = running.run_options.concurrency();
    let path = running.out.unwrap_or_else(|| request.folder());
    let stored = Folder::existing(path.clone()).store_request(&request)?;
    let begun = plan(app, request, players, of_file).and_then(|(tournament, players)| {
        let entrants = Entrants::open(app, &tournament, players, concurrency)?;
        Ok((entrants, Folder::prepare(path, tournament)?))
    });
    let (entrants, kept) = begun.inspect_err(|_| stored.withdraw())?;
    continue_run(&entrants, kept, running.run_options, &running.game_files, queue.as_ref())
}

/// Finds and checks the players, and plans the requested run.
fn plan(
    app: &Arc<AppContext>,
    request: Request,
    players: Vec<PlayerSpec>,
    of_file: FailureKind,
) -> Result<setup::Plan, Failure> {
    request.plan(app, players, of_file, &mut |warning| {
        // The run doesn't depend on its warnings.
        let _unwritten = writeln!(stderr(), "warning: {warning}");
    })
}

/// Plays the remaining games. Returns the run folder and the exit code.
fn continue_run(
    entrants: &Entrants,
    kept: StoredRun,
    options: RunOptions,
    game_files: &GameFileArguments,
    queue: Option<&Queue>,
) -> Result<(Folder, ExitCode), Failure> {
    let StoredRun { folder, tournament, mut journal, played } = kept;
    let mut run = Run::new(Arc::new(tournament), &played).or_fail(FailureKind::Input)?;
    let files = game_files::open(game_files, &folder, &run, &played)?;
    drop(played);
    // Creating the players has opened their files.
    name_unusable_files();
    announce(&folder, &run, options, queue)?;
    let changed_before = entrants.changed_programs(run.tournament().settings());
    write_warnings(&changed_before)?;
    let local = LocalSettings {
        factory: entrants,
        concurrency: entrants.concurrency(),
        cores: match (options.pin, entrants.should_pin()) {
            (true, _) => runner::cores()?,
            (false, true) => runner::cores().unwrap_or_default(),
            (false, false) => Vec::new(),
        },
        bad_games: options.log_bad_games.then(|| folder.path.join(BAD_GAMES)),
        wait: options.wait.unwrap_or_default(),
    };
    let interruption = interruption::listen();
    let pool = entrants.pool().clone();
    interruption.cancel_token().on_cancel(move || pool.close());
    let shown = observer(options, &run);
    let mut observer = FileWriter { shown, files };
    let (result, warning);
    if let Some(queue) = queue {
        // No games are played in this process.
        entrants.pool().close();
        (run, result) = queue.run(run, &mut journal, &interruption, &mut observer);
        warning = None;
    } else {
        let monitor = LoadMonitor::start(run.tournament().settings());
        result = runner::run(&mut run, &mut journal, &local, &interruption, &mut observer);
        warning = monitor.warning();
    }
    drop(observer);
    // A run that failed before its first game has no results to show.
    if result.is_ok() || run.finished_games() > 0 {
        show(&run, options.json)?;
    }
    let mut warnings = entrants.changed_programs(run.tournament().settings());
    warnings.retain(|changed| !changed_before.contains(changed));
    warnings.extend(warning);
    // In a terminal, the live tables already show these warnings.
    if options.json || !stdout().is_terminal() {
        warnings.extend(Report::of(&run).warnings);
    }
    write_warnings(&warnings)?;
    conclude(entrants, &folder, &run, result.as_ref().err(), options)?;
    result.map(|()| (folder, exit_code(&run)))
}

/// Reports what the user needs to repeat the run, and warns about settings that may distort it.
fn announce(
    folder: &Folder,
    run: &Run,
    options: RunOptions,
    queue: Option<&Queue>,
) -> CommandResult {
    if !options.json {
        let seed = run.tournament().settings().seed.unwrap_or_default();
        let openings = &run.tournament().settings().openings;
        let limit = run.tournament().settings().move_limit_text();
        let limit = limit.map(|limit| format!(", move limit {limit}")).unwrap_or_default();
        let address = queue.map(|queue| format!(", queue at {}", queue.address()));
        let (folder, address) = (folder.display(), address.unwrap_or_default());
        writeln!(
            stderr(),
            "seed {seed}, openings {openings}{limit}, journal in {folder}{address}"
        )?;
    }
    if let Some(warning) = setup::openings_warning(run.tournament()) {
        writeln!(stderr(), "warning: {warning}")?;
    }
    write_warnings(&setup::time_warnings(run.tournament().settings()))
}

/// Writes a stopped run's report and the command that resumes the run.
fn conclude(
    entrants: &Entrants,
    folder: &Folder,
    run: &Run,
    failure: Option<&Failure>,
    options: RunOptions,
) -> CommandResult {
    if failure.is_none_or(Failure::is_interruption) {
        let entries = folder.entries(run.tournament())?;
        let page = report::write(folder, run, &entries, None)?;
        if !options.json {
            writeln!(stderr(), "report in {}", page.display())?;
        }
    }
    if failure.is_some_and(can_be_resumed) {
        let allowing = if entrants.include_engines() { " --allow-engines" } else { "" };
        writeln!(stderr(), "resume with: rival-arena resume {}{allowing}", folder.display())?;
    }
    Ok(())
}

/// Returns `true` if the run can resume after this failure: it was interrupted, or a player failed to start.
fn can_be_resumed(failure: &Failure) -> bool {
    failure.is_interruption() || failure.kind() == FailureKind::Player
}

fn write_warnings(warnings: &[String]) -> CommandResult {
    warnings.iter().try_for_each(|warning| Ok(writeln!(stderr(), "warning: {warning}")?))
}

/// Shows progress as JSON, as a live table in a terminal, or as lines.
fn observer(options: RunOptions, run: &Run) -> Box<dyn RunObserver> {
    match options.json {
        true => Box::new(JsonLines::new(run, options.every)),
        false if LiveTable::is_possible() => Box::new(LiveTable::new(run)),
        false => Box::new(ProgressLines::new(run, options.every)),
    }
}

/// The exit code for a finished run.
fn exit_code(run: &Run) -> ExitCode {
    let has_absentees = !run.tournament().settings().excluded.is_empty();
    if has_absentees || run.tallies().iter().any(|tally| tally.forfeits() > 0) {
        return FailureKind::Player.exit_code();
    }
    match run.test() {
        None | Some((Verdict::H1, _)) => ExitCode::SUCCESS,
        Some((Verdict::H0, _)) => ExitCode::from(ACCEPTED_H0),
        Some((Verdict::Open, _)) => ExitCode::from(UNDECIDED),
    }
}

fn table(arguments: TableArguments) -> CommandResult {
    let folder = Folder::existing(arguments.folder);
    let tournament = folder.tournament()?;
    let entries = folder.entries(&tournament)?;
    let run = Run::new(Arc::new(tournament), &entries).or_fail(FailureKind::Input)?;
    show(&run, arguments.json)?;
    let Some(records) = arguments.records else { return Ok(()) };
    fs::create_dir_all(&records)
        .with_context(|| format!("can't create the folder {}", records.display()))
        .or_fail(FailureKind::Failed)?;
    for entry in entries.iter().filter(|entry| run.counts(entry)) {
        let record = entry.record(run.tournament());
        let record = record.ok_or_else(|| anyhow!("game {} in the journal is invalid", entry.id));
        let path = records.join(format!("{}.toml", entry.id));
        record.or_fail(FailureKind::Input)?.save(&path).or_fail(FailureKind::Failed)?;
    }
    Ok(())
}

/// The page that compares several runs.
const COMPARISON: &str = "comparison.html";

fn report(arguments: ReportArguments) -> CommandResult {
    let ReportArguments { folders, out, follow, anchor } = arguments;
    let [folder] = folders.as_slice() else {
        let joint = JointRuns::read(&folders, &anchor)?;
        let path = out.unwrap_or_else(|| COMPARISON.into());
        report::compare(&joint, &anchor, &follow, &path)?;
        return Ok(writeln!(stdout(), "{}", path.display())?);
    };
    if !follow.is_empty() || !anchor.is_empty() {
        let why = "--follow and --anchor compare several runs; pass at least two folders";
        return Err(Failure::message(FailureKind::Usage, why));
    }
    let folder = Folder::existing(folder.clone());
    let tournament = folder.tournament()?;
    let entries = folder.entries(&tournament)?;
    let run = Run::new(Arc::new(tournament), &entries).or_fail(FailureKind::Input)?;
    let path = report::write(&folder, &run, &entries, out)?;
    Ok(writeln!(stdout(), "{}", path.display())?)
}

fn show(run: &Run, json: bool) -> CommandResult {
    let report = Report::of(run);
    let mut out = stdout().lock();
    if json {
        writeln!(out, "{}", arena::run_folder::json::report(&report))?;
    } else {
        write!(out, "{}", report.to_text())?;
    }
    Ok(out.flush()?)
}
