# Thin volumes of 32 MiB, of which the pool has room for one and a bit, and of 16 MiB.
modprobe -a dm-mod dm-thin-pool linear loop
await /dev/nvme0n1
dmsetup create meta --table "0 8192 linear /dev/nvme0n1 0"
dmsetup create data --table "0 49152 linear /dev/nvme0n1 8192"
dmsetup create pool --table "0 49152 thin-pool /dev/mapper/meta /dev/mapper/data 128 0"
for volume in 0 1; do
    dmsetup message pool 0 "create_thin $volume"
done
dmsetup create large --table "0 65536 thin /dev/mapper/pool 0"
dmsetup create small --table "0 32768 thin /dev/mapper/pool 1"
dmsetup mknodes
overwrite too-large /dev/mapper/large
dd if=/dev/zero of=/dev/mapper/large bs=64k count=64 oflag=direct 2> /dev/null
overwrite partly-written /dev/mapper/large
losetup /dev/loop0 /dev/mapper/large
overwrite loop-above /dev/loop0
losetup -d /dev/loop0
overwrite with-room /dev/mapper/small
