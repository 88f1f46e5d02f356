//! Checks a folder of plugins that students have handed in, and shows the results as one table.

mod page;

use std::collections::BTreeMap;
use std::env::consts::DLL_SUFFIX;
use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use app_context::{AppContext, CommandResult, Failure, FailureKind, OrFail, one_line};
use plugin_host::check::{CheckVerdict, STOP_TIME_MAX};
use plugin_host::{Plugin, may_be_hand_in, place_name_of, plugin_in};
use serde::Serialize;

use super::{InterruptionFlag, check_plugin};
use crate::arguments::CheckArguments;

/// The manifest file name that makes a folder a plugin.
const MANIFEST: &str = "player.toml";

/// The maximum number of hand-ins in a folder. More are probably a mistake.
const HAND_INS_MAX: usize = 10_000;

/// The remark about a name that several hand-ins have.
const NAME_CHECK: &str = "name";

/// A hand-in: an entry in the folder.
#[derive(Debug)]
pub(super) struct HandIn {
    /// The entry's name.
    name: String,
    /// The entry's path.
    path: PathBuf,
    /// The plugin's path, or why there is none.
    plugin: Result<PathBuf, String>,
}

/// A hand-in's result.
#[derive(Debug, Serialize)]
struct Checked {
    hand_in: String,
    /// The plugin's name and version; empty if the plugin can't be loaded.
    plugin: String,
    verdict: Verdict,
    /// The number of checks.
    checks: usize,
    failed: Vec<Finding>,
    remarks: Vec<Finding>,
    seconds: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Passed,
    Failed,
    /// The plugin can't be loaded.
    Refused,
}

impl Verdict {
    /// The verdict's name in tables.
    const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "FAILED",
            Self::Refused => "REFUSED",
        }
    }
}

/// A failed check.
#[derive(Debug, Serialize)]
struct Finding {
    player: String,
    check: String,
    game: Option<String>,
    detail: String,
}

impl Finding {
    /// The finding for a plugin that can't be checked at all.
    fn of_plugin(detail: &str) -> Self {
        let detail = one_line(detail);
        Self { player: String::new(), check: "load".into(), game: None, detail }
    }

    /// Formats the finding as one line, such as "moves: checkers:english: illegal move 9-14".
    fn to_line(&self) -> String {
        let game = self.game.as_ref().map_or_else(String::new, |game| format!("{game}: "));
        format!("{}: {game}{}", self.check, self.detail)
    }
}

/// The folder's hand-ins, sorted by name. `None` if the path is a single plugin.
///
/// # Errors
/// [`Failure`] if the folder can't be read, is empty, or has too many entries.
pub(super) fn find(folder: &Path) -> Result<Option<Vec<HandIn>>, Failure> {
    if !folder.is_dir() || folder.join(MANIFEST).is_file() {
        return Ok(None);
    }
    let unreadable = || format!("can't read the folder {}", folder.display());
    let entries = fs::read_dir(folder).with_context(unreadable).or_fail(FailureKind::Input)?;
    let mut hand_ins = Vec::new();
    for entry in entries.take(HAND_INS_MAX + 1) {
        let path = entry.with_context(unreadable).or_fail(FailureKind::Input)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if may_be_hand_in(&path) {
            hand_ins.push(HandIn { name, plugin: plugin_in(&path), path });
        } else if is_library(&path) {
            hand_ins.push(HandIn { name, plugin: Ok(path.clone()), path });
        }
    }
    let wrong = |why: String| Err(Failure::message(FailureKind::Input, why));
    if hand_ins.is_empty() {
        let (folder, advice) =
            (folder.display(), "pass a plugin, or a folder that contains a folder for each plugin");
        return wrong(format!("{folder}: no {MANIFEST} and no plugins; {advice}"));
    }
    if hand_ins.len() > HAND_INS_MAX {
        return wrong(format!("{}: more than {HAND_INS_MAX} entries", folder.display()));
    }
    hand_ins.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Some(hand_ins))
}

fn is_library(path: &Path) -> bool {
    path.is_file() && path.as_os_str().as_encoded_bytes().ends_with(DLL_SUFFIX.as_bytes())
}

/// Checks each hand-in and shows the table. Continues with the next hand-in after a failure.
///
/// # Errors
/// [`Failure`] if a hand-in fails, if the table can't be written, or after an interruption.
pub(super) fn run(
    app: &AppContext,
    arguments: &CheckArguments,
    hand_ins: &[HandIn],
) -> CommandResult {
    if let Some(player) = &arguments.player {
        let why = format!("{player}: a folder of plugins is checked with all players; omit PLAYER");
        return Err(Failure::message(FailureKind::Usage, why));
    }
    let interruption = InterruptionFlag::listen();
    let mut table = Vec::new();
    let width = hand_ins.iter().map(|hand_in| hand_in.name.chars().count()).max().unwrap_or(0);
    let plugins: Vec<Loaded> = hand_ins.iter().map(|hand_in| load(app, hand_in)).collect();
    let same_names = same_names(hand_ins, &plugins);
    for (hand_in, plugin) in hand_ins.iter().zip(plugins) {
        let mut checked = match check(arguments, hand_in, plugin, &interruption) {
            Err(failure) if failure.is_interruption() => {
                finish(arguments, &table, hand_ins.len())?;
                return Err(failure);
            }
            checked => checked?,
        };
        if let Some(why) = same_names.get(hand_in.name.as_str()) {
            let name = NAME_CHECK.into();
            checked.remarks.push(Finding { check: name, ..Finding::of_plugin(why) });
        }
        show(&checked, arguments.json, width)?;
        table.push(checked);
    }
    finish(arguments, &table, hand_ins.len())?;
    let failed = table.iter().filter(|checked| checked.verdict != Verdict::Passed).count();
    if failed > 0 {
        let why = format!("{failed} of {} plugins failed", table.len());
        return Err(Failure::message(FailureKind::Player, why));
    }
    Ok(())
}

