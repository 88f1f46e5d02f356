//! The table of hand-ins as one self-contained HTML page.

use std::fmt::Write as _;

use super::{Checked, Finding, Verdict};

/// The page's style.
const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;\
color:#222;background:#fff}table{border-collapse:collapse;width:100%}\
th,td{text-align:left;vertical-align:top;padding:.4rem .8rem;border-bottom:1px solid #ccc}\
.passed{color:#176b2c}.failed{color:#a11}ul{margin:0;padding-left:1.2rem;overflow-wrap:anywhere}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}th,td{border-color:#444}\
.passed{color:#7fd394}.failed{color:#ff8f8f}}";

/// The table's header row.
const HEAD: &str = "<tr><th scope=\"col\">Hand-in</th><th scope=\"col\">Plugin</th>\
<th scope=\"col\">Verdict</th><th scope=\"col\">Checks</th><th scope=\"col\">Findings</th></tr>\n";

/// The page with this table. The page loads nothing and runs no scripts.
pub(super) fn page(table: &[Checked]) -> String {
    let passed = table.iter().filter(|checked| checked.verdict == Verdict::Passed).count();
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <title>Plugin checks</title><style>{STYLE}</style></head><body>\
         <h1>Plugin checks</h1><p>{passed} of {} plugins passed</p><table>\n{HEAD}",
        table.len()
    );
    for checked in table {
        add_row(&mut page, checked);
    }
    page + "</table></body></html>\n"
}

fn add_row(page: &mut String, checked: &Checked) {
    let Checked { hand_in, plugin, verdict, checks, failed, remarks, .. } = checked;
    let class = if *verdict == Verdict::Passed { "passed" } else { "failed" };
    let (name, plugin, verdict) = (escaped(hand_in), escaped(plugin), verdict.name());
    let _ = write!(
        page,
        "<tr><th scope=\"row\">{name}</th><td>{plugin}</td><td class=\"{class}\">{verdict}</td>\
         <td>{checks}</td><td><ul>"
    );
    for finding in failed {
        add_finding(page, finding, "failed");
    }
    for finding in remarks {
        add_finding(page, finding, "remark");
    }
    page.push_str("</ul></td></tr>\n");
}

fn add_finding(page: &mut String, finding: &Finding, class: &str) {
    let _ = write!(page, "<li class=\"{class}\">{}</li>", escaped(&finding.to_line()));
}

/// Escapes the characters with a special meaning in HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(c),
        }
    }
    escaped
}
