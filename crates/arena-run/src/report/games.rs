//! Games, move by move.

use arena::journal::{Entry, PlayedPly, Thought};
use arena::run::Run;
use arena::schedule::Round;
use arena::settings::Settings;
use arena::tournament::Tournament;
use board_engine::Turn;
use maud::{Markup, html};

use super::plots;

/// The names of the players.
pub(super) fn heading(settings: &Settings, players: &[usize]) -> String {
    players.iter().map(|&player| name(settings, player)).collect::<Vec<_>>().join(" – ")
}

/// What a player is called.
fn name(settings: &Settings, player: usize) -> String {
    settings.players.get(player).map(ToString::to_string).unwrap_or_default()
}

/// A game that opens when it is asked for.
pub(super) fn game(run: &Run, entry: &Entry) -> Markup {
    let tournament = &**run.tournament();
    let (settings, rules) = (tournament.settings(), tournament.game());
    let seats = entry.players.iter().map(|&player| name(settings, player));
    let payoffs: Vec<String> = entry.payoffs.iter().map(|payoff| format!("{payoff:+}")).collect();
    let ending = entry.ending();
    let ending = ending.map(|ending| ending.describe(|seat| rules.seat_name(seat)));
    let plies = entry.replayed_plies(&**rules);
    html! {
        details data-game=(entry.id) data-ending=(ending.as_deref().unwrap_or_default()) {
            summary {
                (round(run, entry.round)) ", game " (entry.number + 1) ": "
                (seats.collect::<Vec<_>>().join(" – ")) " "
                b { (payoffs.join(" ")) } " "
                span.fault[entry.conclusion.fault().is_some()] { (ending.as_deref().unwrap_or_default()) }
            }
            div id={ "g" (entry.id) } {
                p.soft { "from " code { (entry.start) } " to " code { (entry.end) } }
                @match plies {
                    Some(plies) => { (plots::scores(&plies)) (moves(tournament, &plies)) }
                    None => p.fault { "the journal's moves are not legal by the rules of this program" }
                }
            }
        }
    }
}

/// "round 2", or "round 2, replay 1" in a knockout.
fn round(run: &Run, index: usize) -> String {
    match run.round(index) {
        Some(Round { number, replay: 0, .. }) => format!("round {number}"),
        Some(Round { number, replay, .. }) => format!("round {number}, replay {replay}"),
        None => String::new(),
    }
}

fn moves(tournament: &Tournament, plies: &[PlayedPly]) -> Markup {
    let mover = |ply: &PlayedPly| match ply.mover {
        Turn::Seat(seat) => tournament.game().seat_name(seat),
        Turn::Chance => "chance".into(),
    };
    html! {
        table {
            thead { tr { th.place { "Ply" } th.name { "By" } th.name { "Move" } th { "Depth" } th { "Score" } th { "Time" } } }
            tbody { @for (number, ply) in (1..).zip(plies) { tr {
                td.place { (number) } td.name { (mover(ply)) } td.name { (ply.mv) }
                @match &ply.thought {
                    Some(Thought { depth, score, .. }) => { td { (depth) } td { (score) } }
                    None => { td {} td {} }
                }
                td { @if !ply.elapsed.is_zero() { (format!("{:.3} s", ply.elapsed.as_secs_f64())) } }
            } } }
        }
    }
}
