//! Draws the menu.

use games_package::{OptionKind, OptionSpec};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::Line;

use super::form::Form;
use super::standings::{fitting, row};
use super::start::GamePurpose;
use super::tournaments::TournamentPart;
use super::{Menu, MenuItem, Page, TournamentCommand, TournamentView};
use crate::palette::Part;
use crate::skin::Pieces;
use crate::view::{draw_sample, draw_too_small, is_large_enough, replace_non_ascii};
use crate::words::{cut, padded, text_width, wrapped};

/// The number of rows above and below the list.
const ABOVE: u16 = 3;
const BELOW: u16 = REMARK + 1;

/// The number of rows for an error or the description of the selected row.
const REMARK: u16 = 2;

impl Menu {
    /// Draws the menu at the current screen size, which can change before the resize event arrives.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.area = frame.area();
        if !is_large_enough(self.area) {
            return draw_too_small(frame);
        }
        let buffer = frame.buffer_mut();
        self.draw_heading(buffer);
        match self.page.form() {
            Some(form) => self.draw_form(form, buffer),
            None => self.draw_list(buffer),
        }
        self.draw_foot(buffer);
        if self.skin.pieces == Pieces::Ascii {
            replace_non_ascii(frame);
        }
    }

    /// Draws the program name, the answers so far, and the question.
    fn draw_heading(&self, buffer: &mut Buffer) {
        let Rect { x, y, width, .. } = self.area;
        let wide = usize::from(width).saturating_sub(2);
        let sign = if self.skin.pieces == Pieces::Ascii { " > " } else { " › " };
        let path = cut(&self.path().join(sign), wide);
        buffer.set_stringn(x + 1, y, path, wide, self.skin.strong(Part::Accent));
        let question = self.question();
        let question = cut(question, wide);
        buffer.set_stringn(x + 1, y + 1, &question, wide, Style::new());
        if !self.list.filter.is_empty() && self.page.form().is_none() {
            let start = text_width(&question) + 3;
            let room = width.saturating_sub(start);
            let typed = self.list.filter.spans(room.into(), self.skin.strong(Part::Accent));
            buffer.set_line(x + start, y + 1, &Line::from(typed), room);
        }
    }

    /// The program name and the answers so far.
    pub(super) fn path(&self) -> Vec<String> {
        let mut path = vec!["Rival".to_owned()];
        if let (Page::Tournament(..), Some(view)) = (&self.page, &self.tournament) {
            path.extend([view.title.clone(), view.subject.clone()]);
        } else {
            path.extend(Some(self.game.clone()).filter(|game| !game.is_empty()));
            path.extend(self.first.as_ref().map(|first| first.label.clone()));
            path.extend(self.opponent.as_ref().map(|choice| choice.label.clone()));
        }
        path
    }

    pub(super) fn question(&self) -> &str {
        match &self.page {
            Page::Start => "What do you want to do?",
            Page::Game(GamePurpose::Play) => "What do you want to play?",
            Page::Game(GamePurpose::Watch) => "What do you want to watch?",
            Page::Game(GamePurpose::Study | GamePurpose::Tournament) => "Which game?",
            Page::Variant(_) => "Which variant?",
            Page::Kept(_) | Page::MatchOfFile(_) | Page::Found(_) => "Which match?",
            Page::File | Page::Export(_) => "Which file? Type its name.",
            Page::Import => "Which file or folder? Type its name.",
            Page::GameOfFile(..) => "The file doesn't name its game. Which one?",
            Page::ImportGame(_) => "Which game do these matches belong to?",
            Page::Library => "What do you want to do with the library?",
            Page::Search(_) => "Which matches are you looking for?",
            Page::Settings(_) => "What do you want to change?",
            Page::Opponent if self.purpose == GamePurpose::Play => "Against whom?",
            Page::Opponent if self.first.is_none() => "Who moves first?",
            Page::Opponent => "Who is the opponent?",
            Page::Options(_) => "Which options for this player?",
            Page::Side => "Which side is yours?",
            Page::Tournaments => "Which tournament?",
            Page::Entrants => "Who participates?",
            Page::NewTournament(_) => "What are the rules?",
            Page::Tournament(..) => self.tournament.as_ref().map_or("", |view| view.state.as_str()),
            Page::Time => "How much time?",
        }
    }

    /// Examples for the page that asks for a file or folder.
    pub(super) const fn file_example(&self) -> &'static str {
        match self.page {
            Page::Export(_) => "A path such as games.pdn or ~/games/mine.pgn",
            Page::Import => "A path such as games.pdn or ~/games",
            _ => "A path such as games.pdn or ~/games/match.toml",
        }
    }

    fn draw_list(&self, buffer: &mut Buffer) {
        let shown = self.list.shown();
        let area = list_area(self.area);
        if shown.is_empty() {
            let text = match self.page {
                Page::File | Page::Export(_) | Page::Import => self.file_example().into(),
                Page::Tournament(..) if self.list.filter.is_empty() => {
                    "No finished games yet.".into()
                }
                _ => format!("No match for \"{}\"; Esc clears.", &*self.list.filter),
            };
            let wide = usize::from(area.width);
            buffer.set_stringn(area.x + 1, area.y, cut(&text, wide), wide, Style::new());
            return;
        }
        match (&self.page, &self.tournament) {
            (Page::Tournament(_, TournamentPart::Standings), Some(view)) => {
                return self.draw_standings(&shown, view, area, buffer);
            }
            (Page::Tournament(_, TournamentPart::Report), _) => {
                return self.draw_rows(&shown, |line| format!(" {}", line.label), area, buffer);
            }
            _ => {}
        }
        let longest = shown.iter().map(|choice| text_width(&choice.label)).max().unwrap_or(0);
        let name_width = usize::from(longest.clamp(8, area.width / 2));
        let text = |choice: &MenuItem| {
            let label = padded(&cut(&choice.label, name_width), name_width);
            format!(" {label}  {}", choice.description)
        };
        self.draw_rows(&shown, text, area, buffer);
    }

    /// Draws the list's visible rows.
    fn draw_rows(
        &self,
        shown: &[&MenuItem],
        text: impl Fn(&MenuItem) -> String,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let first = first_row(self.list.index, area.height);
        let rows = shown.iter().enumerate().skip(first).take(area.height.into());
        for (y, (index, choice)) in (area.y..).zip(rows) {
            let is_chosen = index == self.list.index;
            self.draw_row(&text(choice), is_chosen, Rect { y, height: 1, ..area }, buffer);
        }
        let is_more_below = first + usize::from(area.height) < shown.len();
        self.draw_more([first > 0, is_more_below], area, buffer);
    }

    /// Marks hidden rows above and below the visible rows.
    fn draw_more(&self, [above, below]: [bool; 2], area: Rect, buffer: &mut Buffer) {
        let is_ascii = self.skin.pieces == Pieces::Ascii;
        let [up, down] = if is_ascii { ["^", "v"] } else { ["↑", "↓"] };
        let (x, style) = (area.right().saturating_sub(1), self.skin.strong(Part::Accent));
        if above {
            buffer.set_stringn(x, area.y, up, 1, style);
        }
        if below {
            buffer.set_stringn(x, area.bottom().saturating_sub(1), down, 1, style);
        }
    }

    /// Draws the standings with their headings, and the possible actions.
    fn draw_standings(
        &self,
        shown: &[&MenuItem],
        view: &TournamentView,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let columns = fitting(&view.columns, area.width.saturating_sub(2));
        let text = |choice: &MenuItem| match view.place_of(choice) {
            Some(place) => format!(" {}", row(&columns, Some(place))),
            None => format!(" {:<8}  {}", choice.label, choice.description),
        };
        if shown.iter().any(|choice| view.place_of(choice).is_some()) {
            let (x, y) = (area.x + 1, area.y.saturating_sub(1));
            let (heads, wide) = (row(&columns, None), usize::from(area.width.saturating_sub(1)));
            buffer.set_stringn(x, y, heads, wide, self.skin.text(Part::Faint));
        }
        self.draw_rows(shown, text, area, buffer);
    }

    fn draw_form(&self, form: &Form, buffer: &mut Buffer) {
        let area = list_area(self.area);
        let longest = form.rows().map(|(spec, _)| text_width(&spec.name)).max().unwrap_or(0);
        let first = first_row(form.index, area.height);
        for (y, (index, (spec, value))) in
            (area.y..).zip(form.rows().enumerate().skip(first).take(area.height.into()))
        {
            let value = format!("{value:<12}");
            let name = padded(&spec.name, longest.into());
            let text = format!(" {name}  {value}  {}", described(spec));
            self.draw_row(&text, index == form.index, Rect { y, height: 1, ..area }, buffer);
        }
        if let Page::Settings(_) = self.page {
            let rows = u16::try_from(form.rows().count()).unwrap_or(area.height);
            // Omit the blank row if it would leave no room.
            let above = if area.height > rows + 1 { rows + 1 } else { rows };
            let (x, y) = (area.x + 1, area.y + above.min(area.height));
            let (width, height) = (area.width - 1, area.height - above.min(area.height));
            draw_sample(&self.skin, Rect { x, y, width, height }, buffer);
        }
    }

    fn draw_row(&self, text: &str, is_chosen: bool, area: Rect, buffer: &mut Buffer) {
        let wide = usize::from(area.width);
        let style = if is_chosen { self.skin.chosen() } else { Style::new() };
        let text = format!("{:<wide$}", cut(text, wide));
        buffer.set_stringn(area.x, area.y, text, wide, style);
    }

    /// The full description of the selected row, which the row can't always show.
    fn description(&self) -> String {
        match self.page.form() {
            Some(form) => {
                form.rows().nth(form.index).map(|(spec, _)| described(spec)).unwrap_or_default()
            }
            None => self.list.chosen().map(|choice| choice.description.clone()).unwrap_or_default(),
        }
    }

    /// The tournament with the standings on the page.
    pub(super) fn standings(&self) -> Option<&TournamentView> {
        let is_shown = matches!(self.page, Page::Tournament(_, TournamentPart::Standings));
        self.tournament.as_ref().filter(|_| is_shown)
    }

    /// The problem, if any.
    pub(super) fn trouble(&self) -> Option<&String> {
        self.standings()?.trouble.as_ref()
    }

    /// The last result.
    pub(super) fn last_result(&self) -> Option<&String> {
        self.standings()?.last_result.as_ref()
    }

    /// Draws the error or the description, and the keys.
    fn draw_foot(&self, buffer: &mut Buffer) {
        let Rect { x, y, width, height } = self.area;
        let wide = usize::from(width).saturating_sub(2);
        let trouble = self.trouble();
        let (remark, style) = match (self.complaint.as_ref().or(trouble), &self.news) {
            (Some(why), _) => (why.clone(), self.skin.strong(Part::Bad)),
            (None, Some(news)) => (news.clone(), self.skin.strong(Part::Accent)),
            (None, None) => (self.description(), self.skin.text(Part::Faint)),
        };
        let mut lines = wrapped(&remark, wide);
        if self.complaint.is_none()
            && let Some(last) = self.last_result()
        {
            lines.insert(0, cut(last, wide));
        }
        let rows = (y + height - 1 - REMARK..).take(REMARK.into());
        for (row, line) in rows.zip(lines) {
            buffer.set_stringn(x + 1, row, line, wide, style);
        }
        let keys = match self.page {
            Page::Start => "Enter selects, typing filters, Esc quits",
            Page::File => "Enter opens the file, Esc back",
            Page::Export(_) => "Enter writes the file, Esc back",
            Page::Import => "Enter imports the matches, Esc back",
            Page::Search(_) => {
                "Enter searches, Esc back; up/down: row, left/right or typing: value"
            }
            Page::Settings(_) => "Enter or Esc back; up/down: row, left/right or typing: value",
            Page::Options(_) => {
                "Enter continues, Esc back; up/down: option, left/right or typing: value"
            }
            Page::NewTournament(_) => {
                "Enter begins, Esc back; up/down: row, left/right or typing: value"
            }
            Page::Tournaments => "Enter chooses, typing filters or enters a folder, Esc back",
            Page::Tournament(_, TournamentPart::Standings) => {
                match self.standings().and_then(|view| view.command) {
                    Some(TournamentCommand::Stop) => "Type stop, games or report; Esc back",
                    Some(TournamentCommand::Resume) => "Type resume, games or report; Esc back",
                    None => "Type games or report; Esc back",
                }
            }
            Page::Time => "Enter chooses, typing filters or enters a time, Esc back",
            Page::Kept(_) | Page::Found(_) => {
                "Enter chooses, Delete deletes, typing filters, Esc back"
            }
            _ => "Enter chooses, typing filters, Esc back",
        };
        buffer.set_stringn(
            x + 1,
            y + height - 1,
            cut(keys, wide),
            wide,
            self.skin.text(Part::Faint),
        );
    }
}

/// An option's description and its values, unless it accepts any text.
pub(super) fn described(spec: &OptionSpec) -> String {
    match spec.kind {
        OptionKind::Text { .. } => spec.description.clone(),
        _ => format!("{}; {}", spec.description, spec.expected()),
    }
}

fn list_area(area: Rect) -> Rect {
    Rect { y: area.y + ABOVE, height: area.height.saturating_sub(ABOVE + BELOW), ..area }
}

/// The first visible row. Keeps the selected row visible.
fn first_row(chosen: usize, height: u16) -> usize {
    (chosen + 1).saturating_sub(height.into())
}

/// The row at this screen position.
pub(super) fn row_at(menu: &Menu, at: Position) -> Option<usize> {
    let area = list_area(menu.area);
    if !area.contains(at) {
        return None;
    }
    let (chosen, count) = match menu.page.form() {
        Some(form) => (form.index, form.rows().count()),
        None => (menu.list.index, menu.list.shown().len()),
    };
    let row = first_row(chosen, area.height) + usize::from(at.y - area.y);
    (row < count).then_some(row)
}
