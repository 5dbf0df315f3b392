//! The folder of a run: its name, and what it says from its start.

use crate::error::LabError;
use crate::job::Job;
use crate::one_run::Reviewer;
use crate::renamed::Renamed;
use fourcorners_bench::FolderWriter;
use fourcorners_bench::record::{Event, Review, RunHeader, Wall};

/// Of a suite's name, in the name of a run's folder.
const SUITE_LETTERS: usize = 80;

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

    /// A folder of its own for a run.
    pub fn folder(&self, job: &Job<'_>, header: RunHeader) -> Result<FolderWriter, LabError> {
        let options = self.options;
        let repeat = job.repeat;
        let name = match job.target.port() {
            Some(port) => format!("{}-{port}", job.target.name()),
            None => job.target.name(),
        };
        let safe: String = name
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || "-_.@".contains(c) {
                    c
                } else {
                    '_'
                }
            })
            .collect();
        let repeat = if options.repeat > 1 {
            format!("-r{repeat}")
        } else {
            String::new()
        };
        // Many tests make a name longer than file systems take.
        let suite: String = options.suite.chars().take(SUITE_LETTERS).collect();
        let base = format!("{}-{safe}-{suite}-seed{}{repeat}", self.stamp, options.seed);
        let first = self.first_events(job);
        for number in 1..1000 {
            let suffix = if number == 1 {
                String::new()
            } else {
                format!("-{number}")
            };
            let path = options.out.join(format!("{base}{suffix}"));
            match FolderWriter::create_telling(&path, &header, &first) {
                Err(fourcorners_bench::FolderError::Exists(_)) => {}
                other => return Ok(other?),
            }
        }
        let error = "1000 runs with this name already exist";
        Err(LabError::Refused(
            format!("{}: {error}", options.out.display()).into(),
        ))
    }
}
