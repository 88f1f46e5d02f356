//! A client's network address. The server counts resource usage per address.
//!
//! The address comes from the connection. A header is trusted only if the connection comes from a [`TrustedProxy`] and
//! the header is the one named by the operator. Only this module decides which address counts.

mod forwarded;
mod proxy;

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr};

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;

use self::forwarded::hops;
pub use self::proxy::{TrustedProxy, TrustedProxyError};

/// The length of the network part of an IPv6 address, in bits: providers assign each customer at least a /64 (RFC
/// 6177).
const IPV6_NETWORK_BITS: u32 = 64;

/// The other end of a connection, as reported by the operating system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Peer {
    /// A client connected over the network.
    Network(IpAddr),
    /// A client connected to a socket file.
    SocketFile,
    /// The owner, connected to the owner's socket file.
    Owner,
}

/// A client's address: an IPv4 address or the /64 network of an IPv6 address. All clients on the public socket file
/// share one address. The owner's socket file has its own address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ClientAddress(IpAddr);

impl ClientAddress {
    /// The address of this peer.
    pub(crate) fn of_peer(peer: Peer) -> Self {
        match peer {
            Peer::Network(address) => Self::from(address),
            // No network client can have one of these addresses, because the last 64 bits of a network client's address
            // are zero.
            Peer::SocketFile => Self(IpAddr::V6(Ipv6Addr::from_bits(1))),
            Peer::Owner => Self(IpAddr::V6(Ipv6Addr::from_bits(2))),
        }
    }

    /// The client address for a request with these headers that arrived on a connection from this peer.
    ///
    /// In a list of addresses, the rightmost address that is not a trusted proxy counts, because clients can forge
    /// everything to its left. If all addresses are trusted proxies, the rightmost address counts. Without addresses,
    /// the peer's address counts.
    pub(crate) fn of_request(
        peer: Peer,
        proxy: Option<&TrustedProxy>,
        headers: &HeaderMap,
    ) -> Self {
        let Some(proxy) = proxy.filter(|proxy| proxy.trusts(peer)) else {
            return Self::of_peer(peer);
        };
        let is_proxy = |address: &IpAddr| proxy.trusts(Peer::Network(*address));
        let mut addresses = hops(headers, proxy.header()).map_while(|hop| hop);
        let Some(nearest) = addresses.next() else { return Self::of_peer(peer) };
        let client = [nearest].into_iter().chain(addresses).find(|address| !is_proxy(address));
        Self::from(client.unwrap_or(nearest))
    }

    /// The address as counted by the limits.
    pub(crate) const fn ip(self) -> IpAddr {
        self.0
    }
}

impl From<IpAddr> for ClientAddress {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let host_bits = u128::MAX >> IPV6_NETWORK_BITS;
                Self(IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !host_bits)))
            }
            address @ IpAddr::V4(_) => Self(address),
        }
    }
}

