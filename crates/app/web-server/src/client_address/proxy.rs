//! The proxy in front of the server: its identity and the header that it sets.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::str::FromStr;

use axum::http::HeaderName;
use thiserror::Error;

use super::Peer;

/// The word for a proxy that connects to a socket file.
const SOCKET_FILE: &str = "unix";

/// The proxies that the operator trusts, and the header that they use for the client's address. Specified as
/// `127.0.0.1,10.1.0.0/16=X-Forwarded-For`, or as `unix=X-Real-IP` for a proxy that connects to a socket file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrustedProxy {
    networks: Vec<Network>,
    is_socket_file: bool,
    header: HeaderName,
}

/// The reason why a string is not a valid trusted proxy.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TrustedProxyError {
    /// The header name is missing.
    #[error("expected PROXY=HEADER, like 127.0.0.1=X-Forwarded-For")]
    NoHeader,
    /// The header name contains invalid characters.
    #[error("\"{0}\" is not a header name")]
    Header(String),
    /// A proxy is neither an address nor a network.
    #[error("\"{0}\" is not an address, a network like 10.1.0.0/16, or unix")]
    Address(String),
    /// A network includes every address.
    #[error("\"{0}\" contains every address; name only the proxy's addresses")]
    Everybody(String),
}

impl TrustedProxy {
    /// Returns `true` if a connection from this peer comes from the proxy.
    pub(crate) fn trusts(&self, peer: Peer) -> bool {
        match peer {
            Peer::SocketFile => self.is_socket_file,
            Peer::Owner => false,
            Peer::Network(address) => self.networks.iter().any(|network| network.contains(address)),
        }
    }

    /// The header that contains the client's address.
    pub(super) const fn header(&self) -> &HeaderName {
        &self.header
    }
}

impl FromStr for TrustedProxy {
    type Err = TrustedProxyError;

    fn from_str(text: &str) -> Result<Self, TrustedProxyError> {
        let (proxies, header) = text.rsplit_once('=').ok_or(TrustedProxyError::NoHeader)?;
        let wrong_header = |_| TrustedProxyError::Header(header.into());
        let header = header.trim().parse().map_err(wrong_header)?;
        let (mut networks, mut is_socket_file) = (Vec::new(), false);
        for proxy in proxies.split(',').map(str::trim) {
            if proxy.eq_ignore_ascii_case(SOCKET_FILE) {
                is_socket_file = true;
            } else {
                networks.push(proxy.parse()?);
            }
        }
        Ok(Self { networks, is_socket_file, header })
    }
}

/// A network: the addresses that share a prefix. IPv4 addresses are compared as `::ffff:192.0.2.1`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Network {
    first: u128,
    /// The prefix length in bits, 1 to 128.
    bits: u32,
}

impl Network {
    fn contains(self, address: IpAddr) -> bool {
        (bits_of(address) ^ self.first).leading_zeros() >= self.bits
    }
}

/// The bits of the address as IPv6, with IPv4 addresses mapped into IPv6.
const fn bits_of(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits(),
    }
}

impl FromStr for Network {
    type Err = TrustedProxyError;

    fn from_str(text: &str) -> Result<Self, TrustedProxyError> {
        let wrong = || TrustedProxyError::Address(text.into());
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => {
                (address, Some(bits.parse::<u32>().map_err(|_digits| wrong())?))
            }
            None => (text, None),
        };
        let address = address.trim_start_matches('[').trim_end_matches(']');
        let address: IpAddr = address.parse().map_err(|_form| wrong())?;
        let bits_max = if address.is_ipv4() { Ipv4Addr::BITS } else { u128::BITS };
        let bits = bits.unwrap_or(bits_max);
        if bits > bits_max {
            return Err(wrong());
        }
        if bits == 0 {
            return Err(TrustedProxyError::Everybody(text.into()));
        }
        Ok(Self { first: bits_of(address), bits: u128::BITS - bits_max + bits })
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = std::net::Ipv6Addr::from_bits(self.first).to_canonical();
        write!(f, "{first}/{} of 128 bits", self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trusts(text: &str, address: &str) -> bool {
        let proxy: TrustedProxy = format!("{text}=X-Real-IP").parse().unwrap();
        proxy.trusts(Peer::Network(address.parse().unwrap()))
    }

    #[test]
    fn a_network_contains_only_its_addresses() {
        assert!(trusts("10.1.0.0/16", "10.1.255.255") && !trusts("10.1.0.0/16", "10.2.0.0"));
        assert!(trusts("10.1.2.3/16", "::ffff:10.1.0.9") && !trusts("10.1.0.0/16", "::10.1.0.9"));
        assert!(trusts("2001:db8::/32", "2001:db8:ffff::1"));
        assert!(!trusts("2001:db8::/32", "2001:db9::1"));
        assert!(trusts("127.0.0.1,[::1]", "::1") && !trusts("127.0.0.1", "127.0.0.2"));
    }

    #[test]
    fn an_invalid_proxy_is_refused_with_the_reason() {
        let wrong = |text: &str| text.parse::<TrustedProxy>().unwrap_err().to_string();
        assert!("unix=X-Real-IP".parse::<TrustedProxy>().is_ok());
        assert_eq!(wrong("127.0.0.1"), "expected PROXY=HEADER, like 127.0.0.1=X-Forwarded-For");
        assert_eq!(wrong("127.0.0.1=a b"), "\"a b\" is not a header name");
        for text in ["", "proxy.example", "10.0.0.0/33", "::1/129", "10.0.0.0/x", "127.0.0.1,"] {
            let end = "is not an address, a network like 10.1.0.0/16, or unix";
            assert!(wrong(&format!("{text}=X-Real-IP")).ends_with(end), "{text}");
        }
        assert!(wrong("0.0.0.0/0=X-Real-IP").contains("contains every address"));
        assert!(wrong("::/0=X-Real-IP").contains("contains every address"));
    }
}
