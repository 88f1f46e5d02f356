//! Plots as inline SVG.

use board_engine::{Seat, Turn};
use maud::{Markup, html};

use crate::journal::{Entry, PlayedPly, Thought};
use crate::run::Run;
use crate::run_folder::tables::Row;
use crate::schedule::Round;
use crate::settings::Settings;
use crate::tournament::Tournament;

/// Width of the plots in pixels.
const WIDTH: f64 = 720.0;

/// Height of the score graph in pixels.
const GRAPH: f64 = 140.0;

/// The largest score in the graph, in the game's units. Larger scores and proven results are clamped to this value.
const SCORE_MAX: f64 = 10.0;

/// The ratings with their error bars, best first; `None` if there is nothing to compare.
pub(super) fn ratings(rows: &[Row]) -> Option<Markup> {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.rating.is_known()).collect();
    let ends =
        |row: &Row| [row.rating.value - row.rating.error, row.rating.value + row.rating.error];
    let all = rows.iter().copied().flat_map(ends);
    let (low, high) =
        all.fold((0.0_f64, 0.0_f64), |(low, high), end| (low.min(end), high.max(end)));
    if high - low < 1.0 {
        return None;
    }
    let percent = |elo: f64| format!("{:.2}%", 100.0 * (elo.clamp(low, high) - low) / (high - low));
    Some(html! {
        div.plot {
            @for row in rows {
                @let [from, to] = ends(row);
                span.plot-name { (row.name) }
                span.plot-row role="img" aria-label={ "Elo " (format!("{:+.0}", row.rating)) } {
                    span.zero-at style={ "left:" (percent(0.0)) } {}
                    span.whisker style={ "left:" (percent(from)) ";right:calc(100% - " (percent(to)) ")" } {}
                    span.point-at style={ "left:" (percent(row.rating.value)) } {}
                }
            }
            span {} span.plot-axis aria-hidden="true" { span { (format!("{low:+.0}")) } span { (format!("{high:+.0}")) } }
        }
    })
}

/// The scores reported by each player, from the first seat's point of view; empty if none were reported.
pub(super) fn scores(plies: &[PlayedPly]) -> Markup {
    let of_seat = |seat: Seat| {
        let own = (1_u32..).zip(plies).filter(|(_, ply)| ply.mover == Turn::Seat(seat));
        let sign = if seat == Seat::FIRST { 1.0 } else { -1.0 };
        own.filter_map(|(number, ply)| Some((number, sign * score(&ply.thought.as_ref()?.score)?)))
            .collect::<Vec<_>>()
    };
    let lines = [("first", of_seat(Seat::FIRST)), ("second", of_seat(Seat::SECOND))];
    let last = u32::try_from(plies.len()).unwrap_or(u32::MAX).max(1);
    let highest = lines.iter().flat_map(|(_, line)| line).map(|(_, score)| score.abs());
    let top = highest.fold(1.0, f64::max);
    let place = |&(ply, score): &(u32, f64)| {
        let (x, y) = (WIDTH * f64::from(ply) / f64::from(last), GRAPH / 2.0 * (1.0 - score / top));
        format!("{x:.1},{y:.1}")
    };
    if lines.iter().all(|(_, line)| line.len() < 2) {
        return html! {};
    }
    html! {
        svg.static-scores viewBox={ "0 0 " (WIDTH) " " (GRAPH) } width=(WIDTH) role="img" aria-label="Scores by ply" {
            line.axis x1="0" x2=(WIDTH) y1=(pixel(GRAPH / 2.0)) y2=(pixel(GRAPH / 2.0)) {}
            text x="0" y="12" { (format!("{top:+.1}")) }
            text x="0" y=(pixel(GRAPH - 2.0)) { (format!("{:+.1}", -top)) }
            text x=(WIDTH) y=(pixel(GRAPH / 2.0 - 4.0)) text-anchor="end" { "ply " (last) }
            @for (class, line) in &lines {
                polyline class=(class) points=(line.iter().map(place).collect::<Vec<_>>().join(" ")) {}
            }
        }
    }
}

/// A valuation as a number. A proven result becomes the graph's maximum.
fn score(valuation: &str) -> Option<f64> {
    match valuation.split_once(" in ") {
        Some(("win", _)) => Some(SCORE_MAX),
        Some(("loss", _)) => Some(-SCORE_MAX),
        _ => valuation.parse::<f64>().ok().map(|score| score.clamp(-SCORE_MAX, SCORE_MAX)),
    }
}

fn pixel(place: f64) -> String {
    format!("{place:.1}")
}

/// The players' names.
pub(super) fn heading(settings: &Settings, players: &[usize]) -> String {
    players.iter().map(|&player| name(settings, player)).collect::<Vec<_>>().join(" – ")
}

/// The player's name.
fn name(settings: &Settings, player: usize) -> String {
    settings.players.get(player).map(ToString::to_string).unwrap_or_default()
}

/// A game that the page loads on demand.
pub(super) fn game(run: &Run, entry: &Entry) -> Markup {
    let tournament = &**run.tournament();
    let (settings, rules) = (tournament.settings(), tournament.game());
    let seats = entry.players.iter().map(|&player| name(settings, player));
    let payoffs: Vec<String> = entry.payoffs.iter().map(|payoff| format!("{payoff:+}")).collect();
    let ending = entry.ending();
    let ending = ending.map(|ending| ending.describe(|seat| rules.seat_name(seat)));
    let plies = entry.replayed_plies(&**rules);
    html! {
        details data-game=(entry.id) data-ending=(ending.as_deref().unwrap_or_default()) {
            summary {
                (round(run, entry.round)) ", game " (entry.number + 1) ": "
                (seats.collect::<Vec<_>>().join(" – ")) " "
                b { (payoffs.join(" ")) } " "
                span.fault[entry.conclusion.fault().is_some()] { (ending.as_deref().unwrap_or_default()) }
            }
            div id={ "g" (entry.id) } {
                p.soft { "from " code { (entry.start) } " to " code { (entry.end) } }
                @match plies {
                    Some(plies) => { (scores(&plies)) (moves(tournament, &plies)) }
                    None => p.fault { "the journal's moves are illegal under this program's rules" }
                }
            }
        }
    }
}

/// Formats "round 2", or "round 2, replay 1" in a knockout.
fn round(run: &Run, index: usize) -> String {
    match run.round(index) {
        Some(Round { number, replay: 0, .. }) => format!("round {number}"),
        Some(Round { number, replay, .. }) => format!("round {number}, replay {replay}"),
        None => String::new(),
    }
}

fn moves(tournament: &Tournament, plies: &[PlayedPly]) -> Markup {
    let mover = |ply: &PlayedPly| match ply.mover {
        Turn::Seat(seat) => tournament.game().seat_name(seat),
        Turn::Chance => "chance".into(),
    };
    html! {
        table {
            thead { tr { th.place { "Ply" } th.name { "By" } th.name { "Move" } th { "Depth" } th { "Score" } th { "Time" } } }
            tbody { @for (number, ply) in (1..).zip(plies) { tr {
                td.place { (number) } td.name { (mover(ply)) } td.name { (ply.mv) }
                @match &ply.thought {
                    Some(Thought { depth, score, .. }) => { td { (depth) } td { (score) } }
                    None => { td {} td {} }
                }
                td { @if !ply.elapsed.is_zero() { (format!("{:.3} s", ply.elapsed.as_secs_f64())) } }
            } } }
        }
    }
}
