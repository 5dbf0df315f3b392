//! Phases that failed, those of one cause together.

use crate::select::DriveRuns;
use fourcorners_bench::record::{Failure, Status};
use serde::Serialize;

/// Phases that are told by name.
const NAMED: usize = 3;

/// Phases that failed from one cause.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Failed {
    pub phases: usize,
    /// Titles of the first of them.
    pub first: Vec<String>,
    /// Of the first phase.
    pub failure: Failure,
}

/// Of each cause.
pub fn failed(group: &DriveRuns<'_>) -> Vec<Failed> {
    let mut causes: Vec<Failed> = Vec::new();
    for entry in group.runs.iter().flat_map(|run| &run.entries) {
        let Status::Failed { failure } = &entry.status else {
            continue;
        };
        let known = causes.iter_mut().find(|one| one.failure.is_like(failure));
        match known {
            Some(cause) => cause.add(entry.title()),
            None => causes.push(Failed {
                phases: 1,
                first: vec![entry.title()],
                failure: failure.clone(),
            }),
        }
    }
    causes
}

impl Failed {
    fn add(&mut self, title: String) {
        self.phases += 1;
        if self.first.len() < NAMED {
            self.first.push(title);
        }
    }
}
