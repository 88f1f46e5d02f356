//! Plugins are built, damaged, loaded and played with; whatever they do, this process goes on.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod c;
mod discovery;
mod faults;
mod loading;
mod messages;
mod shipped;
mod support;
