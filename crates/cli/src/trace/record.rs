//! `trace record`: what a block device of this host is asked to do, written as it comes.

use super::convert::{Target, written_form};
use super::options::Record;
use super::recorder::{Recorder, Recording};
use super::watched::Watched;
use crate::end::End;
use crate::interrupt::{self, stop_requested};
use crate::output;
use crate::refusal::Refusal;
use fourcorners_trace::{About, Broken, OpenOptions, can_create, open_stream};
use std::os::linux::fs::MetadataExt as _;
use std::os::unix::fs::FileTypeExt as _;
use std::path::Path;
use std::time::Instant;

pub fn record(options: &Record, json: bool) -> Result<End, Refusal> {
    let device = options.device.display().to_string();
    let number = device_number(&options.device).map_err(|reason| format!("{device}: {reason}"))?;
    // What the recording says of itself is known when it has begun; then is too late to be refused.
    can_create(&options.output).map_err(|error| error.to_string())?;
    let form = written_form(&options.output, options.to)?;
    let candidates = Recorder::candidates(options.with)?;
    interrupt::listen("the recording so far is kept")?;
    let mut failed = String::new();
    for (recorder, program) in candidates {
        if !failed.is_empty() {
            output::say(&format!("{failed}; trying {}", recorder.name()));
        }
        let target = Target {
            path: &options.output,
            form,
            json,
        };
        match attempt(options, number, (recorder, &program), &target) {
            Attempt::Ended(ended) => return ended,
            Attempt::NotBegun(reason) => {
                failed = format!(
                    "{device}: {} cannot record this device{reason}",
                    recorder.name()
                );
            }
        }
    }
    Err(Refusal::from(failed).hint("recording needs root, and a kernel that allows it"))
}

/// What becomes of one program.
enum Attempt {
    Ended(Result<End, Refusal>),
    /// It recorded nothing, and says why.
    NotBegun(String),
}

fn attempt(
    options: &Record,
    number: (u64, u64),
    (recorder, program): (Recorder, &Path),
    target: &Target<'_>,
) -> Attempt {
    let device = options.device.display().to_string();
    if !options.quiet {
        output::say(&format!(
            "{device}: {} is recording; Ctrl-C stops it",
            recorder.name()
        ));
    }
    let began = Instant::now();
    let command = recorder.command(program, &options.device, number, options.duration);
    let (recording, output) = match Recording::start(command) {
        Ok(started) => started,
        Err(error) => return Attempt::NotBegun(format!(" ({error})")),
    };
    let reading = OpenOptions {
        form: Some(recorder.form()),
        broken: Broken::Refuse,
    };
    // What came of it: nothing that is a recording, or records up to its end or a flaw.
    let (mut opened, mut records, mut ended) = (false, 0, false);
    let filled = open_stream(output, recorder.name(), &reading)
        .map_err(|error| Refusal::from(error.to_string()))
        .and_then(|source| {
            opened = true;
            let sink = target.create(&About {
                title: format!("{device}, recorded by {}", recorder.name()),
                ..source.about().clone()
            })?;
            let mut source = Watched::recording(source, &device, options.quiet);
            let filled = target.fill(sink, &mut source, &device);
            (records, ended) = (source.records, source.ended);
            filled
        });
    let recorded = recording.end(filled.is_err() && !ended && opened);
    if !recorded.well {
        recorded.tear_down(recorder, program, &options.device);
    }
    let nothing_came = records == 0 && (ended || !opened);
    match filled {
        Err(_) if nothing_came && !recorded.well && !stop_requested() => {
            Attempt::NotBegun(recorded.words())
        }
        Err(_) if nothing_came => Attempt::Ended(Err(Refusal::from(format!(
            "{device}: no I/O in {:.0} s; nothing was written",
            // Without the recorder's own start, where the time is known.
            options
                .duration
                .map_or(began.elapsed().as_secs_f64(), |seconds| seconds as f64)
        )))),
        Err(reason) => Attempt::Ended(Err(reason.and(&recorded.words()))),
        Ok(end) => {
            if recorded.lost() {
                output::say(&format!("{}{}", recorder.name(), recorded.words()));
            }
            Attempt::Ended(Ok(end))
        }
    }
}

/// Major and minor number of a block device.
fn device_number(device: &Path) -> Result<(u64, u64), String> {
    let metadata = std::fs::metadata(device).map_err(|error| error.to_string())?;
    if !metadata.file_type().is_block_device() {
        return Err(
            "not a block device; only block devices can be recorded (lsblk lists them)".into(),
        );
    }
    // As glibc's gnu_dev_major and gnu_dev_minor.
    let number = metadata.st_rdev();
    let major = (number >> 8 & 0xfff) | (number >> 32 & !0xfff);
    let minor = (number & 0xff) | (number >> 12 & 0xf_ff00);
    Ok((major, minor))
}
