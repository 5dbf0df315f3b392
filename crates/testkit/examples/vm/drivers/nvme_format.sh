# Formats drives with both block sizes before a run, and looks at what the run kept.
await /dev/nvme0n1 /dev/nvme1n1
for number in 0 1; do
    overwrite "run$number" "/dev/nvme${number}n1" --erase nvme-format --serial "FC$number"
    report "block$number" "$(cat /sys/block/nvme${number}n1/queue/logical_block_size)"
    cd /tmp/runs/*nvme${number}n1*
    report "files$number" "$(ls smart-before.json smart-after.json | wc -l)"
    lines "wall$number" wall.jsonl
    cd /
done
