//! Is a trace read as it is needed, and what becomes of one that breaks off, or of a replay that is
//! stopped?

use super::*;
use fourcorners_bench::record::Failure;

#[test]
fn is_a_trace_that_breaks_off_a_failed_phase() {
    let records = vec![read(0); 5000];
    let extent = Extent {
        records: 9000,
        end: KIB4,
        ..Extent::default()
    };
    let broken = Trace::new("it", "", extent, move |_| {
        Ok(Box::new(BreaksOff {
            left: records.clone().into_iter(),
        }))
    });
    let run = carry_out("", broken, &mut simulated(), &Options::default());
    let Status::Failed { failure } = &run.entries[0].status else {
        panic!("{:?}", run.entries[0]);
    };
    let Failure::Trace { error } = failure else {
        panic!("{failure:?}")
    };
    assert!(error.contains("it.trace:5001: no number"), "{error}");
}

struct BreaksOff {
    left: std::vec::IntoIter<Record>,
}

impl Records for BreaksOff {
    fn about(&self) -> &About {
        unimplemented!("nobody asks")
    }
    fn streams(&self) -> &[String] {
        &[]
    }
    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        let before = into.len();
        into.extend(self.left.by_ref().take(most));
        if into.len() > before {
            return Ok(());
        }
        Err(TraceError::Broken {
            file: "it.trace".into(),
            place: "5001".into(),
            reason: "no number".into(),
        })
    }
}

/// Endless in effect, and says how many were asked for.
struct Counted {
    read: Arc<AtomicU64>,
    left: u64,
}

impl Records for Counted {
    fn about(&self) -> &About {
        unimplemented!("nobody asks")
    }
    fn streams(&self) -> &[String] {
        &[]
    }
    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        let count = self.left.min(most as u64);
        self.left -= count;
        self.read.fetch_add(count, Ordering::Relaxed);
        into.extend((0..count).map(|_| after(1, 1_000)));
        Ok(())
    }
}

#[test]
fn is_a_long_trace_read_as_it_is_needed() {
    let read = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&read);
    let extent = Extent {
        records: 1_000_000,
        end: KIB4,
        duration: Nanos::secs(1100),
        ..Extent::default()
    };
    let trace = Trace::new("it", "", extent, move |_| {
        let read = Arc::clone(&counter);
        Ok(Box::new(Counted {
            read,
            left: 1_000_000,
        }))
    });
    let mut drive = simulated();
    let plan = planned(&library("", trace), &drive, &Options::default());
    let folder = folder();
    let mut writer =
        FolderWriter::create(&folder.path, &header(drive.identity())).expect("a folder");
    // The footprint's second, and ten of 909 I/Os each.
    let end = run(&plan, &mut drive, &mut writer, &mut StopAfter(11)).expect("a run");
    assert_eq!(end, RunEnd::Interrupted);
    let (done, read) = (drive.ios().count() as u64, read.load(Ordering::Relaxed));
    assert!((9_000..10_000).contains(&done), "{done}");
    assert!(
        (done..done + 10_000).contains(&read),
        "{read} read, {done} done"
    );
}

#[test]
fn does_a_replay_that_was_interrupted_end_as_one_that_was_not() {
    let one = |number: u64| Record {
        offset: Bytes(number % 100 * 4096),
        op: if number.is_multiple_of(3) {
            Op::Write
        } else {
            Op::Read
        },
        ..after(1 + number as u32 % 3, 10_000)
    };
    let library = library("", trace("it", (0..2_000).map(one).collect()));
    let whole = |observer: &mut dyn Observer| {
        let mut drive = simulated();
        let plan = planned(&library, &drive, &Options::default());
        let folder = folder();
        let mut writer =
            FolderWriter::create(&folder.path, &header(drive.identity())).expect("a folder");
        run(&plan, &mut drive, &mut writer, observer).expect("a run");
        (plan, folder)
    };
    let (_, undisturbed) = whole(&mut Silent);
    let (plan, stopped) = whole(&mut StopAfter(4));
    let kept = KeptRun::open(&stopped.path).expect("a kept run");
    let done: Vec<[String; 3]> = kept
        .results()
        .iter()
        .map(|entry| entry.names().map(String::from))
        .collect();
    assert!(done.is_empty(), "it was stopped within its only phase");
    let is_done = |key: &PhaseKey| done.contains(&key.names().map(String::from));
    let rest = plan.rest(&is_done, Past::EndsWithPurge);
    let (mut writer, _) = kept.go_on(&plan).expect("a folder that goes on");
    run(&rest, &mut simulated(), &mut writer, &mut Silent).expect("the rest");
    drop(writer);
    let digest = |path| digest(path).expect("a digest");
    assert_eq!(digest(&stopped.path), digest(&undisturbed.path));
}
