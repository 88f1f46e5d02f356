//! "Did you mean …?"

/// A hint to append to the error for an unknown name: the name that was probably meant, or all
/// names.
pub fn hint(suggestion: Option<&str>, known: &str) -> String {
    match suggestion {
        Some(name) => format!(": did you mean {name}?"),
        None if known.is_empty() => ": none are available".into(),
        None if !known.contains(',') => format!(": expected {known}"),
        None => format!(": expected one of {known}"),
    }
}

/// The minimum similarity, 0 to 1, at which a name is suggested.
const LIKENESS_MIN: f64 = 0.7;

/// The candidate that `name` probably means, if a candidate is similar enough.
pub fn suggestion<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let likeness =
        |candidate: &'a str| (strsim::jaro_winkler(&name.to_lowercase(), candidate), candidate);
    let best = candidates.into_iter().map(likeness).max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(likeness, _)| *likeness >= LIKENESS_MIN).map(|(_, candidate)| candidate.into())
}