/// The address that the connection has stored in the request.
impl<S: Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        let noted = parts.extensions.get::<Self>().copied();
        Ok(noted.unwrap_or_else(|| Self::of_peer(Peer::SocketFile)))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;

    use super::*;

    /// Checks the client address of a request from this peer with this proxy setting and these header lines.
    #[track_caller]
    fn check(proxy: Option<&str>, peer: &str, lines: &[(&str, &str)], expected: &str) {
        let proxy = proxy.map(|proxy| proxy.parse::<TrustedProxy>().unwrap());
        let peer = peer.parse().map_or(Peer::SocketFile, Peer::Network);
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(name.parse::<HeaderName>().unwrap(), value.parse().unwrap());
        }
        let found = ClientAddress::of_request(peer, proxy.as_ref(), &headers);
        assert_eq!(found.ip().to_string(), expected, "{proxy:?} {peer:?} {lines:?}");
    }

    #[test]
    fn forwarded_headers_are_ignored_without_a_trusted_proxy() {
        let forged = [
            ("x-forwarded-for", "192.0.2.1"),
            ("forwarded", "for=192.0.2.1"),
            ("x-real-ip", "192.0.2.1"),
        ];
        check(None, "127.0.0.1", &forged, "127.0.0.1");
        check(Some("10.0.0.1=X-Forwarded-For"), "127.0.0.1", &forged, "127.0.0.1");
        check(Some("unix=X-Forwarded-For"), "127.0.0.1", &forged, "127.0.0.1");
        check(Some("127.0.0.1=X-Forwarded-For"), "unix", &forged, "::1");
        check(Some("127.0.0.1=CF-Connecting-IP"), "127.0.0.1", &forged, "127.0.0.1");
    }

    #[test]
    fn the_rightmost_untrusted_address_in_a_list_counts() {
        let proxy = Some("127.0.0.1,10.0.0.0/8=X-Forwarded-For");
        let name = "x-forwarded-for";
        check(proxy, "127.0.0.1", &[(name, "192.0.2.1")], "192.0.2.1");
        check(proxy, "127.0.0.1", &[(name, "127.0.0.1, 198.51.100.9, 192.0.2.1")], "192.0.2.1");
        check(proxy, "127.0.0.1", &[(name, "198.51.100.9,192.0.2.1 , 10.1.2.3,")], "192.0.2.1");
        check(proxy, "127.0.0.1", &[(name, "198.51.100.9"), (name, "192.0.2.1")], "192.0.2.1");
        check(proxy, "127.0.0.1", &[(name, "10.9.9.9, 10.0.0.5")], "10.0.0.5");
        check(proxy, "127.0.0.1", &[(name, "192.0.2.1, unknown")], "127.0.0.1");
        check(proxy, "127.0.0.1", &[(name, "192.0.2.1, unknown, 10.0.0.5")], "10.0.0.5");
        check(proxy, "127.0.0.1", &[], "127.0.0.1");
        check(Some("unix=X-Forwarded-For"), "unix", &[(name, "::1, 192.0.2.1")], "192.0.2.1");
    }

    #[test]
    fn every_form_of_address_is_parsed() {
        let proxy = Some("127.0.0.1=X-Forwarded-For");
        let name = "x-forwarded-for";
        for (text, expected) in [
            ("192.0.2.1:4711", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("[::ffff:192.0.2.1]:80", "192.0.2.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("[2001:db8:1:2::9]", "2001:db8:1:2::"),
            ("[2001:DB8:1:2::9]:4711", "2001:db8:1:2::"),
            ("fe80::1%eth0", "fe80::"),
        ] {
            check(proxy, "127.0.0.1", &[(name, text)], expected);
            check(proxy, "::ffff:127.0.0.1", &[(name, text)], expected);
        }
        for text in ["192.0.2", "192.0.2.1:x", "[192.0.2.1", "2001:db8::1]", "[2001:db8::1]x", "é"]
        {
            check(proxy, "127.0.0.1", &[(name, text)], "127.0.0.1");
        }
    }

    #[test]
    fn the_forwarded_header_has_its_own_syntax() {
        let proxy = Some("127.0.0.1=Forwarded");
        for (text, expected) in [
            ("for=192.0.2.1", "192.0.2.1"),
            ("For=\"192.0.2.1:4711\";proto=https", "192.0.2.1"),
            ("proto=http; by=10.0.0.1;for=\"[2001:db8::9]:4711\"", "2001:db8::"),
            ("for=198.51.100.9, for=192.0.2.1;host=\"a,b;for=1.2.3.4\"", "192.0.2.1"),
            // A client can't hide what the proxy appends.
            ("for=\", for=192.0.2.1", "192.0.2.1"),
            ("for=\"198.51.100.9, for=192.0.2.1", "192.0.2.1"),
            ("for=192.0.2.1;for=198.51.100.9", "127.0.0.1"),
            ("for=192.0.2.1, for=_hidden", "127.0.0.1"),
            ("for=unknown", "127.0.0.1"),
            ("proto=https", "127.0.0.1"),
            ("192.0.2.1", "127.0.0.1"),
        ] {
            check(proxy, "127.0.0.1", &[("forwarded", text)], expected);
        }
    }

    #[test]
    fn hosts_in_one_ipv6_network_are_one_client() {
        let address = |text: &str| ClientAddress::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::9"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
        assert_ne!(address("192.0.2.1"), address("192.0.2.2"));
    }
}
