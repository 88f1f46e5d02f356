//! The readers and protocols, with one module per family.

mod arguments;
mod binary;
mod engines;
mod games;
mod messages;
mod opponents;
mod programs;
mod settings;
mod sheets;
mod syzygy;
mod web;

use crate::target::{Check, MEMORY_BYTES_MAX, Target};

/// The maximum memory for an input that makes the server's players think. By default, two players have a 128 MiB table
/// each.
const THINKING_BYTES_MAX: usize = 512 << 20;

/// All targets.
pub(crate) const TARGETS: &[Target] = &[
    target("arguments", 2_000, arguments::prepare),
    target("book-file", 500, binary::book_file),
    target("book-text", 300, binary::book_text),
    target("configuration", 300, settings::configuration),
    target("dxp-engine", 100, engines::dxp),
    target("dxp-player", 100, opponents::dxp),
    target("ggf", 500, sheets::ggf),
    target("hub-engine", 500, engines::hub),
    target("hub-player", 60, opponents::hub),
    target("journal", 1_000, messages::journal),
    target("json-commands", 2_000, messages::commands),
    target("mat", 500, sheets::mat),
    target("openings", 500, settings::openings),
    target("pdn", 500, sheets::pdn),
    target("pgn", 500, sheets::pgn),
    target("plain-engine", 300, programs::engine_session),
    target("plain-lines", 2_000, programs::lines),
    target("plain-player", 300, programs::player),
    target("plugin-manifest", 200, settings::plugin_manifest),
    target("plugin-messages", 3_000, messages::plugin),
    target("polyglot", 500, binary::polyglot),
    target("position-any-size", 300, games::any_size),
    target("position-backgammon", 300, games::backgammon),
    target("position-breakthrough", 500, games::breakthrough),
    target("position-checkers", 500, games::checkers),
    target("position-chess", 500, games::chess),
    target("position-connect-four", 500, games::connect_four),
    target("position-dominoes", 300, games::dominoes),
    target("position-hex", 300, games::hex),
    target("position-kuhn-poker", 500, games::kuhn_poker),
    target("position-othello", 500, games::othello),
    target("position-pig", 500, games::pig),
    target("position-tic-tac-toe", 500, games::tic_tac_toe),
    target("position-tic-tac-toe-3", 500, games::tic_tac_toe_for_three),
    target("puzzles", 500, settings::puzzles),
    target("queue-messages", 2_000, messages::queue),
    target("record", 500, sheets::record),
    target("syzygy-file", 300, syzygy::syzygy_file),
    target("table-file", 300, binary::table_file),
    target("tournament", 500, settings::tournament),
    target("training-games", 500, binary::training_games),
    target("uci-engine", 500, engines::uci),
    target("uci-player", 60, opponents::uci),
    thinking("web-requests", 300, web::requests),
    thinking("web-sockets", 60, web::sockets),
    thinking("web-studies", 40, web::studies),
];

const fn target(name: &'static str, iterations: u64, prepare: fn() -> Check) -> Target {
    Target { name, iterations, memory_bytes_max: MEMORY_BYTES_MAX, prepare }
}

/// A target with inputs that make players think.
const fn thinking(name: &'static str, iterations: u64, prepare: fn() -> Check) -> Target {
    Target { memory_bytes_max: THINKING_BYTES_MAX, ..target(name, iterations, prepare) }
}
