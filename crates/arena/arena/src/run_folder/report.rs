//! A run as one self-contained HTML page, without external scripts, fonts or files.

mod comparison;
mod frame;
mod limits;
mod plots;
mod progress_plot;
mod scripts;

use std::collections::BTreeMap;
use std::path::PathBuf;

use app_context::Failure;
use maud::{Markup, html};

use super::folder::{Folder, write_whole};
use super::tables::summaries::{ending_name, shares};
use super::tables::{self, Report, Row};
use crate::journal::Entry;
use crate::run::Run;
use crate::settings::Settings;
use frame::{document, part};
use limits::limits;
use plots::{game, heading};
use scripts::Scripts;

pub use comparison::compare;

/// Maximum number of games to show move by move, starting with faulty games. The journal has all games.
const GAMES_MAX: usize = 1000;

/// Maximum number of players for a readable cross table.
const CROSS_TABLE_MAX: usize = 64;

/// The page's file name in the run folder.
const FILE: &str = "report.html";

/// Writes the page for the journal's games to this file, or to `report.html` in the folder. Returns the file's path.
///
/// # Errors
/// [`Failure`] if the page can't be written.
pub fn write(
    folder: &Folder,
    run: &Run,
    entries: &[Entry],
    to: Option<PathBuf>,
) -> Result<PathBuf, Failure> {
    let path = to.unwrap_or_else(|| folder.path.join(FILE));
    write_whole(&path, page(run, &Report::of(run), entries))?;
    Ok(path)
}

/// The page with a run's results. `entries` are the games in its journal.
pub fn page(run: &Run, report: &Report, entries: &[Entry]) -> String {
    let settings = run.tournament().settings();
    let entries: Vec<&Entry> = entries.iter().filter(|entry| run.counts(entry)).collect();
    let shown = displayed_games(&entries);
    let listed: Vec<&Entry> = shown.values().flatten().copied().collect();
    let scripts = Scripts::of(run, &listed);
    let title = format!("{}: {}", settings.game, settings.format.name());
    let content = html! {
        div.heading { h1 { (title) } (facts(settings, report)) }
        (part("Standings", &standings(report)))
        @if let Some(plot) = plots::ratings(&report.rows) { (part("Ratings", &plot)) }
        @if let Some(text) = report.duel_text() { (part("Figures", &html! { pre tabindex="0" { (text.trim_end()) } })) }
        @if (3..=CROSS_TABLE_MAX).contains(&report.rows.len()) {
            (part("Cross table", &cross_table(report, &shown)))
        }
        @if !report.knockout.lines.is_empty() {
            (part("Knockout", &html! { ul { @for line in &report.knockout.lines { li { (line) } } } }))
        }
        (endings(report))
        (faults(settings, &shown))
        (part("Games", &all_games(run, entries.len(), &shown)))
    };
    document(&title, &policy(&scripts), &content, &scripts.elements())
}

/// The content security policy: whatever names contain, a browser loads nothing external and runs only scripts with
/// this nonce.
fn policy(scripts: &Scripts) -> String {
    let nonce = scripts.nonce();
    format!("default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-{nonce}'")
}

/// The displayed games, by pair of players.
fn displayed_games<'a>(entries: &[&'a Entry]) -> BTreeMap<Vec<usize>, Vec<&'a Entry>> {
    let (faulty, others): (Vec<&Entry>, Vec<&Entry>) =
        entries.iter().copied().partition(|entry| entry.conclusion.fault().is_some());
    let mut chosen: Vec<&Entry> = faulty.into_iter().chain(others).take(GAMES_MAX).collect();
    chosen.sort_by_key(|entry| (entry.round, entry.number));
    let mut by_players: BTreeMap<Vec<usize>, Vec<&'a Entry>> = BTreeMap::new();
    for entry in chosen {
        let mut players = entry.players.clone();
        players.sort_unstable();
        by_players.entry(players).or_default().push(entry);
    }
    by_players
}

fn facts(settings: &Settings, report: &Report) -> Markup {
    let mut facts = vec![format!("{} games", report.finished)];
    if report.distinct < report.finished {
        facts.push(format!("{} of them distinct", report.distinct));
    }
    if !report.is_over {
        facts.push("unfinished".into());
    }
    facts.extend(limits(settings));
    facts.push(format!("openings {}", settings.openings));
    facts.extend(settings.seed.map(|seed| format!("seed {seed}")));
    html! {
        p.facts { (facts.join(" · ")) }
        @for warning in &report.warnings { p.fault role="note" { "Warning: " (warning) } }
    }
}

