//! A whole match, ply by ply.

use std::io::{self, Write, stdout};
use std::sync::Arc;
use std::time::Duration;

use analysis::{Appraisal, MatchAnalysis, MatchReport};
use anyhow::anyhow;
use board_engine::Seat;
use games_package::{Ending, Mark, Record, TableGame, Thinking};
use house::{CommandResult, Failure, FailureKind, OrFail};
use match_json::{Line, PlayedPly};
use match_library::{FileFormat, LoadedMatch};
use match_view::sentences;

use super::Analyst;
use super::positions::result_json;
use crate::arguments::AnalyzeArguments;
use crate::columns::columns;
use crate::commands::json::write_line;
use crate::match_files::{check_folder_of, save_to};

/// How long each position is looked at where the command line sets no limit.
const TIME: Duration = Duration::from_secs(1);

/// The width of the graph where there is no terminal, in characters.
const GRAPH_WIDTH: usize = 78;

/// How what is found is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Telling {
    Text,
    Json,
    /// The match itself follows.
    Nothing,
}

pub(super) fn run(
    analyst: &Analyst<'_>,
    arguments: &AnalyzeArguments,
    loaded: LoadedMatch,
) -> CommandResult {
    check_folder_of(arguments.save.as_deref())?;
    let telling = match (arguments.json, &arguments.to) {
        (true, _) => Telling::Json,
        (false, Some(_)) => Telling::Nothing,
        (false, None) => Telling::Text,
    };
    let LoadedMatch { mut record, game, tags, .. } = loaded;
    if telling == Telling::Text {
        let names: Vec<String> = record.players.iter().map(|player| player.name.clone()).collect();
        writeln!(stdout(), "{}\n", sentences::match_title(&*game, &names, record.time_control))?;
    }
    let tells_lines = arguments.lines.is_some_and(|count| count > 1);
    let teller = Teller { record: &record, game: &*game, telling, tells_lines };
    let report = analyze_all(analyst, &teller)?;
    report.annotate(&mut record, &*game);
    if telling == Telling::Text {
        let width = columns().unwrap_or(GRAPH_WIDTH);
        writeln!(stdout(), "\n{}\n{}", report.summary(&*game), report.graph(&*game, width))?;
    }
    if let Some(name) = &arguments.to {
        let unknown = || Failure::new(FailureKind::Usage, anyhow!("there is no form \"{name}\""));
        let format = FileFormat::named(name).ok_or_else(unknown)?;
        let text = format.text(&record, &*game, &tags)?;
        stdout().write_all(text.as_bytes())?;
    }
    Ok(save_to(&record, arguments.save.as_deref(), &tags)?)
}

/// What is told of a match while it is looked at.
struct Teller<'a> {
    record: &'a Record,
    game: &'a dyn TableGame,
    telling: Telling,
    /// Whether more is told of a position than the best move.
    tells_lines: bool,
}

fn analyze_all(analyst: &Analyst<'_>, teller: &Teller<'_>) -> Result<MatchReport, Failure> {
    let Teller { record, .. } = *teller;
    let analysis = MatchAnalysis::new(Arc::clone(&analyst.game), record);
    let mut analysis = analysis.or_fail(FailureKind::Input)?;
    let limits = analyst.limits_or(TIME);
    let mut told = 0;
    loop {
        let asked = analysis.advance().or_fail(FailureKind::Input)?;
        // A ply can be judged when the position after it was analyzed.
        let known = analysis.report().position_count().saturating_sub(1);
        for ply in told..known {
            teller.tell_ply(analysis.report(), ply)?;
        }
        told = known;
        let Some(moves) = asked else { break };
        let mover = analysis.mover().unwrap_or(Seat::FIRST);
        let silent = |_, _: &Thinking| Ok(());
        analysis.add(analyst.ask(Some(&record.start), &moves, mover, limits, silent)?);
    }
    let report = analysis.into_report();
    teller.tell_last(&report)?;
    Ok(report)
}

impl Teller<'_> {
    /// A ply, once the position after it has been analyzed.
    fn tell_ply(&self, report: &MatchReport, ply: usize) -> CommandResult {
        let played = &self.record.plies[ply];
        let mut out = stdout().lock();
        match self.telling {
            Telling::Nothing => {}
            Telling::Text => {
                writeln!(out, "{}", report.ply_sentence(self.game, ply, played))?;
                self.write_lines(&mut out, report, ply)?;
            }
            Telling::Json => {
                let mut object = self.position_json(report, ply);
                let appraisal = report.appraisal(ply).map(appraisal_json);
                object.played = Some(PlayedPly { played: played.mv.clone(), appraisal });
                write_line(&mut out, &object)?;
            }
        }
        Ok(out.flush()?)
    }

    /// The position at the end, from which nothing was played.
    fn tell_last(&self, report: &MatchReport) -> CommandResult {
        let state = self.record.replay(self.game).or_fail(FailureKind::Input)?;
        let ending = state.outcome().map(|outcome| Ending::by_rules(&outcome));
        let ending = ending.or_else(|| self.record.ending.clone());
        match self.telling {
            Telling::Nothing => {}
            Telling::Text => {
                self.write_lines(&mut stdout().lock(), report, state.ply())?;
                let end = ending.map(|ending| sentences::ending_sentence(self.game, &ending));
                writeln!(stdout(), "{}", end.unwrap_or_else(|| "The match goes on.".into()))?;
            }
            Telling::Json => {
                let mut object = self.position_json(report, state.ply());
                object.outcome = ending.as_ref().map(match_json::Ending::from);
                write_line(&mut stdout().lock(), &object)?;
            }
        }
        Ok(())
    }

    /// What could have been played after so many plies, the best first.
    fn write_lines(
        &self,
        out: &mut impl Write,
        report: &MatchReport,
        ply: usize,
    ) -> io::Result<()> {
        let analysis = report.analysis(ply).filter(|_| self.tells_lines);
        for (_, line) in analysis.iter().flat_map(|analysis| &analysis.lines) {
            writeln!(out, "    {}", sentences::line_sentence(line))?;
        }
        Ok(())
    }

    /// What was found in the position after so many plies.
    fn position_json(&self, report: &MatchReport, ply: usize) -> match_json::Analysis {
        let analysis = report.analysis(ply);
        let lines = analysis.filter(|_| self.tells_lines).map(|analysis| {
            analysis.lines.iter().map(|(elapsed, line)| Line::new(*elapsed, line)).collect()
        });
        match_json::Analysis {
            is_final: true,
            lines,
            ply: Some(ply),
            position: report.position(ply).map(String::from),
            ..analysis.map(result_json).unwrap_or_default()
        }
    }
}

fn appraisal_json(appraisal: &Appraisal) -> match_json::Appraisal {
    match_json::Appraisal {
        score: appraisal.value.into(),
        loss: appraisal.loss(),
        mark: appraisal.mark().map(|mark| Mark::sign(mark).into()),
    }
}
