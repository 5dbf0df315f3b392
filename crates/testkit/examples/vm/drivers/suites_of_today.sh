# The suites for today's drives, shortened, on an NVMe drive.
await /dev/nvme0n1
limit=2700
review() {
    name=$1
    shift
    try $name fourcorners review /dev/nvme0n1 --destroy /dev/nvme0n1 --duration 1s --quiet \
        --out /tmp/runs "$@"
    report $name.page "$(ls /tmp/runs/*.html | wc -l)"
    lines $name.result /tmp/runs/*/results.jsonl
    report $name.suite "$(sed -n 's/.*"suite": *"\([a-z-]*\)".*/\1/p' /tmp/runs/*/run.json | head -n 1)"
    rm -r /tmp/runs
}
review modern
review snia --suite snia-pts
