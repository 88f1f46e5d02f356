//! The message with the complete displayed state of a tournament.

use arena::run::Run;
use arena::run_folder::follower::{Follower, HistoryPoint};
use arena::run_folder::json;
use arena::run_folder::places::Place;
use arena::run_folder::status::{RunStatus, Speed};
use arena::run_folder::tables::Report;
use arena::run_folder::tables::summaries::FirstSeat;
use arena::settings::Settings;
use games_package::TimeControl;
use serde_json::{Value, json};

/// The maximum number of players for which the cross table is sent.
const CROSS_TABLE_MAX: usize = 64;

/// A tournament's current state.
#[derive(Debug)]
pub(super) struct Standing<'a> {
    pub(super) place: &'a Place,
    pub(super) status: RunStatus,
    pub(super) why: Option<String>,
    pub(super) speed: Option<Speed>,
}

impl Standing<'_> {
    /// The message.
    pub(super) fn message(&self, follower: &Follower) -> String {
        let run = follower.run();
        let report = Report::of(run);
        let mut message = json!({
            "type": "tournament", "tournament": self.place.name, "title": self.place.title,
            "status": self.status, "why": self.why, "speed": self.speed,
            "finished": run.finished_games(), "known": run.known_games(),
            "settings": settings(run), "standings": json::report(&report),
            "order": report.rows.iter().map(|row| row.player).collect::<Vec<_>>(),
            "stakes": report.has_stakes, "summary": report.duel_text(),
            "first_seat_text": report.first_seat.as_ref().map(FirstSeat::to_text),
            "knockout_text": report.knockout.lines,
            "history": follower.history().iter().map(point).collect::<Vec<_>>(),
        });
        let count = report.rows.len();
        if (2..=CROSS_TABLE_MAX).contains(&count) {
            message["cross"] = cross(&report, count);
        }
        message.to_string()
    }
}

fn settings(run: &Run) -> Value {
    let (tournament, settings) = (run.tournament(), run.tournament().settings());
    let Settings { game, pairs, depth, nodes, openings, format, seed, time, sprt, .. } = settings;
    let seats = tournament.game().seat_count();
    json!({
        "game": game, "format": format.name(), "format_settings": format, "pairs": extend_pairs(settings, *pairs),
        "seats": seats, "games_per_set": tournament.games_per_set(), "openings": openings,
        "seed": seed.map(|seed| seed.to_string()), "depth": depth, "nodes": nodes,
        "time_control": (*time != TimeControl::Unlimited).then(|| time.to_string()),
        "move_limit": settings.move_limit_text(),
        "test": sprt.map(|test| json!({"elo0": test.elo0, "elo1": test.elo1})),
        "players": settings.players.iter().map(|it| json!({"name": it.label(), "player": it.player}))
            .collect::<Vec<_>>(),
    })
}

fn extend_pairs(settings: &Settings, pairs: u32) -> u32 {
    settings.extended_to.unwrap_or(pairs)
}

/// Each pair of players' scores, by player number; null if the two have not met.
fn cross(report: &Report, count: usize) -> Value {
    let cell = |one: usize, other: usize| {
        let (score, games) = report.table.against(one, other);
        if games > 0.0 { json!([score, games]) } else { Value::Null }
    };
    (0..count).map(|one| (0..count).map(|other| cell(one, other)).collect::<Value>()).collect()
}

fn point(point: &HistoryPoint) -> Value {
    json!([point.games, point.elo.value, json::estimate(point.elo)["error"], point.llr])
}
