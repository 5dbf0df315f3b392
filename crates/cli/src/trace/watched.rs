//! Records on their way: how many, how fast, and until Ctrl-C.

use crate::output::say;
use crate::progress::stop_requested;
use fourcorners_trace::{About, Operation, Record, Records, Sink, TraceError};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

/// Records that are read at once.
const PORTION: usize = 1 << 14;

/// A source that shows on stderr how far it is, and ends at Ctrl-C.
pub struct Watched {
    source: Box<dyn Records>,
    line: ProgressBar,
    began: Instant,
    pub records: u64,
    /// At Ctrl-C it ends, and has been stopped; else it goes on to its own end.
    stops: bool,
    stopped: bool,
}

impl Watched {
    pub fn new(source: Box<dyn Records>, name: &str, quiet: bool) -> Self {
        let target = match quiet || !std::io::stderr().is_terminal() {
            true => ProgressDrawTarget::hidden(),
            false => ProgressDrawTarget::stderr(),
        };
        let all = source.about().records;
        let line = ProgressBar::with_draw_target(all, target).with_prefix(name.to_string());
        let template = match all {
            Some(_) => "{prefix:25} {bar:8} {wide_msg}",
            None => "{prefix:25} {wide_msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            line.set_style(style);
        }
        Self {
            source,
            line,
            began: Instant::now(),
            records: 0,
            stops: true,
            stopped: false,
        }
    }

    /// One that ends by itself at Ctrl-C: what it still has is wanted.
    pub fn until_its_end(mut self) -> Self {
        self.stops = false;
        self
    }

    /// Whether Ctrl-C ended it.
    pub fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// All its records into the sink.
    pub fn pour(&mut self, sink: &mut dyn Sink) -> Result<(), TraceError> {
        let mut portion = Vec::with_capacity(PORTION);
        loop {
            portion.clear();
            self.read(PORTION, &mut portion)?;
            if portion.is_empty() {
                return Ok(());
            }
            sink.operations(self.source.operations());
            sink.write(&portion, self.source.streams())?;
        }
    }

    /// Says what was passed over.
    pub fn say_skipped(&self, file: &str) {
        match self.skipped() {
            0 => {}
            skipped => say(&format!(
                "{file}: {skipped} lines or files that are broken, or of what no trace holds, were passed over"
            )),
        }
    }
}

impl Records for Watched {
    fn about(&self) -> &About {
        self.source.about()
    }

    fn streams(&self) -> &[String] {
        self.source.streams()
    }

    fn operations(&self) -> &[Operation] {
        self.source.operations()
    }

    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        if self.stops && stop_requested() {
            self.stopped = true;
            return Ok(());
        }
        let before = into.len();
        self.source.read(most, into)?;
        self.records += (into.len() - before) as u64;
        self.line.set_position(self.records);
        let elapsed = self.began.elapsed().max(Duration::from_millis(1));
        let (records, a_second) = (self.records, self.records as f64 / elapsed.as_secs_f64());
        self.line
            .set_message(format!("{records} records, {a_second:.0} a second"));
        Ok(())
    }

    fn skipped(&self) -> u64 {
        self.source.skipped()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}
