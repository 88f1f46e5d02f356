//! The C header and the Rust types agree: a C compiler compares sizes, offsets and numbers.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use plugin_abi::*;

/// C assertions about a structure's size and the offset of each field.
macro_rules! layout {
    ($claims:ident, $c:literal, $rust:ty, [$($field:ident $(as $c_field:literal)?),+ $(,)?]) => {
        claim(&mut $claims, &format!("sizeof({})", $c), size_of::<$rust>());
        let fields: &[(&str, usize)] =
            &[$((field_name(stringify!($field), &[$($c_field)?]), std::mem::offset_of!($rust, $field))),+];
        for (field, offset) in fields {
            claim(&mut $claims, &format!("offsetof({}, {field})", $c), *offset);
        }
    };
}

/// A field's name in C, if it differs.
fn field_name<'a>(rust: &'a str, c: &[&'a str]) -> &'a str {
    c.first().copied().unwrap_or(rust)
}

fn claim(claims: &mut String, expression: &str, value: impl std::fmt::Display) {
    writeln!(claims, "_Static_assert({expression} == {value}, \"{expression} is not {value}\");")
        .unwrap();
}

fn layouts_of_accounts() -> String {
    let mut claims = String::new();
    claim(&mut claims, "sizeof(RivalStamp)", STAMP_BYTES);
    layout!(
        claims,
        "RivalOptionSpec",
        COptionSpec,
        [name, description, default_value, choices, choice_count, min, max, kind]
    );
    layout!(
        claims,
        "RivalPlayerInfo",
        CPlayerInfo,
        [name, description, games, game_count, options, option_count]
    );
    layout!(claims, "RivalOption", COption, [name, value]);
    claims
}

fn layouts_of_calls() -> String {
    let mut claims = String::new();
    layout!(
        claims,
        "RivalSetup",
        CSetup,
        [game, time_control, seed, depth_max, node_count_max, seat, seat_count, pondering]
    );
    layout!(
        claims,
        "RivalTurn",
        CTurn,
        [
            start,
            moves,
            position,
            legal_moves,
            legal_move_count,
            time_left_ms,
            budget_ms,
            draw_offer,
            seat
        ]
    );
    layout!(claims, "RivalEvent", CEvent, [mv as "move", position, kind, seat]);
    layout!(
        claims,
        "RivalThinking",
        CThinking,
        [
            line,
            nodes,
            evaluations,
            cutoffs,
            selective_depth,
            table_use,
            depth,
            rank,
            value_kind,
            value
        ]
    );
    layout!(
        claims,
        "RivalHost",
        CHost,
        [context, is_stopped, report, log, find_move, fail, urgency, rules]
    );
    layout!(
        claims,
        "RivalPlugin",
        CPlugin,
        [
            name,
            version,
            players,
            player_count,
            new_player,
            close,
            start,
            choose_move,
            ponder,
            observe
        ]
    );
    claims
}

fn layouts_of_rules() -> String {
    let mut claims = String::new();
    claim(&mut claims, "sizeof(RivalPosition)", size_of::<CPosition>());
    layout!(claims, "RivalState", CState, [key, move_count, turn, payoffs]);
    layout!(
        claims,
        "RivalRules",
        CRules,
        [
            size,
            context,
            make,
            copy,
            release,
            play,
            take_back,
            states,
            look_ahead,
            weights,
            find_move,
            move_text,
            position_text,
            why
        ]
    );
    claims
}

fn numbers_of_rules() -> String {
    let mut claims = String::new();
    claim(&mut claims, "RIVAL_SEATS_MAX", C_SEATS_MAX);
    claim(&mut claims, "RIVAL_BATCH_MAX", C_BATCH_MAX);
    claim(&mut claims, "RIVAL_KEPT_MAX", C_KEPT_MAX);
    claim(&mut claims, "RIVAL_CHANCE", C_CHANCE);
    claim(&mut claims, "RIVAL_NOT_NOW", CRefusal::NotNow as i32);
    claim(&mut claims, "RIVAL_NO_RULES", CRefusal::NoRules as i32);
    claim(&mut claims, "RIVAL_NO_POSITION", CRefusal::NoPosition as i32);
    claim(&mut claims, "RIVAL_NO_MOVE", CRefusal::NoMove as i32);
    claim(&mut claims, "RIVAL_IS_OVER", CRefusal::IsOver as i32);
    claim(&mut claims, "RIVAL_MALFORMED", CRefusal::Malformed as i32);
    claim(&mut claims, "RIVAL_BAD_POINTER", CRefusal::BadPointer as i32);
    claim(&mut claims, "RIVAL_TOO_MANY", CRefusal::TooMany as i32);
    claim(&mut claims, "RIVAL_TOO_SMALL", CRefusal::TooSmall as i32);
    claim(&mut claims, "RIVAL_BROKEN", CRefusal::Broken as i32);
    claims
}

fn numbers() -> String {
    let mut claims = String::new();
    claim(&mut claims, "RIVAL_C_INTERFACE", C_INTERFACE);
    claim(&mut claims, "RIVAL_RESIGN", C_RESIGN);
    claim(&mut claims, "RIVAL_ACCEPT_DRAW", C_ACCEPT_DRAW);
    claim(&mut claims, "RIVAL_AND_OFFER_DRAW", C_AND_OFFER_DRAW);
    claim(&mut claims, "RIVAL_NONE", C_NONE);
    claim(&mut claims, "RIVAL_INTEGER", COptionKind::Integer as u32);
    claim(&mut claims, "RIVAL_FLAG", COptionKind::Flag as u32);
    claim(&mut claims, "RIVAL_CHOICE", COptionKind::Choice as u32);
    claim(&mut claims, "RIVAL_TEXT", COptionKind::Text as u32);
    claim(&mut claims, "RIVAL_CHANCE_DECIDED", CEventKind::ChanceDecided as u32);
    claim(&mut claims, "RIVAL_MOVE_PLAYED", CEventKind::MovePlayed as u32);
    claim(&mut claims, "RIVAL_MOVE_TAKEN_BACK", CEventKind::MoveTakenBack as u32);
    claim(&mut claims, "RIVAL_MOVE_REDONE", CEventKind::MoveRedone as u32);
    claim(&mut claims, "RIVAL_MATCH_ENDED", CEventKind::MatchEnded as u32);
    claim(&mut claims, "RIVAL_CENTI", CValueKind::Centi as u32);
    claim(&mut claims, "RIVAL_WIN_IN", CValueKind::WinIn as u32);
    claim(&mut claims, "RIVAL_LOSS_IN", CValueKind::LossIn as u32);
    claims
}

/// The compiler errors for these assertions; empty if the compiler accepts them.
fn compile(claims: &str) -> String {
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("claims-{}.c", claims.len()));
    fs::write(&source, format!("#include \"rival_plugin.h\"\n{claims}")).unwrap();
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let output = Command::new("cc")
        .args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-I"])
        .args([&include, &source])
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_header_matches_the_type_layouts() {
    assert_eq!(compile(&(layouts_of_accounts() + &layouts_of_calls() + &layouts_of_rules())), "");
}

#[test]
fn the_header_matches_the_enum_values() {
    assert_eq!(compile(&(numbers() + &numbers_of_rules())), "");
}

#[test]
fn a_mismatch_is_detected() {
    let complaint = compile("_Static_assert(offsetof(RivalTurn, seat) == 0, \"moved\");\n");
    assert!(complaint.contains("moved"), "{complaint}");
}
