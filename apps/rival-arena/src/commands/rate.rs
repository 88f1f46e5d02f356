//! Ratings from the games of several runs.

use std::io::{Write, stderr, stdout};
use std::sync::Arc;

use anyhow::anyhow;
use app_context::{CommandResult, Failure, FailureKind, OrFail};
use arena::Tally;
use arena::run::Run;
use arena::run_folder::folder::Folder;
use arena::run_folder::json::estimate;
use arena::run_folder::tables::{align, faults};
use arena::settings::{Entrant, Settings};
use arena::statistics::{Comparison, Estimate, anchored_ratings};
use games_package::TimeControl;
use serde_json::{Value, json};

use crate::arguments::{Anchor, RateArguments};

/// The number of digits to show from the hash of a plugin's code.
const CODE_SHOWN: usize = 8;

/// A player in one or more runs. Players with the same name but different settings are different players.
#[derive(Debug)]
struct Rated {
    label: String,
    conditions: String,
    tally: Tally,
    points: f64,
    /// The mean payoff per game.
    payoff: Estimate,
    rating: Estimate,
}

/// The games of all runs together.
#[derive(Debug, Default)]
struct Joint {
    players: Vec<Rated>,
    comparisons: Vec<Comparison>,
    /// Whether the stakes vary. If so, payoffs are shown.
    has_stakes: bool,
}

/// Rates the players of all runs on one scale.
pub(super) fn rate(arguments: &RateArguments) -> CommandResult {
    let runs = runs(arguments)?;
    let mut joint = Joint::default();
    let known: Vec<Vec<usize>> = runs.iter().map(|(_, run)| joint.add(run)).collect();
    let with_players: Vec<_> = runs.iter().map(|(_, run)| run).zip(known).collect();
    joint.comparisons = Run::joint_comparisons(&with_players);
    let payoffs = Run::joint_payoffs_per_game(&with_players, joint.players.len());
    joint.players.iter_mut().zip(payoffs).for_each(|(player, payoff)| player.payoff = payoff);
    joint.has_stakes = runs.iter().any(|(_, run)| run.tournament().has_stakes());
    joint.check_connected()?;
    joint.rate(&arguments.anchor)?;
    let mut out = stdout().lock();
    if arguments.json {
        writeln!(out, "{}", joint.to_json(&runs, arguments))?;
        return Ok(out.flush()?);
    }
    for (name, run) in runs.iter().filter(|(_, run)| !run.is_over()) {
        writeln!(stderr(), "{name} is unfinished: {} games so far", run.finished_games())?;
    }
    write!(out, "{}", joint.to_text())?;
    for (index, Anchor { name, elo }) in arguments.anchor.iter().enumerate() {
        let blank = if index == 0 { "\n" } else { "" };
        writeln!(out, "{blank}{name} is fixed at {elo:+.0}; errors are relative to it")?;
    }
    Ok(out.flush()?)
}

/// The runs and their folder names. All runs must be different and of the same game.
fn runs(arguments: &RateArguments) -> Result<Vec<(String, Run)>, Failure> {
    let mut runs: Vec<(String, Run)> = Vec::new();
    let refused = |why: String| Err(Failure::new(FailureKind::Input, anyhow!(why)));
    for path in &arguments.folders {
        let folder = Folder::existing(path.clone());
        let name = folder.display().to_string();
        let tournament = folder.tournament()?;
        let entries = folder.entries(&tournament)?;
        for (other, run) in &runs {
            if run.tournament().fingerprint() == tournament.fingerprint() {
                return refused(format!("{other} and {name} are the same run; pass it once"));
            }
            let (one, two) = (run.tournament().game().name(), tournament.game().name());
            if one != two {
                let why = format!(
                    "{other} is a run of {one}, but {name} is a run of {two}; pass runs of the same game"
                );
                return refused(why);
            }
        }
        runs.push((name, Run::new(Arc::new(tournament), &entries).or_fail(FailureKind::Input)?));
    }
    Ok(runs)
}

