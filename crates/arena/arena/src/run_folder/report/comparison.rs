//! Compares the players from several runs of one game on one scale, as one page.

use std::path::Path;

use app_context::Failure;
use maud::{Markup, html};

use super::frame::{document, part};
use super::limits::limits;
use super::progress_plot::{self, Series};
use crate::run::Run;
use crate::run_folder::folder::write_whole;
use crate::run_folder::joint::{Anchor, JointRuns};
use crate::run_folder::tables;
use crate::statistics::Estimate;

/// Maximum number of engines in the plot. Readers can't distinguish more lines.
const SERIES_MAX: usize = 8;

/// The content security policy: a browser loads nothing and runs no script, whatever a name contains.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// Writes the page about these runs. `follow` lists engine names: all players whose names begin with an engine's name
/// are its versions. If `follow` is empty, players with the same name are versions of one engine.
///
/// # Errors
/// [`Failure`] if the page can't be written.
pub fn compare(
    joint: &JointRuns,
    anchors: &[Anchor],
    follow: &[String],
    to: &Path,
) -> Result<(), Failure> {
    let game = joint.runs.first().map(|(_, run)| run.tournament().game().name().to_owned());
    let title = format!("{}: {} runs", game.unwrap_or_default(), joint.runs.len());
    let series = series(joint, follow);
    let content = html! {
        div.heading { h1 { (title) } (facts(joint, anchors)) }
        @if let Some(plot) = progress_plot::plot(joint, &series) { (part("Progress", &plot)) }
        @for one in series.iter().filter(|one| one.has_versions()) { (part(&one.name, &versions(joint, one))) }
        (part("All players", &standings(joint)))
        (part("Runs", &runs(joint)))
    };
    write_whole(to, document(&title, POLICY, &content, &html! {}))
}

/// The engines to plot, each with its versions.
fn series(joint: &JointRuns, follow: &[String]) -> Vec<Series> {
    let mut all: Vec<Series> = Vec::new();
    for (run, members) in joint.members.iter().enumerate() {
        for &player in members.iter().filter(|&&it| joint.players[it].rating.is_known()) {
            let label = &joint.players[player].label;
            let name = match follow {
                [] => label,
                engines => match engines.iter().find(|name| label.starts_with(*name)) {
                    Some(name) => name,
                    None => continue,
                },
            };
            match all.iter_mut().find(|known| known.name == *name) {
                Some(known) => known.points.push((run, player)),
                None => all.push(Series { name: name.clone(), points: vec![(run, player)] }),
            }
        }
    }
    if follow.is_empty() && all.iter().any(Series::is_in_several_runs) {
        all.retain(Series::is_in_several_runs);
    }
    all.truncate(SERIES_MAX);
    all
}

fn facts(joint: &JointRuns, anchors: &[Anchor]) -> Markup {
    let games: usize = joint.runs.iter().map(|(_, run)| run.finished_games()).sum();
    let scale = match anchors {
        [] => "the mean rating is 0".to_owned(),
        anchors => {
            let fixed = anchors.iter().map(|it| format!("{} is fixed at {:+.0}", it.name, it.elo));
            fixed.collect::<Vec<_>>().join(", ")
        }
    };
    html! { p.facts { (games) " games · " (scale) " · errors are 95 % intervals" } }
}

/// A run's name in tables: the last part of its folder path.
fn run_name(folder: &str) -> &str {
    folder.trim_end_matches('/').rsplit('/').next().unwrap_or(folder)
}

/// One engine's versions, run by run.
fn versions(joint: &JointRuns, series: &Series) -> Markup {
    let mut before: Option<usize> = None;
    let mut rows = Vec::new();
    for &(run, player) in &series.points {
        let change = before.filter(|it| *it != player).map(|it| joint.difference(player, it));
        rows.push((run, player, change));
        before = Some(player);
    }
    html! {
        div.wide tabindex="0" role="region" aria-label=(series.name) { table {
            thead { tr { td.place {} th.name { "Run" } th.name { "Version" } th { "Games" } th { "Score" } th { "Elo" } th { "Change" } } }
            tbody { @for (run, player, change) in &rows { tr {
                td.place { (run + 1) } th.name scope="row" { (run_name(&joint.runs[*run].0)) }
                td.name { (version(joint, series, *player)) }
                (in_run(joint, *run, *player))
                td { (format!("{:+.0}", joint.players[*player].rating)) }
                td { @if let Some(change) = change { (changed(*change)) } }
            } } }
        } }
    }
}

