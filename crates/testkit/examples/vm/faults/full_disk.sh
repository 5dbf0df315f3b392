# A review whose folder is on a file system that becomes full.
await /dev/nvme0n1
mkdir -p /mnt/small
mount -t tmpfs -o size=160k tmpfs /mnt/small
try review fourcorners review /dev/nvme0n1 --destroy /dev/nvme0n1 --suite quick --duration 1s \
    --quiet --out /mnt/small/runs
report results "$(grep -c '"status":"finished"' /mnt/small/runs/*-seed1/results.jsonl)"
mount -o remount,size=32m /mnt/small
try show fourcorners show /mnt/small/runs/*-seed1 --json
try resume fourcorners review --resume /mnt/small/runs/*-seed1 --destroy /dev/nvme0n1 --quiet
report failed "$(grep -c '"status":"failed"' /mnt/small/runs/*-seed1/results.jsonl)"
