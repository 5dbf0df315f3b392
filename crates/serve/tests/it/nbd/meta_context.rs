use super::client::*;
use fourcorners_serve::nbd::wire::*;

const LIST: u32 = NBD_OPT_LIST_META_CONTEXT;
const SET: u32 = NBD_OPT_SET_META_CONTEXT;

fn structured() -> Connection {
    let mut connection = Connection::greeted(export(), NBD_FLAG_C_FIXED_NEWSTYLE);
    connection.ask(NBD_OPT_STRUCTURED_REPLY, &[]);
    connection
}

/// Whether the option is answered with the one context.
fn has_context(connection: &mut Connection, number: u32, data: &[u8]) -> bool {
    let replies = connection.ask(number, data);
    let (last, contexts) = replies.split_last().expect("a reply");
    assert_eq!(last.0, NBD_REP_ACK);
    for (kind, data) in contexts {
        assert_eq!(*kind, NBD_REP_META_CONTEXT);
        assert_eq!(data[4..], *b"base:allocation");
    }
    assert!(contexts.len() <= 1);
    !contexts.is_empty()
}

/// Whether block status works after this handshake.
fn has_block_status(mut connection: Connection) -> bool {
    connection.ask(NBD_OPT_GO, &about("", &[]));
    connection.send(&request(NBD_CMD_BLOCK_STATUS, 0, 0, 512));
    connection.commands.len() == 1
}

#[test]
fn contexts_are_listed_by_name_wildcard_or_all() {
    for wanted in [&[][..], &["base:"], &["x:y", "base:allocation", "base:"]] {
        assert!(has_context(
            &mut structured(),
            LIST,
            &queries("drive", wanted)
        ));
    }
    for other in [&["x:y"][..], &["base:other"], &["base"], &[""]] {
        assert!(!has_context(&mut structured(), LIST, &queries("", other)));
    }
}

#[test]
fn context_is_set_by_its_whole_name() {
    let mut connection = structured();
    assert!(has_context(
        &mut connection,
        SET,
        &queries("", &["base:allocation"])
    ));
    assert!(has_block_status(connection));
    for other in [&[][..], &["base:"], &["x:y"]] {
        let mut connection = structured();
        assert!(!has_context(&mut connection, SET, &queries("", other)));
        assert!(!has_block_status(connection));
    }
}

#[test]
fn setting_contexts_again_replaces_them_even_if_it_fails() {
    let allocation = ["base:allocation"];
    let broken = &queries("", &allocation)[..10];
    let too_long = vec![0; 9000];
    let other_export = queries("other", &allocation);
    for again in [broken, &queries("", &[]), &too_long, &other_export] {
        let mut connection = structured();
        assert!(has_context(&mut connection, SET, &queries("", &allocation)));
        connection.ask(SET, again);
        assert!(!has_block_status(connection));
    }
}

#[test]
fn contexts_need_structured_replies() {
    let mut connection = Connection::greeted(export(), 0);
    for number in [LIST, SET] {
        let replies = connection.ask(number, &queries("", &["base:allocation"]));
        assert_eq!(replies[0].0, NBD_REP_ERR_INVALID);
    }
    assert!(!has_block_status(connection));
}

#[test]
fn contexts_of_another_export_are_unknown() {
    let replies = structured().ask(LIST, &queries("other", &[]));
    assert_eq!(replies[0].0, NBD_REP_ERR_UNKNOWN);
}

#[test]
fn broken_queries_are_invalid() {
    let good = queries("drive", &["base:allocation", "x:y"]);
    let too_long = [&good[..], &[0]].concat();
    let mut many = good.clone();
    many[9..13].fill(0xff);
    let cut = (0..good.len()).map(|end| good[..end].to_vec());
    for data in cut.chain([too_long, many]) {
        for number in [LIST, SET] {
            let replies = structured().ask(number, &data);
            assert_eq!(replies.len(), 1);
            assert_eq!(replies[0].0, NBD_REP_ERR_INVALID, "{data:?}");
        }
    }
}
