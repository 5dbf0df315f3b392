# Reads what NVMe drives say of themselves, also with another block format, before and after a run.
await /dev/nvme0n2 /dev/nvme1n1

# run NAME DISK WORD...: a short run; reports what it kept.
run() {
    name=$1 disk=$2
    shift 2
    rm -rf /tmp/runs
    overwrite "$name" "/dev/$disk" "$@"
    keep "$name" "$disk"
    lines "$name.health" /tmp/runs/*-"$disk"-*/health.json
    report "$name.ocp" "$(grep -c ocp /tmp/runs/*-"$disk"-*/smart-before.json)"
}

run first nvme0n1 --serial FC0
try doctor fourcorners doctor /dev/nvme0n1 --json
overwrite sanitize /dev/nvme1n1 --serial FC1 --erase nvme-sanitize
overwrite sanitize-two /dev/nvme0n1 --serial FC0 --erase nvme-sanitize
try format nvme format /dev/nvme0n1 --lbaf=4 --force
run formatted nvme0n1 --serial FC0 --erase nvme-format
run other nvme1n1 --serial FC1 --erase nvme-format
