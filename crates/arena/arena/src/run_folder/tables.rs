//! Formats a run's results as tables.

pub mod summaries;

use std::fmt::Write as _;

use board_engine::printable;

use self::summaries::{FirstSeat, Knockout};
use crate::run::Run;
use crate::schedule::{Format, byes, rematches};
use crate::settings::{Excluded, Settings};
use crate::statistics::{CrossTable, Estimate, Pentanomial, Sprt, Verdict, ratings};
use crate::{EndingCount, Tally};

/// Maximum number of players for a cross table next to the names.
const CROSS_TABLE_MAX: usize = 12;

/// A run's results.
#[derive(Debug)]
pub struct Report {
    /// The players, best first.
    pub rows: Vec<Row>,
    /// Each player's score against every other player.
    pub table: CrossTable,
    /// The result of a knockout.
    pub knockout: Knockout,
    /// Game endings by reason, most frequent first.
    pub endings: Vec<EndingCount>,
    /// The first seat's score.
    pub first_seat: Option<FirstSeat>,
    /// The pairs of a duel.
    pub pairs: Option<Pentanomial>,
    /// The sequential test, with its verdict and the counted pairs.
    pub test: Option<(Sprt, Verdict, Pentanomial)>,
    /// Number of games with a result.
    pub finished: usize,
    /// Number of games that count as evidence.
    pub distinct: usize,
    /// `true` if payoffs vary in size and must be shown.
    pub has_stakes: bool,
    /// Reasons why the results are less reliable than they appear, as sentences without a period.
    pub warnings: Vec<String>,
    /// Players that are excluded because they failed to start.
    pub excluded: Vec<Excluded>,
    /// `true` if no games are left.
    pub is_over: bool,
    format: Format,
}

/// One player's results.
#[derive(Debug)]
pub struct Row {
    /// The player's index in the settings.
    pub player: usize,
    /// Its name in tables.
    pub name: String,
    /// Points: 1 for a win, ½ for a draw, plus the points for byes.
    pub points: f64,
    /// The rating; unknown until the player has completed a set of games.
    pub rating: Estimate,
    /// Number of encounters with an earlier opponent.
    pub rematches: u32,
    /// Number of rounds without an opponent.
    pub byes: u32,
    /// The points of the player's opponents, each weighted by the player's score against that opponent.
    pub sonneborn_berger: f64,
    /// The sum of the points of the player's opponents.
    pub buchholz: f64,
    /// The player's wins, draws, losses, faults and payoffs.
    pub tally: Tally,
    /// Mean payoff over the games that count as evidence; unknown until the first complete set of games.
    pub payoff: Estimate,
}

/// A warning for each player that ignores its node limit.
fn node_warnings(settings: &Settings, tallies: &[Tally]) -> Vec<String> {
    let of_player = |(player, tally): (usize, &Tally)| {
        let limit = settings.nodes_of(player).filter(|_| tally.excess_nodes > 0)?;
        let (name, nodes) = (&settings.players[player], tally.excess_nodes);
        Some(format!("{name} exceeds its limit of {limit} nodes: it reported {nodes} for one move"))
    };
    tallies.iter().enumerate().filter_map(of_player).collect()
}

/// A warning for each excluded player, and for each player that forfeits games because it fails to start.
fn start_warnings(settings: &Settings, tallies: &[Tally]) -> Vec<String> {
    let excluded = settings.excluded.iter();
    let excluded = excluded.map(|Excluded { name, why }| format!("{name} is excluded: {why}"));
    let forfeits = settings.players.iter().zip(tallies);
    let forfeits = forfeits.filter_map(|(name, tally)| match tally.forfeits() {
        0 => None,
        1 => Some(format!("{name} can't start and forfeits a game")),
        games => Some(format!("{name} can't start and forfeits {games} games")),
    });
    excluded.chain(forfeits).collect()
}

/// A warning for each player that reports illegal lines.
fn line_warnings(settings: &Settings, tallies: &[Tally]) -> Vec<String> {
    let of_player = |(player, tally): (usize, &Tally)| {
        let error = printable(tally.line_error.as_ref()?);
        let name = &settings.players[player];
        Some(match tally.illegal_lines {
            1 => format!("{name} reports illegal principal variations in a game: {error}"),
            games => format!(
                "{name} reports illegal principal variations in {games} games, for example {error}"
            ),
        })
    };
    tallies.iter().enumerate().filter_map(of_player).collect()
}

