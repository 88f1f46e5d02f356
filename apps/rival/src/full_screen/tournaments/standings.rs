//! The standings of a tournament, column by column.

use arena_run::tables::{Report, Row, faults};
use screen::{MenuItem, StandingColumn};

/// The players, the best one first, with what there is no column for on a narrow screen.
pub(super) fn players(report: &Report) -> Vec<MenuItem> {
    let player = |row: &Row| MenuItem::new(&row.name, &record_of(row));
    report.rows.iter().map(player).collect()
}

/// "won 3, drawn 1, lost 2; Enter: games; by fault: 1 timed out".
fn record_of(row: &Row) -> String {
    let tally = &row.tally;
    let by_fault = match faults(tally).as_str() {
        "" => String::new(),
        faults => format!("; by fault: {faults}"),
    };
    let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
    format!("won {wins}, drawn {draws}, lost {losses}; Enter: games{by_fault}")
}

/// The columns; those with the highest numbers are left out first where there is no room.
pub(super) fn columns(report: &Report) -> Vec<StandingColumn> {
    let column = |head: &str, rank, cell: &dyn Fn(usize, &Row) -> String| StandingColumn {
        head: head.into(),
        cells: (1..).zip(&report.rows).map(|(place, row)| cell(place, row)).collect(),
        begins_left: false,
        rank,
    };
    let has_faults = report.rows.iter().any(|row| !row.tally.faults.is_empty());
    let breaks_ties = report.rows.len() > 2;
    let mut all = vec![
        column("", 0, &|place, _| place.to_string()),
        StandingColumn { begins_left: true, ..column("player", 0, &|_, row| row.name.clone()) },
        column("points", 0, &|_, row| format!("{:.1}", row.points)),
        column("games", 2, &|_, row| row.tally.games().to_string()),
        column("won", 3, &|_, row| row.tally.wins.to_string()),
        column("drawn", 3, &|_, row| row.tally.draws.to_string()),
        column("lost", 3, &|_, row| row.tally.losses.to_string()),
        column("elo", 1, &|_, row| format!("{:+.0}", row.rating)),
    ];
    if report.has_stakes {
        all.push(column("payoff", 2, &|_, row| format!("{:+.3}", row.payoff)));
    }
    if has_faults {
        let sum = |row: &Row| row.tally.faults.values().sum::<u64>().to_string();
        all.push(column("faults", 2, &|_, row| sum(row)));
    }
    if breaks_ties {
        all.push(column("SB", 4, &|_, row| format!("{:.1}", row.sonneborn_berger)));
        all.push(column("Buchholz", 4, &|_, row| format!("{:.1}", row.buchholz)));
    }
    all
}
