//! What may still be written to a drive in its review, and what its maker rates it for.

use crate::job::Job;
use crate::one_run::Reviewer;
use fourcorners_bench::record::{NotRun, Rated, RatedFrom, Review};
use fourcorners_bench::{Plan, Writes, review_of};
use fourcorners_block::{Bytes, Smart};
use fourcorners_report::wording::writes::{amount, exceeds, share_of_rated};
use fourcorners_sim::DriveSpec;

/// Bytes that `--verify` writes before the first test, at most: some hundred blocks of 4 KiB.
const SIZE_CHECK: Bytes = Bytes(1 << 20);

impl Reviewer<'_> {
    /// What a run of a real drive may write: what the other runs of the drive in this review leave
    /// of `--max-writes`.
    pub fn left_for(&self, job: &Job<'_>) -> Option<Bytes> {
        let max = self.options.max_writes?;
        let others = self
            .review
            .map_or(Bytes(0), |review| self.others(review, job));
        Some(max.saturating_sub(others))
    }

    /// What other runs of the same drive have written, as their folders say.
    fn others(&self, review: &Review, job: &Job<'_>) -> Bytes {
        let listed = std::fs::read_dir(&self.options.out).into_iter().flatten();
        let folders = listed.flatten().map(|entry| entry.path());
        let drive = job.target.argument();
        let is_other = |other: &Review| {
            let run = other
                .number
                .checked_sub(1)
                .and_then(|at| other.runs.get(at));
            other.id == review.id
                && other.number != job.number
                && run.is_some_and(|run| run.drive == drive)
        };
        let others = folders.filter(|folder| review_of(folder).is_some_and(|it| is_other(&it)));
        let written = others.map(|folder| match Writes::of(&folder) {
            Ok(written) => written.0,
            // A folder that cannot be read may be of a run that wrote all of it.
            Err(_) => u64::MAX,
        });
        Bytes(written.fold(0, u64::saturating_add))
    }

    /// With what is written before the first test.
    pub fn with_size_check(&self, plan: Plan) -> Plan {
        match plan.budget.as_ref().map(|budget| budget.max) {
            Some(max) if self.options.tests.verify => plan.within(max, SIZE_CHECK),
            _ => plan,
        }
    }

    /// What the maker of a real drive rates it for, as the user says it, or about, as the drive
    /// does.
    pub fn rated(&self, smart: Option<&Smart>) -> Option<Rated> {
        let user = self.options.tbw.map(|tbw| Rated {
            bytes: tbw.0,
            from: RatedFrom::User,
        });
        user.or_else(|| Rated::by_smart(smart?))
    }

    /// Says which tests a budget leaves out.
    pub fn say_left_out(&self, drive: &str, plan: &Plan) {
        for (key, because) in plan.left_out() {
            self.watcher.say(&left_out(drive, &key.title(), because));
        }
    }
}

fn left_out(drive: &str, title: &str, because: &NotRun) -> String {
    let why = exceeds(because).unwrap_or_default();
    format!("{drive}: left out: {title} {why}")
}

/// What the file of a simulated drive says that its maker rates it for.
pub(crate) fn rated(spec: &DriveSpec) -> Option<Rated> {
    let terabytes = spec.about().rated_tbw?;
    Some(Rated {
        bytes: u64::from(terabytes).saturating_mul(1_000_000_000_000),
        from: RatedFrom::DriveFile,
    })
}

/// As in `samsung-980-pro-1000: writes about 4.2 TB (0.7 % of its rated 600 TB)`.
pub(crate) fn writes(drive: &str, plan: &Plan, rated: Option<&Rated>) -> String {
    let about = amount(plan.written_bytes);
    let share = rated.map(|rated| share_of_rated(plan.written_bytes, rated));
    let share = share.map_or(String::new(), |share| format!(" ({share})"));
    format!("{drive}: writes about {about}{share}")
}
