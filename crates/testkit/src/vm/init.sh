#!/bin/busybox sh
# The guest's first program: makes it usable, runs the case, and switches it off.
export PATH=/bin
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mount -t tmpfs tmpfs /tmp
mount -t tmpfs tmpfs /run
ln -s /proc/self/fd /dev/fd
. /lib/guest.sh
report booted "$(cut -d' ' -f1 /proc/uptime)"
# Ends a guest whose host was killed.
(sleep 3600; poweroff -f) &
# In this shell, which is process 1, as switch_root needs it.
. /case.sh
report end 0
sync
poweroff -f
