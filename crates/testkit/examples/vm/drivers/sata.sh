# A SATA disk behind AHCI, with its SMART data, and the erase that it does not have.
modprobe -a ahci sd_mod
await /dev/sda
overwrite sda /dev/sda
keep sda sda
report sda.smart "$(ls /tmp/runs/*-sda-*/smart-before.json /tmp/runs/*-sda-*/smart-after.json | wc -l)"
overwrite erase /dev/sda --serial FC0 --erase ata-secure-erase
