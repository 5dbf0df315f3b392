//! Which of two bars of a chart is the better.

use super::{Chart, Title};
use crate::pages::Pages;
use fourcorners_bench::Better;

impl Chart {
    /// As the test's own file says, where the chart is of one test's figure.
    pub fn better(&self, pages: &Pages) -> Better {
        match &self.title {
            Title::Responses(_) => Better::Lower,
            Title::Replay(_, quantity) => quantity.better(),
            Title::Rest | Title::Vantage(_) => Better::Higher,
            _ => {
                let page = self.bars.first().and_then(|bar| pages.get(&bar.test));
                page.and_then(|page| page.better).unwrap_or(Better::Higher)
            }
        }
    }
}
