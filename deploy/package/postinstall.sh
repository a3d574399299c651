#!/bin/sh
# After the files are in place. dpkg says "configure", and the version before where
# there was one; rpm says how many versions there are now.
set -e

upgrade=no
case "$1" in
configure) [ -z "$2" ] || upgrade=yes ;;
1) ;;
[2-9]*) upgrade=yes ;;
*) exit 0 ;; # an installation that was broken off
esac

if ! getent passwd marquee >/dev/null 2>&1; then
	if command -v systemd-sysusers >/dev/null 2>&1; then
		systemd-sysusers marquee.conf
	else
		useradd --system --user-group --no-create-home --home-dir /var/lib/marquee --shell /usr/sbin/nologin marquee
	fi
fi
chgrp marquee /etc/marquee /etc/marquee/marquee.env
chmod 0750 /etc/marquee
chmod 0640 /etc/marquee/marquee.env

# Something to see at once. What is there is never touched.
if [ "$upgrade" = no ] && [ ! -e /srv/marquee ]; then
	mkdir -p -m 0755 /srv/marquee
	(umask 022 && env -u MARQUEE_CONTENT /usr/bin/marquee init /srv/marquee/content >/dev/null)
fi

if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
	if [ "$upgrade" = yes ]; then
		# The socket stays open meanwhile.
		systemctl try-restart marquee.service
	else
		systemctl preset marquee.socket marquee.service
		if systemctl --quiet is-enabled marquee.service; then
			systemctl start marquee.socket marquee.service ||
				echo "marquee: it is installed, and did not start; journalctl -u marquee says why" >&2
		fi
	fi
fi
