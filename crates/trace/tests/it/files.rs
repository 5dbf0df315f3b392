//! Files of any form: found by content, compressed, complete or not there.

use crate::records;

use fourcorners_trace::{Form, OpenOptions, Record, TextForm, create};
use records::{about, names, plain, read, write};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder")
}

fn ten() -> Vec<Record> {
    (0..10).map(plain).collect()
}

#[test]
fn is_every_form_found_by_its_content_whatever_its_name_and_compression() {
    let folder = folder();
    for form in [Form::Own, Form::Blktrace] {
        for ending in ["", ".gz", ".zst"] {
            let path = folder.path().join(format!("{}{ending}", form.name()));
            write(&path, form, &about(""), &ten(), &names(1)).expect("written");
            let first = fs::read(&path).expect("the file")[..2].to_vec();
            match ending {
                ".gz" => assert_eq!(first, [0x1f, 0x8b]),
                ".zst" => assert_eq!(first, [0x28, 0xb5]),
                _ => assert!(first == b"fo" || first == [0x07, 0x74], "{first:?}"),
            }
            let odd = folder.path().join("trace.txt");
            fs::rename(&path, &odd).expect("another name");
            let (back, _, ended) = read(&odd);
            assert_eq!(ended.expect("read").form, form.name());
            assert_eq!(back.len(), 10);
        }
    }
}

#[test]
fn is_an_existing_file_left_as_it_is() {
    let folder = folder();
    let path = folder.path().join("precious");
    fs::write(&path, "what a user would miss").expect("a file");
    let error = create(&path, Form::Own, &about("")).err().expect("refused");
    assert!(error.to_string().contains("already exists"), "{error}");
    // Also one that came while the trace was written; what was written is not lost either.
    let late = folder.path().join("late");
    let mut sink = create(&late, Form::Own, &about("")).expect("a file");
    sink.write(&ten(), &names(1)).expect("written");
    fs::write(&late, "what a user would miss").expect("a file");
    let error = sink.finish().expect_err("refused").to_string();
    let kept = error.rsplit(' ').next().expect("its name");
    assert_eq!(read(kept.as_ref()).0, ten(), "{error}");
    for path in [path, late] {
        assert_eq!(
            fs::read(path).expect("it is there"),
            b"what a user would miss"
        );
    }
}

#[test]
fn does_a_trace_that_was_not_finished_leave_nothing() {
    let folder = folder();
    let mut sink = create(&folder.path().join("half"), Form::Own, &about("")).expect("a file");
    sink.write(&ten(), &names(1)).expect("written");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
    drop(sink);
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

#[test]
fn may_others_read_what_was_written_as_any_new_file() {
    let folder = folder();
    let (ours, plain) = (folder.path().join("ours"), folder.path().join("plain"));
    write(&ours, Form::Own, &about(""), &ten(), &names(1)).expect("written");
    fs::write(&plain, "").expect("a file");
    let mode = |path| {
        fs::metadata(path)
            .expect("it is there")
            .permissions()
            .mode()
    };
    assert_eq!(mode(&ours), mode(&plain));
}

#[test]
fn is_what_is_no_trace_refused_with_a_sentence() {
    let folder = folder();
    let path = folder.path().join("none");
    let bomb = {
        // A window of 2 GiB: four bytes of magic, a descriptor, the window's logarithm.
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 21 << 3];
        frame.extend([0; 100]);
        frame
    };
    for (bytes, words) in [
        (&b""[..], "empty"),
        (b"neither", "no known trace format"),
        (
            b"128166372003061629,web,0,Red,0,512,1\n",
            "nearest: msr, but line 1: Type is 'Red'; expected Read or Write",
        ),
        (b"\xff\xfe1\x002\x00", "UTF-16"),
        (&[0; 5000], "no known trace format"),
        (&[0x1f, 0x8b, 0, 0, 0], ""),
        (&bomb, ""),
    ] {
        fs::write(&path, bytes).expect("a file");
        let sentence = read(&path).2.expect_err("refused").to_string();
        assert!(sentence.contains(words), "{words} in: {sentence}");
        assert!(sentence.contains("none: "), "{sentence}");
    }
    for missing in ["missing", "."] {
        let path = folder.path().join(missing);
        assert!(fourcorners_trace::open(&path, &OpenOptions::default()).is_err());
    }
}

