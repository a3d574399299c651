#!/bin/sh
# After the files are gone. What visitors sent, and the content, are the operator's: they stay.
set -e
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
fi
case "$1" in
purge | 0)
	echo "marquee: /var/lib/marquee (what visitors sent) and /srv/marquee (content) are left; remove them if you need them no more."
	;;
esac
