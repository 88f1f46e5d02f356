//! The tests that apply wherever a plugin runs, for plugins in this process.

use crate::support::in_process as isolation;

#[path = "c.rs"]
mod c;
#[path = "c_rules.rs"]
mod c_rules;
#[path = "discovery.rs"]
mod discovery;
#[path = "faults.rs"]
mod faults;
#[path = "loading.rs"]
mod loading;
#[path = "messages.rs"]
mod messages;
#[path = "shipped.rs"]
mod shipped;
