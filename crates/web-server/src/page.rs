//! The files of the page.

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::error::Refused;

/// Answers a request that is none of the interface: with a file, or with the page itself, which knows its own addresses.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    if method != Method::GET && method != Method::HEAD {
        return Refused::not_found(format!("there is no request {method} {path}")).into_response();
    }
    let is_address_of_page = !path.starts_with("/api/") && !path.contains('.');
    let found = web_page::file(path)
        .or_else(|| if is_address_of_page { web_page::file("/") } else { None });
    let Some(file) = found else {
        return Refused::not_found(format!("there is no {path}")).into_response();
    };
    let has = |name, value: &str| {
        let text = headers.get(name).and_then(|header| header.to_str().ok()).unwrap_or_default();
        text.split(',').any(|part| part.split(';').next().unwrap_or_default().trim() == value)
    };
    let mut response = Response::builder()
        .header(CONTENT_TYPE, file.mime)
        .header(ETAG, file.etag)
        .header(CACHE_CONTROL, "no-cache")
        .header(VARY, "accept-encoding");
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
