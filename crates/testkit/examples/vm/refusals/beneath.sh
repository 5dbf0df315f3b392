# Mapped devices that begin behind a label, and origins of snapshots and of a thin volume.
modprobe -a dm-mod dm-snapshot dm-thin-pool
await /dev/nvme4n1
export DM_DISABLE_UDEV=1
mkdir -p /etc/lvm /mnt/snapshot /mnt/origin
cat > /etc/lvm/lvm.conf << 'END'
devices { dir="/dev" use_devicesfile=0 obtain_device_list_from_udev=0 external_device_info_source="none" }
activation { udev_sync=0 udev_rules=0 }
global { use_lvmpolld=0 event_activation=0 }
END
map() { dmsetup create "$1" --table "$2"; }

lvm pvcreate -qq -ff -y /dev/nvme0n1
lvm vgcreate -qq vg0 /dev/nvme0n1
map behind-lvm "0 60000 linear /dev/nvme0n1 2048"
mkfs.ext4 -q -F /dev/nvme1n1
map behind-ext4 "0 60000 linear /dev/nvme1n1 2048"

map base "0 32768 linear /dev/nvme2n1 0"
map store "0 8192 linear /dev/nvme2n1 65536"
mkfs.ext4 -q -F /dev/mapper/base
map origin "0 32768 snapshot-origin /dev/mapper/base"
dd if=/dev/zero of=/dev/mapper/store bs=4k count=16 2> /dev/null
map snapshot "0 32768 snapshot /dev/mapper/base /dev/mapper/store P 8"

map external "0 16384 linear /dev/nvme3n1 0"
map metadata "0 8192 linear /dev/nvme3n1 32768"
map data "0 32768 linear /dev/nvme3n1 65536"
map pool "0 32768 thin-pool /dev/mapper/metadata /dev/mapper/data 128 0"
dmsetup message pool 0 "create_thin 0"
map thin "0 16384 thin /dev/mapper/pool 0 /dev/mapper/external"

lvm pvcreate -qq -ff -y /dev/nvme4n1
lvm vgcreate -qq vg4 /dev/nvme4n1
lvm lvcreate -qq -y -Zn -Wn -L 16M -n volume vg4
mkfs.ext4 -q -F /dev/mapper/vg4-volume
lvm lvcreate -qq -y -s -L 24M -n kept vg4/volume
dmsetup mknodes
mount -t ext4 -o ro /dev/mapper/snapshot /mnt/snapshot
sync
report built "$(dmsetup ls | grep -c -e behind -e origin -e snapshot -e thin -e vg4-kept)"
pause ready

confirmed() { overwrite "$1" "$2" --serial "$2" --erase none; }
confirmed behind-lvm /dev/mapper/behind-lvm
overwrite behind-ext4 /dev/mapper/behind-ext4
confirmed mounted-snapshot /dev/mapper/origin
umount /mnt/snapshot
confirmed idle-snapshot /dev/mapper/origin
confirmed external-origin /dev/mapper/external
overwrite lvm-origin /dev/mapper/vg4-volume \
    --serial "$(dmsetup info -c --noheadings -o uuid vg4-volume)"
sync
pause tried

# Allowed: an origin without a snapshot, a confirmed mapping, a thin volume, and a snapshot of a
# mounted origin, which keeps its bytes.
dmsetup remove snapshot
confirmed origin /dev/mapper/origin
confirmed confirmed /dev/mapper/behind-ext4
confirmed thin /dev/mapper/thin
mount -t ext4 -o ro /dev/mapper/vg4-volume /mnt/origin
md5sum /dev/mapper/vg4-volume > /tmp/before
overwrite snapshot /dev/mapper/vg4-kept --erase none \
    --serial "$(dmsetup info -c --noheadings -o uuid vg4-kept)"
echo 3 > /proc/sys/vm/drop_caches
md5sum /dev/mapper/vg4-volume > /tmp/after
cmp /tmp/before /tmp/after
report origin.kept $?
