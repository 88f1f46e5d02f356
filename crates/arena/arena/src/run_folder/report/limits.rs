//! A run's game limits in words.

use games_package::TimeControl;

use crate::settings::Settings;

/// The limits that all players share.
pub(super) fn limits(settings: &Settings) -> impl Iterator<Item = String> {
    let time = Some(settings.time).filter(|time| *time != TimeControl::Unlimited);
    let time = time.map(|time| format!("time {time}"));
    let move_limit = settings.move_limit_text().map(|limit| format!("move limit {limit}"));
    let depth = settings.depth.map(|depth| format!("depth {depth}"));
    let nodes = settings.nodes.map(|nodes| format!("{nodes} nodes a move"));
    [time, move_limit, depth, nodes].into_iter().flatten()
}
