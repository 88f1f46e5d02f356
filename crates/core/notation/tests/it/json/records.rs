//! Tests for whole matches as written by `rival convert --to json`.

use games_package::{Mark, Ply, Thought, Valuation, Variation};
use notation::Sheet;
use serde_json::json as value;

use super::json;

#[test]
fn a_match_is_written_with_scores_and_variations() {
    let game = game_catalog::table_game("tic-tac-toe").unwrap();
    let text = "[Event \"?\"]\n[Game \"tic-tac-toe:3,3,3\"]\n[Result \"*\"]\n\n1. a1 b2 *\n";
    let format = game_catalog::sheet_format("tic-tac-toe").unwrap();
    let sheet: Sheet = format.read(text.as_bytes(), None).next().unwrap().unwrap();
    let mut record = sheet.to_record(&*game).unwrap();
    record.plies[0].note.thought = Some(Thought { valuation: Valuation::WinIn(5), depth: 7 });
    record.plies[0].note.mark = Some(Mark::Good);
    record.plies[1].note.remark = "the middle".into();
    let tried = Variation { after: 1, plies: vec![Ply::from("c3")], variations: Vec::new() };
    record.variations = vec![tried];
    let value = json(&notation::json::Record::new(&record, &[]));
    assert_eq!(
        value["plies"],
        value!([
            {"move": "a1", "seconds": 0.0, "clock": null, "win_in": 5, "depth": 7, "mark": "!"},
            {"move": "b2", "seconds": 0.0, "clock": null, "remark": "the middle"},
        ])
    );
    assert_eq!(value["variations"][0]["plies"][0]["move"], "c3");
    assert_eq!((&value["ending"], &value["passed_draws"]), (&value!(null), &value!([])));
}
