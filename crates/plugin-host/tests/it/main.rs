//! Plugins are built, damaged, loaded and played with; whatever they do, this process goes on.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]
#![expect(clippy::duplicate_mod, reason = "the same must be so wherever a plugin runs")]

mod apart;
mod arena;
mod cpp;
mod damaged;
mod handshake;
mod here;
mod suite;
mod support;
