#!/bin/sh
# Makes another node the leader when this one's disk is nearly full, once an hour at most: Patroni itself does not look at disks. To be
# run every few seconds on each database node, as the user of Patroni:
#   leave-full-disk.sh PATRONI_YAML NAME_OF_THE_NODE DATA_FOLDER FREE_MIB_MIN STAMP_FILE
# The stamp file must be on another disk.
set -eu
free=$(df --output=avail --block-size=1M "$3" | tail -n 1)
[ "$free" -lt "$4" ] || exit 0
[ -z "$(find "$5" -mmin -60 2>/dev/null)" ] || exit 0
# Refused by Patroni where this node is not the leader.
patronictl -c "$1" switchover --leader "$2" --force
touch "$5"
