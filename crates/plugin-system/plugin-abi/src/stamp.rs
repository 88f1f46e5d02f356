//! The stamp that identifies a file as a plugin before any of its code runs.

use std::fmt;

/// The number of the C layout, which covers the root module, both trait objects and the first half of the stamp. A
/// program only loads plugins with its own number.
pub const INTERFACE: u32 = 1;

/// The symbol that a plugin exports for its [`Stamp`].
pub const STAMP_SYMBOL: &str = "RIVAL_PLUGIN_STAMP";

/// The size of a stamp in bytes.
pub const STAMP_BYTES: usize = 64;

/// The offsets of the numbers. The version string follows.
const INTERFACE_AT: usize = Stamp::MAGIC.len();
const REVISION_AT: usize = INTERFACE_AT + 4;
const SDK_VERSION_AT: usize = REVISION_AT + 4;

/// A plugin's interface as plain bytes without pointers. The bytes can be read from the file and mean the same on every
/// machine.
///
/// | bytes | content |
/// |---|---|
/// | 0..16 | `rival plugin `, then 1A 0D 0A |
/// | 16..20 | [`INTERFACE`], little-endian |
/// | 20..24 | [`REVISION`](crate::message::REVISION) of the messages, little-endian |
/// | 24..64 | the version of `plugin-sdk` in ASCII, padded with zeros |
///
/// A plugin in C has a stamp too, under another symbol. The interface of a C plugin is
/// [`C_INTERFACE`](crate::C_INTERFACE), its revision is unused, and its version string is the header version.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct Stamp([u8; STAMP_BYTES]);

impl Stamp {
    /// The first bytes of every stamp.
    pub const MAGIC: [u8; 16] = *b"rival plugin \x1a\r\n";

    /// The stamp of a plugin built with this crate and this version of `plugin-sdk`, which is truncated to 40 bytes.
    pub const fn new(sdk_version: &str) -> Self {
        let mut bytes = [0; STAMP_BYTES];
        put(&mut bytes, 0, &Self::MAGIC);
        put(&mut bytes, INTERFACE_AT, &INTERFACE.to_le_bytes());
        put(&mut bytes, REVISION_AT, &crate::message::REVISION.to_le_bytes());
        put(&mut bytes, SDK_VERSION_AT, sdk_version.as_bytes());
        Self(bytes)
    }

    /// Parses a stamp. Returns `None` if the bytes are not a stamp.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let bytes: [u8; STAMP_BYTES] = bytes.try_into().ok()?;
        bytes.starts_with(&Self::MAGIC).then_some(Self(bytes))
    }

    /// The number of the C layout that the plugin was built for.
    pub fn interface(&self) -> u32 {
        self.number(INTERFACE_AT)
    }

    /// The newest message revision that the plugin understands.
    pub fn revision(&self) -> u32 {
        self.number(REVISION_AT)
    }

    /// The version of `plugin-sdk` that the plugin was built with.
    pub fn sdk_version(&self) -> String {
        let text = self.0.get(SDK_VERSION_AT..).unwrap_or_default();
        text.iter().take_while(|byte| byte.is_ascii_graphic()).copied().map(char::from).collect()
    }

    fn number(&self, at: usize) -> u32 {
        let bytes = self.0.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
        u32::from_le_bytes(bytes.unwrap_or_default())
    }
}

/// Copies as much of `part` to offset `at` as fits.
const fn put(bytes: &mut [u8; STAMP_BYTES], at: usize, part: &[u8]) {
    let mut index = 0;
    while index < part.len() && at + index < STAMP_BYTES {
        bytes[at + index] = part[index];
        index += 1;
    }
}

impl fmt::Debug for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stamp")
            .field("interface", &self.interface())
            .field("revision", &self.revision())
            .field("sdk_version", &self.sdk_version())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamp_bytes_are_pinned() {
        let mut expected = b"rival plugin \x1a\r\n\x01\0\0\0\x01\0\0\x000.1.0".to_vec();
        expected.resize(STAMP_BYTES, 0);
        assert_eq!(Stamp::new("0.1.0").0.as_slice(), expected);
    }

    #[test]
    fn a_stamp_survives_a_round_trip() {
        let stamp = Stamp::from_bytes(&Stamp::new("1.20.3-beta").0).unwrap();
        assert_eq!(
            (stamp.interface(), stamp.revision(), stamp.sdk_version().as_str()),
            (1, 1, "1.20.3-beta")
        );
    }

    #[test]
    fn an_overlong_version_is_truncated() {
        assert_eq!(Stamp::new(&"1".repeat(100)).sdk_version(), "1".repeat(40));
    }

    #[test]
    fn other_bytes_are_not_a_stamp() {
        assert_eq!(Stamp::from_bytes(b""), None);
        assert_eq!(Stamp::from_bytes(&[0; STAMP_BYTES]), None);
        assert_eq!(Stamp::from_bytes(&[Stamp::new("1").0.as_slice(), b"\0"].concat()), None);
    }
}
