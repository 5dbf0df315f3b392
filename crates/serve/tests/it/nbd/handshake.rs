use super::client::*;
use fourcorners_serve::nbd::wire::*;
use fourcorners_serve::nbd::{Closed, Export};

const FLAGS: u16 = NBD_FLAG_HAS_FLAGS
    | NBD_FLAG_SEND_FLUSH
    | NBD_FLAG_SEND_FUA
    | NBD_FLAG_SEND_TRIM
    | NBD_FLAG_SEND_WRITE_ZEROES
    | NBD_FLAG_CAN_MULTI_CONN;

const ACK: (u32, Vec<u8>) = (NBD_REP_ACK, Vec::new());

fn greeted() -> Connection {
    Connection::greeted(export(), NBD_FLAG_C_FIXED_NEWSTYLE)
}

/// Kind of the only reply.
fn only(replies: &[(u32, Vec<u8>)]) -> u32 {
    assert_eq!(replies.len(), 1);
    replies[0].0
}

fn export_information(flags: u16) -> Vec<u8> {
    let mut information = NBD_INFO_EXPORT.to_be_bytes().to_vec();
    information.extend(EXPORT_BYTES.to_be_bytes());
    information.extend(flags.to_be_bytes());
    information
}

/// Flags that a client sees after these options.
fn flags(export: Export, options: &[Vec<u8>]) -> u16 {
    let mut connection = Connection::greeted(export, 0);
    options.iter().for_each(|option| connection.send(option));
    connection.out.clear();
    let replies = connection.ask(NBD_OPT_INFO, &about("", &[]));
    take_u16(&mut &replies[0].1[10..])
}

#[test]
fn greeting_offers_fixed_newstyle_and_no_zeroes() {
    let connection = Connection::new(export());
    assert_eq!(connection.out, b"NBDMAGICIHAVEOPT\x00\x03");
}

#[test]
fn export_name_begins_transmission_after_124_zeros() {
    let mut connection = Connection::greeted(export(), 0);
    connection.send(&option(NBD_OPT_EXPORT_NAME, b"drive"));
    assert!(connection.session.is_transmitting());
    assert_eq!(connection.out[..10], export_information(FLAGS)[2..]);
    assert_eq!(connection.out[10..], [0; EXPORT_NAME_ZEROES]);
}

#[test]
fn export_name_leaves_out_zeros_on_request() {
    let mut connection = Connection::greeted(export(), NBD_FLAG_C_NO_ZEROES);
    connection.send(&option(NBD_OPT_EXPORT_NAME, b""));
    assert_eq!(connection.out, export_information(FLAGS)[2..]);
}

#[test]
fn export_name_of_another_export_closes() {
    let mut connection = greeted();
    connection.send(&option(NBD_OPT_EXPORT_NAME, b"other"));
    assert_eq!(connection.closed, Some(Closed::UnknownExport));
    assert!(connection.out.is_empty());
}

#[test]
fn go_begins_transmission() {
    for name in ["drive", ""] {
        let mut connection = greeted();
        let replies = connection.ask(NBD_OPT_GO, &about(name, &[]));
        assert_eq!(replies, [(NBD_REP_INFO, export_information(FLAGS)), ACK]);
        assert!(connection.session.is_transmitting());
    }
}

#[test]
fn go_for_another_export_fails_and_the_handshake_goes_on() {
    let mut connection = greeted();
    let replies = connection.ask(NBD_OPT_GO, &about("other", &[]));
    assert_eq!(only(&replies), NBD_REP_ERR_UNKNOWN);
    assert!(!connection.session.is_transmitting());
    connection.ask(NBD_OPT_GO, &about("drive", &[]));
    assert!(connection.session.is_transmitting());
}

