//! Generates lists of openings.

use std::io::{Write, stderr, stdout};

use anyhow::anyhow;
use app_context::{CommandResult, Failure, FailureKind, OrFail};
use arena::openings::Openings;
use arena::run_folder::balance::SearchLimit;
use arena::run_folder::folder::write_whole;
use arena::run_folder::setup::random_seed;
use game_catalog::table_game;

use crate::arguments::OpeningsArguments;

/// Writes a file of balanced openings, one line of moves per opening.
pub(super) fn make(arguments: &OpeningsArguments) -> CommandResult {
    let OpeningsArguments { plies, count, depth, nodes, score, .. } = *arguments;
    let game = table_game(&arguments.game).or_fail(FailureKind::Usage)?;
    let limit = nodes.map_or(SearchLimit::Plies(depth), |nodes| SearchLimit::Nodes(nodes.get()));
    let limit = limit.check(game.name())?;
    let most = hundredths(score)?;
    let (mut looked_at, mut kept) = (0_u32, 0_u32);
    let mut passes = |position: &str| {
        let is_kept = limit.is_balanced(&*game, position, most);
        (looked_at, kept) = (looked_at + 1, kept + u32::from(is_kept));
        is_kept
    };
    let openings = match count {
        Some(count) => {
            let seed = arguments.seed.unwrap_or_else(random_seed);
            writeln!(stderr(), "seed {seed}")?;
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            Openings::random(&*game, plies, count, seed, &mut passes).or_fail(FailureKind::Usage)?
        }
        None => Openings::all(&*game, plies, &mut passes).or_fail(FailureKind::Usage)?.ok_or_else(
            || {
                let why = format!("too many {plies}-ply lines to list; pass --count M");
                Failure::new(FailureKind::Usage, anyhow!(why))
            },
        )?,
    };
    let text = format!(
        "# {}: {} openings of {plies} plies in which {limit} sees no side ahead by more than {score}\n{}",
        game.name(),
        openings.count(),
        openings.to_text()
    );
    writeln!(stderr(), "{kept} of {looked_at} positions are balanced")?;
    match &arguments.out {
        Some(path) => write_whole(path, &text),
        None => Ok(stdout().lock().write_all(text.as_bytes())?),
    }
}

fn hundredths(score: f64) -> Result<i32, Failure> {
    if !(0.0..=1000.0).contains(&score) {
        let why = format!("invalid --score {score}: expected a number from 0 to 1000");
        return Err(Failure::new(FailureKind::Usage, anyhow!(why)));
    }
    #[expect(clippy::cast_possible_truncation, reason = "it was just seen to be small")]
    Ok((score * 100.0).round() as i32)
}
