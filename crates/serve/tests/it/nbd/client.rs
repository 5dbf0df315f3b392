//! The client's side: messages to send, and what came back.

use fourcorners_serve::nbd::wire::*;
use fourcorners_serve::nbd::{Closed, Command, Export, Item, Session};
use std::sync::Arc;

/// Of the export below: small, for tests of what is too long.
pub const MAXIMUM_PAYLOAD: u32 = 64 << 10;
pub const EXPORT_BYTES: u64 = 1 << 20;

pub fn export() -> Export {
    Export {
        description: "A used drive".into(),
        maximum_payload: MAXIMUM_PAYLOAD,
        ..Export::new("drive", EXPORT_BYTES)
    }
}

/// A session with everything that it has returned.
pub struct Connection {
    pub session: Session,
    export: Arc<Export>,
    /// Received but not consumed.
    input: Vec<u8>,
    pub out: Vec<u8>,
    /// With the data of writes.
    pub commands: Vec<(Command, Vec<u8>)>,
    pub closed: Option<Closed>,
    /// The most that the session has wanted to see at once.
    pub most_needed: usize,
}

impl Connection {
    /// A connection that has just been accepted.
    pub fn new(export: Export) -> Self {
        let export = Arc::new(export);
        let mut out = Vec::new();
        Self {
            session: Session::new(Arc::clone(&export), &mut out),
            export,
            input: Vec::new(),
            out,
            commands: Vec::new(),
            closed: None,
            most_needed: 0,
        }
    }

    /// One that has sent its flags and read the greeting.
    pub fn greeted(export: Export, flags: u32) -> Self {
        let mut connection = Self::new(export);
        connection.send(&flags.to_be_bytes());
        connection.out.clear();
        connection
    }

    /// One in the transmission phase, after these options.
    pub fn transmitting(export: Export, options: &[Vec<u8>]) -> Self {
        let mut connection = Self::greeted(export, NBD_FLAG_C_FIXED_NEWSTYLE);
        options.iter().for_each(|option| connection.send(option));
        connection.send(&option(NBD_OPT_GO, &about("", &[])));
        assert!(connection.session.is_transmitting());
        connection.out.clear();
        connection
    }

    /// With structured replies and block status.
    pub fn structured(export: Export) -> Self {
        let contexts = queries("", &["base:allocation"]);
        let options = [
            option(NBD_OPT_STRUCTURED_REPLY, &[]),
            option(NBD_OPT_SET_META_CONTEXT, &contexts),
        ];
        Self::transmitting(export, &options)
    }

    /// Receives these bytes, and checks what every step promises.
    pub fn send(&mut self, bytes: &[u8]) {
        self.input.extend(bytes);
        while self.closed.is_none() {
            let step = self.session.step(&self.input, &mut self.out);
            assert!(step.consumed <= self.input.len());
            match step.item {
                Item::Command(command, data) => {
                    assert_eq!(data.end, step.consumed);
                    self.commands.push((command, self.input[data].to_vec()));
                }
                Item::Progress => assert!(step.consumed > 0),
                Item::NeedMore(needed) => {
                    assert_eq!(step.consumed, 0);
                    assert!(needed > self.input.len());
                    assert!(needed <= self.export.largest_message());
                    self.most_needed = self.most_needed.max(needed);
                    return;
                }
                Item::Closed(reason) => self.closed = Some(reason),
            }
            self.input.drain(..step.consumed);
        }
    }

    /// Sends an option and returns its replies.
    pub fn ask(&mut self, number: u32, data: &[u8]) -> Vec<(u32, Vec<u8>)> {
        self.send(&option(number, data));
        option_replies(number, &std::mem::take(&mut self.out))
    }
}

pub fn option(number: u32, data: &[u8]) -> Vec<u8> {
    let mut option = option_header(number, data.len() as u32);
    option.extend(data);
    option
}

pub fn option_header(number: u32, length: u32) -> Vec<u8> {
    let mut header = IHAVEOPT.to_be_bytes().to_vec();
    header.extend(number.to_be_bytes());
    header.extend(length.to_be_bytes());
    header
}

/// Data of `NBD_OPT_INFO` and `NBD_OPT_GO`.
pub fn about(name: &str, kinds: &[u16]) -> Vec<u8> {
    let mut data = string(name);
    data.extend((kinds.len() as u16).to_be_bytes());
    data.extend(kinds.iter().flat_map(|kind| kind.to_be_bytes()));
    data
}

