//! Whatever a client sends, however it is cut. `cargo xtask soak` goes on for as long as one likes.

use super::client::*;
use fourcorners_block::Generator;
use fourcorners_serve::nbd::wire::*;
use fourcorners_testkit::soak::Cases;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

const CASES: Cases = Cases {
    label: "nbd",
    at_least: 200,
    most_kib: None,
};

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
    // Not all of those that end the handshake.
    let number = prop_oneof![40 => select((3..13).collect::<Vec<_>>()), 1 => 0..3_u32];
    (number, data, 0..20_000_u32, 0..40_u8).prop_map(
        |(number, data, length, is_rare)| match is_rare {
            0 => option_header(number, length << 16),
            1 => option(number, &vec![0; length as usize]),
            _ => option(number, &data),
        },
    )
}

/// Requests with their data; mostly good ones.
fn any_request() -> impl Strategy<Value = Vec<u8>> {
    let kind = prop_oneof![30 => select(vec![0, 1, 1, 1, 3, 4, 6, 7]), 1 => 0..10_u16];
    let flags = prop_oneof![5 => Just(0), 1 => (0..5).prop_map(|bit| 1_u16 << bit)];
    let offset = prop_oneof![9 => (0..2050_u64).prop_map(|block| block * 512), 1 => any::<u64>()];
    let length = prop_oneof![
        40 => (1..9_u32).prop_map(|blocks| blocks * 512),
        9 => 0..150_000_u32,
        1 => any::<u32>(),
    ];
    let all = (kind, flags, offset, length, any::<u8>());
    all.prop_map(|(kind, flags, offset, length, byte)| {
        if kind == NBD_CMD_FLUSH {
            return request(kind, flags, 0, 0);
        }
        let mut bytes = request(kind, flags, offset, length);
        if kind == NBD_CMD_WRITE {
            bytes.resize(bytes.len() + length.min(150_000) as usize, byte);
        }
        bytes
    })
}

/// A conversation, with a few bytes changed.
fn any_conversation() -> impl Strategy<Value = Vec<u8>> {
    let flags = prop_oneof![40 => 0..4_u32, 1 => any::<u32>()];
    let go = select(vec![
        option(NBD_OPT_GO, &about("drive", &[NBD_INFO_BLOCK_SIZE])),
        option(NBD_OPT_GO, &about("", &[])),
        option(NBD_OPT_EXPORT_NAME, b"drive"),
    ]);
    let changes = prop_oneof![
        4 => Just(Vec::new()),
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

/// A conversation, and the lengths of the pieces that it comes in.
fn any_case() -> impl Strategy<Value = (Vec<u8>, Vec<usize>)> {
    let piece = prop_oneof![1..64_usize, 1..100_000_usize];
    (any_conversation(), vec(piece, 1..20))
}

/// Every step keeps its promises, which `Connection::send` checks, and pieces do not matter.
fn hear_twice(bytes: &[u8], pieces: &[usize]) -> Connection {
    let whole = heard(bytes, &[bytes.len()]);
    let cut = heard(bytes, pieces);
    assert_eq!(whole.closed, cut.closed);
    assert!(whole.commands == cut.commands);
    assert!(whole.out == cut.out);
    whole
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn pieces_do_not_matter((bytes, pieces) in any_case()) {
        hear_twice(&bytes, &pieces);
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
    }
}

#[test]
fn any_conversation_is_heard_alike() {
    let make = |random: &mut Generator| {
        let seed = [(); 4].map(|()| random.next_u64().to_le_bytes());
        let random = TestRng::from_seed(RngAlgorithm::ChaCha, seed.as_flattened());
        let mut runner = TestRunner::new_with_rng(ProptestConfig::default(), random);
        any_case().new_tree(&mut runner).expect("a case").current()
    };
    let done = CASES.run(make, |(bytes, pieces)| {
        hear_twice(bytes, pieces).commands.len() as u64
    });
    assert!(
        done.operations > done.cases,
        "hardly a conversation had commands"
    );
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
