# A review of two drives; the host replaces the second while the first is tested.
await /dev/nvme0n1 /dev/nvme1n1
try review fourcorners review /dev/nvme0n1 /dev/nvme1n1 --test random-write-4k-qd32 --quiet \
    --destroy /dev/nvme0n1 --destroy /dev/nvme1n1 --duration 20s --out /tmp/runs &
review=$!
# Both drives were checked and closed before the first run had a folder.
tries=1200
until [ -e /tmp/runs ] || [ $tries -eq 0 ]; do
    usleep 50000
    tries=$((tries - 1))
done
pause swap
usleep 500000
await /dev/nvme1n1
report serial "$(cat /sys/block/nvme1n1/device/serial | tr -d ' ')"
[ -z "$(cat /tmp/runs/*/results.jsonl 2> /dev/null)" ] && report in-time 1
wait $review
report finished "$(cat /tmp/runs/*/results.jsonl | grep -c '"status":"finished"')"
