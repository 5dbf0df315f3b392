use super::*;
use crate::nbd::Command;
use crate::recording::Recording;
use crate::served::Owner;
use fourcorners_block::{Completion, Drive, Identity, NullDrive, Purge, QueueDepth, Stop};
use std::num::NonZeroU32;
use std::time::Duration;
use tempfile::TempDir;

/// A drive that holds its first write forever.
struct Failing {
    drive: NullDrive,
    holds: bool,
}

impl Drive for Failing {
    fn identity(&self) -> &Identity {
        self.drive.identity()
    }
    fn now(&self) -> Nanos {
        self.drive.now()
    }
    fn set_queue_depth(&mut self, depth: QueueDepth) {
        self.drive.set_queue_depth(depth);
    }
    fn submit(&mut self, requests: &[Request]) {
        self.holds |= requests.iter().any(|request| request.op != Op::Read);
        self.drive.submit(requests);
    }
    fn wait(
        &mut self,
        until: Nanos,
        stop: Stop,
        completions: &mut Vec<Completion>,
    ) -> Result<(), DriveError> {
        match self.holds {
            true => Err(DriveError::Lost("no room".into())),
            false => self.drive.wait(until, stop, completions),
        }
    }
    fn waiting(&self) -> usize {
        self.drive.waiting()
    }
    fn in_flight(&self) -> usize {
        self.drive.in_flight()
    }
    fn withdraw(&mut self) -> usize {
        self.drive.withdraw()
    }
    fn purge(&mut self) -> Result<Purge, DriveError> {
        self.drive.purge()
    }
    fn lose_power(&mut self, _lost: &mut Vec<Volatile>) -> Result<(), DriveError> {
        self.drive.withdraw();
        self.holds = false;
        Ok(())
    }
}

/// A failed write had no end in the recording: it kept all that came later in memory.
#[test]
fn recording_goes_on_after_a_failed_write() {
    let folder = TempDir::new().expect("a folder");
    let drive = Failing {
        drive: NullDrive::new(Blocks(1 << 10), Nanos(1)),
        holds: false,
    };
    let path = folder.path().join("trace");
    let recording = Recording::new(&path, "null", Nanos(0)).expect("a file");
    let contents = Contents::nothing();
    let dilation = NonZeroU32::MIN;
    let served = Served::new(
        Box::new(drive),
        false,
        contents,
        None,
        Some(recording),
        dilation,
    );
    let mut served = served.expect("memory");
    let mut done = Vec::new();
    for (number, kind) in [
        CommandKind::Write { fua: false },
        CommandKind::Read,
        CommandKind::Read,
    ]
    .into_iter()
    .enumerate()
    {
        let command = Command {
            cookie: number as u64,
            kind,
            offset: 0,
            length: 512,
        };
        let owner = Owner { slot: 0, number: 0 };
        served.take(owner, command, &[1; 512]).expect("taken");
        let mut now = Instant::now();
        while done.len() <= number {
            served.advance(now, &mut done).expect("it goes on");
            now += Duration::from_millis(1);
        }
    }
    let results: Vec<_> = done.iter().map(|done| done.result).collect();
    assert_eq!(results, [Err(Errno::Io), Ok(()), Ok(())]);
    let recording = served.recording.as_ref().expect("it records");
    assert_eq!(recording.pending(), 0);
}