fn standings(report: &Report) -> Markup {
    let has_faults = report.rows.iter().any(|row| !tables::faults(&row.tally).is_empty());
    html! {
        div.wide tabindex="0" role="region" aria-label="Standings" { table {
            thead { tr {
                td.place {} th.name { "Player" } th { "Points" } th { "Games" } th { "Won" } th { "Drawn" } th { "Lost" }
                @if report.has_stakes { th title="Points per game" { "Payoff" } }
                th { "Elo" } th title="Sonneborn-Berger" { "SB" } th { "Buchholz" }
                @if report.is_swiss() { th { "Rematches" } th { "Byes" } }
                @if has_faults { th.name { "Faults" } }
            } }
            tbody { @for (place, row) in (1..).zip(&report.rows) { tr {
                td.place { (place) }
                th.name scope="row" { (row.name) }
                td { (format!("{:.1}", row.points)) }
                td { (row.tally.games()) } td { (row.tally.wins) } td { (row.tally.draws) } td { (row.tally.losses) }
                @if report.has_stakes { td { (format!("{:+.3}", row.payoff)) } }
                td { (format!("{:+.0}", row.rating)) }
                td { (format!("{:.1}", row.sonneborn_berger)) } td { (format!("{:.1}", row.buchholz)) }
                @if report.is_swiss() { td { (row.rematches) } td { (row.byes) } }
                @if has_faults { td.name.fault { (tables::faults(&row.tally)) } }
            } } }
        } }
    }
}

fn endings(report: &Report) -> Markup {
    let endings = &report.endings;
    let table = html! {
        div.wide tabindex="0" role="region" aria-label="How games ended" { table { tbody { @for (ending, share) in endings.iter().zip(shares(endings)) { tr {
            th.name scope="row" { (ending_name(ending)) } td { (ending.games) } td { (format!("{share:.1} %")) }
        } } } } }
        @if let Some(first) = &report.first_seat { p.soft { (first.to_text()) } }
    };
    if endings.is_empty() {
        html! {}
    } else {
        part("How games ended", &table)
    }
}

fn cross_table(report: &Report, shown: &BTreeMap<Vec<usize>, Vec<&Entry>>) -> Markup {
    let cell = |row: &Row, other: &Row| {
        let (score, games) = report.table.against(row.player, other.player);
        let pair = [row.player.min(other.player), row.player.max(other.player)];
        let text = format!("{score:.1}/{games:.0}");
        html! {
            @if row.player == other.player { td.self {} }
            @else if games == 0.0 { td { "–" } }
            @else if shown.contains_key(pair.as_slice()) {
                td { a.share style=(share(score / games)) href={ "#" (meeting(&pair)) } { (text) } }
            }
            @else { td { (text) } }
        }
    };
    html! {
        div.wide tabindex="0" role="region" aria-label="Crosstable" { table.cross {
            thead { tr { td.place {} td {} @for place in 1..=report.rows.len() { th { (place) } } } }
            tbody { @for (place, row) in (1..).zip(&report.rows) { tr {
                td.place { (place) } th.name scope="row" { (row.name) }
                @for other in &report.rows { (cell(row, other)) }
            } } }
        } }
    }
}

/// The background intensity for a score from 0 to 1.
fn share(score: f64) -> String {
    format!("--share:{:.0}%", 100.0 * score.clamp(0.0, 1.0))
}

/// The HTML anchor for the games between these players.
fn meeting(players: &[usize]) -> String {
    let players: Vec<String> = players.iter().map(ToString::to_string).collect();
    format!("m{}", players.join("-"))
}

fn faults(settings: &Settings, shown: &BTreeMap<Vec<usize>, Vec<&Entry>>) -> Markup {
    let faulty = shown.values().flatten().filter_map(|entry| {
        let fault = entry.conclusion.fault()?;
        let player = *entry.players.get(entry.conclusion.seat?)?;
        Some((settings.players.get(player)?.to_string(), fault, *entry))
    });
    let mut faulty: Vec<(String, &str, &Entry)> = faulty.collect();
    faulty.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
    let table = html! {
        div.wide tabindex="0" role="region" aria-label="Faults" { table { tbody { @for (name, fault, entry) in &faulty { tr {
            th.name scope="row" { (name) } td.name.fault { (fault) } td.name { (entry.conclusion.detail) }
            td { a href={ "#g" (entry.id) } { "game" } }
        } } } } }
    };
    if faulty.is_empty() {
        html! {}
    } else {
        part("Faults", &table)
    }
}

fn all_games(run: &Run, total: usize, shown: &BTreeMap<Vec<usize>, Vec<&Entry>>) -> Markup {
    let tournament = run.tournament();
    let count: usize = shown.values().map(Vec::len).sum();
    html! {
        @if count < total {
            p.facts { (count) " of " (total) " games are shown here, games with faults first; the journal contains all of them." }
        }
        @for (players, entries) in shown {
            h3 id=(meeting(players)) { (heading(tournament.settings(), players)) }
            @for entry in entries { (game(run, entry)) }
        }
    }
}
