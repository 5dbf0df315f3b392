# Reviews whose drives the host pulls out: in the first phase, after two results, after four.
await /dev/nvme0n1 /dev/nvme1n1 /dev/nvme2n1
first_results() { head -n "$2" "$1"/results.jsonl 2> /dev/null | md5sum; }
for number in 0 1 2; do
    out=/tmp/runs$number kept=$((number * 2))
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
done