/// A hand-in's plugin, or why it can't be loaded.
type Loaded = Result<Plugin, String>;

fn load(app: &AppContext, hand_in: &HandIn) -> Loaded {
    let file = hand_in.plugin.as_ref().map_err(Clone::clone)?;
    app.load_plugin(file, STOP_TIME_MAX).map_err(|failure| failure.to_string())
}

/// A sentence about each hand-in with a plugin name that is not unique.
fn same_names<'a>(hand_ins: &'a [HandIn], plugins: &[Loaded]) -> BTreeMap<&'a str, String> {
    let mut by_plugin: BTreeMap<&str, Vec<&HandIn>> = BTreeMap::new();
    for (hand_in, plugin) in hand_ins.iter().zip(plugins) {
        if let Ok(plugin) = plugin {
            by_plugin.entry(plugin.name()).or_default().push(hand_in);
        }
    }
    let mut sentences = BTreeMap::new();
    for (plugin, hand_ins) in by_plugin.into_iter().filter(|(_, hand_ins)| hand_ins.len() > 1) {
        let all = hand_ins.iter().map(|hand_in| hand_in.name.as_str()).collect::<Vec<_>>();
        let names = hand_ins.iter().map(|it| format!("{plugin}@{}", place_name_of(&it.path)));
        let (all, names) = (all.join(", "), names.collect::<Vec<_>>().join(", "));
        let why = format!("{all}: all are named \"{plugin}\"; tournaments call them {names}");
        sentences.extend(hand_ins.iter().map(|it| (it.name.as_str(), why.clone())));
    }
    sentences
}

impl Checked {
    fn refused(hand_in: &HandIn, why: &str) -> Self {
        Self {
            hand_in: hand_in.name.clone(),
            plugin: String::new(),
            verdict: Verdict::Refused,
            checks: 0,
            failed: vec![Finding::of_plugin(why)],
            remarks: Vec::new(),
            seconds: 0.0,
        }
    }

    fn add_failure(&mut self, finding: Finding) {
        self.failed.push(finding);
        if self.verdict == Verdict::Passed {
            self.verdict = Verdict::Failed;
        }
    }
}

/// Checks a hand-in. The result includes the hand-in's faults.
///
/// # Errors
/// [`Failure`] after an interruption.
fn check(
    arguments: &CheckArguments,
    hand_in: &HandIn,
    plugin: Loaded,
    interruption: &InterruptionFlag,
) -> Result<Checked, Failure> {
    let begin = Instant::now();
    let plugin = match plugin {
        Ok(plugin) => plugin,
        Err(why) => return Ok(Checked::refused(hand_in, &why)),
    };
    let mut checked = Checked {
        hand_in: hand_in.name.clone(),
        plugin: plugin.title(),
        verdict: Verdict::Passed,
        checks: 0,
        failed: Vec::new(),
        remarks: Vec::new(),
        seconds: 0.0,
    };
    let result = check_plugin(&plugin, arguments, interruption, &mut |row| {
        checked.checks += 1;
        let verdict = row.verdict;
        let finding = Finding {
            player: row.player,
            check: row.check.into(),
            game: row.game,
            detail: one_line(&row.detail),
        };
        match verdict {
            CheckVerdict::Passed => {}
            CheckVerdict::Remark => checked.remarks.push(finding),
            CheckVerdict::Failed => checked.add_failure(finding),
        }
        Ok(())
    });
    match result {
        Err(failure) if failure.is_interruption() => return Err(failure),
        Err(failure) => checked.add_failure(Finding::of_plugin(&failure.to_string())),
        Ok(()) => {}
    }
    checked.seconds = begin.elapsed().as_secs_f64();
    Ok(checked)
}

/// Shows a table row, and a line for each failure and for a name that is not unique.
fn show(checked: &Checked, as_json: bool, width: usize) -> CommandResult {
    let mut out = stdout().lock();
    if as_json {
        let object = serde_json::to_string(checked).or_fail(FailureKind::Failed)?;
        writeln!(out, "{object}")?;
        return Ok(out.flush()?);
    }
    let (name, verdict) = (one_line(&checked.hand_in), checked.verdict.name());
    let Checked { plugin, checks, failed, remarks, .. } = checked;
    let passed = checks.saturating_sub(failed.len());
    let line = format!("{verdict:<7}  {name:<width$}  {plugin:<20}  {passed} of {checks} checks");
    writeln!(out, "{}", line.trim_end())?;
    let same_name = remarks.iter().filter(|remark| remark.check == NAME_CHECK);
    for finding in failed.iter().chain(same_name) {
        writeln!(out, "         {}", finding.to_line())?;
    }
    Ok(out.flush()?)
}

/// Shows the totals and writes the page.
fn finish(arguments: &CheckArguments, table: &[Checked], total: usize) -> CommandResult {
    if !arguments.json {
        let passed = table.iter().filter(|it| it.verdict == Verdict::Passed).count();
        let unchecked = total - table.len();
        let rest = if unchecked > 0 { format!(", {unchecked} not checked") } else { String::new() };
        writeln!(stdout(), "{passed} of {total} plugins passed{rest}")?;
    }
    let Some(file) = &arguments.html else { return Ok(()) };
    let written = fs::write(file, page::page(table));
    written.with_context(|| format!("can't write {}", file.display())).or_fail(FailureKind::Failed)
}
