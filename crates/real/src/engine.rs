//! What the queue needs of the thing that carries single transfers to the kernel.

use fourcorners_block::Nanos;
use std::io;

/// One transfer or flush, as the kernel sees it.
#[derive(Clone, Copy, Debug)]
pub enum Transfer {
    /// Into memory.
    Read(Span),
    /// Out of memory; `durable` asks for `RWF_DSYNC`.
    Write(Span, bool),
    /// `fdatasync`.
    Flush,
    /// TRIM of a range of a block device. It moves no bytes.
    Discard { offset: u64, bytes: u64 },
}

/// Where from and where to.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// Memory, within the registered pages.
    pub memory: *mut u8,
    /// Bytes, at most [`LONGEST_TRANSFER`](crate::drive::LONGEST_TRANSFER).
    pub len: u32,
    /// Byte offset on the drive.
    pub offset: u64,
}

/// Carries transfers. `slot` names a transfer until it has finished.
pub trait Engine {
    /// Prepares a transfer; the kernel need not have seen it yet. There is room for as many
    /// as the engine was made for.
    ///
    /// # Safety
    /// The span's memory stays mapped, and is looked at or changed by nobody else, until
    /// `finished` has returned this slot.
    unsafe fn prepare(&mut self, slot: u16, transfer: Transfer) -> io::Result<()>;

    /// Hands over what was prepared. With `patience`, returns when something has finished or
    /// so much time has passed ([`Nanos::MAX`]: for ever); without, at once.
    fn turn(&mut self, patience: Option<Nanos>) -> io::Result<()>;

    /// Takes one finished transfer: its slot, and the bytes moved or the negated `errno`.
    fn finished(&mut self) -> Option<(u16, i32)>;
}
