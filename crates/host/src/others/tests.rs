use super::*;

/// A /proc of two processors at 100 ticks a second each.
struct Recorded {
    folder: tempfile::TempDir,
    host: Host,
}

impl Recorded {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let proc = folder.path().to_path_buf();
        for inner in ["self", "2/task/2", "7", "8"] {
            fs::create_dir_all(proc.join(inner)).expect("a folder");
        }
        let host = Host {
            proc,
            ..Host::default()
        };
        let recorded = Self { folder, host };
        recorded.write("2/comm", "kthreadd\n");
        recorded
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).expect("written");
    }

    fn processes(&self, own: u64, threads: &[(u32, u64)]) {
        let stat = |ticks: u64| format!("1 (a) b) R 1 1 1 0 -1 0 0 0 0 0 {ticks} 0 0 0 20 0 1 0");
        self.write("self/stat", &stat(own));
        let names: Vec<String> = threads.iter().map(|(one, _)| one.to_string()).collect();
        self.write("2/task/2/children", &names.join(" "));
        for (number, ticks) in threads {
            self.write(&format!("{number}/stat"), &stat(*ticks));
        }
    }

    fn processors(&self, programs: u64, idle: u64, stolen: u64) {
        self.write("stat", &format!("cpu  {programs} 0 0 {idle} 0 0 0 {stolen} 0 0\n"));
    }

    fn disk(&self, sectors: u64, own_bytes: u64) {
        let line = format!("   8 0 sdz 1 0 {sectors} 0 0 0 0 0 0 0 0\n");
        self.write("diskstats", &format!("   8 1 sdz1 1 0 9 0 0 0 9 0\n{line}"));
        self.write("self/io", &format!("rchar: 9\nread_bytes: {own_bytes}\nwrite_bytes: 0\n"));
    }

    fn look(&self, looks: &mut Looks) -> Totals {
        looks.look();
        looks.all.last().expect("a look").1
    }

    fn looks(&self) -> Looks {
        Looks {
            host: self.host.clone(),
            disk: Some("sdz".into()),
            threads: HashMap::new(),
            thread_ticks: 0,
            all: Vec::new(),
        }
    }
}

/// The story: with 97 % of the CPU and 49 % of the disk in use by others, the figures were shown
/// without a word, since the host was watched only before the run.
#[test]
fn use_by_others_is_what_this_program_and_the_kernel_did_not_use() {
    let recorded = Recorded::new();
    let mut looks = recorded.looks();
    recorded.processes(100, &[(7, 50), (8, 10)]);
    recorded.processors(1000, 1000, 0);
    recorded.disk(1000, 0);
    let before = recorded.look(&mut looks);
    // In 2 s: 150 ticks of programs, of which 30 are this program's and 20 a kernel thread's.
    recorded.processes(130, &[(7, 70), (8, 10)]);
    recorded.processors(1150, 1230, 20);
    recorded.disk(1000 + 40_000, 40_000 * 512 / 2);
    let after = recorded.look(&mut looks);
    let expected = OtherUse {
        cpu_percent: 25,
        stolen_percent: 5,
        disk_percent: 50,
        disk_bytes_per_s: 40_000 * 512 / 4,
    };
    assert_eq!(used(&before, &after, 2.0), Some(expected));
}

/// A kernel thread that ends takes its ticks with it: they must not turn into those of others.
#[test]
fn ticks_of_ended_kernel_threads_are_not_use_by_others() {
    let recorded = Recorded::new();
    let mut looks = recorded.looks();
    recorded.processes(0, &[(7, 5000), (8, 10)]);
    recorded.processors(6000, 0, 0);
    recorded.disk(0, 0);
    let before = recorded.look(&mut looks);
    recorded.processes(0, &[(8, 30)]);
    recorded.processors(6020, 180, 0);
    let after = recorded.look(&mut looks);
    let used = used(&before, &after, 1.0).expect("known");
    assert_eq!((used.cpu_percent, used.disk_percent), (0, 0));
}

#[test]
fn counters_rise_evenly_between_two_looks() {
    let start = Instant::now();
    let at = |seconds: f64| start + Duration::from_secs_f64(seconds);
    let look = |seconds: f64, ticks: f64| {
        let totals = Totals {
            ticks,
            ..Totals::default()
        };
        (at(seconds), totals)
    };
    let looks = [look(1.0, 100.0), look(2.0, 200.0), look(4.0, 1000.0)];
    let ticks = |seconds: f64| totals_at(&looks, at(seconds)).expect("known").ticks;
    let expected = [(0.0, 100.0), (1.0, 100.0), (1.5, 150.0), (3.0, 600.0), (9.0, 1000.0)];
    for (seconds, wanted) in expected {
        assert!((ticks(seconds) - wanted).abs() < 1e-6, "{seconds}");
    }
    assert_eq!(totals_at(&[], start), None);
}

#[test]
fn silent_kernel_is_no_figure() {
    let folder = tempfile::tempdir().expect("a folder");
    let host = Host {
        proc: folder.path().into(),
        ..Host::default()
    };
    let others = Others::watch(&host, None);
    let now = Instant::now();
    assert_eq!(others.between(now, now + Duration::from_secs(1)), None);
}

/// On the host of the tests: a thread of this program is none of the others, whatever they do.
#[test]
fn own_work_is_not_use_by_others() {
    let own = || process_ticks(&text(Path::new("/proc/self/stat")));
    let (Some(before), others) = (own(), Others::watch(&Host::default(), None)) else {
        return;
    };
    let from = Instant::now();
    while own().is_some_and(|ticks| ticks < before + 20) {
        std::hint::spin_loop();
    }
    assert!(others.between(from, Instant::now()).is_some());
    let looks = lock(&others.0);
    let [first, .., last] = looks.all.as_slice() else {
        panic!("fewer than two looks");
    };
    assert!(last.1.own - first.1.own >= 15.0);
}
