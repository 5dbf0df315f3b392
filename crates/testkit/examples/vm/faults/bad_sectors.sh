# Runs on a drive with a sector that cannot be read, and on one that cannot be written.
await /dev/nvme0n1 /dev/nvme1n1
try unreadable fourcorners run hd-tach /dev/nvme0n1 --destroy /dev/nvme0n1 \
    --quiet --out /tmp/unreadable
lines unreadable.result /tmp/unreadable/*/results.jsonl
try unwritable fourcorners run sequential-write-128k /dev/nvme1n1 --destroy /dev/nvme1n1 \
    --duration 1s --quiet --out /tmp/unwritable
lines unwritable.result /tmp/unwritable/*/results.jsonl
