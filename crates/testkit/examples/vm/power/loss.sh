# Drives that lose power by a command: with a volatile write cache that they flush when asked
# (null_blk), with one that the kernel never flushes, and one that drops writes (dm-flakey).
modprobe -a configfs dm-mod dm-flakey
modprobe null_blk nr_devices=0
mount -t configfs none /sys/kernel/config
make() {
    dir=/sys/kernel/config/nullb/$1
    mkdir "$dir"
    echo 64 > "$dir/size"
    echo 1 > "$dir/memory_backed"
    echo 8 > "$dir/cache_size"
    echo 512 > "$dir/blocksize"
    echo 1 > "$dir/power"
}
cycle() {
    name=$1
    shift
    dir=/sys/kernel/config/nullb/$name
    try "$name" fourcorners power-loss "/dev/$name" --destroy "/dev/$name" --span 16MiB \
        --after 4s --timeout 30s --cut "echo 0 > $dir/power" --restore "echo 1 > $dir/power" \
        --quiet --out "/tmp/$name" "$@"
    grep '"checked"' /tmp/$name/*/power-loss.jsonl > /tmp/log
    lines "$name.log" /tmp/log
}
make honest
cycle honest --cycles 2
make careless
echo "write through" > /sys/block/careless/queue/write_cache
cycle careless

# Drops every write after some seconds; the power need not be cut to see it.
modprobe brd rd_nr=1 rd_size=65536
dmsetup create liar --table "0 $(blockdev --getsz /dev/ram0) flakey /dev/ram0 0 8 100000 1 drop_writes"
dmsetup mknodes
fourcorners power-loss /dev/mapper/liar --destroy /dev/mapper/liar --span 4MiB --quiet \
    --out /tmp/liar > /tmp/liar.txt 2>&1 &
run=$!
sleep 20
kill -TERM $run
wait $run
try liar fourcorners power-loss --check /tmp/liar/*
