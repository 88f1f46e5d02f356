//! What each command does.

mod games;
mod openings;
mod rate;
mod resume;
mod training;
mod verify;

use std::fs;
use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use arena::observer::RunObserver;
use arena::run::Run;
use arena::settings::Settings;
use arena::statistics::{Sprt, Verdict};
use arena::tournament::{Tournament, seating_count};
use arena_run::entrants::{self, Entrants};
use arena_run::folder::{Folder, StoredRun};
use arena_run::load_monitor::LoadMonitor;
use arena_run::machine;
use arena_run::report;
use arena_run::runner::{self, LocalSettings};
use arena_run::setup;
use arena_run::tables::Report;
use game_catalog::table_game;
use house::{CommandResult, Failure, FailureKind, House, OrFail, name_unusable_files, program};

use crate::arguments::{
    Arguments, Command, MatchArguments, ReportArguments, RuleArguments, RunArguments, RunOptions,
    SelfplayArguments, SprtArguments, TableArguments, TournamentArguments,
};
use crate::interruption;
use crate::json::JsonLines;
use crate::progress::ProgressLines;
#[cfg(feature = "queue")]
use crate::queue;
use crate::queue::Queue;
use crate::screen::LiveTable;
use crate::settings;

/// The folder, in that of a run, for the logs of games that a player lost by a fault.
const BAD_GAMES: &str = "bad-games";

/// The most pairs of a sequential test where nothing is said.
const SPRT_PAIRS: u32 = 100_000;

/// The exit code of a sequential test that accepts the null hypothesis; that of the alternative is 0.
const ACCEPTED_H0: u8 = 10;

/// The exit code of a sequential test that has played all its pairs and accepts neither hypothesis.
const UNDECIDED: u8 = 11;

pub(crate) fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let house = || program::begin(&arguments.common).map(Arc::new);
    match arguments.command {
        Command::Match(arguments) => return play_match(&house()?, arguments),
        Command::Sprt(arguments) => return sprt(&house()?, arguments),
        Command::Tournament(arguments) => return tournament(&house()?, arguments),
        Command::Resume(arguments) => return resume::resume(&house()?, arguments),
        Command::Selfplay(arguments) => selfplay(&house()?, arguments),
        Command::Training(arguments) => training::write(&arguments),
        Command::Openings(arguments) => openings::make(&arguments),
        Command::Book(_) => Err(openings::renamed()),
        Command::Table(arguments) => table(arguments),
        Command::Rate(arguments) => rate::rate(&arguments),
        Command::Report(arguments) => report(arguments),
        Command::Games(arguments) => games::write(&arguments),
        Command::Verify(arguments) => verify::verify(arguments),
        #[cfg(feature = "queue")]
        Command::Worker(own) => {
            house()?;
            queue::work(&arguments.common, own)
        }
    }?;
    Ok(ExitCode::SUCCESS)
}

fn play_match(house: &Arc<House>, arguments: MatchArguments) -> Result<ExitCode, Failure> {
    let settings = settings::settings(&arguments.game, &arguments.players, &arguments.rules)?;
    start_run(house, planned(house, settings)?, arguments.running).map(|(_, code)| code)
}

fn sprt(house: &Arc<House>, arguments: SprtArguments) -> Result<ExitCode, Failure> {
    let SprtArguments { elo0, elo1, alpha, beta, model, .. } = arguments;
    let mut settings = settings::settings(&arguments.game, &arguments.players, &arguments.rules)?;
    settings.pairs = arguments.rules.pairs.unwrap_or(SPRT_PAIRS);
    settings.sprt = Some(Sprt { elo0, elo1, alpha, beta, model: model.into() });
    start_run(house, planned(house, settings)?, arguments.running).map(|(_, code)| code)
}

fn tournament(house: &Arc<House>, arguments: TournamentArguments) -> Result<ExitCode, Failure> {
    let target = Path::new(&arguments.target);
    if target.extension().is_some_and(|extension| extension == "toml") {
        if !arguments.players.is_empty() || arguments.all_plugins {
            let why = "the file names the players: name none beside it";
            return Err(Failure::new(FailureKind::Usage, anyhow!(why)));
        }
        if arguments.rules != RuleArguments::default() {
            let why = "the file says how games are played: leave out time, limits, pairs, openings and the like";
            return Err(Failure::new(FailureKind::Usage, anyhow!(why)));
        }
        let (settings, text) = setup::from_file(target)?;
        let players = entrants::of_file(&settings, &text, &arguments.target);
        let plan = setup::planned(house, settings, &players, FailureKind::Input)?;
        return start_run(house, plan, arguments.running).map(|(_, code)| code);
    }
    let mut settings = settings::settings(&arguments.target, &arguments.players, &arguments.rules)?;
    if arguments.all_plugins {
        settings.players.extend(entrants::all_of_plugins(house, &settings.game)?);
    }
    settings.format = settings::format(&arguments);
    start_run(house, planned(house, settings)?, arguments.running).map(|(_, code)| code)
}

/// A tournament of one player with itself, and what is to be learned from it.
fn selfplay(house: &Arc<House>, arguments: SelfplayArguments) -> CommandResult {
    let SelfplayArguments { game, player, games, rules, running } = arguments;
    let seats = table_game(&game).or_fail(FailureKind::Usage)?.seat_count();
    let mut settings = settings::settings(&game, &vec![player; seats], &rules)?;
    let seatings = u32::try_from(seating_count(seats)).unwrap_or(u32::MAX);
    settings.pairs = rules.pairs.unwrap_or_else(|| games.div_ceil(seatings));
    let (folder, _) = start_run(house, planned(house, settings)?, running)?;
    training::write_file(&folder, None)
}

