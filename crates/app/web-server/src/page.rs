//! The page files.

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, COOKIE, ETAG,
    IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::error::Refused;

/// Answers a request outside the API with a file or with the page, which handles its own URLs.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    if method != Method::GET && method != Method::HEAD {
        return Refused::not_found(format!("no such request: {method} {path}")).into_response();
    }
    // Tournament names are folder names, which can contain dots.
    let is_of_tournament = path.starts_with("/tournament/");
    let is_address_of_page =
        is_of_tournament || (!path.starts_with("/api/") && !path.contains('.'));
    let index = || web_page::index(language(&headers));
    let found = match web_page::file(path) {
        Some(_) if path == "/" => index(),
        None if is_address_of_page => index(),
        found => found,
    };
    let Some(file) = found else {
        return Refused::not_found(format!("not found: {path}")).into_response();
    };
    let has = |name, value: &str| {
        let text = headers.get(name).and_then(|header| header.to_str().ok()).unwrap_or_default();
        text.split(',').any(|part| part.split(';').next().unwrap_or_default().trim() == value)
    };
    let mut response = Response::builder()
        .header(CONTENT_TYPE, file.mime)
        .header(ETAG, file.etag)
        .header(CACHE_CONTROL, "no-cache")
        .header(VARY, "accept-encoding, accept-language, cookie");
    let body = if has(IF_NONE_MATCH, file.etag) {
        response = response.status(StatusCode::NOT_MODIFIED);
        Body::empty()
    } else if has(ACCEPT_ENCODING, "gzip") {
        response = response.header(CONTENT_ENCODING, "gzip");
        Body::from(file.gzip)
    } else {
        Body::from(file.bytes)
    };
    response.body(body).unwrap_or_else(|error| Refused::failed(error.to_string()).into_response())
}

/// The page language for a client: the language chosen on the page, otherwise the browser's preferred available
/// language, otherwise English.
fn language(headers: &HeaderMap) -> &'static str {
    let known = |name: &str| web_page::languages().find(|language| *language == name);
    let texts = |name| headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = texts(COOKIE).flat_map(|text| text.split(';'));
    let chosen = cookies.find_map(|part| known(part.trim().strip_prefix("language=")?));
    let liked = || {
        let ranges = texts(ACCEPT_LANGUAGE).flat_map(|text| text.split(','));
        let mut best: Option<(f32, &'static str)> = None;
        for range in ranges {
            let (tag, weight) = range.split_once(';').unwrap_or((range, "q=1"));
            let primary = tag.trim().split('-').next().unwrap_or_default().to_ascii_lowercase();
            let weight = weight.trim().strip_prefix("q=").and_then(|text| text.parse().ok());
            let (Some(language), Some(weight)) = (known(&primary), weight) else { continue };
            // RFC 9110, 12.4.2: weight 0 means "not acceptable". Among equal weights, the first language counts.
            if weight > best.map_or(0.0, |(before, _)| before) {
                best = Some((weight, language));
            }
        }
        best.map(|(_, language)| language)
    };
    chosen.or_else(liked).unwrap_or("en")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(cookie: &str, accepted: &str, expected: &str) {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, cookie.parse().unwrap());
        headers.insert(ACCEPT_LANGUAGE, accepted.parse().unwrap());
        assert_eq!(language(&headers), expected, "{cookie:?} {accepted:?}");
    }

    #[test]
    fn the_selected_language_has_priority_over_the_browsers_languages() {
        check("", "", "en");
        check("", "nl-BE,nl;q=0.9,en;q=0.8", "nl");
        check("", "de, en;q=0.5, nl;q=0.7", "nl");
        check("", "en-US,nl;q=0.9", "en");
        check("", "nl;q=0, de", "en");
        check("", "nl;q=much", "en");
        check("a=b; language=nl", "en", "nl");
        check("language=../nl", "en", "en");
        check("language=en", "nl", "en");
    }
}
