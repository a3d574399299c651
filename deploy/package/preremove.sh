#!/bin/sh
# Before the files go. An upgrade (dpkg: "upgrade", rpm: 1 or more stay) stops nothing.
set -e
case "$1" in
remove | 0)
	if [ -d /run/systemd/system ]; then
		systemctl --quiet disable --now marquee.service marquee.socket
	fi
	;;
esac
