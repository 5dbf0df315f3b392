# Disks with a mounted partition, active swap, a loop device over one of their files, that are
# read-only, or that a run has. Serial numbers are given, so that nothing else stands in the way.
modprobe -a loop virtio_pci virtio_blk configfs nvmet
await /dev/nvme5n2 /dev/nvme6n1 /dev/vda
printf 'label: gpt\nsize=20M\nsize=20M\n' | sfdisk --quiet /dev/nvme0n1
await /dev/nvme0n1p2
mkfs.ext4 -q -F /dev/nvme0n1p1
mkswap /dev/nvme1n1 > /dev/null
for disk in nvme2n1 nvme4n1 nvme5n2; do
    mkfs.ext4 -q -F "/dev/$disk"
done
mkdir -p /mnt/part /mnt/files /mnt/second /mnt/late
mount -t ext4 -o ro /dev/nvme0n1p1 /mnt/part
mount -t ext4 /dev/nvme2n1 /mnt/files
mount -t ext4 -o ro /dev/nvme5n2 /mnt/second
swapon /dev/nvme1n1
dd if=/dev/zero of=/mnt/files/image bs=1M count=16 2> /dev/null
losetup /dev/loop0 /mnt/files/image
blockdev --setro /dev/nvme3n1
mount -t configfs none /sys/kernel/config
target=/sys/kernel/config/nvmet/subsystems/target/namespaces/1
mkdir -p "${target%/namespaces/1}"
mkdir "$target"
echo /dev/nvme6n1 > $target/device_path
echo 1 > $target/enable
sync
report built "$(grep -c ' /mnt/' /proc/mounts) $(grep -c nvme /proc/swaps) $(cat /sys/block/vda/ro)"
pause ready

try unnamed fourcorners run random-write-4k-qd32 /dev/nvme4n1 --duration 1s --quiet
overwrite disk-of-partition /dev/nvme0n1 --serial FC0
overwrite partition /dev/nvme0n1p1 --serial FC0
overwrite swap /dev/nvme1n1 --serial FC1
overwrite disk-of-file /dev/nvme2n1 --serial FC2
overwrite file-under-loop /mnt/files/image --erase none
overwrite read-only-drive /dev/vda --serial FC6
overwrite set-read-only /dev/nvme3n1 --serial FC3
overwrite unconfirmed /dev/nvme4n1
overwrite exported /dev/nvme6n1 --serial FC7
try other-named fourcorners run random-write-4k-qd32 /dev/nvme5n1 --destroy /dev/nvme5n2 \
    --duration 1s --quiet
try format-partition fourcorners run random-write-4k-qd32 /dev/nvme0n1p2 \
    --destroy /dev/nvme0n1p2 --serial FC0 --erase nvme-format --duration 1s --quiet
overwrite second-namespace /dev/nvme5n2 --serial FC5
sync
pause tried

# Allowed: the other partition, the loop device itself, and the first namespace, also formatted.
overwrite other-partition /dev/nvme0n1p2 --serial FC0 --erase none
overwrite loop /dev/loop0 --erase none
overwrite first-namespace /dev/nvme5n1 --erase nvme-format

# While a run has a drive, nobody else gets it.
fourcorners run random-write-4k-qd32 /dev/nvme4n1 --destroy /dev/nvme4n1 --serial FC4 \
    --duration 20s --quiet --out /tmp/first > /tmp/first.txt 2>&1 &
first=$!
tries=200
until [ -e /tmp/first/*/samples.jsonl ] || [ $tries -eq 0 ]; do
    usleep 100000
    tries=$((tries - 1))
done
mount -t ext4 /dev/nvme4n1 /mnt/late
report late.mount $?
overwrite late-run /dev/nvme4n1 --serial FC4
kill -TERM $first
wait $first
sync
pause end-of-runs
