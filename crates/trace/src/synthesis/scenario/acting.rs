//! The records of a scenario, an operation after the other.

use super::super::generate::Synthesis;
use super::super::synthetic::Synthetic;
use super::{Act, Scenario};
use crate::{About, Operation, Predecessor, Record, Records, TraceError};
use fourcorners_block::{Nanos, Seed};
use std::collections::VecDeque;
use std::num::NonZeroU32;

/// The trace of a scenario: the same one for a seed. It holds one operation whole.
#[derive(Clone, Debug)]
pub struct Acting {
    about: About,
    scenario: Scenario,
    seed: Seed,
    streams: Vec<String>,
    operations: Vec<Operation>,
    /// Records of the operation that was begun last.
    made: VecDeque<Record>,
    /// When its last I/O finishes in the recording.
    finished: Nanos,
}

impl Acting {
    /// A trace from its beginning.
    pub fn new(scenario: &Scenario, seed: Seed) -> Self {
        Self {
            about: About {
                form: "synthetic".into(),
                title: scenario.title.clone(),
                records: Some(scenario.records()),
                has_operations: true,
                ..About::default()
            },
            seed: seed.child("scenario").child(&scenario.name),
            scenario: scenario.clone(),
            streams: Vec::new(),
            operations: Vec::new(),
            made: VecDeque::new(),
            finished: Nanos(0),
        }
    }

    /// Makes the next operation, if there is one.
    fn next_operation(&mut self) -> Result<bool, TraceError> {
        let number = self.operations.len();
        let Some(act) = self.scenario.acts.get(number) else {
            return Ok(false);
        };
        let mut records = Vec::new();
        let most = act.ios.records() as usize;
        Synthesis::new(&act.ios, self.seed).read(most, &mut records)?;
        let operation = with_computing(act, &mut records);
        let begins = match self.operations.last() {
            Some(before) => {
                let waited = Nanos(before.after.0 + self.scenario.pause.0);
                follow(&mut records, Nanos(waited.0 + operation.before.0));
                Nanos(self.finished.0 + waited.0)
            }
            None => Nanos(0),
        };
        for record in &mut records {
            record.issued.0 += begins.0;
            record.stream = number as u32;
            self.finished = self.finished.max(record.finished().unwrap_or_default());
        }
        self.streams.push(act.ios.name.clone());
        self.operations.push(operation);
        self.made = records.into();
        Ok(true)
    }
}

/// Shares an operation's computing out: as much before its first burst as before each other, and
/// after its last.
fn with_computing(act: &Act, records: &mut [Record]) -> Operation {
    let same = |pair: &[Record]| pair[0].issued == pair[1].issued;
    let bursts = 1 + records.windows(2).filter(|pair| !same(pair)).count() as u64;
    let each = act.computing.0 / (bursts + 1);
    let mut burst = 0;
    let mut issued = Nanos(0);
    for record in records {
        if record.issued > issued {
            issued = record.issued;
            burst += 1;
        }
        record.issued.0 += each * (burst + 1);
        if let Some(after) = &mut record.after {
            after.think = Nanos(each);
        }
    }
    Operation {
        before: Nanos(each),
        // With what rounding left over.
        after: Nanos(act.computing.0 - each * bursts),
    }
}

/// An operation's first burst waits for the last I/O of the operation before.
fn follow(records: &mut [Record], think: Nanos) {
    let first = records.iter_mut().zip(1_u32..);
    for (record, back) in first.take_while(|(record, _)| record.after.is_none()) {
        record.after = NonZeroU32::new(back).map(|back| Predecessor { back, think });
    }
}

impl Records for Acting {
    fn about(&self) -> &About {
        &self.about
    }

    fn streams(&self) -> &[String] {
        &self.streams
    }

    fn operations(&self) -> &[Operation] {
        &self.operations
    }

    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        let wanted = into.len() + most;
        while into.len() < wanted {
            if self.made.is_empty() && !self.next_operation()? {
                break;
            }
            let room = (wanted - into.len()).min(self.made.len());
            into.extend(self.made.drain(..room));
        }
        Ok(())
    }
}