/// Some lines of each text form, as it is written.
const TEXTS: [(TextForm, &str); TextForm::ALL.len()] = [
    (
        TextForm::IologV2,
        "fio version 2 iolog\n/dev/sda add\n/dev/sda open\n/dev/sda wait 0 0\n\
         /dev/sda read 4096 4096\n/dev/sda wait 7 0\n/dev/sda write 0 512\n/dev/sda close\n",
    ),
    (
        TextForm::Blkparse,
        "  8,0    3        1     0.000000000   697  D   W 223490 + 8 [kjournald]\n  8,0    \
         3        2     0.000100000     0  C   W 223490 + 8 [0]\n",
    ),
    (
        TextForm::Csv,
        "issued_ns,took_ns,op,offset_bytes,bytes,stream,back,think_ns,data,rest\n\
         0,10,read,0,4096,a,,,,\n100,,write,4096,512,\"b,c\",1,90,zero,\"\"\n",
    ),
    (
        TextForm::IologV3,
        include_str!("text/fixtures/fio-3.33-loop-device.iolog"),
    ),
    (
        TextForm::Msr,
        "128166372003061629,hm,1,Read,383496192,32768,113736\n\
         128166372016382155,hm,1,Write,2822144,4096,1030\n\
         128166372026382245,hm,0,Read,3221266432,4096,324\n",
    ),
    (
        TextForm::Alibaba,
        "0,R,126703661056,4096,1577808000000046\n1,W,19496058880,77824,1577808000000426\n",
    ),
    (
        TextForm::Tencent,
        "1538323200,12910952,8,1,1063\n1538323200,6160448,8,0,1064\n",
    ),
    (
        TextForm::Spc,
        "0,20941264,8192,W,0.551706\n1,3436288,15872,R,1.25072,0x123,5.99\n",
    ),
    (
        TextForm::Systor,
        "Timestamp,Response,IOType,LUN,Offset,Size\n\
         1456135200.013118000,0.000806000,W,0,4096,4096\n\
         1456135200.113118000,,,0,8192,4096\n",
    ),
    (
        TextForm::DiskSim,
        "0.000000 0 1000 8 1\n12.500000 1 1008 16 a0\n",
    ),
    (
        TextForm::Mqsim,
        "938513000 4 264719034 16 0\n938828000 3 197570570 16 1\n",
    ),
];

#[test]
fn is_every_text_found_by_its_content_and_the_same_after_a_way_through_our_form() {
    let forms = TEXTS.map(|(form, _)| form);
    assert!(TextForm::ALL.iter().all(|form| forms.contains(form)));
    for (form, text) in TEXTS {
        let folder = folder();
        let file = |name: &str| folder.path().join(name);
        fs::write(file("given"), text).expect("a file");
        let (records, streams, ended) = read(&file("given"));
        let about = ended.expect("read");
        assert_eq!(about.form, form.name());
        write(&file("ours"), Form::Own, &about, &records, &streams).expect("written");
        let (back, names, ended) = read(&file("ours"));
        let back_about = ended.expect("read");
        assert_eq!((&back, &names), (&records, &streams), "{}", form.name());
        assert_eq!(back_about.origin_unix_ns, about.origin_unix_ns);
        let again = file("again.zst");
        write(&again, Form::Text(form), &back_about, &back, &names).expect("written");
        let (last, names, ended) = read(&again);
        assert_eq!(ended.expect("read").origin_unix_ns, about.origin_unix_ns);
        assert_eq!((last, names), (records, streams), "{}", form.name());
    }
}
