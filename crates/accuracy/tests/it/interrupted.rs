//! Is a check that was interrupted no account of what it did not run?

use fourcorners_accuracy::{Cache, Checked, Filter, check, markdown, published};
use fourcorners_bench::{Observer, Silent};
use fourcorners_lab::Watcher;
use std::collections::BTreeMap;

/// The user pressed Ctrl-C, or did not.
struct User {
    interrupts: bool,
}

impl Watcher for User {
    fn observer(&self, _: &str, _: u32) -> Box<dyn Observer + '_> {
        Box::new(Silent)
    }
    fn say(&self, _: &str) {}
    fn stop_requested(&self) -> bool {
        self.interrupts
    }
}

/// Figures that a share counts.
fn counted(checked: &Checked) -> usize {
    let summary = &checked.summary;
    let shares = [
        summary.documents_fitted,
        summary.documents_predicted,
        summary.others_fitted,
        summary.others_predicted,
        summary.set_aside,
    ];
    shares.iter().map(|share| share.of).sum()
}

/// The story: each row of an interrupted check said "the check was stopped" and MISSED, and the
/// summary "predicted hold 0 of 11".
#[test]
fn figures_that_were_not_run_are_neither_missed_nor_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = Cache::new(Some(folder.path())).expect("a cache");
    let published = published(&[], &[]).expect("figures");
    let check = |figures: &[&str], interrupts: bool| {
        let filter = Filter(figures.iter().map(|id| (*id).to_string()).collect());
        let user = User { interrupts };
        let none = BTreeMap::new();
        check(&published, &none, &filter, &cache, 1, &user).expect("a check")
    };
    let run = "velociraptor-random-read";
    let whole = check(&[run], false);
    assert_eq!(counted(&whole), 1, "{:?}", whole.rows);
    // What was run before is kept in the cache, and judged.
    let asked = [run, "crucial-m4-256", "c300-256-random-read-6gbps"];
    let part = check(&asked, true);
    assert!(part.rows.len() > 10, "{:?}", part.rows);
    for row in &part.rows {
        let expected = (row.id == run).then_some(true);
        assert_eq!(row.holds, expected, "{row:?}");
        assert!(!row.is_missed() && row.reason.is_none(), "{row:?}");
    }
    assert_eq!(counted(&part), 1, "{:?}", part.summary);
    let families = part.summary.families.iter();
    let families: Vec<&str> = families.map(|family| family.root.as_str()).collect();
    assert_eq!(families, ["wd-velociraptor-300"]);
    let text = markdown(&part);
    assert!(text.contains("| not run |"), "{text}");
    assert!(!text.contains("**no**"), "{text}");
}
