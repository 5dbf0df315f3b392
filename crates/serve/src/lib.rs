//! A simulated drive as a block device: an NBD server whose replies leave when the drive says.

pub mod nbd;
