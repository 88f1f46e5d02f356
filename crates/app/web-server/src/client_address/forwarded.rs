//! The proxy headers with a client's address: lists such as `X-Forwarded-For`, and `Forwarded` (RFC 7239).

use std::net::{IpAddr, Ipv6Addr, SocketAddrV4};

use axum::http::header::FORWARDED;
use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// The addresses in all lines of a header, from right to left: the proxy nearest to the server writes the last address.
/// `None` stands for an element that is not an address.
pub(super) fn hops<'a>(
    headers: &'a HeaderMap,
    name: &'a HeaderName,
) -> impl Iterator<Item = Option<IpAddr>> + use<'a> {
    let lines: Vec<&HeaderValue> = headers.get_all(name).iter().collect();
    let is_forwarded = *name == FORWARDED;
    lines.into_iter().rev().flat_map(move |line| {
        let Ok(text) = line.to_str() else { return vec![None] };
        let elements = parts_from_right(text, ',').filter(|part| !part.is_empty());
        elements.map(|part| if is_forwarded { node(part) } else { address(part) }).collect()
    })
}

/// The parts of a string between unquoted separators, from right to left. Because the scan starts at the right, a
/// client's unclosed quote can't hide the part that the proxy appended.
fn parts_from_right(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let is_separator = move |letter| {
        is_quoted ^= letter == '"';
        letter == separator && !is_quoted
    };
    text.rsplit(is_separator).map(str::trim)
}

/// The address in the parameter `for` in a `Forwarded` element; `None` if the parameter is missing or repeated.
fn node(element: &str) -> Option<IpAddr> {
    let pairs = parts_from_right(element, ';').filter_map(|part| part.split_once('='));
    let mut nodes = pairs.filter(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
    let (Some((_, value)), None) = (nodes.next(), nodes.next()) else { return None };
    let value = value.trim();
    let unquoted = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    address(unquoted.unwrap_or(value))
}

/// An address with or without a port, brackets, and the zone of a link-local address.
fn address(text: &str) -> Option<IpAddr> {
    if let Some(rest) = text.strip_prefix('[') {
        let (inner, port) = rest.split_once(']')?;
        let is_port = port.is_empty() || port.starts_with(':');
        return ipv6(inner).filter(|_| is_port);
    }
    let plain = text.parse().ok().or_else(|| ipv6(text));
    plain.or_else(|| Some((*text.parse::<SocketAddrV4>().ok()?.ip()).into()))
}

fn ipv6(text: &str) -> Option<IpAddr> {
    let address = text.split_once('%').map_or(text, |(address, _zone)| address);
    address.parse::<Ipv6Addr>().ok().map(IpAddr::V6)
}
