# Reviews whose drives the host pulls out: one in the first phase, the others after more and more
# results.
await /dev/nvme4n1
first_results() { head -n "$2" "$1"/results.jsonl 2> /dev/null | md5sum; }
number=0
for kept in 0 1 3 5 7; do
    out=/tmp/runs$number
    try review$number fourcorners review /dev/nvme${number}n1 --destroy /dev/nvme${number}n1 \
        --suite quick --duration 1s --quiet --out $out &
    review=$!
    until [ "$(cat $out/*/results.jsonl 2> /dev/null | wc -l)" -ge $kept ] && [ -e $out ] \
        || ! kill -0 $review; do
        usleep 50000
    done
    before=$(first_results $out/*-seed1 $kept)
    pause unplug$number
    wait $review
    [ "$before" = "$(first_results $out/*-seed1 $kept)" ] && report kept$number $kept
    try show$number fourcorners show $out/*-seed1 --json
    number=$((number + 1))
done
