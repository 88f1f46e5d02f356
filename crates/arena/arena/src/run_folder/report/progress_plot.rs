//! Engine ratings over several runs, as inline SVG.

use maud::{Markup, html};

use crate::run_folder::joint::JointRuns;

/// The plot size in pixels.
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 340.0;

/// The margins around the plotted area: the ratings are on the left, engine names on the right, and the runs below.
const LEFT: f64 = 56.0;
const RIGHT: f64 = 168.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 46.0;

/// The horizontal distance between two engines in the same run. This distance keeps the error bars apart.
const SHIFT: f64 = 9.0;

/// The minimum distance between two lines of text.
const LINE: f64 = 15.0;

/// Half the width of an error bar's caps.
const CAP: f64 = 4.0;

/// Maximum number of horizontal lines.
const TICKS_MAX: f64 = 7.0;

/// Maximum width of a character in a name.
const CHARACTER: f64 = 7.5;

/// An engine and its versions.
#[derive(Debug)]
pub(super) struct Series {
    /// The engine's name.
    pub(super) name: String,
    /// The runs, each with the player that is the engine's version in that run.
    pub(super) points: Vec<(usize, usize)>,
}

impl Series {
    /// Returns `true` if the engine played in at least two runs.
    pub(super) fn is_in_several_runs(&self) -> bool {
        let first = self.points.first().map(|(run, _)| *run);
        self.points.iter().any(|(run, _)| Some(*run) != first)
    }

    /// Returns `true` if the engine has at least two versions.
    pub(super) fn has_versions(&self) -> bool {
        let first = self.points.first().map(|(_, player)| *player);
        self.points.iter().any(|(_, player)| Some(*player) != first)
    }
}

/// The rating range and each run's position.
struct Axes {
    low: f64,
    high: f64,
    step: f64,
    runs: usize,
}

impl Axes {
    /// Axes for ratings from `low` to `high`, with rounded ends.
    fn new(low: f64, high: f64, runs: usize) -> Self {
        let raw = (high - low).max(1.0) / TICKS_MAX;
        let power = 10_f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = step.into_iter().find(|step| *step >= raw).unwrap_or(raw);
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        // Anchors have no error, so all ratings can be the same round number.
        let high = high.max(low + step);
        Self { low, high, step, runs }
    }

    fn y(&self, elo: f64) -> f64 {
        let share = (elo.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        (HEIGHT - BOTTOM - TOP).mul_add(1.0 - share, TOP)
    }

    /// The width of a run's column.
    fn column(&self) -> f64 {
        (WIDTH - LEFT - RIGHT) / count(self.runs)
    }

    fn x(&self, run: usize) -> f64 {
        self.column().mul_add(count(run) + 0.5, LEFT)
    }

    fn ticks(&self) -> Vec<f64> {
        let mut ticks = vec![self.low];
        while let Some(next) = ticks.last().map(|last| last + self.step)
            && next <= self.high + self.step / 2.0
        {
            ticks.push(next);
        }
        ticks
    }
}

/// The ratings with errors, run by run. `None` without ratings.
pub(super) fn plot(joint: &JointRuns, series: &[Series]) -> Option<Markup> {
    let rating = |player: usize| joint.players[player].rating;
    let all = || series.iter().flat_map(|one| &one.points).map(|(_, player)| rating(*player));
    let low = all().map(|it| it.value - it.error).reduce(f64::min)?;
    let high = all().map(|it| it.value + it.error).reduce(f64::max)?;
    let axes = Axes::new(low, high, joint.runs.len());
    let shift = |index: usize| {
        let room = (axes.column() / count(series.len() + 1)).min(SHIFT);
        (count(index) - count(series.len() - 1) / 2.0) * room
    };
    let place = |index: usize, run: usize, player: usize| {
        (axes.x(run) + shift(index), axes.y(rating(player).value))
    };
    let line = |index: usize, one: &Series| {
        let points = one.points.iter().map(|(run, player)| {
            let (x, y) = place(index, *run, *player);
            format!("{x:.1},{y:.1}")
        });
        points.collect::<Vec<_>>().join(" ")
    };
    Some(html! {
        svg.progress viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } width=(WIDTH) role="img" aria-label="Elo by run; the tables below have the numbers" {
            @for tick in axes.ticks() {
                line.grid x1=(LEFT) x2=(WIDTH - RIGHT) y1=(pixel(axes.y(tick))) y2=(pixel(axes.y(tick))) {}
                text x=(LEFT - 8.0) y=(pixel(axes.y(tick) + 4.0)) text-anchor="end" { (format!("{tick:+.0}")) }
            }
            @for (run, (folder, _)) in joint.runs.iter().enumerate() {
                text x=(pixel(axes.x(run))) y=(HEIGHT - BOTTOM + 18.0) text-anchor="middle" { (run + 1) }
                text.soft x=(pixel(axes.x(run))) y=(HEIGHT - BOTTOM + 34.0) text-anchor="middle" { (fitting(folder, axes.column())) }
            }
            @for (index, one) in series.iter().enumerate() { g class=(format!("s{index}")) {
                polyline points=(line(index, one)) {}
                @for (run, player) in &one.points {
                    @let (x, y) = place(index, *run, *player);
                    @let (from, to) = (axes.y(rating(*player).value + rating(*player).error), axes.y(rating(*player).value - rating(*player).error));
                    path d=(format!("M{:.1} {from:.1}h{:.1}M{x:.1} {from:.1}V{to:.1}M{:.1} {to:.1}h{:.1}", x - CAP, 2.0 * CAP, x - CAP, 2.0 * CAP)) {}
                    (marker(index, x, y, &format!("{}, run {}: {:+.0}", one.name, run + 1, rating(*player))))
                }
            } }
            @for (index, y) in label_places(series, &axes, rating) {
                text class=(format!("s{index}")) x=(WIDTH - RIGHT + 24.0) y=(pixel(y + 4.0)) { (fitting(&series[index].name, RIGHT - 24.0)) title { (series[index].name) } }
                g class=(format!("s{index}")) { (marker(index, WIDTH - RIGHT + 12.0, y, "")) }
            }
        }
    })
}