/// Data of options about meta contexts.
pub fn queries(name: &str, queries: &[&str]) -> Vec<u8> {
    let mut data = string(name);
    data.extend((queries.len() as u32).to_be_bytes());
    data.extend(queries.iter().flat_map(|query| string(query)));
    data
}

fn string(text: &str) -> Vec<u8> {
    let mut data = (text.len() as u32).to_be_bytes().to_vec();
    data.extend(text.as_bytes());
    data
}

/// A request without data; its cookie is 7.
pub fn request(kind: u16, flags: u16, offset: u64, length: u32) -> Vec<u8> {
    let mut request = NBD_REQUEST_MAGIC.to_be_bytes().to_vec();
    request.extend(flags.to_be_bytes());
    request.extend(kind.to_be_bytes());
    request.extend(COOKIE.to_be_bytes());
    request.extend(offset.to_be_bytes());
    request.extend(length.to_be_bytes());
    request
}

pub const COOKIE: u64 = 7;

/// Kinds and data of the replies to an option.
pub fn option_replies(number: u32, mut bytes: &[u8]) -> Vec<(u32, Vec<u8>)> {
    let mut replies = Vec::new();
    while !bytes.is_empty() {
        assert_eq!(take(&mut bytes, 8), OPTION_REPLY_MAGIC.to_be_bytes());
        assert_eq!(take(&mut bytes, 4), number.to_be_bytes());
        let kind = take_u32(&mut bytes);
        let length = take_u32(&mut bytes) as usize;
        replies.push((kind, take(&mut bytes, length).to_vec()));
    }
    replies
}

pub fn take<'a>(bytes: &mut &'a [u8], count: usize) -> &'a [u8] {
    let (taken, rest) = bytes.split_at(count);
    *bytes = rest;
    taken
}

pub fn take_u16(bytes: &mut &[u8]) -> u16 {
    u16::from_be_bytes(take(bytes, 2).try_into().expect("two bytes"))
}

pub fn take_u32(bytes: &mut &[u8]) -> u32 {
    u32::from_be_bytes(take(bytes, 4).try_into().expect("four bytes"))
}

pub fn take_u64(bytes: &mut &[u8]) -> u64 {
    u64::from_be_bytes(take(bytes, 8).try_into().expect("eight bytes"))
}

/// A reply of the transmission phase without data that was read.
#[derive(Debug, PartialEq, Eq)]
pub enum Reply {
    Simple { error: u32 },
    Chunk { kind: u16, payload: Vec<u8> },
    Error { error: u32, message: String },
}

/// All replies; those to reads of simple replies have no data here.
pub fn replies(mut bytes: &[u8]) -> Vec<Reply> {
    let mut replies = Vec::new();
    while !bytes.is_empty() {
        let magic = take_u32(&mut bytes);
        if magic == NBD_SIMPLE_REPLY_MAGIC {
            let error = take_u32(&mut bytes);
            assert_eq!(take_u64(&mut bytes), COOKIE);
            replies.push(Reply::Simple { error });
            continue;
        }
        assert_eq!(magic, NBD_STRUCTURED_REPLY_MAGIC);
        assert_eq!(take_u16(&mut bytes), NBD_REPLY_FLAG_DONE);
        let kind = take_u16(&mut bytes);
        assert_eq!(take_u64(&mut bytes), COOKIE);
        let length = take_u32(&mut bytes) as usize;
        let mut payload = take(&mut bytes, length);
        replies.push(match kind {
            NBD_REPLY_TYPE_ERROR => {
                let error = take_u32(&mut payload);
                let length = usize::from(take_u16(&mut payload));
                assert_eq!(length, payload.len());
                let message = String::from_utf8(payload.to_vec()).expect("text");
                Reply::Error { error, message }
            }
            _ => Reply::Chunk {
                kind,
                payload: payload.to_vec(),
            },
        });
    }
    replies
}

/// The error that each reply carries.
pub fn errors(bytes: &[u8]) -> Vec<u32> {
    let error = |reply| match reply {
        Reply::Simple { error } | Reply::Error { error, .. } => error,
        Reply::Chunk { .. } => 0,
    };
    replies(bytes).into_iter().map(error).collect()
}