/// Plays it. Returns where it is kept, and the exit code.
fn start_run(
    house: &Arc<House>,
    (tournament, players): setup::Plan,
    running: RunArguments,
) -> Result<(Folder, ExitCode), Failure> {
    let queue = Queue::from_arguments(&running.queue, running.run_options)?;
    let concurrency = running.run_options.concurrency();
    let entrants = Entrants::open(house, &tournament, players, concurrency)?;
    let path = running.out.unwrap_or_else(|| own_folder(&tournament));
    let kept = Folder::prepare(path, tournament)?;
    continue_run(&entrants, kept, running.run_options, queue.as_ref())
}

/// The folder of a run for which none was named: one whose name nobody has used.
fn own_folder(tournament: &Tournament) -> PathBuf {
    let fingerprint = tournament.fingerprint().to_string();
    PathBuf::from(format!("arena-{}", fingerprint.chars().take(12).collect::<String>()))
}

/// What the command line asks for.
fn planned(house: &House, settings: Settings) -> Result<setup::Plan, Failure> {
    let players = entrants::of_user(&settings);
    setup::planned(house, setup::with_distinct_names(settings), &players, FailureKind::Usage)
}

/// Plays what is still to be played. Returns where it is kept, and the exit code.
fn continue_run(
    entrants: &Entrants,
    kept: StoredRun,
    options: RunOptions,
    queue: Option<&Queue>,
) -> Result<(Folder, ExitCode), Failure> {
    let StoredRun { folder, tournament, mut journal, played } = kept;
    let mut run = Run::new(Arc::new(tournament), &played).or_fail(FailureKind::Input)?;
    drop(played);
    // The players were made once, and have opened theirs.
    name_unusable_files();
    if !options.json {
        let seed = run.tournament().settings().seed.unwrap_or_default();
        let openings = &run.tournament().settings().openings;
        let address = queue.map(|queue| format!(", queue at {}", queue.address()));
        let (folder, address) = (folder.display(), address.unwrap_or_default());
        writeln!(stderr(), "seed {seed}, openings {openings}, journal in {folder}{address}")?;
    }
    if let Some(warning) = setup::openings_warning(run.tournament()) {
        writeln!(stderr(), "warning: {warning}")?;
    }
    let local = LocalSettings {
        factory: entrants,
        concurrency: entrants.concurrency(),
        cores: match (options.pin, entrants.should_pin()) {
            (true, _) => machine::cores()?,
            (false, true) => machine::cores().unwrap_or_default(),
            (false, false) => Vec::new(),
        },
        bad_games: options.log_bad_games.then(|| folder.path.join(BAD_GAMES)),
    };
    let interruption = interruption::listen();
    let pool = entrants.pool().clone();
    interruption.cancel_token().on_cancel(move || pool.close());
    let mut observer = observer(options, &run);
    let (result, warning);
    if let Some(queue) = queue {
        // No game is played in this process.
        entrants.pool().close();
        (run, result) = queue.run(run, &mut journal, &interruption, &mut *observer);
        warning = None;
    } else {
        let monitor = LoadMonitor::start(run.tournament().settings());
        result = runner::run(&mut run, &mut journal, &local, &interruption, &mut *observer);
        warning = monitor.warning();
    }
    drop(observer);
    // A run that failed before its first game has no results.
    if result.is_ok() || run.finished_games() > 0 {
        show(&run, options.json)?;
    }
    if let Some(warning) = warning {
        writeln!(stderr(), "warning: {warning}")?;
    }
    if result.as_ref().err().is_none_or(Failure::is_interruption) {
        let entries = folder.entries(run.tournament())?;
        let page = report::write(&folder, &run, &entries, None)?;
        if !options.json {
            writeln!(stderr(), "report in {}", page.display())?;
        }
    }
    if result.as_ref().is_err_and(Failure::is_interruption) {
        let allowing = if entrants.include_engines() { " --allow-engines" } else { "" };
        writeln!(stderr(), "continue with: rival-arena resume {}{allowing}", folder.display())?;
    }
    result.map(|()| (folder, exit_code(&run)))
}

/// Shows progress as JSON, as a live table in a terminal, or as lines.
fn observer(options: RunOptions, run: &Run) -> Box<dyn RunObserver> {
    match options.json {
        true => Box::new(JsonLines::new(run, options.every)),
        false if LiveTable::is_possible() => Box::new(LiveTable::new(run)),
        false => Box::new(ProgressLines::new(run, options.every)),
    }
}

/// What a run that came to its end says to a script.
fn exit_code(run: &Run) -> ExitCode {
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
        .with_context(|| format!("can't make the folder {}", records.display()))
        .or_fail(FailureKind::Failed)?;
    for entry in entries.iter().filter(|entry| run.counts(entry)) {
        let record = entry.record(run.tournament());
        let record =
            record.ok_or_else(|| anyhow!("game {} of the journal makes no sense", entry.id));
        let path = records.join(format!("{}.toml", entry.id));
        record.or_fail(FailureKind::Input)?.save(&path).or_fail(FailureKind::Failed)?;
    }
    Ok(())
}

fn report(arguments: ReportArguments) -> CommandResult {
    let folder = Folder::existing(arguments.folder);
    let tournament = folder.tournament()?;
    let entries = folder.entries(&tournament)?;
    let run = Run::new(Arc::new(tournament), &entries).or_fail(FailureKind::Input)?;
    let path = report::write(&folder, &run, &entries, arguments.out)?;
    Ok(writeln!(stdout(), "{}", path.display())?)
}

fn show(run: &Run, json: bool) -> CommandResult {
    let report = Report::of(run);
    let mut out = stdout().lock();
    if json {
        writeln!(out, "{}", arena_run::json::report(&report))?;
    } else {
        write!(out, "{}", report.to_text())?;
    }
    Ok(out.flush()?)
}
