//! Which forms a text can be, by its first lines.

use super::TextForm;
use super::fields::words;
use super::lines::BYTE_ORDER_MARK;
use super::source::{Grammar, Separator, is_heading, is_same};
use super::streams::Streams;
use std::collections::VecDeque;

/// Lines that are looked at.
const LINES: usize = 64;
/// What a caller has of a file that is longer: the last line may be cut.
const HEAD_BYTES: usize = 1 << 16;

/// The forms that the text that begins with `head` (its first 64 KiB, or all of it) can be: those
/// that understand more than half of its first lines, and the first line itself where the form
/// asks for one. More than one, or none: only a person can tell.
///
/// Whole numbers in five columns are MQSim's: DiskSim prints decimals.
pub fn detect(head: &[u8]) -> Vec<TextForm> {
    let mut forms: Vec<_> = TextForm::ALL
        .into_iter()
        .filter(|form| understands(&mut *form.grammar(), head))
        .collect();
    if forms.contains(&TextForm::Mqsim) {
        forms.retain(|form| *form != TextForm::DiskSim);
    }
    forms
}

/// A form that a text nearly is.
pub struct Near {
    pub form: TextForm,
    /// The first line that it does not understand, from 1.
    pub line: usize,
    /// Why it does not.
    pub reason: String,
}

/// The forms that the text that begins so nearly is: those that understand some of its lines, or
/// else those whose lines have as many fields.
pub fn nearest(head: &[u8]) -> Vec<Near> {
    let lines = first_lines(head);
    let mut near = Vec::new();
    let mut most_understood = 0;
    for form in TextForm::ALL {
        let mut grammar = form.grammar();
        let (understood, broken) = outcomes(&mut *grammar, &lines);
        let Some((line, reason)) = broken.filter(|_| grammar.first_line().is_none()) else {
            continue;
        };
        let has_columns = lines.iter().any(|(_, line)| has_columns(&*grammar, line));
        if understood > most_understood {
            near.clear();
            most_understood = understood;
        }
        if understood == most_understood && (understood > 0 || has_columns) {
            near.push(Near { form, line, reason });
        }
    }
    near
}

fn has_columns(grammar: &dyn Grammar, line: &[u8]) -> bool {
    grammar.columns().is_some_and(|(separator, count)| {
        count
            == match separator {
                Separator::Comma => {
                    let line = line.strip_suffix(b",").unwrap_or(line);
                    line.split(|byte| *byte == b',').count()
                }
                Separator::Space => words(line).count(),
            }
    })
}

/// The lines that are looked at, without empty ones, with their numbers.
fn first_lines(head: &[u8]) -> Vec<(usize, &[u8])> {
    let mut lines: Vec<_> = head.split(|byte| *byte == b'\n').take(LINES + 1).collect();
    if lines.len() > LINES || (head.len() >= HEAD_BYTES && lines.len() > 1) {
        lines.pop();
    }
    let lines = lines.into_iter().map(text_of).enumerate();
    lines
        .map(|(at, line)| (at + 1, line))
        .filter(|(_, line)| !line.is_empty())
        .collect()
}

fn text_of(line: &[u8]) -> &[u8] {
    let text = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    text.trim_ascii_end()
}

fn understands(grammar: &mut dyn Grammar, head: &[u8]) -> bool {
    let lines = first_lines(head);
    let Some((_, first)) = lines.first() else {
        return false;
    };
    if let Some(expected) = grammar.first_line() {
        return is_same(first, expected);
    }
    let (understood, _) = outcomes(grammar, &lines);
    understood * 2 > lines.len()
}