impl Report {
    /// This run's current results.
    pub fn of(run: &Run) -> Self {
        let settings = run.tournament().settings();
        let players = settings.players.len();
        let rounds = run.rounds();
        let (order, table) = settings.format.standings(players, &rounds);
        let ratings = ratings(players, &run.comparisons());
        let (rematches, byes) = (rematches(players, &rounds), byes(players, &rounds));
        let (tallies, payoffs) = (run.tallies(), run.payoffs_per_game());
        let row = |player: usize| Row {
            player,
            name: settings.players[player].to_string(),
            points: table.points(player),
            rating: ratings[player],
            rematches: rematches[player],
            byes: byes[player],
            sonneborn_berger: table.sonneborn_berger(player),
            buchholz: table.buchholz(player),
            tally: tallies[player].clone(),
            payoff: payoffs[player],
        };
        Self {
            rows: order.into_iter().map(row).collect(),
            knockout: Knockout::of(run),
            endings: run.endings(),
            first_seat: FirstSeat::of(run),
            pairs: run.pentanomial(),
            test: settings
                .sprt
                .zip(run.test())
                .map(|(sprt, (verdict, pairs))| (sprt, verdict, pairs)),
            finished: run.finished_games(),
            distinct: run.distinct_games(),
            has_stakes: run.tournament().has_stakes(),
            warnings: [
                start_warnings(settings, &tallies),
                node_warnings(settings, &tallies),
                line_warnings(settings, &tallies),
            ]
            .concat(),
            excluded: settings.excluded.clone(),
            is_over: run.is_over(),
            format: settings.format,
            table,
        }
    }

    /// Standings and cross table in at most this many lines and columns; only the top places if space is limited.
    pub fn to_short_text(&self, lines_max: usize, width_max: usize) -> String {
        let mut text = self.standings();
        if self.has_cross_table() {
            let table = self.cross_table();
            if text.lines().count() + table.lines().count() <= lines_max {
                text += &table;
            }
        }
        let lines = text.lines().take(lines_max);
        let cut = lines.map(|line| line.chars().take(width_max).collect::<String>());
        cut.collect::<Vec<_>>().join("\n")
    }

    /// Returns `true` if results against other opponents can break a tie; `false` with two players and in a knockout.
    fn has_ties(&self) -> bool {
        self.rows.len() > 2 && self.format != Format::Knockout
    }

    /// Returns `true` in a Swiss system, where rematches and byes can happen.
    pub const fn is_swiss(&self) -> bool {
        matches!(self.format, Format::Swiss { .. })
    }

    fn has_cross_table(&self) -> bool {
        (3..=CROSS_TABLE_MAX).contains(&self.rows.len())
    }

    /// The whole report.
    pub fn to_text(&self) -> String {
        let mut text = self.standings();
        if self.has_cross_table() {
            text += &self.cross_table();
        }
        if !self.knockout.lines.is_empty() {
            let _ = writeln!(text, "\n{}", self.knockout.lines.join("\n"));
        }
        if let Some(duel) = self.duel_text() {
            text += "\n";
            text += &duel;
        }
        if self.distinct < self.finished {
            let _ = writeln!(text, "\n{} of {} games are distinct", self.distinct, self.finished);
        }
        if let Some(first) = &self.first_seat {
            let _ = writeln!(text, "\n{}", first.to_text());
        }
        if !self.endings.is_empty() {
            let _ = write!(text, "\n{}", summaries::table(&self.endings));
        }
        for warning in &self.warnings {
            let _ = writeln!(text, "warning: {warning}");
        }
        if !self.is_over {
            let _ = writeln!(text, "unfinished: {} games so far", self.finished);
        }
        text
    }

    /// A duel's pairs and sequential test; `None` for other tournaments.
    pub fn duel_text(&self) -> Option<String> {
        let pairs = self.pairs?;
        let mut text = duel(&self.duel_names(), pairs, (self.finished - self.distinct) / 2);
        if let Some((sprt, verdict, pairs)) = &self.test
            && pairs.pairs() > 0
        {
            text += &test(sprt, *verdict, pairs);
        }
        Some(text)
    }

    /// A short description of the sequential test's state: "LLR 0.52 (-2.94, 2.94)", "H1 is accepted". `None` without a
    /// test.
    pub fn verdict(&self) -> Option<String> {
        let (sprt, verdict, pairs) = self.test.as_ref()?;
        Some(match verdict {
            Verdict::Open => format!("LLR {}", ratio(sprt, pairs)),
            decided => says(*decided).into(),
        })
    }

    /// The names of a duel's two players, in settings order.
    fn duel_names(&self) -> [&str; 2] {
        let name = |player| self.rows.iter().find(|row| row.player == player);
        [0, 1].map(|player| name(player).map_or("", |row| row.name.as_str()))
    }

