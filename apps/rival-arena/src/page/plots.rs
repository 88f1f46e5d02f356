//! Pictures as inline SVG.

use arena::journal::PlayedPly;
use board_engine::{Seat, Turn};
use maud::{Markup, html};

use crate::tables::Row;

/// The width of the pictures, in pixels.
const WIDTH: f64 = 720.0;

/// The height of a player's row in the plot of ratings, in pixels.
const ROW: f64 = 22.0;

/// The room for names beside the plot of ratings, in pixels.
const NAMES: f64 = 220.0;

/// The longest name beside the plot, in characters.
const NAME_MAX: usize = 32;

/// The height of the graph of scores, in pixels.
const GRAPH: f64 = 140.0;

/// The largest score in the graph, in the game's unit. Larger and proven scores are drawn there.
const SCORE_MAX: f64 = 10.0;

/// The ratings with their errors, the best one first; nothing where there is nothing to compare.
pub(super) fn ratings(rows: &[Row]) -> Markup {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.rating.is_known()).collect();
    let ends =
        |row: &Row| [row.rating.value - row.rating.error, row.rating.value + row.rating.error];
    let all = rows.iter().copied().flat_map(ends);
    let (low, high) =
        all.fold((0.0_f64, 0.0_f64), |(low, high), end| (low.min(end), high.max(end)));
    if high - low < 1.0 {
        return html! {};
    }
    let x = |elo: f64| NAMES + (WIDTH - NAMES) * (elo.clamp(low, high) - low) / (high - low);
    let height = ROW * (f64::from(u32::try_from(rows.len()).unwrap_or(u32::MAX)) + 1.0);
    let middles = (0_u32..).map(|index| ROW * (f64::from(index) + 0.5));
    html! {
        svg viewBox={ "0 0 " (WIDTH) " " (height) } width=(WIDTH) role="img" aria-label="Ratings with errors" {
            line.axis x1=(pixel(x(0.0))) x2=(pixel(x(0.0))) y1="0" y2=(pixel(height - ROW)) {}
            @for (row, y) in rows.iter().copied().zip(middles) {
                text x="0" y=(pixel(y + 4.0)) { (short(&row.name)) }
                @let [from, to] = ends(row).map(x);
                g.first {
                    line x1=(pixel(from)) x2=(pixel(to)) y1=(pixel(y)) y2=(pixel(y)) stroke-width="2" {}
                    circle cx=(pixel(x(row.rating.value))) cy=(pixel(y)) r="4" {
                        title { (format!("{}: {:+.0}", row.name, row.rating)) }
                    }
                }
            }
            @for (elo, anchor) in [(low, "start"), (high, "end")] {
                text x=(pixel(x(elo))) y=(pixel(height - 6.0)) text-anchor=(anchor) { (format!("{elo:+.0}")) }
            }
            text x=(pixel(x(0.0))) y=(pixel(height - 6.0)) text-anchor="middle" { "0" }
        }
    }
}

/// The scores that both players reported, from the first seat's point of view; nothing without any.
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
        svg viewBox={ "0 0 " (WIDTH) " " (GRAPH) } width=(WIDTH) role="img" aria-label="Scores by ply" {
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

/// A valuation as a number: what is proved is as much as the graph shows.
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

fn short(name: &str) -> String {
    let mut shown: String = name.chars().take(NAME_MAX).collect();
    if shown.len() < name.len() {
        shown.push('…');
    }
    shown
}
