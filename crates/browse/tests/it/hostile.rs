//! What others put into folders, names and requests.

use crate::bed::{Served, finished, header, serve, serve_with};
use fourcorners_bench::record::NotComparable;
use fourcorners_browse::{BrowseError, Options, Server};
use std::fs;
use std::net::Ipv4Addr;
use std::os::unix::fs::symlink;
use std::path::Path;

/// A folder of runs with one run, and beside it a file that nobody may read.
fn house() -> (tempfile::TempDir, Served) {
    let house = tempfile::tempdir().expect("a folder");
    let runs = house.path().join("runs");
    finished(&runs, "run", &header("drive"));
    fs::write(house.path().join("secret.json"), "SECRET").expect("written");
    finished(house.path(), "outside", &header("outside"));
    let served = serve(&[&runs]);
    (house, served)
}

#[test]
fn does_no_address_lead_out_of_the_folders() {
    let (house, served) = house();
    let id = served.id("run");
    let outside = house.path().join("outside").display().to_string();
    let addresses = [
        "/../secret.json".to_string(),
        "/run/../../secret.json".into(),
        "/run/..%2f..%2fsecret.json".into(),
        "/run/%2e%2e/%2e%2e/secret.json".into(),
        "/figures/..%2F..%2Fsecret.json".into(),
        "/figures/%2e%2e%2f%2e%2e%2fsecret.json".into(),
        format!("/figures/{id}/../../../secret.json"),
        format!("/figures/{id}%00.json"),
        format!("/figures/{}.json", outside.replace('/', "%2f")),
        format!("/run/{outside}.html"),
        format!("/live/{}", outside.replace('/', "%2f")),
        format!("/review.html?runs={outside}"),
        format!("/review.html?runs=../outside,{id}"),
        "//etc/passwd".into(),
        "/figures/%ff%fe.json".into(),
        "/figures/....//....//secret.json".into(),
        "/run/run.html".into(),
    ];
    for address in addresses {
        let answer = served.get(&address);
        assert!([400, 404].contains(&answer.status), "{address}: {answer:?}");
        assert!(!answer.body.contains("SECRET"), "{address}");
        assert!(answer.header("content-type").starts_with("text/plain") || answer.body.is_empty());
    }
    assert_eq!(served.get(&format!("/run/{id}.html")).status, 200);
}

#[test]
fn is_no_link_followed() {
    let house = tempfile::tempdir().expect("a folder");
    let runs = house.path().join("runs");
    let outside = finished(house.path(), "outside", &header("outside"));
    let secret = house.path().join("secret");
    fs::write(&secret, "\"SECRET\"\n").expect("written");
    finished(&runs, "plain", &header("plain"));
    symlink(&outside, runs.join("linked")).expect("a link");
    for (folder, file) in [
        ("a", "run.json"),
        ("b", "results.jsonl"),
        ("c", "samples.jsonl"),
        ("d", "health.json"),
    ] {
        let path = finished(&runs, folder, &header(folder)).join(file);
        let _there = fs::remove_file(&path);
        symlink(&secret, &path).expect("a link");
    }
    let parts = finished(&runs, "e", &header("e"));
    symlink(house.path(), parts.join("interrupted")).expect("a link");
    fs::create_dir(house.path().join("1")).expect("a folder");
    let served = serve(&[&runs]);
    let list = served.get("/runs.json").body;
    assert!(!list.contains("SECRET"), "{list}");
    let list = served.runs();
    let broken = list["broken"].as_array().expect("a list");
    let said: Vec<String> = broken.iter().map(|broken| broken.to_string()).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(
        said.iter()
            .all(|said| said.contains("is a symbolic link, which is not followed")),
        "{said:?}"
    );
    for folder in ["b", "c", "d", "e"] {
        let answer = served.get(&format!("/run/{}.html", served.id(folder)));
        assert_eq!(answer.status, 422, "{folder}");
        assert!(
            answer
                .body
                .contains("is a symbolic link, which is not followed"),
            "{}",
            answer.body
        );
    }
}

#[test]
fn does_a_pipe_or_a_folder_in_place_of_a_file_hold_nobody_up() {
    let root = tempfile::tempdir().expect("a folder");
    for (number, file) in ["run.json", "results.jsonl", "samples.jsonl", "wall.jsonl"]
        .iter()
        .enumerate()
    {
        for (kind, make) in [
            ("pipe", pipe as fn(&Path)),
            ("folder", |path| fs::create_dir(path).expect("made")),
        ] {
            let path =
                finished(root.path(), &format!("{kind}-{number}"), &header("drive")).join(file);
            fs::remove_file(&path).expect("removed");
            make(&path);
        }
    }
    let served = serve(&[root.path()]);
    let list = served.runs();
    let (runs, broken) = (
        list["runs"].as_array().expect("runs"),
        list["broken"].as_array().expect("broken"),
    );
    assert_eq!((runs.len(), broken.len()), (6, 2), "{list}");
    for run in runs {
        assert!(
            run["problems"]
                .to_string()
                .contains("is not a regular file"),
            "{run}"
        );
        let answer = served.get(&format!("/run/{}.html", run["id"].as_str().expect("an id")));
        // No page is made from the wall clock.
        let is_read = !run["problems"].to_string().contains("wall.jsonl");
        assert_eq!(answer.status, if is_read { 422 } else { 200 });
    }
}

