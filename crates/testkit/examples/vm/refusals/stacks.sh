# Disks under device mapper, LVM, MD, LUKS and btrfs, in use and not. Serial numbers are given, so
# that nothing but the stack stands in the way.
modprobe -a dm-mod dm-crypt xts ecb linear raid1 md-mod btrfs
await /dev/nvme9n1
d() { echo "/dev/nvme$1n1"; }
mkdir -p /etc/lvm
cat > /etc/lvm/lvm.conf << 'END'
devices { dir="/dev" use_devicesfile=0 obtain_device_list_from_udev=0 external_device_info_source="none" }
activation { udev_sync=0 udev_rules=0 }
global { use_lvmpolld=0 event_activation=0 }
END

dmsetup create linear --table "0 60000 linear $(d 0) 0"
for disk in 1 2; do
    lvm pvcreate -qq -ff -y "$(d $disk)"
    lvm vgcreate -qq "vg$disk" "$(d $disk)"
    lvm lvcreate -qq -y -Zn -Wn -L 16M -n volume "vg$disk"
done
lvm vgchange -qq -an vg2
for disk in 3 4; do
    yes | mdadm --create "/dev/md$disk" --level=1 --raid-devices=2 --metadata=1.2 --force --run \
        "$(d $disk)" missing
done
mdadm --stop /dev/md4
printf secret > /tmp/key
for disk in 5 6; do
    cryptsetup luksFormat -q --type luks1 --pbkdf-force-iterations 1000 "$(d $disk)" /tmp/key
done
cryptsetup open "$(d 5)" opened --key-file /tmp/key
mkfs.btrfs -q "$(d 7)" "$(d 8)"
dmsetup mknodes
sync
report stacks "$(dmsetup ls | grep -c -e linear -e vg1-volume -e vg2-volume -e opened) $(grep -c active /proc/mdstat)"
pause built

run() { overwrite "$1" "$(d "$2")" --serial "FC$2"; }
run dm-linear 0
run lvm-active 1
run lvm-inactive 2
run md-active 3
run md-stopped 4
run luks-open 5
overwrite luks-closed "$(d 6)"
overwrite luks-wrong-serial "$(d 6)" --serial FC5
run btrfs-first 7
run btrfs-second 8
dmsetup suspend --noflush linear
run dm-suspended 0
dmsetup resume linear
sync
pause tried

btrfs device scan --all-devices > /dev/null
mkdir -p /mnt/pool
mount -t btrfs /dev/nvme7n1 /mnt/pool
run btrfs-mounted-first 7
run btrfs-mounted-second 8
umount /mnt/pool

# These are allowed: the volumes themselves, a drive that the user confirms, and one that is free.
dmsetup remove linear
run dm-removed 0
overwrite lvm-volume /dev/mapper/vg1-volume
overwrite md /dev/md3
overwrite luks-volume /dev/mapper/opened
run luks-confirmed 6
run free 9
