//! A client on a socket that keeps several commands in flight.

use crate::nbd::client::{about, option, take_u32, take_u64};
use fourcorners_serve::nbd::wire::*;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;

pub struct Client {
    pub stream: UnixStream,
    /// Bytes that each command in flight returns, by its cookie.
    expected: Vec<Option<u32>>,
    in_flight: usize,
}

impl Client {
    /// With simple replies.
    pub fn connect(socket: &Path) -> Self {
        let mut stream = UnixStream::connect(socket).expect("a server listens");
        let mut greeting = [0; 18];
        stream.read_exact(&mut greeting).expect("a greeting");
        let flags = NBD_FLAG_C_FIXED_NEWSTYLE.to_be_bytes();
        let go = option(NBD_OPT_GO, &about("", &[]));
        stream.write_all(&[&flags[..], &go].concat()).expect("sent");
        loop {
            let mut header = [0; 20];
            stream.read_exact(&mut header).expect("an option's reply");
            let kind = take_u32(&mut &header[12..]);
            let length = take_u32(&mut &header[16..]) as usize;
            stream
                .read_exact(&mut vec![0; length])
                .expect("an option's reply");
            if kind == NBD_REP_ACK {
                break;
            }
        }
        Self {
            stream,
            expected: Vec::new(),
            in_flight: 0,
        }
    }

    pub fn send(&mut self, kind: u16, flags: u16, offset: u64, length: u32, data: &[u8]) {
        let cookie = self.expected.len() as u64;
        let read = if kind == NBD_CMD_READ { length } else { 0 };
        self.expected.push(Some(read));
        self.in_flight += 1;
        let mut bytes = NBD_REQUEST_MAGIC.to_be_bytes().to_vec();
        bytes.extend(flags.to_be_bytes());
        bytes.extend(kind.to_be_bytes());
        bytes.extend(cookie.to_be_bytes());
        bytes.extend(offset.to_be_bytes());
        bytes.extend(length.to_be_bytes());
        bytes.extend(data);
        self.stream.write_all(&bytes).expect("sent");
    }

    /// Waits for any command, which has to be done, and returns what it read.
    pub fn receive(&mut self) -> Vec<u8> {
        self.result().expect("the command is done")
    }

    /// Waits for any command: what it read, or the number of its error.
    pub fn result(&mut self) -> Result<Vec<u8>, u32> {
        let mut header = [0; 16];
        self.stream.read_exact(&mut header).expect("a reply");
        let mut fields = &header[..];
        assert_eq!(take_u32(&mut fields), NBD_SIMPLE_REPLY_MAGIC);
        let error = take_u32(&mut fields);
        let cookie = take_u64(&mut fields) as usize;
        let length = self.expected.get_mut(cookie).and_then(Option::take);
        let length = length.expect("a command in flight, once");
        self.in_flight -= 1;
        if error > 0 {
            return Err(error);
        }
        let mut data = vec![0; length as usize];
        self.stream.read_exact(&mut data).expect("data");
        Ok(data)
    }

    pub fn in_flight(&self) -> usize {
        self.in_flight
    }

    pub fn drain(&mut self) {
        while self.in_flight > 0 {
            self.receive();
        }
    }

    pub fn write(&mut self, offset: u64, data: &[u8]) {
        self.send(NBD_CMD_WRITE, 0, offset, data.len() as u32, data);
        self.receive();
    }

    pub fn read(&mut self, offset: u64, length: u32) -> Vec<u8> {
        self.send(NBD_CMD_READ, 0, offset, length, &[]);
        self.receive()
    }

    /// Whether the server has hung up, whatever it sent before.
    pub fn is_cut_off(&mut self) -> bool {
        let timeout = Some(std::time::Duration::from_secs(60));
        self.stream.set_read_timeout(timeout).expect("a timeout");
        match self.stream.read_to_end(&mut Vec::new()) {
            Ok(_) => true,
            Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
        }
    }

    pub fn flush(&mut self) {
        self.send(NBD_CMD_FLUSH, 0, 0, 0, &[]);
        self.receive();
    }
}
