//! Stopping all games at once.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use games_package::{Command, Control};

/// Stops all games that it is given, those that begin later included.
#[derive(Debug, Default)]
pub struct Brake {
    is_pulled: AtomicBool,
    tables: Mutex<Tables>,
}

#[derive(Debug, Default)]
struct Tables {
    next: u64,
    controls: BTreeMap<u64, Control>,
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
        for control in self.tables().controls.values() {
            // A match that is over needs no stop.
            let _gone = control.send(Command::Stop);
        }
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

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.brake.tables().controls.remove(&self.number);
    }
}