/// How many lines are understood, and the first that is not, with the reason.
fn outcomes(
    grammar: &mut dyn Grammar,
    lines: &[(usize, &[u8])],
) -> (usize, Option<(usize, String)>) {
    let (mut streams, mut ready) = (Streams::default(), VecDeque::new());
    let (mut understood, mut broken) = (0, None);
    for (number, line) in lines {
        match grammar.line(line, &mut streams, &mut ready) {
            Err(reason) if !is_heading(grammar, line) => {
                broken.get_or_insert((*number, reason));
            }
            _ => understood += 1,
        }
    }
    (understood, broken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(head: &str) -> Vec<&'static str> {
        detect(head.as_bytes())
            .into_iter()
            .map(TextForm::name)
            .collect()
    }

    #[test]
    fn is_a_form_known_by_its_lines() {
        for (head, form) in [
            ("fio version 2 iolog\n/dev/sdb add\n", "iolog-v2"),
            ("fio version 3 iolog\n", "iolog-v3"),
            (
                "  8,0    3        1     0.000000000   697  G   W 223490 + 8 [kjournald]\n",
                "blkparse",
            ),
            (
                "128166372003061629,hm,1,Read,383496192,32768,113736\n",
                "msr",
            ),
            ("0,R,126703661056,4096,1577808000000046\n", "alibaba"),
            ("1538323200,12910952,8,1,1063\n", "tencent"),
            (
                "0,20941264,8192,W,0.551706,Alpha/NT\n0,20939840,8192,w,0.554041",
                "spc",
            ),
            (
                "Timestamp,Response,IOType,LUN,Offset,Size\n\
                 1456135200.013118000,0.001,W,0,4096,4096\n",
                "systor",
            ),
            ("1456135200.013118000,,,0,4096,4096\n", "systor"),
            ("0.000000 0 1000 8 1\n12.5 0 1008 8 0\n", "disksim"),
            ("938513000 4 264719034 16 0\n", "mqsim"),
            (
                "issued_ns,took_ns,op,offset_bytes,bytes,stream,back,think_ns,data,rest\n",
                "csv",
            ),
        ] {
            assert_eq!(names(head), [form], "{head}");
        }
    }

    #[test]
    fn is_what_is_no_trace_no_form() {
        for head in [
            "",
            "\n\n",
            "hello\nworld\n",
            "1,2\n",
            "\0\0\0\0",
            "fio version 4 iolog\n",
        ] {
            assert_eq!(names(head), Vec::<&str>::new(), "{head:?}");
        }
    }

    #[test]
    fn nearest_forms_have_the_same_fields_and_a_reason() {
        for (head, form, line, reason) in [
            (
                "128166372003061629,hm,1,Red,383496192,32768,1\n",
                "msr",
                1,
                "Type is 'Red'",
            ),
            (
                "Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime\n\n\
                 1.5,hm,1,Read,0,1,1\n2.5,hm,1,Read,0,1,1\n",
                "msr",
                3,
                "Timestamp is '1.5'",
            ),
            (
                "  8,0 3 1 0.0 697 D W 8 + 8 [a]\n# a\n# b\n",
                "blkparse",
                2,
                "'# a' is not an event",
            ),
        ] {
            let near = nearest(head.as_bytes());
            let [near] = &near[..] else {
                panic!("{} forms: {head}", near.len());
            };
            assert_eq!((near.form.name(), near.line), (form, line));
            assert!(near.reason.contains(reason), "{}", near.reason);
        }
        let forms = nearest(b"1577808000000046,X,0,4096,1\n");
        let forms: Vec<_> = forms.iter().map(|near| near.form.name()).collect();
        assert_eq!(forms, ["alibaba", "tencent", "spc"]);
        for head in ["", "hello\nworld\n"] {
            assert!(nearest(head.as_bytes()).is_empty(), "{head}");
        }
    }

    #[test]
    fn table_of_a_program_that_ends_lines_with_a_comma_is_known() {
        for (head, form) in [
            (
                "128166372003061629,hm,1,Read,383496192,32768,113736,\n",
                "msr",
            ),
            ("0,R,126703661056,4096,1577808000000046,\n", "alibaba"),
            ("1538323200,12910952,8,1,1063,\n", "tencent"),
            ("1456135200.013118000,0.001,W,0,4096,4096,\n", "systor"),
            (
                "\u{feff}issued_ns,took_ns,op,offset_bytes,bytes,stream,back,think_ns,data,rest,\n",
                "csv",
            ),
        ] {
            assert_eq!(names(head), [form], "{head}");
        }
    }

    #[test]
    fn is_a_form_known_though_a_line_is_broken_or_cut() {
        let mut head =
            "938513000 4 264719034 16 0\nbroken\n938513000 4 264719034 16 1\n".to_owned();
        assert_eq!(names(&head), ["mqsim"]);
        while head.len() < HEAD_BYTES {
            head.push_str("1 2 3 4 0\n");
        }
        head.truncate(HEAD_BYTES);
        assert_eq!(names(&head), ["mqsim"]);
    }
}
