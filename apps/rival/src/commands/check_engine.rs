//! `rival check-engine`: checks whether another program's engine obeys its protocol.

use std::io::{Write, stdout};

use anyhow::anyhow;
use engine_protocols::check::{self, Check, CheckTimes, Verdict};
use house::{CommandResult, Failure, FailureKind, OrFail, one_line};
use serde_json::json;

use crate::arguments::{CheckEngineArguments, CheckedProtocol};

pub(crate) fn run(arguments: &CheckEngineArguments) -> CommandResult {
    let times = CheckTimes { search: arguments.time, ..CheckTimes::default() };
    let usual = match arguments.protocol {
        CheckedProtocol::Hub => check::HUB_GAME,
        CheckedProtocol::Uci => check::UCI_GAME,
        CheckedProtocol::Plain => check::PLAIN_GAME,
        CheckedProtocol::Dxp => check::DXP_GAME,
    };
    let game = house::game(arguments.game.as_deref().unwrap_or(usual))?;
    let (name, command) = (game.name(), arguments.command.as_str());
    let checks = match arguments.protocol {
        CheckedProtocol::Hub => check::hub(name, command, times),
        CheckedProtocol::Uci => check::uci(name, command, times),
        CheckedProtocol::Plain => check::plain(&game, command, times),
        CheckedProtocol::Dxp => check::dxp(name, command, times),
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

/// One line, and below a failed check what was expected.
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
