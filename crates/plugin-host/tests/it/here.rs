//! What must be so wherever a plugin runs, for plugins in this process.

use crate::support::here as isolation;

#[path = "c.rs"]
mod c;
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
