//! A run as one page of HTML that needs nothing else: no script, no font, no file beside it.

mod games;
mod plots;

use std::collections::BTreeMap;

use arena::EndingCount;
use arena::journal::Entry;
use arena::run::Run;
use arena::settings::Settings;
use games_package::TimeControl;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::games::{game, heading};
use crate::tables::endings::{ending_name, shares};
use crate::tables::{self, Report, Row};

/// How many games a page shows move by move, the faulty ones first; the journal has them all.
const GAMES_MAX: usize = 1000;

/// The most players for which a cross table is readable.
const CROSS_TABLE_MAX: usize = 64;

/// Whatever a name contains, a browser gets nothing from elsewhere and runs nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = include_str!("page/style.css");

/// The page about what a run has found.
pub(crate) fn page(run: &Run, report: &Report, entries: &[Entry]) -> String {
    let settings = run.tournament().settings();
    let entries: Vec<&Entry> = entries.iter().filter(|entry| run.counts(entry)).collect();
    let shown = shown(&entries);
    let title = format!("{}: {}", settings.game, settings.format.name());
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                (facts(settings, report))
                h2 { "Standings" }
                (standings(report))
                (plots::ratings(&report.rows))
                @if let Some(text) = report.duel_text() { pre { (text) } }
                @if (3..=CROSS_TABLE_MAX).contains(&report.rows.len()) {
                    h2 { "Cross table" }
                    (cross_table(report, &shown))
                }
                @if !report.knockout.lines.is_empty() {
                    h2 { "Knockout" }
                    ul { @for line in &report.knockout.lines { li { (line) } } }
                }
                @if let Some(first) = &report.first_seat { p { (first.to_text()) } }
                (endings(&report.endings))
                (faults(settings, &shown))
                h2 { "Games" }
                (all_games(run, entries.len(), &shown))
            }
        }
    };
    markup.into_string()
}

/// The games that are shown, by the pair of players that met.
fn shown<'a>(entries: &[&'a Entry]) -> BTreeMap<Vec<usize>, Vec<&'a Entry>> {
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
    if settings.time != TimeControl::Unlimited {
        facts.push(format!("time {}", settings.time));
    }
    facts.extend(settings.depth.map(|depth| format!("depth {depth}")));
    facts.extend(settings.nodes.map(|nodes| format!("{nodes} nodes a move")));
    facts.push(format!("openings {}", settings.openings));
    facts.extend(settings.seed.map(|seed| format!("seed {seed}")));
    html! { p.facts { (facts.join(" · ")) } }
}

fn standings(report: &Report) -> Markup {
    html! {
        div.wide { table {
            thead { tr {
                th {} th.name { "player" } th { "points" } th { "games" } th { "won" } th { "drawn" } th { "lost" }
                th { "Elo" } th title="Sonneborn-Berger" { "SB" } th { "Buchholz" }
                @if report.is_swiss() { th { "rematches" } th { "byes" } } th.name { "faults" }
            } }
            tbody { @for (place, row) in (1..).zip(&report.rows) { tr {
                td { (place) }
                td.name { (row.name) }
                td { (format!("{:.1}", row.points)) }
                td { (row.tally.games()) } td { (row.tally.wins) } td { (row.tally.draws) } td { (row.tally.losses) }
                td { (format!("{:+.0}", row.rating)) }
                td { (format!("{:.1}", row.sonneborn_berger)) } td { (format!("{:.1}", row.buchholz)) }
                @if report.is_swiss() { td { (row.rematches) } td { (row.byes) } }
                td.name.fault { (tables::faults(&row.tally)) }
            } } }
        } }
    }
}

fn endings(endings: &[EndingCount]) -> Markup {
    html! {
        @if !endings.is_empty() {
            h2 { "How games ended" }
            table { tbody { @for (ending, share) in endings.iter().zip(shares(endings)) { tr {
                td.name { (ending_name(ending)) } td { (ending.games) } td { (format!("{share:.1} %")) }
            } } } }
        }
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
                td style=(shade(score / games)) { a href={ "#" (meeting(&pair)) } { (text) } }
            }
            @else { td style=(shade(score / games)) { (text) } }
        }
    };
    html! {
        div.wide { table.cross {
            thead { tr { th {} th {} @for place in 1..=report.rows.len() { th { (place) } } } }
            tbody { @for (place, row) in (1..).zip(&report.rows) { tr {
                td { (place) } td.name { (row.name) }
                @for other in &report.rows { (cell(row, other)) }
            } } }
        } }
    }
}

/// A background color for a score from 0 to 1.
fn shade(score: f64) -> String {
    let hue = 120.0 * score.clamp(0.0, 1.0);
    format!("background:hsl({hue:.0} 70% 50% / 0.22)")
}

/// Where the games of these players stand on the page.
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
    html! {
        @if !faulty.is_empty() {
            h2 { "Faults" }
            div.wide { table { tbody { @for (name, fault, entry) in faulty { tr {
                td.name { (name) } td.name.fault { (fault) } td.name { (entry.conclusion.detail) }
                td { a href={ "#g" (entry.id) } { "game" } }
            } } } } }
        }
    }
}

fn all_games(run: &Run, total: usize, shown: &BTreeMap<Vec<usize>, Vec<&Entry>>) -> Markup {
    let tournament = run.tournament();
    let count: usize = shown.values().map(Vec::len).sum();
    html! {
        @if count < total {
            p.facts { (count) " of " (total) " games are shown here, those with faults first; the journal has them all." }
        }
        @for (players, entries) in shown {
            h3 id=(meeting(players)) { (heading(tournament.settings(), players)) }
            @for entry in entries { (game(run, entry)) }
        }
    }
}
