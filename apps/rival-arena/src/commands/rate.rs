//! Computes ratings from several runs' games.

use std::io::{Write, stderr, stdout};

use app_context::CommandResult;
use arena::Tally;
use arena::run_folder::joint::{Anchor, JointPlayer, JointRuns};
use arena::run_folder::json::estimate;
use arena::run_folder::tables::{align, faults};
use serde_json::{Value, json};

use crate::arguments::RateArguments;

/// Rates the players from all runs on one scale.
pub(super) fn rate(arguments: &RateArguments) -> CommandResult {
    let joint = JointRuns::read(&arguments.folders, &arguments.anchor)?;
    let mut out = stdout().lock();
    if arguments.json {
        writeln!(out, "{}", to_json(&joint, &arguments.anchor))?;
        return Ok(out.flush()?);
    }
    for (name, run) in joint.runs.iter().filter(|(_, run)| !run.is_over()) {
        writeln!(stderr(), "{name} is unfinished: {} games so far", run.finished_games())?;
    }
    write!(out, "{}", to_text(&joint))?;
    for (index, Anchor { name, elo }) in arguments.anchor.iter().enumerate() {
        let blank = if index == 0 { "\n" } else { "" };
        writeln!(out, "{blank}{name} is fixed at {elo:+.0}; errors are relative to it")?;
    }
    Ok(out.flush()?)
}

/// The players, best first.
fn ranked(joint: &JointRuns) -> impl Iterator<Item = &JointPlayer> {
    joint.ranking().into_iter().map(|index| &joint.players[index])
}

fn to_text(joint: &JointRuns) -> String {
    let mut head = vec!["", "player", "points", "games", "won", "drawn", "lost"];
    head.extend(joint.has_stakes.then_some("payoff"));
    head.extend(["elo", "faults"]);
    let last = head.len() - 1;
    let mut lines = vec![head.into_iter().map(String::from).collect()];
    for (place, player) in (1..).zip(ranked(joint)) {
        let Tally { wins, draws, losses, .. } = player.tally;
        let mut line = vec![place.to_string(), joint.name(player), format!("{:.1}", player.points)];
        line.extend([player.tally.games(), wins, draws, losses].map(|count| count.to_string()));
        line.extend(joint.has_stakes.then(|| format!("{:+.3}", player.payoff)));
        line.extend([format!("{:+.0}", player.rating), faults(&player.tally)]);
        lines.push(line);
    }
    align(&lines, &[1, last])
}

fn to_json(joint: &JointRuns, anchors: &[Anchor]) -> Value {
    let player = |player: &JointPlayer| {
        let Tally { wins, draws, losses, faults, .. } = &player.tally;
        let mut object = json!({
            "name": joint.name(player), "settings": player.conditions, "points": player.points,
            "games": player.tally.games(), "wins": wins, "draws": draws, "losses": losses,
            "faults": faults, "elo": estimate(player.rating),
        });
        if joint.has_stakes {
            let per_game = player.tally.payoff_per_game();
            let (sum, mean) = (player.tally.payoff, estimate(player.payoff));
            object["payoff"] = json!({"sum": sum, "per_game": per_game, "mean": mean});
        }
        object
    };
    let run = |(name, run): &(String, arena::run::Run)| json!({"folder": name, "games": run.finished_games(), "over": run.is_over()});
    json!({
        "event": "ratings", "game": joint.runs.first().map(|(_, run)| run.tournament().game().name()),
        "anchors": anchors.iter().map(|it| json!({"name": it.name, "elo": it.elo})).collect::<Vec<_>>(),
        "runs": joint.runs.iter().map(run).collect::<Vec<_>>(),
        "players": ranked(joint).map(player).collect::<Vec<_>>(),
    })
}
