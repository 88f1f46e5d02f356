//! Malformed messages are refused without side effects.

use plugin_abi::message::{
    FromHost, FromPlayer, MESSAGE_BYTES_MAX, ManifestV1, MessageError, ReplyV1, ToPlayer, decode,
    encode,
};

fn refusal(bytes: &[u8]) -> String {
    decode::<FromPlayer>(bytes).unwrap_err().to_string()
}

#[test]
fn garbage_is_refused() {
    for bytes in [b"".as_slice(), b"\xff", b"\x04", b"\x01\x07", b"\x00\x05ab", b"\x00\x01\xff"] {
        let text = refusal(bytes);
        assert!(text.starts_with("a malformed message ("), "{bytes:?}: {text}");
    }
}

#[test]
fn bytes_after_the_message_are_refused() {
    assert_eq!(refusal(b"\x02\x00\x00"), "a message with 2 extra bytes");
}

#[test]
fn an_overlong_message_is_neither_encoded_nor_decoded() {
    let long = FromPlayer::RepliedV1(ReplyV1::Move("x".repeat(MESSAGE_BYTES_MAX)));
    let error = encode(&long).unwrap_err();
    assert_eq!(error, MessageError::TooLong { bytes: MESSAGE_BYTES_MAX + 5 });
    assert_eq!(error.to_string(), "a message of 1048581 bytes: at most 1048576 are allowed");
    assert_eq!(
        refusal(&vec![0; MESSAGE_BYTES_MAX + 1]),
        "a message of 1048577 bytes: at most 1048576 are allowed"
    );
}

#[test]
fn a_false_length_reserves_no_memory() {
    // A one-byte name, a version, and then 2^35 - 1 players.
    let bytes = b"\x01x\x01x\xff\xff\xff\xff\x7f";
    assert!(decode::<ManifestV1>(bytes).is_err());
}

#[test]
fn truncated_and_corrupted_messages_do_not_panic() {
    let bytes = encode(&FromHost::AnsweredV1("9-14".into())).unwrap();
    for length in 0..bytes.len() {
        assert!(decode::<FromHost>(&bytes[..length]).is_err(), "{length}");
    }
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let _either = decode::<FromHost>(&flipped);
        let _either = decode::<ToPlayer<'_>>(&flipped);
    }
}