fn pipe(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo").success());
}

#[test]
fn is_a_file_of_terabytes_not_read() {
    let root = tempfile::tempdir().expect("a folder");
    let path = finished(root.path(), "run", &header("drive"));
    for (name, folder) in [
        ("results.jsonl", &path),
        ("run.json", &finished(root.path(), "two", &header("drive"))),
    ] {
        let file = fs::OpenOptions::new()
            .write(true)
            .open(folder.join(name))
            .expect("a file");
        // Sparse: nothing of it lies on the disk.
        file.set_len(1 << 42).expect("long");
    }
    let served = serve(&[root.path()]);
    let list = served.runs().to_string();
    assert!(list.contains("larger than the limit of 64MiB"), "{list}");
    assert!(list.contains("larger than the limit of 8MiB"), "{list}");
    assert_eq!(
        served
            .get(&format!("/run/{}.html", served.id("run")))
            .status,
        422
    );
}

/// Names that would be markup, or turn a line around.
const NAMES: [&str; 5] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script><!--",
    "\u{202e}drows\u{202c} \u{2067}evird",
    "{{script}}{{data}}</title></style>",
];

#[test]
fn does_a_name_never_become_markup() {
    let root = tempfile::tempdir().expect("a folder");
    for name in NAMES {
        let mut header = header(name);
        header.suite = name.into();
        header.command = name.into();
        let text = name.into();
        header.not_comparable = vec![NotComparable::Earlier { text }];
        header.facts.push(fourcorners_bench::record::Fact {
            name: name.into(),
            value: name.into(),
            source: name.into(),
        });
        // A folder's name holds anything but a slash.
        finished(root.path(), &name.replace('/', "\u{2215}"), &header);
    }
    let served = serve(&[root.path()]);
    let list = served.get("/runs.json");
    assert_eq!(list.header("content-type"), "application/json");
    let list = list.json();
    let runs = list["runs"].as_array().expect("runs");
    assert_eq!(runs.len(), NAMES.len());
    let plain = plain_page();
    for run in runs {
        let page = served.get(&format!("/run/{}.html", run["id"].as_str().expect("an id")));
        assert_eq!(page.status, 200);
        for tag in ["<script", "</script", "<img", "</title", "<!--", "</style"] {
            let (here, ours) = (page.body.matches(tag).count(), plain.matches(tag).count());
            assert_eq!(here, ours, "{tag} of {run}");
        }
    }
}

/// A page with nothing hostile in it.
fn plain_page() -> String {
    let root = tempfile::tempdir().expect("a folder");
    finished(root.path(), "run", &header("drive"));
    let served = serve(&[root.path()]);
    served.get(&format!("/run/{}.html", served.id("run"))).body
}

#[test]
fn does_the_server_answer_to_its_own_names_only() {
    let (_house, served) = house();
    let with = |hosts: &str| {
        let request = format!("GET /runs.json HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n");
        served.raw(&request).status
    };
    let port = served.address.port();
    for host in [
        "localhost",
        "LOCALHOST",
        "127.0.0.1",
        "[::1]",
        "192.168.1.7",
    ] {
        assert_eq!(with(&format!("Host: {host}:{port}\r\n")), 200, "{host}");
        assert_eq!(with(&format!("Host: {host}\r\n")), 200, "{host}");
    }
    for host in [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evil.example:80",
        "",
        "[::1].evil.example",
        "localhost:evil",
        "1.2.3.4@evil.example",
        "[evil]",
    ] {
        assert_eq!(with(&format!("Host: {host}\r\n")), 421, "{host}");
    }
    assert_ne!(with(""), 200);
    assert_eq!(with("Host: localhost\r\nHost: evil.example\r\n"), 421);
    let absolute = "GET http://evil.example/runs.json HTTP/1.1\r\nHost: localhost\r\nConnection: \
        close\r\n\r\n";
    assert_eq!(served.raw(absolute).status, 421);
}

