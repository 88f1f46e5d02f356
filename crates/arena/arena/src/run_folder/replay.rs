//! Encodes the positions in finished games compactly for a board on a page. Stores each position as the difference from
//! the previous position.

use std::collections::HashMap;

use crate::journal::Entry;
use board_engine::{Square, Viewer};
use games_package::{MatchState, TableGame};
use notation::json::Diagram;
use serde::Serialize;
use serde_json::{Value, json};

/// Diagram members that are stored as a whole, because most of their content changes together.
const WHOLE: [&str; 3] = ["pieces", "laid", "won"];

/// Collects the positions from games with the same rules, together with shared data.
#[derive(Debug)]
pub struct Replays {
    /// The diagram of the initial position, to which all differences refer.
    base: Diagram,
    /// The paths of changed members.
    paths: Pool,
    /// The new values.
    values: Pool,
}

/// A pool of distinct values.
#[derive(Debug, Default)]
struct Pool {
    values: Vec<Value>,
    /// The index of each value, by its JSON string.
    known: HashMap<String, usize>,
}

impl Pool {
    fn index(&mut self, value: Value) -> usize {
        let values = &mut self.values;
        *self.known.entry(value.to_string()).or_insert_with(|| {
            values.push(value);
            values.len() - 1
        })
    }
}

impl Replays {
    /// An empty collection. `None` if the game has no initial position.
    pub fn new(game: &dyn TableGame) -> Option<Self> {
        let base = picture(&*game.open(None).ok()?);
        Some(Self { base, paths: Pool::default(), values: Pool::default() })
    }

    /// Encodes a finished game's positions. `steps` has one entry for the initial position and one for the position
    /// after each move. An entry has two numbers per change: the path index and the value index. `squares` contains the
    /// squares that each move touched. Returns `None` if a move is illegal by this program's rules.
    pub fn add(&mut self, game: &dyn TableGame, entry: &Entry) -> Option<Value> {
        let mut state = game.open(Some(&entry.start)).ok()?;
        let mut before = self.base.clone();
        let (mut steps, mut squares) = (Vec::new(), vec![Vec::new()]);
        let mut moves = entry.moves.split_ascii_whitespace();
        loop {
            let now = picture(&*state);
            let mut step = Vec::new();
            self.compare_pictures(&before, &now, &mut step);
            steps.push(step);
            before = now;
            let Some(mv) = moves.next() else { break };
            let route = state.route(mv).unwrap_or_default();
            squares.push(route.into_iter().map(Square::index).collect());
            state.play(mv).ok()?;
        }
        Some(json!({"steps": steps, "squares": squares}))
    }

    /// The data that the games share: `base`, `paths` and `values`.
    pub fn into_shared(self) -> Value {
        json!({"base": self.base, "paths": self.paths.values, "values": self.values.values})
    }

    /// Adds the differences between two diagrams to `step`. Equal parts, which make up most of a diagram, are never
    /// converted to JSON.
    fn compare_pictures(&mut self, before: &Diagram, now: &Diagram, step: &mut Vec<usize>) {
        let Diagram {
            columns,
            rows,
            shades,
            tiling,
            side_owners,
            names_on_squares,
            edges,
            squares,
            laid,
            zones,
            captions,
            won,
        } = now;
        let mut path = Vec::new();
        self.compare_member("columns", &before.columns, columns, &mut path, step);
        self.compare_member("rows", &before.rows, rows, &mut path, step);
        self.compare_member("shades", &before.shades, shades, &mut path, step);
        self.compare_member("tiling", &before.tiling, tiling, &mut path, step);
        self.compare_member("side_owners", &before.side_owners, side_owners, &mut path, step);
        let names = &before.names_on_squares;
        self.compare_member("names_on_squares", names, names_on_squares, &mut path, step);
        self.compare_member("edges", &before.edges, edges, &mut path, step);
        self.compare_member("laid", &before.laid, laid, &mut path, step);
        self.compare_member("zones", &before.zones, zones, &mut path, step);
        self.compare_member("captions", &before.captions, captions, &mut path, step);
        self.compare_member("won", &before.won, won, &mut path, step);
        if before.squares.len() != squares.len() {
            return self.compare_member("squares", &before.squares, squares, &mut path, step);
        }
        path.push("squares".into());
        for (index, (before, now)) in before.squares.iter().zip(squares).enumerate() {
            self.compare_member(index, before, now, &mut path, step);
        }
    }

    /// Adds the differences between two members of the value at `path` to `step`.
    fn compare_member<T: PartialEq + Serialize>(
        &mut self,
        key: impl Into<Value>,
        before: &T,
        now: &T,
        path: &mut Vec<Value>,
        step: &mut Vec<usize>,
    ) {
        if before != now {
            path.push(key.into());
            self.compare(&value_of(before), &value_of(now), path, step);
            path.pop();
        }
    }

    /// Adds the differences between two values at `path` to `step`.
    fn compare(
        &mut self,
        before: &Value,
        now: &Value,
        path: &mut Vec<Value>,
        step: &mut Vec<usize>,
    ) {
        if before == now {
            return;
        }
        let is_whole = path.last().and_then(Value::as_str).is_some_and(|key| WHOLE.contains(&key));
        match (before, now) {
            (Value::Object(before), Value::Object(now))
                if !is_whole && before.keys().eq(now.keys()) =>
            {
                for (key, value) in now {
                    path.push(key.as_str().into());
                    self.compare(&before[key], value, path, step);
                    path.pop();
                }
            }
            (Value::Array(before), Value::Array(now)) if !is_whole && before.len() == now.len() => {
                for (index, (before, value)) in before.iter().zip(now).enumerate() {
                    path.push(index.into());
                    self.compare(before, value, path, step);
                    path.pop();
                }
            }
            _ => {
                let path = self.paths.index(Value::Array(path.clone()));
                step.extend([path, self.values.index(now.clone())]);
            }
        }
    }
}

