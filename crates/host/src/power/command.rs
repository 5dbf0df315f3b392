//! Power by a program of the user's. Every line that it prints is a reading. One that ends well is
//! begun again, a second after it began at the earliest: so it may print once and end, or go on
//! for as long as the run does.

use super::plausible;
use crate::sampler::{Feed, INTERVAL, Sampler};
use crate::tool::{Group, ended};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// No number is as long; a longer line is no line.
const LONGEST_LINE: u64 = 4096;

/// The end of a run waits for that of the command, unless the kernel keeps it (a meter that hangs).
const PATIENCE: Duration = Duration::from_secs(2);

/// Runs the command through the shell until the sampler is dropped.
pub fn sampler(text: &str) -> Sampler {
    let text = text.to_string();
    Sampler::start(move |feed| {
        loop {
            let next = Instant::now() + INTERVAL;
            if let Err(sentence) = once(&text, &feed) {
                feed.problem(sentence);
            }
            if feed.pause_until(next) {
                return;
            }
        }
    })
    .awaited(PATIENCE)
}

/// Once from its beginning to its end.
fn once(text: &str, feed: &Feed) -> Result<(), String> {
    let mut shell = Command::new("sh");
    shell.args(["-c", text]).stderr(Stdio::piped());
    let mut group = Group::start_watched(&mut shell)
        .map_err(|error| format!("the shell did not start: {error}"))?;
    // The lines are read elsewhere: this thread has to notice the end of the run, too.
    let (send, lines) = mpsc::channel();
    if let Some(stdout) = group.child.stdout.take() {
        thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            loop {
                let mut line = Vec::new();
                let read = (&mut reader)
                    .take(LONGEST_LINE)
                    .read_until(b'\n', &mut line);
                match read {
                    Ok(count) if count > 0 && send.send(line).is_ok() => {}
                    _ => return,
                }
            }
        });
    } else {
        drop(send);
    }
    let (say, said) = mpsc::channel();
    if let Some(stderr) = group.child.stderr.take() {
        thread::spawn(move || {
            // What it says last is its reason; a program that says a lot is not kept whole.
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                if say.send(line).is_err() {
                    return;
                }
            }
        });
    }
    let mut last_said = String::new();
    let mut printed = 0_u64;
    loop {
        last_said = said.try_iter().last().unwrap_or(last_said);
        match lines.recv_timeout(INTERVAL / 10) {
            Ok(line) => {
                let line = String::from_utf8_lossy(&line).trim().to_string();
                if line.is_empty() {
                    continue;
                }
                feed.value(watts(&line)?);
                printed += 1;
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {
                if feed.stopped() {
                    return Ok(()); // `group` ends it.
                }
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
        if feed.stopped() {
            return Ok(());
        }
    }
    // It has closed its output; a moment later it has ended.
    while group.child.try_wait().is_ok_and(|ended| ended.is_none()) {
        if feed.pause_until(Instant::now() + INTERVAL / 50) {
            return Ok(());
        }
    }
    let status = group
        .child
        .wait()
        .map_err(|error| format!("cannot wait for it: {error}"))?;
    last_said = said.iter().last().unwrap_or(last_said);
    let because = if last_said.trim().is_empty() {
        String::new()
    } else {
        format!(", with the message: {}", last_said.trim())
    };
    if !status.success() {
        return Err(format!("it failed ({}){because}", ended(status)));
    }
    if printed == 0 {
        return Err(format!("it printed no number{because}"));
    }
    Ok(())
}

fn watts(line: &str) -> Result<f64, String> {
    match line.parse::<f64>() {
        Ok(watts) if plausible(watts) => Ok(watts),
        _ => {
            let shown: String = line.chars().take(60).collect();
            Err(format!(
                "it printed '{shown}'; each line must be a number of watts, as in 3.42"
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::power::{Meter, PowerSource};
    use crate::tool::Tools;
    use fourcorners_block::{Drawn, NoReading, NotDrawn};
    use fourcorners_real::Host;
    use std::path::Path;

    fn meter(command: &str) -> Result<Meter, String> {
        let source = PowerSource::Command(command.into());
        Meter::start(
            &source,
            Path::new("/dev/none"),
            &Host::default(),
            &Tools::default(),
        )
        .map_err(|error| error.to_string())
    }

    /// Waits until the meter knows so many readings since, or why not.
    fn readings(meter: &Meter, since: Instant, count: u64) -> Result<Drawn, NotDrawn> {
        loop {
            let drawn = meter.drawn(since, Instant::now());
            match drawn {
                Ok(drawn) if drawn.readings < count => thread::sleep(Duration::from_millis(20)),
                other => return other,
            }
        }
    }

    #[test]
    fn is_a_steady_command_read_line_by_line() {
        let began = Instant::now();
        let meter = meter("while :; do echo 3.5; sleep 0.2; done").expect("a meter");
        let drawn = readings(&meter, began, 4).expect("readings");
        assert_eq!((drawn.mean_uw, drawn.max_uw), (3_500_000, 3_500_000));
    }

    #[test]
    fn is_a_command_that_ends_well_begun_again() {
        let began = Instant::now();
        let meter = meter("echo 1").expect("a meter");
        assert!(readings(&meter, began, 3).is_ok());
    }

    #[test]
    fn is_a_jumping_command_between_its_ends() {
        let began = Instant::now();
        let meter = meter("while :; do echo 1; echo 5; sleep 0.15; done").expect("a meter");
        let drawn = readings(&meter, began, 6).expect("readings");
        assert_eq!(drawn.max_uw, 5_000_000);
        assert!((1_000_000..5_000_000).contains(&drawn.mean_uw), "{drawn:?}");
    }

    #[test]
    fn is_rubbish_shown_as_it_was_printed() {
        for (command, shown) in [
            ("echo 3.5 W", "'3.5 W'"),
            ("echo; echo nan", "'nan'"),
            ("echo -1", "'-1'"),
            ("head -c 100000 /dev/zero | tr '\\0' x", "'xxxx"),
        ] {
            let sentence = meter(command).map(drop).expect_err("a refusal");
            assert!(
                sentence.contains(shown) && sentence.contains("3.42"),
                "{sentence}"
            );
        }
    }

    #[test]
    fn is_a_failing_command_said_with_its_own_words() {
        let sentence = meter("echo no such meter >&2; exit 7")
            .map(drop)
            .expect_err("a refusal");
        assert!(
            sentence.contains("exit status 7") && sentence.contains("no such meter"),
            "{sentence}"
        );
        let sentence = meter("true").map(drop).expect_err("a refusal");
        assert!(sentence.contains("printed no number"), "{sentence}");
    }

    #[test]
    fn is_a_command_that_fails_later_a_sentence_and_no_number() {
        let began = Instant::now();
        let meter = meter("echo 2; sleep 0.3; exit 1").expect("a meter");
        let reason = readings(&meter, began, u64::MAX).expect_err("it failed");
        let NoReading::Failed(error) = reason.why else {
            panic!("{reason:?}")
        };
        assert!(error.contains("exit status 1"), "{error}");
    }

    #[test]
    fn is_a_command_that_never_ends_ended_with_the_run() {
        let folder = tempfile::tempdir().expect("a folder");
        let pid = folder.path().join("pid");
        let command = format!(
            "echo $$ > {0}.new; mv {0}.new {0}; echo 1; sleep 1000 & wait",
            pid.display()
        );
        let meter = meter(&command).expect("a meter");
        let leader = std::fs::read_to_string(&pid).expect("it began");
        drop(meter);
        let gone = || {
            let left = Command::new("ps")
                .args(["-o", "stat=", "-g", leader.trim()])
                .output();
            String::from_utf8_lossy(&left.expect("ps").stdout)
                .lines()
                .all(|state| state.starts_with('Z'))
        };
        let patience = Instant::now() + Duration::from_secs(60);
        while !gone() {
            assert!(Instant::now() < patience, "the command is still running");
            thread::sleep(Duration::from_millis(50));
        }
    }
}
