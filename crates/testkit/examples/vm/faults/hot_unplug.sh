# A review whose drive the host pulls out after its second result.
await /dev/nvme0n1
try review fourcorners review /dev/nvme0n1 --destroy /dev/nvme0n1 --suite quick \
    --duration 1s --quiet --out /tmp/runs &
review=$!
until [ "$(cat /tmp/runs/*/results.jsonl 2>/dev/null | wc -l)" -ge 2 ] || ! kill -0 $review; do
    usleep 50000
done
first_results() { head -n 2 /tmp/runs/*/results.jsonl | md5sum; }
report results.before "$(first_results)"
wait $review
report results.after "$(first_results)"
fourcorners show /tmp/runs/*-seed1 --json > /tmp/show.json
report show.exit $?
while read -r line; do
    report show.json "$line"
done < /tmp/show.json
