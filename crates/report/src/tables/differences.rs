//! What was printed and these runs contradict.

use super::Section;
use crate::data::PageData;
use crate::wording::statements as words;

pub(crate) fn table(data: &PageData) -> Option<Section> {
    let rows = data.differences().map(|one| {
        let statement = &one.statement;
        vec![
            data.drives[one.drive].model.clone(),
            one.what.clone(),
            statement.printed.clone(),
            one.here.clone(),
            words::cause(statement).into(),
            statement.source.clone(),
        ]
    });
    let section = Section::new(words::differences(), rows.collect());
    section.map(Section::ending_in_sentences)
}
