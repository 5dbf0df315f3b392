# A drive that takes writes for some seconds, and later drops each without an error.
modprobe -a dm-mod dm-flakey
await /dev/nvme0n1
sectors=$(blockdev --getsz /dev/nvme0n1)
dmsetup create liar --table "0 $sectors flakey /dev/nvme0n1 0 1 100000 1 drop_writes"
dmsetup mknodes
sleep 2
verify() {
    name=$1
    shift
    try "$name" fourcorners run random-read-4k-qd32 "$1" --destroy "$1" --duration 1s --verify \
        --quiet --erase none --out /tmp/runs
}
verify liar /dev/mapper/liar
dmsetup remove liar
verify honest /dev/nvme0n1