/// The position of each engine's name: next to its last rating, without overlap.
fn label_places(
    series: &[Series],
    axes: &Axes,
    rating: impl Fn(usize) -> crate::statistics::Estimate,
) -> Vec<(usize, f64)> {
    let last = |(index, one): (usize, &Series)| {
        one.points.last().map(|(_, player)| (index, axes.y(rating(*player).value)))
    };
    let mut places: Vec<(usize, f64)> = series.iter().enumerate().filter_map(last).collect();
    places.sort_by(|one, other| one.1.total_cmp(&other.1));
    let mut free = TOP;
    for (_, y) in &mut places {
        *y = y.max(free);
        free = *y + LINE;
    }
    // Names below the plot move up and push other names up.
    let mut limit = HEIGHT - BOTTOM;
    for (_, y) in places.iter_mut().rev() {
        *y = y.min(limit);
        limit = *y - LINE;
    }
    places
}

/// An engine's marker. Engines differ in shape and color.
fn marker(index: usize, x: f64, y: f64, title: &str) -> Markup {
    let shape = match index % 4 {
        0 => format!("M{:.1} {y:.1}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z", x - 5.0),
        1 => format!("M{:.1} {:.1}h9v9h-9z", x - 4.5, y - 4.5),
        2 => format!("M{x:.1} {:.1}l6 6l-6 6l-6 -6z", y - 6.0),
        _ => format!("M{x:.1} {:.1}l6 10h-12z", y - 6.0),
    };
    html! { path.dot d=(shape) { @if !title.is_empty() { title { (title) } } } }
}

/// The text, cut to this width.
fn fitting(text: &str, width: f64) -> String {
    let text = text.trim_end_matches('/').rsplit('/').next().unwrap_or(text);
    let is_in = |number: &usize| count(number + 1) * CHARACTER <= width;
    if is_in(&text.chars().count()) {
        return text.to_owned();
    }
    let cut: String = text
        .chars()
        .enumerate()
        .take_while(|(at, _)| is_in(&(at + 1)))
        .map(|(_, sign)| sign)
        .collect();
    if cut.is_empty() { String::new() } else { cut + "…" }
}

fn pixel(place: f64) -> String {
    format!("{place:.1}")
}

#[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^52 runs and players")]
const fn count(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers_around_all_ratings() {
        let axes = Axes::new(-73.0, 212.0, 3);
        assert_eq!(axes.ticks(), [-100.0, -50.0, 0.0, 50.0, 100.0, 150.0, 200.0, 250.0]);
        assert!(axes.y(212.0) > TOP && axes.y(-73.0) < HEIGHT - BOTTOM);
        assert!(axes.x(0) > LEFT && axes.x(2) < WIDTH - RIGHT);
        let one = Axes::new(10.0, 10.0, 1);
        assert!(one.ticks().len() >= 2 && one.y(10.0).is_finite());
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(fitting("runs/spring", 100.0), "spring");
        assert_eq!(fitting("a-very-long-name-of-a-run", 60.0), "a-very-…");
        assert_eq!(fitting("spring", 5.0), "");
    }
}
