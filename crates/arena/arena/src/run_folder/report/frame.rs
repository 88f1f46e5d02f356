//! The frame of a self-contained page: head, style and parts.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The web page's styles.
const SHEETS: [&str; 2] = [web_page::text("/style.css"), web_page::text("/tournaments.css")];

/// The report's own styles.
const STYLE: &str = include_str!("style.css");

/// A page with this content security policy. `after` follows the content.
pub(super) fn document(title: &str, policy: &str, content: &Markup, after: &Markup) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(policy);
                title { (title) }
                style { @for sheet in SHEETS { (PreEscaped(sheet)) } (PreEscaped(STYLE)) }
            }
            body {
                main.page.tournament.report { (content) }
                (after)
            }
        }
    };
    markup.into_string()
}

/// A part of the page with its title.
pub(super) fn part(title: &str, content: &Markup) -> Markup {
    html! { section.card.part { h2 { (title) } (content) } }
}
