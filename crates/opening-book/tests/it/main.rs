//! Opening books of games of the catalog.

mod building;
mod damage;
mod playing;
mod support;
