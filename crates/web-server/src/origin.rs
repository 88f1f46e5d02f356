//! Which requests are taken: those for this server by a name that it knows, and of those that change something only the
//! ones from its own pages. So a page of somebody else in the same browser can neither read nor act here.

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Refused;
use crate::server::Server;

/// What a page may load: only what comes from this server.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// Checks each request, and completes each response.
pub(crate) async fn guard(State(server): State<Server>, request: Request, next: Next) -> Response {
    let is_change = request.method() != Method::GET && request.method() != Method::HEAD;
    let is_socket = request.headers().contains_key("upgrade");
    let mut response = match check(&server, request.headers(), is_change || is_socket) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, POLICY);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn check(server: &Server, headers: &HeaderMap, needs_origin: bool) -> Result<(), Refused> {
    let host = headers.get(HOST).and_then(authority);
    let known = |host: &Authority| server.settings().is_own_name(host.host());
    let Some(host) = host.filter(known) else {
        return Err(Refused::forbidden("this is not a name of this server: see --host"));
    };
    if !needs_origin {
        return Ok(());
    }
    // Browsers always name the origin. Programs that are no browsers need not.
    match headers.get(ORIGIN) {
        None => Ok(()),
        Some(origin) if is_origin(origin, &host) => Ok(()),
        Some(_) => Err(Refused::forbidden("the request comes from a page of another origin")),
    }
}

fn authority(value: &HeaderValue) -> Option<Authority> {
    value.to_str().ok()?.parse().ok()
}

fn is_origin(origin: &HeaderValue, host: &Authority) -> bool {
    let text = origin.to_str().unwrap_or_default();
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    rest.is_some_and(|rest| rest.eq_ignore_ascii_case(host.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_origin_is_the_own_origin() {
        let host: Authority = "127.0.0.1:8080".parse().unwrap();
        let own = |text| is_origin(&HeaderValue::from_static(text), &host);
        assert!(own("http://127.0.0.1:8080"));
        assert!(!own("http://127.0.0.1:8081") && !own("null") && !own("http://127.0.0.1:8080.a.b"));
    }
}