/// A version's label: its name, or its settings if all versions have the same name.
fn version<'a>(joint: &'a JointRuns, series: &Series, player: usize) -> &'a str {
    let named = &joint.players[player];
    let is_same = |other: &(usize, usize)| joint.players[other.1].label == named.label;
    if series.points.iter().all(is_same) { &named.conditions } else { &named.label }
}

/// A player's games and score in a run.
fn in_run(joint: &JointRuns, run: usize, player: usize) -> Markup {
    let of_run = joint.runs[run].1.tallies();
    let place = joint.members[run].iter().position(|it| *it == player);
    let Some(tally) = place.and_then(|place| of_run.get(place)) else {
        return html! { td {} td {} };
    };
    let games = tally.games();
    #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^52 games")]
    let share = (tally.wins as f64 + tally.draws as f64 / 2.0) / games.max(1) as f64;
    html! { td { (games) } td { (format!("{:.1} %", 100.0 * share)) } }
}

/// A rating difference, in bold if it is larger than its error.
fn changed(change: Estimate) -> Markup {
    let text = format!("{change:+.0}");
    if change.value.abs() > change.error {
        html! { b { (text) } }
    } else {
        html! { (text) }
    }
}

fn standings(joint: &JointRuns) -> Markup {
    let has_faults = joint.players.iter().any(|it| !tables::faults(&it.tally).is_empty());
    let of_runs = |player: usize| {
        let with = joint.members.iter().enumerate().filter(|(_, it)| it.contains(&player));
        with.map(|(run, _)| (run + 1).to_string()).collect::<Vec<_>>().join(", ")
    };
    html! {
        div.wide tabindex="0" role="region" aria-label="All players" { table {
            thead { tr {
                td.place {} th.name { "Player" } th { "Points" } th { "Games" } th { "Won" } th { "Drawn" } th { "Lost" }
                @if joint.has_stakes { th title="Points per game" { "Payoff" } }
                th { "Elo" } th.name { "Runs" } @if has_faults { th.name { "Faults" } }
            } }
            tbody { @for (place, index) in (1..).zip(joint.ranking()) {
                @let player = &joint.players[index];
                tr {
                    td.place { (place) } th.name scope="row" { (joint.name(player)) }
                    td { (format!("{:.1}", player.points)) } td { (player.tally.games()) }
                    td { (player.tally.wins) } td { (player.tally.draws) } td { (player.tally.losses) }
                    @if joint.has_stakes { td { (format!("{:+.3}", player.payoff)) } }
                    td { (format!("{:+.0}", player.rating)) } td.name { (of_runs(index)) }
                    @if has_faults { td.name.fault { (tables::faults(&player.tally)) } }
                }
            } }
        } }
    }
}

fn runs(joint: &JointRuns) -> Markup {
    let state = |run: &Run| if run.is_over() { "over" } else { "unfinished" };
    html! {
        div.wide tabindex="0" role="region" aria-label="Runs" { table {
            thead { tr { td.place {} th.name { "Folder" } th.name { "Format" } th { "Players" } th { "Games" } th.name { "Limits" } th.name { "Openings" } th.name { "State" } } }
            tbody { @for (number, (folder, run)) in (1..).zip(&joint.runs) {
                @let settings = run.tournament().settings();
                tr {
                    td.place { (number) } th.name scope="row" { (folder) } td.name { (settings.format.name()) }
                    td { (settings.players.len()) } td { (run.finished_games()) }
                    td.name { (limits(settings).collect::<Vec<_>>().join(" · ")) } td.name { (settings.openings) } td.name { (state(run)) }
                }
            } }
        } }
    }
}
