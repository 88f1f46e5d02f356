//! Analyzes a whole match, ply by ply.

use std::io::{self, Write, stdout};
use std::sync::Arc;
use std::time::Duration;

use analysis::{AnalysisPosition, Appraisal, MatchAnalysis, MatchReport, Moment};
use anyhow::anyhow;
use app_context::{CommandResult, Failure, FailureKind, OrFail};
use board_engine::Seat;
use games_package::{Mark, Record, TableGame, Thinking};
use match_library::{FileFormat, LoadedMatch, save};
use match_view::sentences;
use notation::json::{Line, PlayedPly};
use opening_book::Openings;
use tui::analyst::Analyst;
use tui::live::Inbox;
use tui::plain_text::{columns, wrapped};

use super::positions::result_json;
use crate::arguments::AnalyzeArguments;
use crate::commands::{opening_json, write_line};
use crate::match_files::check_folder_of;

/// The time per position if the command line sets no limit.
const TIME: Duration = Duration::from_secs(1);

/// The graph width in characters if there is no terminal.
const GRAPH_WIDTH: usize = 78;

/// The indent in characters of a moment's second and later lines.
const MOMENT_INDENT: usize = 4;

/// The form of the results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Output {
    Text,
    Json,
    /// Only writes the annotated match at the end.
    Nothing,
}

pub(super) fn run(
    analyst: &Analyst<'_>,
    inbox: &Inbox,
    arguments: &AnalyzeArguments,
    loaded: LoadedMatch,
) -> CommandResult {
    check_folder_of(arguments.save.as_deref())?;
    let output = match (arguments.json, &arguments.to) {
        (true, _) => Output::Json,
        (false, Some(_)) => Output::Nothing,
        (false, None) => Output::Text,
    };
    let LoadedMatch { mut record, game, .. } = loaded;
    if output == Output::Text {
        let names: Vec<String> = record.players.iter().map(|player| player.name.clone()).collect();
        writeln!(stdout(), "{}", sentences::match_title(&*game, &names, record.time_control))?;
        let played = record.replay(&*game).or_fail(FailureKind::Input)?;
        if let Some(opening) = analyst.references.opening(&*played) {
            writeln!(stdout(), "{opening}")?;
        }
        writeln!(stdout())?;
    }
    let shows_lines = arguments.lines.is_some_and(|count| count > 1);
    let openings = analyst.references.openings;
    let writer = MatchWriter { record: &record, game: &*game, openings, output, shows_lines };
    let report = analyze_all(analyst, inbox, &writer)?;
    report.annotate(&mut record, &*game);
    if output == Output::Text {
        let width = columns().unwrap_or(GRAPH_WIDTH);
        writeln!(stdout(), "\n{}", report.summary(&*game))?;
        write_moments(&report.moments(&*game, &record))?;
        writeln!(stdout(), "{}", report.graph(&*game, width))?;
    }
    if let Some(name) = &arguments.to {
        let unknown = || Failure::new(FailureKind::Usage, anyhow!("unknown format \"{name}\""));
        let format = FileFormat::named(name).ok_or_else(unknown)?;
        let text = format.text(&record, &*game)?;
        stdout().write_all(text.as_bytes())?;
    }
    Ok(arguments.save.as_deref().map_or(Ok(()), |file| save(&record, file))?)
}

/// Writes the moments that decided the match.
fn write_moments(moments: &[Moment]) -> CommandResult {
    if moments.is_empty() {
        return Ok(());
    }
    let mut out = stdout().lock();
    writeln!(out, "Key moments:")?;
    for Moment { text, .. } in moments {
        writeln!(out, "{}", wrapped(text, columns(), MOMENT_INDENT))?;
    }
    Ok(writeln!(out)?)
}

/// Writes a match's results during the analysis.
struct MatchWriter<'a> {
    record: &'a Record,
    game: &'a dyn TableGame,
    openings: Option<&'a Openings>,
    output: Output,
    /// Whether to write all lines of a position instead of only the best move.
    shows_lines: bool,
}

