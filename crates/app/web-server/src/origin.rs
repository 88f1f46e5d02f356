//! Checks the origin of requests. Each request must name this server by a known host name, and a request that changes
//! something must come from the server's own pages. So a foreign page in the same browser can neither read nor change
//! anything here.

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Refused;
use crate::server::Server;

/// The content security policy: a page loads files only from this server.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// The browser's header about how a request's origin relates to this site. Pages can't set it.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Prevents pages from other origins from loading this server's responses or keeping references to its windows.
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Checks each request and adds headers to each response.
pub(crate) async fn guard(State(server): State<Server>, request: Request, next: Next) -> Response {
    let is_change = request.method() != Method::GET && request.method() != Method::HEAD;
    let is_socket = request.headers().contains_key("upgrade");
    let checked = check(&server, request.uri(), request.headers(), is_change || is_socket);
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, POLICY);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn check(
    server: &Server,
    uri: &Uri,
    headers: &HeaderMap,
    needs_origin: bool,
) -> Result<(), Refused> {
    let known = |host: &Authority| server.settings().is_own_name(host.host());
    let Some(host) = host(uri, headers).filter(known) else {
        return Err(Refused::forbidden("unknown host name; see --host"));
    };
    if needs_origin && !is_from_own_page(headers, &host) {
        return Err(Refused::forbidden("the request comes from another origin"));
    }
    Ok(())
}

/// The request's host name; `None` if it has several.
fn host(uri: &Uri, headers: &HeaderMap) -> Option<Authority> {
    let mut hosts = headers.get_all(HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return None };
    let host: Authority = host.to_str().ok()?.parse().ok()?;
    uri.authority().is_none_or(|authority| *authority == host).then_some(host)
}

/// Returns `true` if a request comes from one of this server's pages, or from a program that is not a browser. For
/// requests that change something, a browser sends the origin, or at least the site.
fn is_from_own_page(headers: &HeaderMap, host: &Authority) -> bool {
    let mut origins = headers.get_all(ORIGIN).iter();
    match (origins.next(), origins.next()) {
        (Some(origin), None) => is_origin(origin, host),
        (None, _) => {
            let mut sites = headers.get_all(FETCH_SITE).iter();
            sites.all(|site| site == "same-origin" || site == "none")
        }
        (Some(_), Some(_)) => false,
    }
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
    fn only_the_servers_own_origin_is_accepted() {
        let host: Authority = "127.0.0.1:8080".parse().unwrap();
        let own = |lines: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in lines {
                headers.append(*name, HeaderValue::from_static(value));
            }
            is_from_own_page(&headers, &host)
        };
        assert!(own(&[("origin", "http://127.0.0.1:8080")]));
        assert!(!own(&[("origin", "http://127.0.0.1:8081")]) && !own(&[("origin", "null")]));
        assert!(!own(&[("origin", "http://127.0.0.1:8080.a.b")]));
        assert!(!own(&[("origin", "http://127.0.0.1:8080"), ("origin", "http://evil.example")]));
        assert!(own(&[]) && own(&[("sec-fetch-site", "same-origin")]));
        assert!(!own(&[("sec-fetch-site", "cross-site")]));
        assert!(!own(&[("sec-fetch-site", "same-site")]), "another port of this computer");
    }

    #[test]
    fn a_request_names_exactly_one_host() {
        let called = |uri: &'static str, hosts: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for name in hosts {
                headers.append(HOST, HeaderValue::from_static(name));
            }
            host(&Uri::from_static(uri), &headers).map(|host| host.to_string())
        };
        assert_eq!(called("/", &["localhost:8080"]).as_deref(), Some("localhost:8080"));
        assert_eq!(called("http://localhost/", &["localhost"]).as_deref(), Some("localhost"));
        assert_eq!(called("http://evil.example/", &["localhost"]), None);
        assert_eq!(called("/", &["localhost", "evil.example"]), None);
        assert_eq!(called("/", &[]), None);
    }
}
