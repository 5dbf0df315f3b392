//! Is every conclusion of an article carried by what that article printed?

use fourcorners_accuracy::{Class, published};
use fourcorners_bench::shipped;

/// A main conclusion of 002, 128GB: SandForce, was printed on the page of runs that no statement
/// compared it with.
#[test]
fn figures_of_a_conclusion_are_its_articles_own_and_can_be_missed() {
    let published = published(&[], &[]).expect("all files are right");
    let articles = shipped().expect("all files are right").articles.values();
    let mut carried = 0;
    for article in articles {
        for conclusion in &article.conclusions {
            for id in &conclusion.figures {
                let figure = published.figures.iter().find(|it| it.id == *id);
                let figure = figure.unwrap_or_else(|| panic!("{}: no figure '{id}'", article.name));
                assert_eq!(figure.source, article.number(), "{id}");
                assert_ne!(figure.class(), Class::Input, "{id}");
            }
            carried += usize::from(!conclusion.figures.is_empty());
        }
    }
    assert_eq!(carried, 16, "conclusions with figures");
}
