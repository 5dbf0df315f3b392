use super::client::*;
use fourcorners_serve::nbd::wire::*;
use fourcorners_serve::nbd::{Closed, Command, CommandKind, Export};

const EPERM: u32 = 1;
const EINVAL: u32 = 22;
const ENOSPC: u32 = 28;
const EOVERFLOW: u32 = 75;

/// Commands with a range.
const RANGED: [u16; 5] = [
    NBD_CMD_READ,
    NBD_CMD_WRITE,
    NBD_CMD_TRIM,
    NBD_CMD_WRITE_ZEROES,
    NBD_CMD_BLOCK_STATUS,
];

/// A request with its data.
fn whole(kind: u16, flags: u16, offset: u64, length: u32) -> Vec<u8> {
    let mut bytes = request(kind, flags, offset, length);
    if kind == NBD_CMD_WRITE {
        bytes.resize(bytes.len() + length as usize, 0xab);
    }
    bytes
}

/// The command that comes of a request.
fn accepted(kind: u16, flags: u16, offset: u64, length: u32) -> CommandKind {
    let mut connection = Connection::structured(export());
    connection.send(&whole(kind, flags, offset, length));
    assert!(
        connection.out.is_empty(),
        "{kind} {flags} {offset} {length}"
    );
    let [(command, _)] = connection.commands[..] else {
        panic!("{:?}", connection.commands);
    };
    let wanted = Command {
        cookie: COOKIE,
        kind: command.kind,
        offset,
        length,
    };
    assert_eq!(command, wanted);
    command.kind
}

/// The error that a request is rejected with; the next request is served all the same.
fn rejected(mut connection: Connection, bytes: &[u8]) -> u32 {
    connection.send(bytes);
    assert_eq!(connection.commands, []);
    let errors = errors(&connection.out);
    connection.send(&request(NBD_CMD_FLUSH, 0, 0, 0));
    assert_eq!(connection.commands.len(), 1);
    assert_eq!(errors.len(), 1);
    errors[0]
}

/// With simple and with structured replies.
fn rejected_by(export: &Export, bytes: &[u8]) -> [u32; 2] {
    [
        rejected(Connection::transmitting(export.clone(), &[]), bytes),
        rejected(Connection::structured(export.clone()), bytes),
    ]
}

#[test]
fn good_requests_become_commands() {
    use CommandKind::*;
    let last = EXPORT_BYTES - 512;
    let all = EXPORT_BYTES as u32;
    let (no_hole, one) = (NBD_CMD_FLAG_NO_HOLE, NBD_CMD_FLAG_REQ_ONE);
    assert_eq!(accepted(NBD_CMD_READ, 0, last, 512), Read);
    assert_eq!(
        accepted(NBD_CMD_READ, NBD_CMD_FLAG_DF, 0, MAXIMUM_PAYLOAD),
        Read
    );
    for (flags, fua) in [(0, false), (NBD_CMD_FLAG_FUA, true)] {
        assert_eq!(accepted(NBD_CMD_WRITE, flags, last, 512), Write { fua });
        assert_eq!(accepted(NBD_CMD_TRIM, flags, 0, all), Trim { fua });
        for (flag, no_hole) in [(0, false), (no_hole, true)] {
            let zeroes = accepted(NBD_CMD_WRITE_ZEROES, flags | flag, 0, all);
            assert_eq!(zeroes, WriteZeroes { fua, no_hole });
        }
        // Clients set FUA where it means nothing, and the protocol allows it.
        assert_eq!(accepted(NBD_CMD_READ, flags, 0, 512), Read);
        assert_eq!(accepted(NBD_CMD_FLUSH, flags, 0, 0), Flush);
    }
    for (flags, one_extent) in [(0, false), (one, true)] {
        let status = accepted(NBD_CMD_BLOCK_STATUS, flags, 0, all);
        assert_eq!(status, BlockStatus { one_extent });
    }
}

#[test]
fn data_of_a_write_comes_with_its_command() {
    let mut connection = Connection::transmitting(export(), &[]);
    let data: Vec<u8> = (0..MAXIMUM_PAYLOAD).map(|at| at as u8).collect();
    let write = [
        request(NBD_CMD_WRITE, 0, 4096, MAXIMUM_PAYLOAD),
        data.clone(),
    ]
    .concat();
    connection.send(&[write.clone(), write].concat());
    assert_eq!(connection.commands.len(), 2);
    assert!(
        connection
            .commands
            .iter()
            .all(|(_, written)| *written == data)
    );
}

#[test]
fn unknown_commands_are_invalid() {
    let (cache, resize) = (5, 8);
    for kind in [cache, resize, 9, u16::MAX] {
        assert_eq!(
            rejected_by(&export(), &request(kind, 0, 0, 512)),
            [EINVAL; 2]
        );
    }
}

