//! What must be so wherever a plugin runs, for plugins in processes of their own.

use crate::support::apart as isolation;

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
