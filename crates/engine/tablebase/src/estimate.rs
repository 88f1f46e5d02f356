//! Estimates the size and build time of planned tables.

use std::time::{Duration, Instant};

use crate::builder::{Content, TableInfo, TablePlanner};
use crate::error::TableError;

/// Bytes per cell in a file, used if no table is known; measured on tables with three and four pieces.
const BYTES_OF_VALUE: f64 = 0.06;
const BYTES_OF_DISTANCE: f64 = 0.35;

/// Minimum duration of a speed measurement.
const REHEARSAL: Duration = Duration::from_millis(300);

/// The tables that remain to be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// Number of tables.
    pub tables: usize,
    /// Number of cells in these tables.
    pub cells: u64,
    /// The size of the files.
    pub bytes: u64,
    /// The memory that the largest table needs.
    pub memory_bytes: u64,
}

impl Estimate {
    /// Estimates the planned tables that don't exist yet, assuming that their files are as dense as the `known` files.
    pub fn of(planner: &dyn TablePlanner, content: Content, known: &[TableInfo]) -> Self {
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

/// The speed at which this machine builds tables.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// The work done during that time, in the units of [`TablePlanner::rehearse`].
    work: u64,
    elapsed: Duration,
}

impl Speed {
    /// The speed of rebuilding an existing table. `None` if no table exists.
    ///
    /// # Errors
    /// [`TableError`] if a table can't be read.
    pub fn measured(planner: &dyn TablePlanner) -> Result<Option<Self>, TableError> {
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

    /// The time for this number of cells. Each additional piece means more moves per position and random access over a
    /// larger memory range.
    pub fn time(self, cells: u64) -> Duration {
        let rate = number(self.work) / self.elapsed.as_secs_f64().max(1e-3);
        Duration::try_from_secs_f64(2.0 * number(cells) / rate.max(1.0)).unwrap_or(Duration::MAX)
    }
}

/// The bytes per cell in the known tables with the most pieces.
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
fn number(count: u64) -> f64 {
    count as f64
}
