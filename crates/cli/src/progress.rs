//! One line of progress a drive on stderr; where stderr is no terminal, a line now and then.

use crate::output::say;
use fourcorners_lab::{Observer, Progress, Watcher};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::Mutex;
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
    /// What is said once the first drive is begun: a command that is refused needs no advice.
    advice: Mutex<Option<String>>,
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
            advice: Mutex::new(None),
        }
    }

    /// With something to be said before the first drive is measured.
    pub fn with_advice(mut self, advice: Option<String>) -> Self {
        self.advice = Mutex::new(advice);
        self
    }
}

impl Watcher for Terminal {
    fn observer(&self, drive: &str, repeat: u32) -> Box<dyn Observer + '_> {
        let advice = self.advice.lock().map_or(None, |mut advice| advice.take());
        if let Some(advice) = advice {
            Watcher::say(self, &advice);
        }
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
            doing: (String::new(), Instant::now()),
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
    /// What is being done, and since when.
    doing: (String, Instant),
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
        if self.doing.0 != progress.doing {
            self.doing = (progress.doing.to_string(), now);
        }
        // By the plan, and by how this phase itself comes on: the plan does not know how fast a drive is.
        let to_come =
            |elapsed_s: f64, done: f64| (done > 0.02).then(|| elapsed_s * (1.0 - done) / done);
        let phase_s = now.duration_since(self.doing.1).as_secs_f64();
        let fraction = progress.fraction.clamp(0.0, 1.0);
        let of_phase = to_come(phase_s, fraction);
        // Nearly nothing is left by the plan, and of the phase nothing is known yet.
        let unknown = of_phase.is_none() && whole > 0.9;
        let left = to_come(elapsed, whole).map(|left| left.max(of_phase.unwrap_or(0.0)));
        let shown = left.map_or(whole, |left| elapsed / (elapsed + left).max(1e-9));
        self.bar.set_position((shown.min(whole) * 1000.0) as u64);
        let left = match left {
            Some(left) if !unknown => time(left),
            _ => "…".into(),
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
            // Until its first second is over, that it has begun.
            _ => self.bar.set_message(event.to_string()),
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
