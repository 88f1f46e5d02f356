//! `rival compare`: algorithms on a position, or players over whole games.

mod algorithms;
mod players;

use anyhow::anyhow;
use house::{CommandResult, Failure, FailureKind, House};

use crate::arguments::CompareArguments;

pub(crate) fn run(house: &House, arguments: &CompareArguments) -> CommandResult {
    let game = house::game(&arguments.game)?;
    match (arguments.players.as_slice(), arguments.depth, arguments.games) {
        ([], Some(depth), None) => algorithms::run(house, &game, arguments, depth),
        ([_, _], None, Some(games)) => players::run(house, arguments, &game, games),
        ([], ..) => {
            Err(usage("--depth N says how deep the algorithms look; --games goes with two players"))
        }
        _ => Err(usage(
            "--games N says how many games the players play; --depth goes with no players",
        )),
    }
}

fn usage(what: &'static str) -> Failure {
    Failure::new(FailureKind::Usage, anyhow!(what))
}
