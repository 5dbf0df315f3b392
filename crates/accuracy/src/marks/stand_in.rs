//! Which phase of a run a printed figure stands beside, where the figure's own has no chart or was
//! not run.

use crate::published::{Figure, Quantity};
use fourcorners_bench::record::{Entry, Run, Status};
use fourcorners_bench::{Library, Pattern, PhaseDef, TestDef, WorkDef};

/// A phase, and the test that it is of.
pub(super) struct Place<'a> {
    pub test: &'a TestDef,
    pub phase: &'a PhaseDef,
    /// Printed and here, where it stands beside a phase at another queue depth.
    pub depths: Option<(u32, u32)>,
}

/// Where a figure stands. `None`: it is of several phases.
pub(super) fn place<'a>(figure: &Figure, definitions: &'a Library, run: &Run) -> Option<Place<'a>> {
    let measure = &figure.measure;
    let test = definitions.tests.get(&measure.test)?;
    let mut phases = test.phases.iter();
    let phase = phases.find(|phase| phase.name == measure.phase)?;
    let is_of_latency = matches!(
        measure.quantity,
        Quantity::LatencyMean | Quantity::LatencyMax
    );
    let found = if is_of_latency {
        after(test, phase, definitions)
    } else {
        at_another_depth(test, phase, definitions, run)
    };
    Some(found.unwrap_or(Place {
        test,
        phase,
        depths: None,
    }))
}

/// Latencies of the making of a state: those of the same I/Os in that state are what is drawn.
fn after<'a>(test: &'a TestDef, phase: &PhaseDef, definitions: &Library) -> Option<Place<'a>> {
    let state = phase.makes.as_deref()?;
    let making = definitions.states.get(state)?.work.as_ref()?;
    let is_alike = |other: &&PhaseDef| {
        let work = other.work.as_ref();
        other.from.as_deref() == Some(state) && work.is_some_and(|work| are_alike(work, making))
    };
    let phase = test.phases.iter().find(is_alike)?;
    let depth = phase.work.as_ref()?.queue_depth.get();
    Some(Place {
        test,
        phase,
        depths: Some((making.queue_depth.get().into(), depth.into())),
    })
}

/// What data sheets print of sequential I/O is of a full queue, and the suites have it at QD1,
/// where read-ahead and the write cache fill the queue's place: the same I/Os, if the figure's own
/// test was not run. Random I/O is not alike at two depths, and stays with its own.
fn at_another_depth<'a>(
    own: &TestDef,
    phase: &PhaseDef,
    definitions: &'a Library,
    run: &Run,
) -> Option<Place<'a>> {
    let work = phase.work.as_ref()?;
    let is_of = |entry: &Entry, test: &TestDef| entry.test == test.id;
    let was_run = |test: &TestDef| {
        let mut finished = run.entries.iter();
        finished.any(|entry| is_of(entry, test) && entry.status == Status::Finished)
    };
    if work.pattern != Pattern::Sequential || own.phases.len() != 1 || was_run(own) {
        return None;
    }
    let of = |test: &'a TestDef| {
        let [phase] = test.phases.as_slice() else {
            return None;
        };
        let other = phase.work.as_ref()?;
        (was_run(test) && are_alike(other, work)).then_some(Place {
            test,
            phase,
            depths: Some((
                work.queue_depth.get().into(),
                other.queue_depth.get().into(),
            )),
        })
    };
    definitions.tests.values().find_map(of)
}

fn are_alike(a: &WorkDef, b: &WorkDef) -> bool {
    (a.op, a.pattern, a.block) == (b.op, b.pattern, b.block)
}
