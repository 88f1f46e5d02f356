//! How large tables will be and how long they take.

use std::time::{Duration, Instant};

use tablebase::{Content, TableError, TableInfo, TablePlanner};

/// The bytes of a cell in a file, where no table tells: measured on tables of three and four pieces.
const BYTES_OF_VALUE: f64 = 0.06;
const BYTES_OF_DISTANCE: f64 = 0.35;

/// So long takes a measurement of the speed at least, if there are few pieces only.
const REHEARSAL: Duration = Duration::from_millis(300);

/// What is left to be built.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    pub(super) tables: usize,
    pub(super) cells: u64,
    /// The size of the files.
    pub(super) bytes: u64,
    /// The memory that must be allowed for the largest table.
    pub(super) memory_bytes: u64,
}

impl Estimate {
    /// What is left of what was planned, whose files are as dense as those that are `known`.
    pub(super) fn of(planner: &dyn TablePlanner, content: Content, known: &[TableInfo]) -> Self {
        let missing: Vec<_> = planner.plan().into_iter().filter(|it| !it.is_present).collect();
        let cells = missing.iter().map(|planned| planned.cells).sum();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an estimate, which is not negative"
        )]
        let bytes = (number(cells) * bytes_of_cell(known, content)) as u64;
        Self {
            tables: missing.len(),
            cells,
            bytes,
            memory_bytes: missing.iter().map(|it| it.memory_bytes).max().unwrap_or(0),
        }
    }
}

/// How fast tables are made here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Speed {
    /// What was done in the time, as [`TablePlanner::rehearse`] counts it.
    work: u64,
    elapsed: Duration,
}

impl Speed {
    /// The speed at which a table that is there is made once more; none if none is there.
    pub(super) fn measured(planner: &dyn TablePlanner) -> Result<Option<Self>, TableError> {
        let begun = Instant::now();
        let mut work = 0;
        loop {
            let more = planner.rehearse()?;
            work += more;
            if more == 0 || begun.elapsed() > REHEARSAL {
                break;
            }
        }
        Ok((work > 0).then(|| Self { work, elapsed: begun.elapsed() }))
    }

    /// How long so many cells take. Each piece more makes positions with more moves, and more memory to jump about in.
    pub(super) fn time(self, cells: u64) -> Duration {
        let rate = number(self.work) / self.elapsed.as_secs_f64().max(1e-3);
        Duration::try_from_secs_f64(2.0 * number(cells) / rate.max(1.0)).unwrap_or(Duration::MAX)
    }
}

/// What a cell takes up in those of the known tables that have most pieces.
fn bytes_of_cell(known: &[TableInfo], content: Content) -> f64 {
    let alike: Vec<_> = known.iter().filter(|table| table.content == content).collect();
    let most = alike.iter().map(|table| table.pieces).max().unwrap_or(0);
    let largest = alike.iter().filter(|table| most > 2 && table.pieces == most);
    let (bytes, cells) = largest.fold((0, 0), |(bytes, cells), table| {
        let counts = table.counts.iter().map(|counts| counts.positions());
        (bytes + table.bytes, cells + counts.sum::<u64>())
    });
    match (cells, content) {
        (0, Content::Values) => BYTES_OF_VALUE,
        (0, Content::Distances) => BYTES_OF_DISTANCE,
        _ => number(bytes) / number(cells),
    }
}

#[expect(clippy::cast_precision_loss, reason = "estimates have a few digits")]
pub(super) fn number(count: u64) -> f64 {
    count as f64
}

/// "1.2 MiB".
pub(super) fn size(bytes: u64) -> String {
    let bytes = number(bytes);
    let (unit, name) = [(30, "GiB"), (20, "MiB"), (10, "KiB")]
        .into_iter()
        .map(|(power, name)| (f64::from(power).exp2(), name))
        .find(|(unit, _)| bytes >= *unit)
        .unwrap_or((1.0, "bytes"));
    if unit > 1.0 { format!("{:.1} {name}", bytes / unit) } else { format!("{bytes} {name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_short_texts() {
        assert_eq!(size(999), "999 bytes");
        assert_eq!(size(3 << 19), "1.5 MiB");
    }
}
