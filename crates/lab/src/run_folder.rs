//! The folder of a run: its name, and what it says from its start.

use crate::error::LabError;
use crate::job::Job;
use crate::one_run::Reviewer;
use crate::renamed::Renamed;
use crate::run_names;
use fourcorners_bench::FolderWriter;
use fourcorners_bench::record::{Event, Review, RunHeader, Wall};
use fourcorners_block::Bytes;

impl Reviewer<'_> {
    /// What is to be known of a run from its start.
    fn first_events(&self, job: &Job<'_>) -> Vec<Wall> {
        let review = self.review.map(|review| Event::Review {
            review: Box::new(Review {
                number: job.number,
                ..review.clone()
            }),
        });
        let events = review.into_iter().chain(job.renamed.map(Renamed::event));
        let at = crate::wall_clock();
        let wall = |event| Wall {
            at: at.clone(),
            event,
        };
        events.map(wall).collect()
    }

    /// A folder of its own for a run. `already`: what was written to a real drive with a budget.
    pub fn folder(
        &self,
        job: &Job<'_>,
        header: RunHeader,
        already: Option<Bytes>,
    ) -> Result<FolderWriter, LabError> {
        let options = self.options;
        let repeat = job.repeat;
        let name = match job.target.port() {
            Some(port) => format!("{}-{port}", job.target.name()),
            None => job.target.name(),
        };
        let mut base = run_names::base(self.stamp, &name, &options.suite, options.seed);
        if options.repeat > 1 {
            base.push_str(&format!("-r{repeat}"));
        }
        let first = self.first_events(job);
        run_names::made(&options.out, &base, |path| {
            FolderWriter::create_telling(path, &header, &first, already)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::library;
    use crate::go_on::Begun;
    use crate::job::RunStatus;
    use crate::options::ReviewOptions;
    use crate::pins::Pins;
    use crate::target::Target;
    use crate::watcher::Watcher;
    use fourcorners_bench::record::Run;
    use fourcorners_bench::{KeptRun, Observer, Options, Silent};
    use std::fs;
    use std::path::{Path, PathBuf};

    struct Nobody;

    impl Watcher for Nobody {
        fn observer(&self, _: &str, _: u32) -> Box<dyn Observer + '_> {
            Box::new(Silent)
        }
        fn say(&self, _: &str) {}
        fn stop_requested(&self) -> bool {
            false
        }
    }

    fn reviewer(options: &ReviewOptions) -> Reviewer<'_> {
        Reviewer {
            catalogue: library().expect("a library"),
            options,
            watcher: &Nobody,
            stamp: "20261126-193903",
            review: None,
        }
    }

    fn events(run: &Path) -> String {
        fs::read_to_string(run.join("wall.jsonl")).expect("events")
    }

    /// The story: hours passed between comparing a drive by its path and its run. Another drive had
    /// the path by then, and was overwritten.
    #[test]
    fn drive_that_was_replaced_before_its_run_is_not_written() {
        let desk = tempfile::tempdir().expect("a folder");
        let path = desk.path().join("nvme0n1");
        fs::write(&path, vec![7; 8 << 20]).expect("a file");
        let then = fourcorners_real::identify(&path).expect("identified");
        let other = vec![8; 16 << 20];
        fs::write(&path, &other).expect("another");
        let target = Target::Real(path.clone());
        let options = ReviewOptions {
            destroy: vec![path.clone()],
            ..ReviewOptions::of_simulated("sequential-write-128k", desk.path())
        };
        let reviewer = reviewer(&options);
        let job = Job {
            target: &target,
            repeat: 1,
            number: 1,
            plan: None,
            renamed: None,
        };
        let mut pins = Pins::default();
        pins.pin(&target, &then);
        let done = reviewer.measure(&path, &job, &mut pins);
        let refused = done.map(|done| done.folder);
        let error = refused.expect_err("another").message().error;
        let wanted = "is no longer the drive that was checked: the drive's capacity was";
        assert!(error.contains(wanted), "{error}");
        assert!(
            fs::read(&path).expect("the file") == other,
            "it was written"
        );
    }

    /// A file stands for a disk whose path was another when the review began: its runs are called
    /// as before, so that they count as repetitions of each other.
    #[test]
    fn run_of_a_renamed_drive_keeps_its_former_name() {
        let desk = tempfile::tempdir().expect("a folder");
        let now = desk.path().join("nvme1n1");
        fs::write(&now, vec![7; 8 << 20]).expect("a file");
        let target = Target::Real("/dev/none/nvme0n1".into());
        let renamed = Renamed::of(Path::new("/dev/none/nvme0n1"), &now);
        let options = ReviewOptions {
            destroy: vec![now.clone()],
            tests: Options {
                duration_s: Some(1),
                ..Options::default()
            },
            ..ReviewOptions::of_simulated("sequential-write-128k", desk.path())
        };
        let reviewer = reviewer(&options);
        let job = || Job {
            target: &target,
            repeat: 1,
            number: 1,
            plan: None,
            renamed: Some(&renamed),
        };
        let carry_out = |begun: Option<Begun>| -> PathBuf {
            let mut pins = Pins::default();
            pins.pin(
                &target,
                &fourcorners_real::identify(&now).expect("identified"),
            );
            let done = reviewer.carry_out(&[job()], vec![begun], pins);
            let done = done.expect("done");
            let done = done.into_iter().next().flatten().expect("one");
            assert_eq!(done.status, RunStatus::Finished);
            done.folder.expect("a folder")
        };
        let folder = carry_out(None);
        let name = folder.file_name().expect("a name").to_string_lossy();
        assert_eq!(name, "20261126-193903-nvme0n1-sequential-write-128k-seed1");
        let header = Run::open(&folder).expect("a run").header;
        let request = header.request.expect("a request");
        assert_eq!(header.identity.name, "/dev/none/nvme0n1");
        assert_eq!(request.drive, "/dev/none/nvme0n1");
        let event = format!("\"event\":\"drive-renamed\",\"path\":\"{}\"", now.display());
        assert!(events(&folder).contains(&event), "{}", events(&folder));
        // It is resumed there as well.
        fs::write(folder.join("results.jsonl"), "").expect("written");
        let kept = KeptRun::open(&folder).expect("a run");
        let begun = Begun::of(&reviewer, kept, Some(&target), request, &[]).expect("begun");
        assert_eq!(carry_out(Some(begun)), folder);
        assert_eq!(events(&folder).matches(&event).count(), 2);
    }
}
