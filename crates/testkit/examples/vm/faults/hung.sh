# A run whose drive stops to answer: a device-mapper device that is suspended under it.
modprobe dm-mod
await /dev/nvme0n1
dmsetup create slow --table "0 $(blockdev --getsz /dev/nvme0n1) linear /dev/nvme0n1 0"
dmsetup mknodes
try hung fourcorners run random-write-4k-qd32 /dev/mapper/slow --destroy /dev/mapper/slow \
    --duration 60s --timeout 6s --engine io-uring --quiet --out /tmp/runs &
run=$!
until [ -e /tmp/runs/*/samples.jsonl ] || ! kill -0 $run; do
    usleep 50000
done
sleep 1
begin=$(cut -d. -f1 /proc/uptime)
dmsetup suspend --noflush --nolockfs slow
wait $run
report hung.seconds $(($(cut -d. -f1 /proc/uptime) - begin))
dmsetup resume slow