/// A position's diagram with all hands revealed, as after the game.
fn picture(state: &dyn MatchState) -> Diagram {
    Diagram::from(&state.diagram(Viewer::Arbiter))
}

/// Converts part of a diagram to JSON. This can't fail, because all keys are strings.
fn value_of(part: &impl Serialize) -> Value {
    serde_json::to_value(part).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::journal::Conclusion;
    use crate::openings::Openings;
    use crate::settings::Settings;
    use crate::tournament::{Job, Tournament};

    use super::*;

    /// The diagram after each step, reconstructed as on the page.
    fn replay_steps(shared: &Value, replay: &Value) -> Vec<Value> {
        let mut now = shared["base"].clone();
        let step = |step: &Value| {
            for change in step.as_array().unwrap().chunks(2) {
                let index = |number: &Value| usize::try_from(number.as_u64().unwrap()).unwrap();
                let mut place = &mut now;
                for key in shared["paths"][index(&change[0])].as_array().unwrap() {
                    place = match key.as_str() {
                        Some(key) => &mut place[key],
                        None => &mut place[index(key)],
                    };
                }
                *place = shared["values"][index(&change[1])].clone();
            }
            now.clone()
        };
        replay["steps"].as_array().unwrap().iter().map(step).collect()
    }

    /// A game with `moves` random moves, or fewer if it ends earlier.
    fn entry(game: &Arc<dyn TableGame>, moves: usize) -> Entry {
        let settings = Settings::new(game.name(), vec!["random".to_owned(); game.seat_count()]);
        let mut settings = arena_settings(settings);
        settings.seed = Some(1);
        let tournament = Tournament::new(settings, Arc::clone(game), Openings::start()).unwrap();
        let players = (0..game.seat_count()).collect();
        let job = Job { round: 0, number: 0, set: 0, players };
        let (mut state, mut legal) = (game.open(None).unwrap(), Vec::new());
        let start = state.position(Viewer::Arbiter);
        let mut entry = Entry {
            id: tournament.id(job.round, job.number),
            round: job.round,
            number: job.number,
            set: job.set,
            players: job.players,
            payoffs: vec![0; game.seat_count()],
            conclusion: Conclusion { reason: "draw agreed".into(), ..Conclusion::default() },
            start: start.clone(),
            moves: String::new(),
            end: start,
            elapsed_us: Vec::new(),
            thoughts: Vec::new(),
            lines: Vec::new(),
            line_errors: Vec::new(),
            excess_nodes: Vec::new(),
            finished_at: None,
        };
        for ply in 0..moves {
            if state.outcome().is_some() {
                break;
            }
            state.legal_moves(&mut legal);
            // A chance move can be any move in the list.
            let mv = legal[(ply * 7 + 3) % legal.len()].clone();
            entry.moves = [entry.moves.as_str(), &state.play(&mv).unwrap()].join(" ");
        }
        entry
    }

    fn arena_settings(mut settings: Settings) -> Settings {
        for (index, entrant) in settings.players.iter_mut().enumerate() {
            entrant.name = Some(format!("player {index}"));
        }
        settings
    }

    #[test]
    fn every_position_of_every_game_is_restored_from_differences() {
        for name in ["checkers", "chess", "othello", "hex", "backgammon", "dominoes:round", "pig"] {
            let game = game_catalog::table_game(name).unwrap();
            let entry = entry(&game, 30);
            let mut replays = Replays::new(&*game).unwrap();
            let replay = replays.add(&*game, &entry).unwrap();
            let shared = replays.into_shared();
            let found = replay_steps(&shared, &replay);
            let mut state = game.open(None).unwrap();
            assert_eq!(found.len(), entry.plies() + 1, "{name}");
            assert_eq!(replay["squares"].as_array().unwrap().len(), found.len(), "{name}");
            for (index, found) in found.iter().enumerate() {
                assert_eq!(*found, value_of(&picture(&*state)), "{name}, after {index} moves");
                if let Some(mv) = entry.moves.split_ascii_whitespace().nth(index) {
                    state.play(mv).unwrap();
                }
            }
            let (size, whole) = (replay.to_string().len(), shared["base"].to_string().len());
            assert!(
                size * 10 < whole * found.len(),
                "{name}: {size} bytes for pictures of {whole}"
            );
        }
    }

    #[test]
    fn the_last_position_includes_the_winning_squares() {
        let game = game_catalog::table_game("tic-tac-toe").unwrap();
        let mut entry = entry(&game, 0);
        entry.moves = "a1 a2 b1 b2 c1".into();
        let mut replays = Replays::new(&*game).unwrap();
        let replay = replays.add(&*game, &entry).unwrap();
        let found = replay_steps(&replays.into_shared(), &replay);
        assert_eq!((&found[4]["won"], &found[5]["won"]), (&json!([]), &json!([6, 7, 8])));
    }

    #[test]
    fn an_illegal_game_has_no_positions() {
        let game = game_catalog::table_game("checkers").unwrap();
        let mut entry = entry(&game, 2);
        entry.moves = "11-15 11-15".into();
        let mut replays = Replays::new(&*game).unwrap();
        assert_eq!(replays.add(&*game, &entry), None);
        entry.start = "nonsense".into();
        assert_eq!(replays.add(&*game, &entry), None);
    }
}
