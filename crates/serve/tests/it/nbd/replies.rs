use super::client::*;
use fourcorners_serve::nbd::wire::*;
use fourcorners_serve::nbd::{Command, Errno, Extent};
use std::io::ErrorKind;

const DATA: Extent = Extent {
    bytes: 4096,
    is_hole: false,
    is_zero: false,
};
const HOLE: Extent = Extent {
    bytes: 8192,
    is_hole: true,
    is_zero: true,
};

/// A connection that has sent this request, and the command.
fn served(mut connection: Connection, bytes: &[u8]) -> (Connection, Command) {
    connection.send(bytes);
    let command = connection.commands[0].0;
    (connection, command)
}

fn simple(bytes: &[u8]) -> (Connection, Command) {
    served(Connection::transmitting(export(), &[]), bytes)
}

fn structured(bytes: &[u8]) -> (Connection, Command) {
    served(Connection::structured(export()), bytes)
}

/// The extents of the reply to a status request for 16 KiB.
fn status(flags: u16, extents: &[Extent]) -> Vec<(u32, u32)> {
    let (connection, command) = structured(&request(NBD_CMD_BLOCK_STATUS, flags, 4096, 16384));
    let mut out = Vec::new();
    connection.session.block_status(&mut out, &command, extents);
    let [Reply::Chunk { kind, payload }] = &replies(&out)[..] else {
        panic!("{out:?}");
    };
    assert_eq!(*kind, NBD_REPLY_TYPE_BLOCK_STATUS);
    let mut payload = &payload[4..];
    let mut extents = Vec::new();
    while !payload.is_empty() {
        extents.push((take_u32(&mut payload), take_u32(&mut payload)));
    }
    extents
}

#[test]
fn simple_read_is_a_header_before_its_data() {
    let (connection, command) = simple(&request(NBD_CMD_READ, 0, 512, 1024));
    let mut out = Vec::new();
    connection.session.read_header(&mut out, &command);
    assert_eq!(replies(&out), [Reply::Simple { error: 0 }]);
}

#[test]
fn structured_read_is_one_chunk() {
    let (connection, command) = structured(&request(NBD_CMD_READ, 0, 512, 1024));
    let mut out = Vec::new();
    connection.session.read_header(&mut out, &command);
    out.extend([0xcd; 1024]);
    let mut payload = 512_u64.to_be_bytes().to_vec();
    payload.extend([0xcd; 1024]);
    let kind = NBD_REPLY_TYPE_OFFSET_DATA;
    assert_eq!(replies(&out), [Reply::Chunk { kind, payload }]);
}

#[test]
fn commands_without_data_are_answered_simply() {
    let flush = request(NBD_CMD_FLUSH, 0, 0, 0);
    for (connection, command) in [simple(&flush), structured(&flush)] {
        let mut out = Vec::new();
        connection.session.done(&mut out, &command);
        assert_eq!(replies(&out), [Reply::Simple { error: 0 }]);
    }
}

#[test]
fn errors_have_their_number_and_a_message() {
    let read = request(NBD_CMD_READ, 0, 0, 512);
    let errors = [
        (Errno::NotPermitted, 1),
        (Errno::Io, 5),
        (Errno::NoMemory, 12),
        (Errno::Invalid, 22),
        (Errno::NoSpace, 28),
        (Errno::Overflow, 75),
        (Errno::NotSupported, 95),
        (Errno::Shutdown, 108),
    ];
    for (errno, number) in errors {
        let (connection, command) = simple(&read);
        let mut out = Vec::new();
        connection.session.error(&mut out, &command, errno);
        assert_eq!(replies(&out), [Reply::Simple { error: number }]);

        let (connection, command) = structured(&read);
        let mut out = Vec::new();
        connection.session.error(&mut out, &command, errno);
        let [Reply::Error { error, message }] = &replies(&out)[..] else {
            panic!("{out:?}");
        };
        assert_eq!(*error, number);
        assert!(!message.is_empty());
    }
}

#[test]
fn rejections_of_structured_sessions_say_why() {
    let mut connection = Connection::structured(export());
    connection.send(&request(NBD_CMD_READ, 0, 1, 512));
    let message = "range is not aligned to the minimum block size".into();
    assert_eq!(
        replies(&connection.out),
        [Reply::Error { error: 22, message }]
    );
}

#[test]
fn block_status_lists_extents() {
    let hole = NBD_STATE_HOLE | NBD_STATE_ZERO;
    assert_eq!(
        status(0, &[DATA, HOLE, DATA]),
        [(4096, 0), (8192, hole), (4096, 0)]
    );
}

#[test]
fn block_status_of_one_extent_stays_within_the_request() {
    let long = Extent {
        bytes: 1 << 20,
        ..HOLE
    };
    let one = NBD_CMD_FLAG_REQ_ONE;
    assert_eq!(status(one, &[DATA, HOLE]), [(4096, 0)]);
    assert_eq!(status(one, &[long]), [(16384, 3)]);
    assert_eq!(status(0, &[long]), [(1 << 20, 3)]);
}

#[test]
fn block_status_without_extents_is_data() {
    assert_eq!(status(0, &[]), [(16384, 0)]);
}

#[test]
fn io_errors_become_numbers_of_the_protocol() {
    assert_eq!(Errno::from(ErrorKind::StorageFull), Errno::NoSpace);
    assert_eq!(
        Errno::from(ErrorKind::ReadOnlyFilesystem),
        Errno::NotPermitted
    );
    assert_eq!(Errno::from(ErrorKind::UnexpectedEof), Errno::Io);
}
