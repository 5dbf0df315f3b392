//! One line of progress a drive on stderr; where stderr is no terminal, a line now and then.

use crate::output::say;
use fourcorners_lab::{Observer, Progress, Watcher};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Set by the first Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// What the first Ctrl-C does to a run: it lets the current second end.
pub const KEPT: &str = "what is measured is kept";

/// The first Ctrl-C stops what goes on, and says what becomes of it; the second quits.
pub fn listen_for_interrupt(becomes: &'static str) -> Result<(), String> {
    ctrlc::set_handler(move || {
        if STOP.swap(true, Ordering::SeqCst) {
            std::process::exit(i32::from(crate::INTERRUPTED));
        }
        say(&format!("stopping: {becomes}; again to quit at once"));
    })
    .map_err(|error| format!("Ctrl-C cannot be caught: {error}"))
}

/// Whether Ctrl-C was pressed.
pub fn stop_requested() -> bool {
    STOP.load(Ordering::SeqCst)
}

/// Shows all drives.
pub struct Terminal {
    bars: MultiProgress,
    quiet: bool,
    plain: bool,
}

/// One line, however narrow the terminal is: the message is cut where it does not fit. All but
/// MB/s fits into 80 columns.
const TEMPLATE: &str = "{prefix:25} {bar:8} {wide_msg}";
/// Eighths of a character, as the bar is short.
const BAR: &str = "█▉▊▋▌▍▎▏░";

impl Terminal {
    pub fn new(quiet: bool) -> Self {
        let plain = !std::io::stderr().is_terminal();
        let target = if quiet || plain {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        Self {
            bars: MultiProgress::with_draw_target(target),
            quiet,
            plain,
        }
    }
}

impl Watcher for Terminal {
    fn observer(&self, drive: &str, repeat: u32) -> Box<dyn Observer + '_> {
        let name = if repeat > 1 {
            format!("{drive} #{repeat}")
        } else {
            drive.into()
        };
        let style = ProgressStyle::with_template(TEMPLATE).map_or_else(
            |_| ProgressStyle::default_bar(),
            |style| style.progress_chars(BAR),
        );
        let bar = self.bars.add(
            ProgressBar::new(1000)
                .with_style(style)
                .with_prefix(name.clone()),
        );
        Box::new(Line {
            bar,
            name,
            began: Instant::now(),
            drawn: None,
            said: !self.quiet && self.plain,
        })
    }
    fn say(&self, sentence: &str) {
        // What will be destroyed is said even to a quiet user's log.
        self.bars.suspend(|| say(sentence));
    }
    fn stop_requested(&self) -> bool {
        stop_requested()
    }
}

struct Line {
    bar: ProgressBar,
    name: String,
    began: Instant,
    drawn: Option<Instant>,
    /// Whether events are printed as lines.
    said: bool,
}

impl Line {
    fn ended(&self, how: &str) -> String {
        format!("{how} after {}", time(self.began.elapsed().as_secs_f64()))
    }
}

impl Observer for Line {
    fn progress(&mut self, progress: &Progress<'_>) {
        // A simulated second can take a microsecond: draw ten times a second at most.
        let now = Instant::now();
        if self
            .drawn
            .is_some_and(|drawn| now.duration_since(drawn) < Duration::from_millis(100))
        {
            return;
        }
        self.drawn = Some(now);
        let elapsed = now.duration_since(self.began).as_secs_f64();
        let whole = progress.whole.clamp(0.0, 1.0);
        self.bar.set_position((whole * 1000.0) as u64);
        let left = if whole > 0.02 {
            time(elapsed * (1.0 - whole) / whole)
        } else {
            "…".into()
        };
        self.bar.set_message(format!(
            "{left:>6} left {:21} {:>6.0} IOPS {:>4.0} MB/s",
            progress.doing, progress.iops, progress.mb_per_s
        ));
    }

    fn event(&mut self, event: &str) -> String {
        if self.said {
            say(&format!(
                "{} {:6.1} s: {event}",
                self.name,
                self.began.elapsed().as_secs_f64()
            ));
        }
        match event {
            "finished" => self.bar.finish_with_message(self.ended(event)),
            // The bar stays where it was.
            "interrupted" | "the drive is lost" => self.bar.abandon_with_message(self.ended(event)),
            _ => {}
        }
        fourcorners_lab::wall_clock()
    }

    fn stop_requested(&self) -> bool {
        stop_requested()
    }
}

fn time(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match seconds {
        0..=99 => format!("{seconds} s"),
        100..=5999 => format!("{} min", (seconds + 30) / 60),
        _ => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}