    fn standings(&self) -> String {
        let has_ties = self.has_ties();
        let has_byes = self.rows.iter().any(|row| row.byes > 0);
        let has_faults = self.rows.iter().any(|row| !row.tally.faults.is_empty());
        let has_repeats = self.distinct < self.finished;
        let mut head = vec!["", "player", "points", "games"];
        head.extend(has_repeats.then_some("distinct"));
        head.extend(["won", "drawn", "lost"]);
        head.extend(self.has_stakes.then_some("payoff"));
        head.push("elo");
        head.extend(has_ties.then_some(["SB", "Buch."]).into_iter().flatten());
        head.extend(self.is_swiss().then_some("rematches"));
        head.extend(has_byes.then_some("byes"));
        let last = head.len();
        head.extend(has_faults.then_some("faults"));
        let mut lines = vec![head.into_iter().map(String::from).collect()];
        for (place, row) in (1..).zip(&self.rows) {
            let Tally { wins, draws, losses, .. } = row.tally;
            let mut line = vec![place.to_string(), row.name.clone(), format!("{:.1}", row.points)];
            line.push(row.tally.games().to_string());
            line.extend(has_repeats.then(|| row.tally.distinct_games().to_string()));
            line.extend([wins, draws, losses].map(|count| count.to_string()));
            line.extend(self.has_stakes.then(|| format!("{:+.3}", row.payoff)));
            line.push(format!("{:+.0}", row.rating));
            if has_ties {
                line.extend(
                    [row.sonneborn_berger, row.buchholz].map(|score| format!("{score:.1}")),
                );
            }
            line.extend(self.is_swiss().then(|| row.rematches.to_string()));
            line.extend(has_byes.then(|| row.byes.to_string()));
            line.extend(has_faults.then(|| faults(&row.tally)));
            lines.push(line);
        }
        align(&lines, &[NAMES, last])
    }

    fn cross_table(&self) -> String {
        let places = || (1..=self.rows.len()).map(|place| place.to_string());
        let cell = |row: &Row, other: &Row| {
            let (score, games) = self.table.against(row.player, other.player);
            if games > 0.0 { format!("{score:.1}/{games:.0}") } else { "-".into() }
        };
        let mut lines = vec![[String::new(), String::new()].into_iter().chain(places()).collect()];
        for (place, row) in places().zip(&self.rows) {
            let cells = self.rows.iter().map(|other| cell(row, other));
            lines.push([place, row.name.clone()].into_iter().chain(cells).collect());
        }
        format!("\n{}", align(&lines, &[NAMES]))
    }
}

/// The column with the players' names.
const NAMES: usize = 1;

/// Aligns cells in columns, two spaces apart. The columns in `left` are left-aligned, all others right-aligned.
pub fn align(lines: &[Vec<String>], left: &[usize]) -> String {
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..lines.first().map_or(0, Vec::len)).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let mut shown = String::new();
        for (column, (cell, &width)) in line.iter().zip(&widths).enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            let _ = if left.contains(&column) {
                write!(shown, "{gap}{cell:width$}")
            } else {
                write!(shown, "{gap}{cell:>width$}")
            };
        }
        text += shown.trim_end();
        text.push('\n');
    }
    text
}

/// The faults that lost games: "2 timed out, 1 illegal move".
pub fn faults(tally: &Tally) -> String {
    let parts = tally.faults.iter().map(|(what, count)| format!("{count} {what}"));
    parts.collect::<Vec<_>>().join(", ")
}

/// Formats a share in percent.
fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

/// Formats "1 pair", "2 pairs".
fn pair_count(pairs: u64) -> String {
    if pairs == 1 { "1 pair".into() } else { format!("{pairs} pairs") }
}

/// Formats a probability in percent, but never as a certainty.
fn probability(share: f64) -> String {
    match 100.0 * share {
        sure if sure >= 99.995 => "> 99.99 %".into(),
        none if none < 0.005 => "< 0.01 %".into(),
        _ => percent(share),
    }
}

/// A duel's result, with the number of repeated pairs.
fn duel([first, second]: &[&str; 2], pairs: Pentanomial, repeats: usize) -> String {
    if pairs.pairs() == 0 {
        return format!("{first} against {second}, no complete pair yet\n");
    }
    let (counts, distinct) = (pairs.counts(), pairs.pairs());
    let played = distinct + repeats as u64;
    let repeats = match repeats {
        0 => String::new(),
        _ => {
            format!(", {distinct} of them distinct; repeated games add no evidence")
        }
    };
    #[expect(clippy::cast_precision_loss, reason = "a run has fewer than 2⁵³ games")]
    let even = counts[2] as f64 / distinct as f64;
    format!(
        "{first} against {second}, {}{repeats}\n  Elo    {}\n  nElo   {}\n  LOS    {}\n  Ptnml  {counts:?}, {} of the pairs even\n",
        pair_count(played),
        pairs.elo(),
        pairs.normalized_elo(),
        probability(pairs.likelihood_of_superiority()),
        percent(even),
    )
}

fn test(sprt: &Sprt, verdict: Verdict, pairs: &Pentanomial) -> String {
    let (ratio, Sprt { elo0, elo1, .. }) = (ratio(sprt, pairs), sprt);
    format!("  LLR    {ratio} [{elo0}, {elo1}]: {}\n", says(verdict))
}

/// Formats the log-likelihood ratio with its bounds: "0.52 (-2.94, 2.94)".
fn ratio(sprt: &Sprt, pairs: &Pentanomial) -> String {
    let ((low, high), ratio) = (sprt.bounds(), sprt.log_likelihood_ratio(pairs));
    format!("{ratio:.2} ({low:.2}, {high:.2})")
}

const fn says(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Open => "not decided",
        Verdict::H0 => "H0 is accepted",
        Verdict::H1 => "H1 is accepted",
    }
}
