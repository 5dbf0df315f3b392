//! Clients that do not keep to the protocol.

use super::client::*;
use fourcorners_serve::nbd::Closed;
use fourcorners_serve::nbd::wire::*;

fn greeted() -> Connection {
    Connection::greeted(export(), NBD_FLAG_C_FIXED_NEWSTYLE)
}

#[test]
fn unknown_client_flags_close() {
    for flags in [1 << 2, 1 << 31, u32::MAX] {
        let connection = Connection::greeted(export(), flags);
        assert_eq!(connection.closed, Some(Closed::UnknownClientFlags));
    }
}

#[test]
fn bytes_without_magic_close() {
    let mut connection = greeted();
    connection.send(b"GET / HTTP/1.1\r\n\r\n");
    assert_eq!(connection.closed, Some(Closed::BadOptionMagic));

    let mut connection = Connection::transmitting(export(), &[]);
    connection.send(&[0; REQUEST_HEADER_BYTES]);
    assert_eq!(connection.closed, Some(Closed::BadRequestMagic));
}

#[test]
fn closed_session_takes_nothing_more() {
    let mut connection = greeted();
    connection.send(&option(NBD_OPT_EXPORT_NAME, b"other"));
    connection.closed = None;
    connection.send(&option(NBD_OPT_GO, &about("", &[])));
    assert_eq!(connection.closed, Some(Closed::UnknownExport));
    assert!(connection.out.is_empty());
}

#[test]
fn too_many_options_close() {
    let mut connection = greeted();
    for _ in 0..64 {
        connection.send(&option(NBD_OPT_LIST, &[]));
        assert_eq!(connection.closed, None);
    }
    connection.send(&option(NBD_OPT_LIST, &[]));
    assert_eq!(connection.closed, Some(Closed::TooManyOptions));
}

#[test]
fn long_option_is_skipped_and_refused() {
    const LENGTH: u32 = 1 << 20;
    let cases = [
        (NBD_OPT_GO, NBD_REP_ERR_TOO_BIG),
        (NBD_OPT_LIST, NBD_REP_ERR_TOO_BIG),
        (1234, NBD_REP_ERR_UNSUP),
    ];
    for (number, wanted) in cases {
        let mut connection = greeted();
        connection.send(&option_header(number, LENGTH));
        for sent in (0..LENGTH).step_by(1 << 16) {
            assert!(connection.out.is_empty(), "after {sent} bytes");
            connection.send(&[0; 1 << 16]);
        }
        let replies = option_replies(number, &std::mem::take(&mut connection.out));
        assert_eq!(replies.len(), 1);
        assert_eq!(replies[0].0, wanted);
        assert!(connection.most_needed < 100);
        connection.ask(NBD_OPT_GO, &about("", &[]));
        assert!(connection.session.is_transmitting());
    }
}

#[test]
fn absurd_option_closes() {
    for (number, length) in [
        (NBD_OPT_GO, (1 << 20) + 1),
        (1234, u32::MAX),
        (NBD_OPT_EXPORT_NAME, 9000),
    ] {
        let mut connection = greeted();
        connection.send(&option_header(number, length));
        assert_eq!(connection.closed, Some(Closed::OptionTooLong));
    }
}

#[test]
fn long_write_is_skipped_and_rejected() {
    const LENGTH: u32 = 32 << 20;
    let mut connection = Connection::transmitting(export(), &[]);
    connection.send(&request(NBD_CMD_WRITE, 0, 0, LENGTH));
    for sent in (0..LENGTH).step_by(1 << 18) {
        assert!(connection.out.is_empty(), "after {sent} bytes");
        connection.send(&[0xff; 1 << 18]);
    }
    assert_eq!(errors(&connection.out), [22]);
    assert!(connection.most_needed < 100);
    connection.send(&request(NBD_CMD_READ, 0, 0, 512));
    assert_eq!(connection.commands.len(), 1);
}

#[test]
fn absurd_write_closes() {
    let mut connection = Connection::transmitting(export(), &[]);
    connection.send(&request(NBD_CMD_WRITE, 0, 0, u32::MAX));
    assert_eq!(connection.closed, Some(Closed::WriteTooLong));
    assert!(!Closed::WriteTooLong.is_clean());
}
