//! Stopping all games at once.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use games_package::{Command, Control};

/// Stops all games that it is given, those that begin later included.
#[derive(Default)]
pub struct Brake {
    is_pulled: AtomicBool,
    tables: Mutex<Tables>,
}

#[derive(Default)]
struct Tables {
    next: u64,
    controls: BTreeMap<u64, Control>,
    others: Vec<Box<dyn Fn() + Send>>,
}

/// A table that the brake stops, as long as this value lives.
pub(super) struct Held<'a> {
    brake: &'a Brake,
    number: u64,
}

impl Brake {
    /// Stops all games.
    pub fn pull(&self) {
        self.is_pulled.store(true, Ordering::SeqCst);
        let tables = self.tables();
        for control in tables.controls.values() {
            // A match that is over needs no stop.
            let _gone = control.send(Command::Stop);
        }
        tables.others.iter().for_each(|stop| stop());
    }

    /// Stops something else as well, whenever the brake is pulled: at once if it was pulled before. `stop` may be called
    /// again, and doesn't touch the brake.
    pub fn also(&self, stop: impl Fn() + Send + 'static) {
        let mut tables = self.tables();
        if self.is_pulled.load(Ordering::SeqCst) {
            stop();
        }
        tables.others.push(Box::new(stop));
    }

    /// Whether all games are to stop.
    pub fn is_pulled(&self) -> bool {
        self.is_pulled.load(Ordering::Relaxed)
    }

    pub(super) fn hold(&self, control: &Control) -> Held<'_> {
        let mut tables = self.tables();
        let number = tables.next;
        tables.next += 1;
        tables.controls.insert(number, control.clone());
        drop(tables);
        if self.is_pulled.load(Ordering::SeqCst) {
            let _gone = control.send(Command::Stop);
        }
        Held { brake: self, number }
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether it was pulled.
impl fmt::Debug for Brake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Brake").field("is_pulled", &self.is_pulled()).finish_non_exhaustive()
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.brake.tables().controls.remove(&self.number);
    }
}
