//! The static site.

use crate::bed::{collection, finished, header};
use fourcorners_browse::{BrowseError, write_site};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Runs whose names are hostile, one of them repeated, and one that is broken.
fn runs() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a folder");
    finished(root.path(), "1", &header("crucial-m4-256"));
    let mut again = header("crucial-m4-256");
    again.repeat = 2;
    finished(root.path(), "2", &again);
    finished(root.path(), "3", &header("../../<img src=x>/\u{202e}"));
    finished(root.path(), "4", &header("../../<img src=x>/\u{202e}"));
    fs::write(
        finished(root.path(), "5", &header("x")).join("run.json"),
        "{",
    )
    .expect("written");
    root
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut found: Vec<PathBuf> = entries
        .flat_map(|entry| match entry.path() {
            path if path.is_dir() => files(&path),
            path => vec![path],
        })
        .collect();
    found.sort();
    found
}

#[test]
fn does_every_file_that_the_list_leads_to_exist_under_a_plain_name() {
    let (root, out) = (runs(), tempfile::tempdir().expect("a folder"));
    let out = out.path().join("site");
    let site = write_site(&collection(&[root.path()]), &out).expect("a site");
    assert_eq!((site.runs, site.broken), (4, 1));
    let list: Value =
        serde_json::from_slice(&fs::read(out.join("runs.json")).expect("a list")).expect("JSON");
    assert_eq!(list["live"], false);
    let ids: Vec<&str> = list["runs"]
        .as_array()
        .expect("runs")
        .iter()
        .map(|run| run["id"].as_str().expect("an id"))
        .collect();
    assert_eq!(
        ids[..2],
        [
            "crucial-m4-256-four-corners",
            "crucial-m4-256-four-corners-r2"
        ]
    );
    for id in &ids {
        assert!(
            id.chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
            "{id}"
        );
        assert!(out.join(format!("run/{id}.html")).is_file());
        assert!(out.join(format!("figures/{id}.json")).is_file());
    }
    let all = files(&out);
    assert_eq!(all.len(), 5 + 2 * ids.len(), "{all:?}");
    let bytes: u64 = all
        .iter()
        .map(|file| file.metadata().expect("a file").len())
        .sum();
    assert_eq!(bytes, site.bytes);
}

#[test]
fn does_a_site_tell_nothing_of_this_machines_folders() {
    let (root, out) = (runs(), tempfile::tempdir().expect("a folder"));
    let out = out.path().join("site");
    write_site(&collection(&[root.path()]), &out).expect("a site");
    let folder = root.path().display().to_string();
    for file in files(&out) {
        let text = fs::read_to_string(&file).expect("text");
        assert!(!text.contains(&folder), "{}", file.display());
    }
}

#[test]
fn does_no_frame_name_an_address_that_is_not_beside_it() {
    let (root, out) = (runs(), tempfile::tempdir().expect("a folder"));
    let out = out.path().join("site");
    write_site(&collection(&[root.path()]), &out).expect("a site");
    for (folder, page) in [
        ("", "index.html"),
        ("", "compare.html"),
        ("run/", "crucial-m4-256-four-corners.html"),
    ] {
        let path = out.join(folder).join(page);
        let text = fs::read_to_string(&path).expect("a page");
        // What scripts and data say is theirs; these are the frame's own.
        let frame = text.split("<script").next().expect("a frame");
        for attribute in ["href=\"", "src=\""] {
            for address in frame.split(attribute).skip(1) {
                let address = address.split('"').next().expect("an address");
                if address.starts_with("data:") || address.starts_with('#') {
                    continue;
                }
                let there = out.join(folder).join(address);
                assert!(
                    !address.contains(':') && !address.starts_with('/'),
                    "{page}: {address}"
                );
                assert!(there.is_file(), "{page}: {address}");
            }
        }
    }
}

/// Browsers let no page that was opened from a disk read the files beside it.
#[test]
fn do_the_pages_carry_what_they_show_and_no_markup_of_it() {
    let (root, out) = (runs(), tempfile::tempdir().expect("a folder"));
    let out = out.path().join("site");
    write_site(&collection(&[root.path()]), &out).expect("a site");
    let read = |name: &str| fs::read_to_string(out.join(name)).expect("text");
    let carried = |page: &str, address: &str| {
        let start = format!("<script type=\"application/json\" id=\"{address}\">");
        let (_, rest) = page.split_once(&start).expect(address);
        let (json, _) = rest.split_once("</script>").expect("an end");
        assert!(!json.contains('<'), "{address}");
        serde_json::from_str::<Value>(json).expect("JSON")
    };
    let json = |name: &str| serde_json::from_str::<Value>(&read(name)).expect("JSON");
    let list = json("runs.json");
    assert!(list.to_string().contains("<img src=x>"), "a hostile name");
    let (index, compare) = (read("index.html"), read("compare.html"));
    assert_eq!(carried(&index, "runs.json"), list);
    assert_eq!(carried(&compare, "runs.json"), list);
    for run in list["runs"].as_array().expect("runs") {
        let address = format!("figures/{}.json", run["id"].as_str().expect("an id"));
        assert_eq!(carried(&compare, &address), json(&address));
    }
    assert!(index.ends_with("</body>\n</html>\n") && !index.contains("<img"));
}

#[test]
fn is_a_folder_with_anything_in_it_refused() {
    let (root, out) = (runs(), tempfile::tempdir().expect("a folder"));
    fs::write(out.path().join("index.html"), "mine").expect("written");
    let refused = write_site(&collection(&[root.path()]), out.path());
    assert!(
        matches!(refused, Err(BrowseError::OutExists(_))),
        "{refused:?}"
    );
    assert_eq!(
        fs::read_to_string(out.path().join("index.html")).expect("text"),
        "mine"
    );
    let empty = tempfile::tempdir().expect("a folder");
    let refused = write_site(&collection(&[empty.path()]), &empty.path().join("site"));
    assert!(
        matches!(refused, Err(BrowseError::NoRuns(_))),
        "{refused:?}"
    );
    assert!(!empty.path().join("site").exists());
}