#[test]
fn does_every_answer_carry_the_headers() {
    let (_house, served) = house();
    let id = served.id("run");
    let addresses = [
        "/",
        "/compare?runs=x",
        "/follow.html",
        "/browse.js",
        "/browse.css",
        "/runs.json",
        "/nowhere",
        "/run/0.html",
        "/review.html",
    ];
    let addresses = addresses.into_iter().map(String::from);
    for address in addresses.chain([format!("/run/{id}.html"), format!("/figures/{id}.json")]) {
        let answer = served.get_with(&address, "Origin: https://evil.example\r\n");
        assert_eq!(
            answer.header("x-content-type-options"),
            "nosniff",
            "{address}"
        );
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{address}");
        assert_eq!(
            answer.header("cross-origin-opener-policy"),
            "same-origin",
            "{address}"
        );
        assert_eq!(
            answer.header("cross-origin-resource-policy"),
            "same-origin",
            "{address}"
        );
        assert_eq!(
            answer.header("access-control-allow-origin"),
            "",
            "{address}"
        );
        let policy = answer.header("content-security-policy");
        assert!(
            policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{address}: {policy}"
        );
        let scripts = policy
            .split(';')
            .find(|part| part.trim().starts_with("script-src"))
            .unwrap_or("");
        assert!(
            !scripts.contains("unsafe") && !scripts.contains('*'),
            "{address}: {policy}"
        );
    }
    let page = served.get(&format!("/run/{id}.html"));
    assert!(
        page.header("content-security-policy")
            .contains("script-src 'sha256-"),
        "{}",
        page.head
    );
}

#[test]
fn is_nothing_but_reading_allowed() {
    let (_house, served) = house();
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"] {
        let answer = served.raw(&format!(
            "{method} /runs.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: \
             close\r\n\r\n"
        ));
        assert_eq!(answer.status, 405, "{method}");
    }
}

const TOKEN: &str = "correct-horse-battery";

#[test]
fn does_nobody_get_in_without_the_token() {
    let root = tempfile::tempdir().expect("a folder");
    finished(root.path(), "run", &header("drive"));
    let served = serve_with(&[root.path()], Some(TOKEN));
    assert!(
        served.url.ends_with(&format!("/?token={TOKEN}")),
        "{}",
        served.url
    );
    let port = served.address.port();
    let status = |address: &str, more: &str| served.get_with(address, more).status;
    for (address, more) in [
        ("/", String::new()),
        ("/runs.json", String::new()),
        ("/browse.js", String::new()),
        ("/nowhere", String::new()),
        ("/?token=", String::new()),
        ("/?token=correct-horse-batterx", String::new()),
        ("/?token=correct-horse-batter", String::new()),
        ("/?token=correct-horse-battery1", String::new()),
        ("/runs.json", "Authorization: Bearer wrong\r\n".into()),
        ("/runs.json", format!("Authorization: {TOKEN}\r\n")),
        (
            "/runs.json",
            format!("Cookie: fourcorners-{port}=wrong\r\n"),
        ),
        ("/runs.json", format!("Cookie: other={TOKEN}\r\n")),
    ] {
        assert_eq!(status(address, &more), 401, "{address} {more}");
    }
    assert_eq!(
        status("/runs.json", &format!("Authorization: Bearer {TOKEN}\r\n")),
        200
    );
    let welcome = served.get(&format!("//evil.example/compare?runs=a,b&token={TOKEN}"));
    assert_eq!(welcome.status, 303);
    assert_eq!(
        welcome.header("location"),
        "/evil.example/compare?runs=a%2Cb"
    );
    let cookie = welcome.header("set-cookie");
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite"),
        "{cookie}"
    );
    let cookie = cookie.split(';').next().expect("a cookie").to_string();
    assert_eq!(
        status("/runs.json", &format!("Cookie: a=b; {cookie}; c=d\r\n")),
        200
    );
}

#[test]
fn is_a_weak_token_refused_and_a_reachable_address_given_one() {
    let root = tempfile::tempdir().expect("a folder");
    let bind = |bind: Ipv4Addr, token: Option<&str>| {
        let options = Options {
            bind: bind.into(),
            port: 0,
            token: token.map(String::from),
        };
        Server::bind(&options, crate::bed::collection(&[root.path()]))
    };
    for token in [
        "",
        "short",
        "with spaces in it, and long",
        "semicolon;semicolon",
    ] {
        let refused = bind(Ipv4Addr::LOCALHOST, Some(token));
        assert!(matches!(refused, Err(BrowseError::Token)), "{token}");
    }
    let url = |server: Result<Server, BrowseError>| server.expect("a server").url();
    assert!(!url(bind(Ipv4Addr::LOCALHOST, None)).contains("token"));
    let (one, other) = (
        url(bind(Ipv4Addr::UNSPECIFIED, None)),
        url(bind(Ipv4Addr::UNSPECIFIED, None)),
    );
    let token = |url: &str| url.split("token=").nth(1).expect("a token").to_string();
    assert_eq!(token(&one).len(), 32);
    assert_ne!(token(&one), token(&other));
}

#[test]
fn do_too_many_runs_on_a_page_end_in_a_sentence() {
    let (_house, served) = house();
    let many: Vec<String> = (0..100).map(|number| format!("{number:016x}")).collect();
    let answer = served.get(&format!("/review.html?runs={}", many.join(",")));
    assert_eq!(answer.status, 400);
    assert!(answer.body.contains("up to 64 runs"), "{}", answer.body);
    assert_eq!(served.get("/review.html").status, 400);
}