fn analyze_all(
    analyst: &Analyst<'_>,
    inbox: &Inbox,
    writer: &MatchWriter<'_>,
) -> Result<MatchReport, Failure> {
    let MatchWriter { record, .. } = *writer;
    let analysis = MatchAnalysis::new(Arc::clone(&analyst.game), record);
    let mut analysis =
        analysis.or_fail(FailureKind::Input)?.with_references(analyst.references.clone());
    let limits = analyst.limits_or_time(TIME);
    let mut written = 0;
    loop {
        let asked = analysis.advance().or_fail(FailureKind::Input)?;
        // A ply can be judged once the position after it has been analyzed.
        let known = analysis.report().position_count().saturating_sub(1);
        for ply in written..known {
            writer.write_ply(analysis.report(), ply)?;
        }
        written = known;
        let Some(moves) = asked else { break };
        let mover = analysis.mover().unwrap_or(Seat::FIRST);
        let silent = |_, _: &Thinking| Ok(());
        let position = AnalysisPosition { start: Some(&record.start), moves: &moves };
        analysis.add(analyst.analyze(inbox, position, mover, limits, silent)?);
    }
    let report = analysis.into_report();
    writer.write_last_position(&report)?;
    Ok(report)
}

impl MatchWriter<'_> {
    /// Writes a ply once the position after it has been analyzed.
    fn write_ply(&self, report: &MatchReport, ply: usize) -> CommandResult {
        let played = &self.record.plies[ply];
        let mut out = stdout().lock();
        match self.output {
            Output::Nothing => {}
            Output::Text => {
                writeln!(out, "{}", report.ply_sentence(self.game, ply, played))?;
                self.write_lines(&mut out, report, ply)?;
            }
            Output::Json => {
                let mut object = self.position_json(report, ply);
                let appraisal = report.appraisal(ply).map(appraisal_json);
                object.played = Some(PlayedPly { played: played.mv.clone(), appraisal });
                write_line(&mut out, &object)?;
            }
        }
        Ok(out.flush()?)
    }

    /// Writes the final position.
    fn write_last_position(&self, report: &MatchReport) -> CommandResult {
        let state = self.record.replay(self.game).or_fail(FailureKind::Input)?;
        let ending = state.ending().or_else(|| self.record.ending.clone());
        match self.output {
            Output::Nothing => {}
            Output::Text => {
                self.write_lines(&mut stdout().lock(), report, state.ply())?;
                let end = ending.map(|ending| sentences::ending_sentence(self.game, &ending));
                writeln!(stdout(), "{}", end.unwrap_or_else(|| "The match is unfinished.".into()))?;
            }
            Output::Json => {
                let mut object = self.position_json(report, state.ply());
                object.outcome = ending.as_ref().map(notation::json::Ending::from);
                write_line(&mut stdout().lock(), &object)?;
            }
        }
        Ok(())
    }

    /// Writes the lines from the position after `ply` plies, best first.
    fn write_lines(
        &self,
        out: &mut impl Write,
        report: &MatchReport,
        ply: usize,
    ) -> io::Result<()> {
        let analysis = report.analysis(ply).filter(|_| self.shows_lines);
        for (_, line) in analysis.iter().flat_map(|analysis| &analysis.lines) {
            writeln!(out, "    {}", sentences::line_sentence(line))?;
        }
        Ok(())
    }

    /// The analysis after `ply` plies.
    fn position_json(&self, report: &MatchReport, ply: usize) -> notation::json::Analysis {
        let analysis = report.analysis(ply);
        let lines = analysis.filter(|_| self.shows_lines).map(|analysis| {
            analysis.lines.iter().map(|(elapsed, line)| Line::new(*elapsed, line)).collect()
        });
        let position = report.position(ply);
        let opening = self.openings.zip(position).and_then(|(known, at)| known.at(at));
        notation::json::Analysis {
            is_final: true,
            lines,
            opening: opening.map(opening_json),
            ply: Some(ply),
            position: position.map(String::from),
            ..analysis.map(result_json).unwrap_or_default()
        }
    }
}

fn appraisal_json(appraisal: &Appraisal) -> notation::json::Appraisal {
    notation::json::Appraisal {
        score: appraisal.value.into(),
        table: appraisal.table.map(Into::into),
        loss: appraisal.loss(),
        mark: appraisal.mark().map(|mark| Mark::sign(mark).into()),
    }
}