#[test]
fn flags_of_other_commands_are_invalid() {
    let good = |kind| match kind {
        NBD_CMD_READ => NBD_CMD_FLAG_DF,
        NBD_CMD_WRITE_ZEROES => NBD_CMD_FLAG_NO_HOLE,
        NBD_CMD_BLOCK_STATUS => NBD_CMD_FLAG_REQ_ONE,
        _ => 0,
    };
    for kind in RANGED.into_iter().chain([NBD_CMD_FLUSH]) {
        for flag in (1..16)
            .map(|bit| 1 << bit)
            .filter(|flag| *flag != good(kind))
        {
            let length = if kind == NBD_CMD_FLUSH { 0 } else { 512 };
            let bytes = whole(kind, flag, 0, length);
            assert_eq!(rejected_by(&export(), &bytes), [EINVAL; 2]);
        }
    }
    // Not offered without structured replies.
    let unfragmented = request(NBD_CMD_READ, NBD_CMD_FLAG_DF, 0, 512);
    let simple = Connection::transmitting(export(), &[]);
    assert_eq!(rejected(simple, &unfragmented), EINVAL);
}

#[test]
fn ranges_beyond_the_end_are_rejected() {
    let ranges = [
        (EXPORT_BYTES, 512),
        (EXPORT_BYTES - 512, 1024),
        (u64::MAX - 511, 512),
        (1 << 63, 512),
    ];
    for kind in RANGED {
        let wanted = match kind {
            NBD_CMD_WRITE | NBD_CMD_WRITE_ZEROES => ENOSPC,
            _ => EINVAL,
        };
        for (offset, length) in ranges {
            let bytes = whole(kind, 0, offset, length);
            let structured = Connection::structured(export());
            assert_eq!(rejected(structured, &bytes), wanted, "{kind} at {offset}");
        }
    }
}

#[test]
fn empty_and_misaligned_ranges_are_invalid() {
    for kind in RANGED {
        for (offset, length) in [(0, 0), (1, 512), (511, 512), (0, 1), (512, 513)] {
            let bytes = whole(kind, 0, offset, length);
            assert_eq!(rejected_by(&export(), &bytes), [EINVAL; 2]);
        }
    }
}

#[test]
fn ranges_are_aligned_to_the_minimum_block() {
    let export = Export {
        minimum_block: 4096,
        ..export()
    };
    let bytes = whole(NBD_CMD_WRITE, 0, 512, 4096);
    assert_eq!(rejected_by(&export, &bytes), [EINVAL; 2]);
}

#[test]
fn read_only_export_rejects_writes() {
    let export = Export {
        read_only: true,
        ..export()
    };
    for kind in [NBD_CMD_WRITE, NBD_CMD_TRIM, NBD_CMD_WRITE_ZEROES] {
        let bytes = whole(kind, 0, 0, 512);
        assert_eq!(rejected_by(&export, &bytes), [EPERM; 2]);
    }
    let mut connection = Connection::transmitting(export, &[]);
    connection.send(&request(NBD_CMD_READ, 0, 0, 512));
    assert_eq!(connection.commands.len(), 1);
}

#[test]
fn long_reads_overflow_where_replies_are_structured() {
    let read = request(NBD_CMD_READ, 0, 0, MAXIMUM_PAYLOAD + 512);
    assert_eq!(rejected_by(&export(), &read), [EINVAL, EOVERFLOW]);
    let read = request(NBD_CMD_READ, 0, 0, u32::MAX);
    assert_eq!(rejected_by(&export(), &read), [EINVAL, EOVERFLOW]);
}

#[test]
fn long_writes_are_invalid() {
    let write = whole(NBD_CMD_WRITE, 0, 0, MAXIMUM_PAYLOAD + 512);
    assert_eq!(rejected_by(&export(), &write), [EINVAL; 2]);
}

#[test]
fn trim_is_invalid_where_it_is_not_offered() {
    let export = Export {
        takes_trim: false,
        ..export()
    };
    let trim = request(NBD_CMD_TRIM, 0, 0, 512);
    assert_eq!(rejected_by(&export, &trim), [EINVAL; 2]);
}

#[test]
fn block_status_needs_its_context() {
    let simple = Connection::transmitting(export(), &[]);
    let status = request(NBD_CMD_BLOCK_STATUS, 0, 0, 512);
    assert_eq!(rejected(simple, &status), EINVAL);
}

#[test]
fn flush_of_a_range_is_invalid() {
    for (offset, length) in [(0, 512), (512, 0)] {
        let flush = request(NBD_CMD_FLUSH, 0, offset, length);
        assert_eq!(rejected_by(&export(), &flush), [EINVAL; 2]);
    }
}

#[test]
fn disconnect_closes_cleanly_without_reply() {
    let mut connection = Connection::transmitting(export(), &[]);
    let flush = request(NBD_CMD_FLUSH, 0, 0, 0);
    let disconnect = request(NBD_CMD_DISC, 0, 0, 0);
    connection.send(&[&flush[..], &disconnect, &flush].concat());
    assert_eq!(connection.commands.len(), 1);
    assert_eq!(connection.closed, Some(Closed::Disconnected));
    assert!(Closed::Disconnected.is_clean());
    assert!(connection.out.is_empty());
}
