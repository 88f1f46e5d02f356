//! A run's report page: its network ladder, its losses and a game.

use std::fmt::Write as _;

use super::state::{Generation, State};

/// The size of a chart.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 260.0;
/// The space for numbers at the left and below.
const LEFT: f64 = 56.0;
const BELOW: f64 = 28.0;
const ABOVE: f64 = 12.0;
/// Maximum number of lines and numbers on an axis.
const TICKS: f64 = 5.0;

const STYLE: &str = "\
:root{color-scheme:light dark;--line:#8884;--ink:#2563eb;--gone:#9ca3af}
@media(prefers-color-scheme:dark){:root{--ink:#7aa7ff}}
body{font:16px/1.5 system-ui,sans-serif;max-width:760px;margin:2rem auto;padding:0 1rem}
svg{width:100%;height:auto}svg text{font:12px system-ui,sans-serif;fill:currentColor}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
td,th{padding:.25rem .5rem;text-align:right;border-bottom:1px solid var(--line)}
th:first-child,td:first-child{text-align:left}.dropped{color:var(--gone)}
.moves{font-variant-numeric:tabular-nums}";

/// The page. `game` contains the moves and the result of a game from the last generation.
pub(super) fn page(state: &State, game: Option<(Vec<String>, &str)>) -> String {
    let name = escaped(&state.game);
    let (games, positions) = state.played();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>Learning {name}</title><style>{STYLE}</style></head><body>\n\
         <h1>Learning {name}</h1>\n<p>{} generations, {games} games, {positions} positions, seed {}. \
         The best network is from generation {}.</p>\n",
        state.generation(),
        state.seed,
        state.best(),
    );
    page.push_str(
        "<h2>Strength</h2>\n<p>Elo of each network. Each one plays the best network before it, so errors add up. Bars are \
         the 95% intervals of single matches; gray networks were dropped.</p>\n",
    );
    page.push_str(&ladder(&state.generations));
    page.push_str(
        "<h2>Loss</h2>\n<p>Training cross entropy in nats. Games between stronger networks are harder to predict.</p>\n",
    );
    let losses: Vec<Point> = state
        .generations
        .iter()
        .map(|generation| Point { value: generation.loss, error: 0.0, is_best: generation.is_best })
        .collect();
    page.push_str(&chart("Loss by generation", &losses));
    page.push_str(&table(&state.generations));
    if let Some((moves, result)) = game {
        page.push_str("<h2>A game of the last generation</h2>\n<p class=\"moves\">");
        for (ply, mv) in moves.iter().enumerate() {
            let mv = escaped(mv);
            let _infallible = if ply % 2 == 0 {
                write!(page, "{}.&nbsp;{mv} ", ply / 2 + 1)
            } else {
                write!(page, "{mv} ")
            };
        }
        page.push_str(&escaped(result));
        page.push_str("</p>\n");
    }
    page.push_str("</body></html>\n");
    page
}

/// A value and half the width of its interval.
struct Point {
    value: f64,
    error: f64,
    is_best: bool,
}

fn ladder(generations: &[Generation]) -> String {
    let mut best = 0.0;
    let points: Vec<Point> = generations
        .iter()
        .map(|generation| {
            let value = best + generation.result.elo;
            if generation.result.is_gain {
                best = value;
            }
            Point { value, error: generation.result.error, is_best: generation.is_best }
        })
        .collect();
    chart("Elo by generation", &points)
}

#[expect(clippy::cast_precision_loss, reason = "runs have few generations")]
fn chart(title: &str, points: &[Point]) -> String {
    let ends =
        points.iter().flat_map(|point| [point.value - point.error, point.value + point.error]);
    let (low, high) =
        ends.fold((f64::MAX, f64::MIN), |(low, high), end| (low.min(end), high.max(end)));
    if points.is_empty() {
        return String::new();
    }
    let step = tick((high - low).max(1e-3) / TICKS);
    let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
    let x = |index: usize| {
        let share = (index as f64 + 0.5) / points.len() as f64;
        LEFT + share * (WIDTH - LEFT)
    };
    let y = |value: f64| {
        let share = (value - low) / (high - low).max(1e-9);
        HEIGHT - BELOW - share * (HEIGHT - BELOW - ABOVE)
    };
    let mut svg =
        format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}\">\n");
    let mut line = low;
    while line < high + step / 2.0 {
        let (at, digits) = (y(line), if step < 1.0 { 2 } else { 0 });
        let _infallible = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{WIDTH}\" stroke=\"var(--line)\"/><text x=\"{:.0}\" y=\"{:.1}\" \
             text-anchor=\"end\">{line:.digits$}</text>",
            LEFT - 8.0,
            at + 4.0,
        );
        line += step;
    }
    let every = points.len().div_ceil(12);
    for (index, point) in points.iter().enumerate() {
        let (at, color) = (x(index), if point.is_best { "var(--ink)" } else { "var(--gone)" });
        if point.error > 0.0 {
            let [top, bottom] = [point.value + point.error, point.value - point.error].map(y);
            let _infallible = writeln!(
                svg,
                "<path d=\"M{at:.1} {top:.1}V{bottom:.1}\" stroke=\"{color}\" stroke-width=\"2\"/>"
            );
        }
        let _infallible = writeln!(
            svg,
            "<circle cx=\"{at:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{color}\"/>",
            y(point.value)
        );
        if index % every == 0 {
            let _infallible = writeln!(
                svg,
                "<text x=\"{at:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
                HEIGHT - 8.0,
                index + 1
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// The distance between lines on an axis: 1, 2 or 5 times a power of 10, at least `wanted`.
fn tick(wanted: f64) -> f64 {
    let mut power = 1e-4;
    while power * 10.0 <= wanted {
        power *= 10.0;
    }
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    steps.into_iter().find(|step| *step >= wanted).unwrap_or(10.0 * power)
}

fn table(generations: &[Generation]) -> String {
    let mut table = String::from(
        "<h2>Generations</h2>\n<table><tr><th>generation</th><th>Elo gain</th><th>match games</th><th>self-play \
         games</th><th>positions</th><th>loss</th><th>network</th></tr>\n",
    );
    for (index, generation) in generations.iter().enumerate().rev() {
        let Generation { is_best, games, positions, loss, result } = generation;
        let (class, state) =
            if *is_best { ("", "kept") } else { (" class=\"dropped\"", "dropped") };
        let _infallible = writeln!(
            table,
            "<tr{class}><td>{}</td><td>{:+.0} ± {:.0}</td><td>{}</td><td>{games}</td><td>{positions}</td>\
             <td>{loss:.3}</td><td>{state}</td></tr>",
            index + 1,
            result.elo,
            result.error,
            result.games,
        );
    }
    table.push_str("</table>\n");
    table
}

/// The text with HTML's special characters escaped.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::MatchResult;

    #[test]
    fn the_page_shows_each_generation_and_a_game() {
        let mut state = State::new("a<b", 3);
        for (is_gain, elo) in [(true, 120.0), (false, -4.0), (true, 30.0)] {
            let result = MatchResult { is_gain, games: 64, elo, error: 25.0 };
            let (games, positions, loss) = (10, 500, 0.6);
            state.generations.push(Generation { is_best: is_gain, games, positions, loss, result });
        }
        let page = page(&state, Some((vec!["e4".into(), "x<y".into(), "c3".into()], "1-0")));
        for part in [
            "<h1>Learning a&lt;b</h1>",
            "3 generations, 30 games, 1500 positions, seed 3",
            "<tr class=\"dropped\"><td>2</td><td>-4 ± 25</td>",
            "1.&nbsp;e4 x&lt;y 2.&nbsp;c3 1-0",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert_eq!(page.matches("<circle").count(), 6);
        assert!(!page.contains("NaN"));
    }

    #[test]
    fn ticks_are_round_numbers() {
        for (wanted, expected) in
            [(0.9, 1.0), (1.1, 2.0), (30.0, 50.0), (0.03, 0.05), (51.0, 100.0)]
        {
            assert!((tick(wanted) / expected - 1.0).abs() < 1e-9, "{wanted}");
        }
    }
}
