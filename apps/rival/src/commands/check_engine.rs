//! `rival check-engine`: checks that another program's engine follows its protocol.

use std::io::{Write, stdout};

use anyhow::anyhow;
use app_context::{CommandResult, Failure, FailureKind, OrFail, one_line};
use engine_protocols::check::{self, Check, CheckTimes, Verdict};
use notation::EngineNotations;
use serde_json::json;

use crate::arguments::{CheckEngineArguments, Protocol};

pub(crate) fn run(arguments: &CheckEngineArguments) -> CommandResult {
    let times = CheckTimes { search: arguments.time, ..CheckTimes::default() };
    let usual = match arguments.protocol {
        Protocol::Hub => check::HUB_GAME,
        Protocol::Uci | Protocol::Xboard => check::UCI_GAME,
        Protocol::Plain => check::PLAIN_GAME,
        Protocol::Dxp => check::DXP_GAME,
    };
    let game = app_context::game(arguments.game.as_deref().unwrap_or(usual))?;
    let (name, command) = (game.name(), arguments.command.as_str());
    let EngineNotations { hub, uci } = game_catalog::engine_notations(name);
    let checks = match arguments.protocol {
        Protocol::Hub => check::hub(name, hub, command, times),
        Protocol::Uci => check::uci(name, uci, command, times),
        Protocol::Xboard => check::xboard(name, uci, command, times),
        Protocol::Plain => check::plain(&game, command, times),
        Protocol::Dxp => check::dxp(name, hub, command, times),
    };
    let checks = checks.or_fail(FailureKind::Usage)?;
    let mut out = stdout().lock();
    for check in &checks {
        if arguments.json {
            writeln!(out, "{}", object(check))?;
        } else {
            write_row(&mut out, check)?;
        }
    }
    let failed = checks.iter().filter(|check| check.verdict == Verdict::Failed).count();
    match failed {
        0 => Ok(()),
        1 => Err(Failure::new(FailureKind::Player, anyhow!("1 check failed"))),
        count => Err(Failure::new(FailureKind::Player, anyhow!("{count} checks failed"))),
    }
}

/// Writes one line per check, followed by the expectation if the check failed.
fn write_row(out: &mut impl Write, check: &Check) -> CommandResult {
    let Check { name, verdict, expected, found } = check;
    writeln!(out, "{:<8} {name:<13} {}", verdict_name(*verdict), one_line(found))?;
    if *verdict == Verdict::Failed {
        writeln!(out, "{:<22} expected: {expected}", "")?;
    }
    Ok(())
}

const fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "passed",
        Verdict::Failed => "FAILED",
        Verdict::Skipped => "skipped",
    }
}

fn object(check: &Check) -> serde_json::Value {
    json!({
        "check": check.name,
        "verdict": verdict_name(check.verdict).to_lowercase(),
        "expected": check.expected,
        "found": check.found,
    })
}
