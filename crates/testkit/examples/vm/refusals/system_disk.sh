#!/bin/busybox sh
# Process 1 of a system on /dev/nvme0n1p1.
if [ ! -e /tmp/bin ]; then
    export PATH=/bin
    busybox mount -t proc proc /proc
    busybox mount -t sysfs sysfs /sys
    busybox mount -t devtmpfs devtmpfs /dev
    busybox mount -t tmpfs tmpfs /tmp
    busybox mkdir /tmp/bin
    # This script must be able to report after its disk was overwritten.
    busybox cp /bin/busybox /bin/case.sh /lib/guest.sh /tmp/bin/
    /tmp/bin/busybox --install -s /tmp/bin
    exec /tmp/bin/busybox sh /tmp/bin/case.sh
fi
export PATH=/tmp/bin:/bin
. /tmp/bin/guest.sh
report root "$(awk '$2 == "/" { print $1 }' /proc/mounts)"
losetup /dev/loop0 /dev/nvme0n1
# From the page cache, the program runs to its end even if it overwrites its own disk.
cat /bin/fourcorners $(find /lib /lib64 -type f) > /dev/null
overwrite disk /dev/nvme0n1 --serial FC0001
overwrite partition /dev/nvme0n1p1 --serial FC0001
overwrite loop /dev/loop0 --serial /dev/loop0
report end 0
poweroff -f
