# Finishes the review whose power was cut.
modprobe -a virtio_pci virtio_blk
await /dev/nvme0n1 /dev/vda
mount -t ext4 /dev/vda /mnt
try resume fourcorners review --resume /mnt/runs/*-seed1 --destroy /dev/nvme0n1 --quiet
umount /mnt