impl Joint {
    /// Adds a run's players and their games. Returns the index of each player.
    fn add(&mut self, run: &Run) -> Vec<usize> {
        let settings = run.tournament().settings();
        let players: Vec<usize> =
            settings.players.iter().map(|entrant| self.index(settings, entrant)).collect();
        for (&player, tally) in players.iter().zip(run.tallies()) {
            self.players[player].tally.add(&tally);
        }
        let results = run.rounds().into_iter().flat_map(|played| played.results);
        for Comparison { first, second, score, games } in results {
            self.players[players[first]].points += score;
            self.players[players[second]].points += games - score;
        }
        players
    }

    /// The index of the player with this name and these settings.
    fn index(&mut self, settings: &Settings, entrant: &Entrant) -> usize {
        let (label, conditions) = (entrant.to_string(), conditions(settings, entrant));
        let is_same = |rated: &Rated| rated.label == label && rated.conditions == conditions;
        self.players.iter().position(is_same).unwrap_or_else(|| {
            let (tally, points) = (Tally::default(), 0.0);
            let (payoff, rating) = (Estimate::UNKNOWN, Estimate::UNKNOWN);
            self.players.push(Rated { label, conditions, tally, points, payoff, rating });
            self.players.len() - 1
        })
    }

    /// A player's name in tables, followed by its settings if another player has the same name.
    fn name(&self, player: &Rated) -> String {
        let same = self.players.iter().filter(|other| other.label == player.label).count();
        if same > 1 {
            format!("{} [{}]", player.label, player.conditions)
        } else {
            player.label.clone()
        }
    }

    /// Checks that games connect all players that have played. Otherwise their ratings are not comparable.
    fn check_connected(&self) -> CommandResult {
        let mut group: Vec<usize> = (0..self.players.len()).collect();
        for Comparison { first, second, .. } in &self.comparisons {
            let [from, to] = [group[*first], group[*second]];
            group.iter_mut().filter(|it| **it == from).for_each(|it| *it = to);
        }
        let mut played = self.comparisons.iter().flat_map(|two| [two.first, two.second]);
        let Some(first) = played.next() else {
            let why = "no games to rate: no pair is complete";
            return Err(Failure::new(FailureKind::Input, anyhow!(why)));
        };
        let Some(other) = played.find(|other| group[*other] != group[first]) else { return Ok(()) };
        let [one, other] = [first, other].map(|player| self.name(&self.players[player]));
        let why = format!(
            "no games connect {one} and {other}, directly or through others; add a run that connects them"
        );
        Err(Failure::new(FailureKind::Input, anyhow!(why)))
    }

    /// Rates all players, best first.
    fn rate(&mut self, anchors: &[Anchor]) -> CommandResult {
        let mut fixed: Vec<(usize, f64)> = Vec::new();
        for anchor in anchors {
            let index = self.anchored(&anchor.name)?;
            if fixed.iter().any(|(known, _)| *known == index) {
                let why = format!("--anchor: {} is fixed twice; pass it once", anchor.name);
                return Err(Failure::new(FailureKind::Usage, anyhow!(why)));
            }
            fixed.push((index, anchor.elo));
        }
        let rated = anchored_ratings(self.players.len(), &self.comparisons, &fixed);
        for (anchor, (index, _)) in anchors.iter().zip(&fixed) {
            if !rated[*index].is_known() {
                let why = format!("{} has no complete pair", anchor.name);
                return Err(Failure::new(FailureKind::Input, anyhow!(why)));
            }
        }
        self.players.iter_mut().zip(rated).for_each(|(player, rating)| player.rating = rating);
        let key = |player: &Rated| (player.rating.is_known(), player.rating.value);
        self.players.sort_by(|one, other| {
            let ((known, one), (also, other)) = (key(one), key(other));
            also.cmp(&known).then(other.total_cmp(&one))
        });
        Ok(())
    }

