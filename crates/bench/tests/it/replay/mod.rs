//! A trace issued again: when each I/O is issued, where it goes, and what is told of it.

use crate::bed;
mod content;
mod reading;
mod timing;

use bed::replays::{carry_out, figures, library, planned, simulated};
use bed::{Fault, NotingDrive, StopAfter, folder, header, io, lasting, trace};
use fourcorners_bench::record::{Measured, Replayed, Status};
use fourcorners_bench::{
    Action, Extent, FolderWriter, KeptRun, Observer, Options, Past, PhaseKey, Silent, Trace, digest,
};
use fourcorners_block::{Bytes, DataClass, Drive, DriveKind, Nanos};
use fourcorners_run::{RunEnd, run};
use fourcorners_trace::{About, Op, Predecessor, Record, Records, TraceError};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const KIB4: Bytes = Bytes(4096);
/// What the noting drive takes for an I/O.
const SERVICE_US: u64 = 100;

fn read(issued_us: u64) -> Record {
    io(Op::Read, Nanos::micros(issued_us), Bytes(0), KIB4)
}

fn after(back: u32, think_us: u64) -> Record {
    Record {
        after: Some(Predecessor {
            back: NonZeroU32::new(back).expect("at least one back"),
            think: Nanos::micros(think_us),
        }),
        ..read(0)
    }
}

fn replayed(replay: &str, records: Vec<Record>) -> (Measured, Replayed) {
    let run = carry_out(
        replay,
        trace("it", records),
        &mut simulated(),
        &Options::default(),
    );
    let (measured, replay) = figures(&run);
    (measured.clone(), replay.clone())
}

fn us(seconds: f64) -> u64 {
    (seconds * 1e6).round() as u64
}