#[test]
fn info_gives_what_is_asked_for_and_stays_in_the_handshake() {
    let mut connection = greeted();
    let unknown = 99;
    let kinds = [
        NBD_INFO_BLOCK_SIZE,
        unknown,
        NBD_INFO_DESCRIPTION,
        NBD_INFO_NAME,
    ];
    let replies = connection.ask(NBD_OPT_INFO, &about("", &kinds));
    let sizes = b"\0\x03\0\0\x02\0\0\0\x10\0\0\x01\0\0".to_vec();
    let wanted = [
        (NBD_REP_INFO, export_information(FLAGS)),
        (NBD_REP_INFO, b"\0\x01drive".to_vec()),
        (NBD_REP_INFO, b"\0\x02A used drive".to_vec()),
        (NBD_REP_INFO, sizes),
        ACK,
    ];
    assert_eq!(replies, wanted);
    assert!(!connection.session.is_transmitting());
}

#[test]
fn export_without_description_sends_none() {
    let mut connection = Connection::greeted(Export::new("drive", EXPORT_BYTES), 0);
    let replies = connection.ask(NBD_OPT_INFO, &about("", &[NBD_INFO_DESCRIPTION]));
    assert_eq!(replies, [(NBD_REP_INFO, export_information(FLAGS)), ACK]);
}

#[test]
fn list_names_the_export() {
    let replies = greeted().ask(NBD_OPT_LIST, &[]);
    let server = b"\0\0\0\x05driveA used drive".to_vec();
    assert_eq!(replies, [(NBD_REP_SERVER, server), ACK]);
}

#[test]
fn flags_say_what_the_drive_can_do() {
    assert_eq!(flags(export(), &[]), FLAGS);
    let disk = Export {
        takes_trim: false,
        is_rotational: true,
        ..export()
    };
    let rotational = FLAGS & !NBD_FLAG_SEND_TRIM | NBD_FLAG_ROTATIONAL;
    assert_eq!(flags(disk, &[]), rotational);
    let read_only = Export {
        read_only: true,
        ..export()
    };
    let writes = NBD_FLAG_SEND_TRIM | NBD_FLAG_SEND_WRITE_ZEROES;
    assert_eq!(flags(read_only, &[]), FLAGS & !writes | NBD_FLAG_READ_ONLY);
    let structured = [option(NBD_OPT_STRUCTURED_REPLY, &[])];
    assert_eq!(flags(export(), &structured), FLAGS | NBD_FLAG_SEND_DF);
}

#[test]
fn unsupported_options_are_refused() {
    let unknown = 0xffff_ffff;
    for number in [0, 4, NBD_OPT_STARTTLS, NBD_OPT_EXTENDED_HEADERS, unknown] {
        let mut connection = greeted();
        for data in [b"".as_slice(), b"data"] {
            assert_eq!(only(&connection.ask(number, data)), NBD_REP_ERR_UNSUP);
        }
        connection.ask(NBD_OPT_GO, &about("", &[]));
        assert!(connection.session.is_transmitting());
    }
}

#[test]
fn options_with_data_they_do_not_take_are_invalid() {
    for number in [NBD_OPT_LIST, NBD_OPT_STRUCTURED_REPLY] {
        assert_eq!(only(&greeted().ask(number, b"x")), NBD_REP_ERR_INVALID);
    }
}

#[test]
fn options_with_broken_data_are_invalid() {
    let good = about("drive", &[NBD_INFO_NAME]);
    let too_long = [&good[..], &[0]].concat();
    let long_name = [&[0xff; 4][..], &good[4..]].concat();
    let cut = (0..good.len()).map(|end| good[..end].to_vec());
    for data in cut.chain([too_long, long_name]) {
        let mut connection = greeted();
        let replies = connection.ask(NBD_OPT_GO, &data);
        assert_eq!(only(&replies), NBD_REP_ERR_INVALID, "{data:?}");
        assert!(!connection.session.is_transmitting());
    }
}

#[test]
fn abort_is_acknowledged_and_closes_cleanly() {
    let mut connection = greeted();
    assert_eq!(connection.ask(NBD_OPT_ABORT, b"bye"), [ACK]);
    assert_eq!(connection.closed, Some(Closed::Aborted));
    assert!(Closed::Aborted.is_clean());
}
