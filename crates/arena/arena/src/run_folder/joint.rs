//! Rates the players from several runs of one game on one scale.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::anyhow;
use app_context::{CommandResult, Failure, FailureKind, OrFail};
use games_package::TimeControl;

use super::folder::Folder;
use crate::Tally;
use crate::run::Run;
use crate::settings::{Entrant, Settings};
use crate::statistics::{Comparison, Estimate, anchored_ratings};

/// The displayed length of a plugin's code hash.
const CODE_SHOWN: usize = 8;

/// A player in one or several runs. The same name with different settings is a different player.
#[derive(Debug)]
pub struct JointPlayer {
    /// The player's name in the runs.
    pub label: String,
    /// The settings that affect the player's strength.
    pub conditions: String,
    /// The player's wins, draws, losses, faults and payoffs.
    pub tally: Tally,
    /// Points: 1 for a win, ½ for a draw.
    pub points: f64,
    /// The mean payoff per game.
    pub payoff: Estimate,
    /// The rating.
    pub rating: Estimate,
}

/// A player with a known rating.
#[derive(Clone, PartialEq, Debug)]
pub struct Anchor {
    /// Its name.
    pub name: String,
    /// Its rating.
    pub elo: f64,
}

/// Several runs of one game, with their players' ratings.
#[derive(Debug)]
pub struct JointRuns {
    /// The runs with their folder names.
    pub runs: Vec<(String, Run)>,
    /// The players, ordered by first run.
    pub players: Vec<JointPlayer>,
    /// For each run, its players' indices.
    pub members: Vec<Vec<usize>>,
    /// `true` if the stakes vary. In this case, tables show payoffs.
    pub has_stakes: bool,
    comparisons: Vec<Comparison>,
}

impl JointRuns {
    /// Reads the runs in these folders and rates their players together.
    ///
    /// # Errors
    /// [`Failure`] if a run can't be read, the runs are for different games, a run appears twice, an anchor is unknown,
    /// or no games connect the players.
    pub fn read(folders: &[PathBuf], anchors: &[Anchor]) -> Result<Self, Failure> {
        let runs = read_runs(folders)?;
        let has_stakes = runs.iter().any(|(_, run)| run.tournament().has_stakes());
        let (players, members, comparisons) = (Vec::new(), Vec::new(), Vec::new());
        let mut joint = Self { runs: Vec::new(), players, members, has_stakes, comparisons };
        joint.members = runs.iter().map(|(_, run)| joint.add(run)).collect();
        let known: Vec<(&Run, Vec<usize>)> =
            runs.iter().map(|(_, run)| run).zip(joint.members.iter().cloned()).collect();
        joint.comparisons = Run::joint_comparisons(&known);
        let payoffs = Run::joint_payoffs_per_game(&known, joint.players.len());
        joint.players.iter_mut().zip(payoffs).for_each(|(player, payoff)| player.payoff = payoff);
        joint.runs = runs;
        joint.check_connected()?;
        joint.rate(anchors)?;
        Ok(joint)
    }

    /// Adds a run's players and their games. Returns the players' indices.
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
        let is_same = |known: &JointPlayer| known.label == label && known.conditions == conditions;
        self.players.iter().position(is_same).unwrap_or_else(|| {
            let (tally, points) = (Tally::default(), 0.0);
            let (payoff, rating) = (Estimate::UNKNOWN, Estimate::UNKNOWN);
            self.players.push(JointPlayer { label, conditions, tally, points, payoff, rating });
            self.players.len() - 1
        })
    }

    /// A player's name in tables, followed by its settings if another player has the same name.
    pub fn name(&self, player: &JointPlayer) -> String {
        let same = self.players.iter().filter(|other| other.label == player.label).count();
        if same > 1 {
            format!("{} [{}]", player.label, player.conditions)
        } else {
            player.label.clone()
        }
    }

    /// The players' indices, best first. Players without a rating are last.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        let key = |index: usize| {
            let rating = self.players[index].rating;
            (rating.is_known(), rating.value)
        };
        order.sort_by(|&one, &other| {
            let ((known, one), (also, other)) = (key(one), key(other));
            also.cmp(&known).then(other.total_cmp(&one))
        });
        order
    }

    /// The rating difference between two players. If the other rating is fixed, the error is the player's own.
    pub fn difference(&self, player: usize, other: usize) -> Estimate {
        let base = self.players[other].rating.value;
        let fixed = anchored_ratings(self.players.len(), &self.comparisons, &[(other, base)]);
        Estimate { value: self.players[player].rating.value - base, error: fixed[player].error }
    }

    /// Checks that games connect all players that have played; otherwise their ratings are not comparable.
    fn check_connected(&self) -> CommandResult {
        let mut group: Vec<usize> = (0..self.players.len()).collect();
        for Comparison { first, second, .. } in &self.comparisons {
            let [from, to] = [group[*first], group[*second]];
            group.iter_mut().filter(|it| **it == from).for_each(|it| *it = to);
        }
        let mut played = self.comparisons.iter().flat_map(|two| [two.first, two.second]);
        let Some(first) = played.next() else {
            return Err(input_failure("no games to rate: no pair is complete".into()));
        };
        let Some(other) = played.find(|other| group[*other] != group[first]) else { return Ok(()) };
        let [one, other] = [first, other].map(|player| self.name(&self.players[player]));
        Err(input_failure(format!(
            "no games connect {one} and {other}, directly or through others; add a run that connects them"
        )))
    }

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
                return Err(input_failure(format!("{} has no complete pair", anchor.name)));
            }
        }
        self.players.iter_mut().zip(rated).for_each(|(player, rating)| player.rating = rating);
        Ok(())
    }

    /// The player with this name.
    fn anchored(&self, name: &str) -> Result<usize, Failure> {
        let is_meant = |player: &JointPlayer| player.label == name || self.name(player) == name;
        let meant: Vec<usize> =
            (0..self.players.len()).filter(|&index| is_meant(&self.players[index])).collect();
        let list = |players: &mut dyn Iterator<Item = &JointPlayer>| {
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
}

/// The runs with their folder names. All runs are different and for the same game.
fn read_runs(folders: &[PathBuf]) -> Result<Vec<(String, Run)>, Failure> {
    let mut runs: Vec<(String, Run)> = Vec::new();
    for path in folders {
        let folder = Folder::existing(path.clone());
        let name = folder.display().to_string();
        let tournament = folder.tournament()?;
        let entries = folder.entries(&tournament)?;
        for (other, run) in &runs {
            if run.tournament().fingerprint() == tournament.fingerprint() {
                let why = format!("{other} and {name} are the same run; pass it once");
                return Err(input_failure(why));
            }
            let (one, two) = (run.tournament().game().name(), tournament.game().name());
            if one != two {
                let why = format!(
                    "{other} plays {one}, but {name} plays {two}; pass runs of the same game"
                );
                return Err(input_failure(why));
            }
        }
        runs.push((name, Run::new(Arc::new(tournament), &entries).or_fail(FailureKind::Input)?));
    }
    Ok(runs)
}

fn input_failure(why: String) -> Failure {
    Failure::new(FailureKind::Input, anyhow!(why))
}

/// The settings that affect a player's strength: "alpha-beta:depth=4, 100ms, 5000 nodes,
/// pondering".
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
