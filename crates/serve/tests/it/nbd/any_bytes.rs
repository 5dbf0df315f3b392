//! Whatever a client sends, however it is cut.

use super::client::*;
use fourcorners_serve::nbd::wire::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Options, good, broken and cut.
fn any_option() -> impl Strategy<Value = Vec<u8>> {
    let data = prop_oneof![
        Just(Vec::new()),
        vec(select(vec![NBD_INFO_NAME, NBD_INFO_BLOCK_SIZE, 9]), 0..4)
            .prop_map(|kinds| about("drive", &kinds)),
        vec(select(vec!["base:", "base:allocation", "x:y"]), 0..4)
            .prop_map(|asked| queries("", &asked)),
        vec(any::<u8>(), 0..40),
    ];
    prop_oneof![
        8 => (0..13_u32, data).prop_map(|(number, data)| option(number, &data)),
        1 => (0..13_u32, 0..20_000_usize)
            .prop_map(|(number, length)| option(number, &vec![0; length])),
        1 => (0..13_u32, any::<u32>()).prop_map(|(number, length)| option_header(number, length)),
    ]
}

/// Requests with their data; mostly good ones.
fn any_request() -> impl Strategy<Value = Vec<u8>> {
    let flags = prop_oneof![3 => Just(0), 1 => (0..5).prop_map(|bit| 1_u16 << bit)];
    let offset = prop_oneof![9 => (0..2100_u64).prop_map(|block| block * 512), 1 => any::<u64>()];
    let length = prop_oneof![9 => (0..9_u32).prop_map(|block| block * 512), 1 => any::<u32>()];
    (0..9_u16, flags, offset, length, any::<u8>()).prop_map(
        |(kind, flags, offset, length, byte)| {
            let mut bytes = request(kind, flags, offset, length);
            if kind == NBD_CMD_WRITE {
                bytes.resize(bytes.len() + length.min(200_000) as usize, byte);
            }
            bytes
        },
    )
}

/// A conversation, with a few bytes changed.
fn any_conversation() -> impl Strategy<Value = Vec<u8>> {
    let flags = prop_oneof![20 => 0..4_u32, 1 => any::<u32>()];
    let go = select(vec![
        option(NBD_OPT_GO, &about("drive", &[NBD_INFO_BLOCK_SIZE])),
        option(NBD_OPT_EXPORT_NAME, b"drive"),
        Vec::new(),
    ]);
    let changes = prop_oneof![
        2 => Just(Vec::new()),
        1 => vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ];
    let parts = (
        flags,
        vec(any_option(), 0..6),
        go,
        vec(any_request(), 0..8),
        changes,
    );
    parts.prop_map(|(flags, options, go, requests, changes)| {
        let mut bytes = flags.to_be_bytes().to_vec();
        bytes.extend(options.concat());
        bytes.extend(go);
        bytes.extend(requests.concat());
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes
    })
}

/// Everything that a session made of these bytes, which came in pieces of these lengths.
fn heard(bytes: &[u8], pieces: &[usize]) -> Connection {
    let mut connection = Connection::new(export());
    let mut rest = bytes;
    for piece in pieces.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let length = rest.len().min(*piece);
        connection.send(take(&mut rest, length));
    }
    connection
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Every step keeps its promises: `Connection::send` checks them.
    #[test]
    fn pieces_do_not_matter(
        bytes in any_conversation(),
        pieces in vec(prop_oneof![1..64_usize, 1..100_000_usize], 1..20),
    ) {
        let whole = heard(&bytes, &[bytes.len()]);
        let cut = heard(&bytes, &pieces);
        prop_assert_eq!(whole.closed, cut.closed);
        prop_assert!(whole.commands == cut.commands);
        prop_assert!(whole.out == cut.out);
    }

    #[test]
    fn arbitrary_bytes_are_survived(
        is_transmitting: bool,
        bytes in vec(any::<u8>(), 0..400),
    ) {
        let mut connection = match is_transmitting {
            true => Connection::structured(export()),
            false => Connection::new(export()),
        };
        connection.send(&bytes);
        prop_assert!(connection.most_needed <= export().largest_message());
    }
}

#[test]
fn byte_by_byte_is_the_same_as_all_at_once() {
    let conversation = [
        vec![0, 0, 0, 3],
        option(NBD_OPT_STRUCTURED_REPLY, &[]),
        option(99, &[0; 50]),
        option(NBD_OPT_LIST, &[0; 9000]),
        option(NBD_OPT_SET_META_CONTEXT, &queries("", &["base:allocation"])),
        option(NBD_OPT_GO, &about("drive", &[NBD_INFO_BLOCK_SIZE])),
        request(NBD_CMD_READ, 0, 0, 4096),
        request(NBD_CMD_WRITE, 0, 0, 1024),
        vec![0x5a; 1024],
        request(NBD_CMD_WRITE, 0, 1, 700),
        vec![0x5a; 700],
        request(NBD_CMD_BLOCK_STATUS, NBD_CMD_FLAG_REQ_ONE, 0, 512),
        request(NBD_CMD_DISC, 0, 0, 0),
    ]
    .concat();
    let whole = heard(&conversation, &[conversation.len()]);
    let bytes = heard(&conversation, &[1]);
    assert_eq!(whole.commands.len(), 3);
    assert_eq!(whole.commands, bytes.commands);
    assert_eq!(whole.out, bytes.out);
    assert_eq!(whole.closed, bytes.closed);
}