    /// The player with this name.
    fn anchored(&self, name: &str) -> Result<usize, Failure> {
        let is_meant = |player: &Rated| player.label == name || self.name(player) == name;
        let meant: Vec<usize> =
            (0..self.players.len()).filter(|&index| is_meant(&self.players[index])).collect();
        let list = |players: &mut dyn Iterator<Item = &Rated>| {
            players.map(|player| self.name(player)).collect::<Vec<_>>().join("; ")
        };
        let why = match meant.as_slice() {
            [index] => return Ok(*index),
            [] => {
                format!(
                    "--anchor: no player \"{name}\"; expected one of {}",
                    list(&mut self.players.iter())
                )
            }
            several => {
                let several = list(&mut several.iter().map(|&index| &self.players[index]));
                format!("--anchor: \"{name}\" is ambiguous; expected one of {several}")
            }
        };
        Err(Failure::new(FailureKind::Usage, anyhow!(why)))
    }

    fn to_text(&self) -> String {
        let mut head = vec!["", "player", "points", "games", "won", "drawn", "lost"];
        head.extend(self.has_stakes.then_some("payoff"));
        head.extend(["elo", "faults"]);
        let last = head.len() - 1;
        let mut lines = vec![head.into_iter().map(String::from).collect()];
        for (place, player) in (1..).zip(&self.players) {
            let Tally { wins, draws, losses, .. } = player.tally;
            let mut line =
                vec![place.to_string(), self.name(player), format!("{:.1}", player.points)];
            line.extend([player.tally.games(), wins, draws, losses].map(|count| count.to_string()));
            line.extend(self.has_stakes.then(|| format!("{:+.3}", player.payoff)));
            line.extend([format!("{:+.0}", player.rating), faults(&player.tally)]);
            lines.push(line);
        }
        align(&lines, &[1, last])
    }

    fn to_json(&self, runs: &[(String, Run)], arguments: &RateArguments) -> Value {
        let player = |player: &Rated| {
            let Tally { wins, draws, losses, faults, .. } = &player.tally;
            let mut object = json!({
                "name": self.name(player), "settings": player.conditions, "points": player.points,
                "games": player.tally.games(), "wins": wins, "draws": draws, "losses": losses,
                "faults": faults, "elo": estimate(player.rating),
            });
            if self.has_stakes {
                let per_game = player.tally.payoff_per_game();
                let (sum, mean) = (player.tally.payoff, estimate(player.payoff));
                object["payoff"] = json!({"sum": sum, "per_game": per_game, "mean": mean});
            }
            object
        };
        let run = |(name, run): &(String, Run)| json!({"folder": name, "games": run.finished_games(), "over": run.is_over()});
        json!({
            "event": "ratings", "game": runs.first().map(|(_, run)| run.tournament().game().name()),
            "anchors": arguments.anchor.iter().map(|it| json!({"name": it.name, "elo": it.elo})).collect::<Vec<_>>(),
            "runs": runs.iter().map(run).collect::<Vec<_>>(),
            "players": self.players.iter().map(player).collect::<Vec<_>>(),
        })
    }
}

/// The settings that affect a player's strength, such as "alpha-beta:depth=4, 100ms, 5000 nodes, pondering".
fn conditions(settings: &Settings, entrant: &Entrant) -> String {
    let mut parts = vec![entrant.player.clone()];
    let time = entrant.odds().time_control(settings.time);
    if time != TimeControl::Unlimited {
        parts.push(time.to_string());
    }
    parts.extend(entrant.depth.or(settings.depth).map(|depth| format!("{depth} plies")));
    parts.extend(entrant.nodes.or(settings.nodes).map(|nodes| format!("{nodes} nodes")));
    parts.extend(entrant.ponder.unwrap_or(settings.ponder).then(|| "pondering".into()));
    let code = entrant.code.iter();
    parts.extend(
        code.map(|code| format!("build {}", code.chars().take(CODE_SHOWN).collect::<String>())),
    );
    parts.join(", ")
}
