//! The NBD protocol, server side, without I/O: bytes in, events and bytes out
//! (<https://github.com/NetworkBlockDevice/nbd/blob/master/doc/proto.md>).
