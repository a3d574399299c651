#!/bin/sh
# Starts systemd in a copy of this machine that is thrown away, installs the package there,
# and says what became of the service. Run as root.
#   sh systemd.sh PACKAGES EMPTY_FOLDER
set -e
case "$3" in
"")
	# A group of its own, so that the new systemd has nothing to do with the processes here.
	for hierarchy in /sys/fs/cgroup /sys/fs/cgroup/systemd /sys/fs/cgroup/unified /sys/fs/cgroup/memory; do
		if [ -e "$hierarchy/cgroup.procs" ]; then
			mkdir -p "$hierarchy/marquee-audit"
			echo $$ >"$hierarchy/marquee-audit/cgroup.procs"
		fi
	done
	mkdir -p "$2/said"
	unshare --mount --pid --fork --uts --ipc --cgroup --net --kill-child sh "$0" "$1" "$2" boot >"$2/said/systemd" 2>&1 &
	booted=$!
	until [ -e "$2/said/end" ] || ! kill -0 $booted 2>/dev/null; do sleep 0.2; done
	kill -9 $booted 2>/dev/null || true
	cat "$2/said/systemd" "$2/said/probe"
	[ -e "$2/said/end" ]
	exit
	;;
boot)
	mount --make-rprivate /
	space=$2/space root=$2/space/root
	mkdir -p "$space"
	mount -t tmpfs tmpfs "$space"
	mkdir "$root" "$space/upper" "$space/work"
	mount -t overlay overlay -o "lowerdir=/,upperdir=$space/upper,workdir=$space/work" "$root"
	mount -t proc proc "$root/proc"
	mount -t sysfs sysfs "$root/sys"
	if [ -d /sys/fs/cgroup/systemd ]; then # the old hierarchies beside the new one
		mount -t tmpfs tmpfs "$root/sys/fs/cgroup"
		mkdir "$root/sys/fs/cgroup/systemd" "$root/sys/fs/cgroup/unified" "$root/sys/fs/cgroup/memory"
		mount -t cgroup -o none,name=systemd cgroup "$root/sys/fs/cgroup/systemd"
		mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup/unified"
		mount -t cgroup -o memory cgroup "$root/sys/fs/cgroup/memory"
	else
		mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
	fi
	mount -t tmpfs tmpfs "$root/run"
	mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
	mount -t tmpfs -o mode=755 tmpfs "$root/dev"
	while read -r name major minor; do mknod -m 666 "$root/dev/$name" c "$major" "$minor"; done <<-END
		null 1 3
		zero 1 5
		full 1 7
		random 1 8
		urandom 1 9
		tty 5 0
	END
	mkdir "$root/dev/pts" "$root/dev/shm" "$root/opt/packages" "$root/opt/said"
	mount -t devpts devpts "$root/dev/pts"
	ln -s pts/ptmx "$root/dev/ptmx"
	ln -s /proc/self/fd "$root/dev/fd"
	mount --bind "$1" "$root/opt/packages"
	mount --bind "$2/said" "$root/opt/said"
	# Nothing of this machine starts but the probe.
	rm -rf "$root"/etc/systemd/system/*.wants "$root"/usr/lib/systemd/system/*.wants
	cp "$0" "$root/opt/probe.sh"
	cat >"$root/etc/systemd/system/probe.target" <<-END
		[Unit]
		Requires=probe.service
	END
	cat >"$root/etc/systemd/system/probe.service" <<-END
		[Unit]
		DefaultDependencies=no
		[Service]
		Type=oneshot
		Environment=LC_ALL=C.UTF-8
		ExecStart=/bin/sh -c '/bin/sh /opt/probe.sh x x probe >/opt/said/probe 2>&1; touch /opt/said/end'
		TimeoutStartSec=10min
	END
	cd "$root"
	mkdir -p outside
	pivot_root . outside
	umount -l /outside
	mount --make-rshared /
	container=docker exec chroot . /lib/systemd/systemd --system --unit=probe.target --log-target=console --log-level=notice --show-status=no
	;;
esac

set +e
say() { echo "== $*"; }
state() { systemctl show marquee.service --property "$1" --value; }
active() { systemctl is-active marquee.socket marquee.service | paste -s -d ' '; }
page() { curl -s -o /dev/null --max-time 60 -w '%{http_code}\n' http://127.0.0.1:8080/; }
until_is() { until [ "$(state "$1")" = "$2" ]; do sleep 0.1; done; }
ip link set lo up
systemctl start systemd-journald.service
dpkg -i /opt/packages/*.deb
say installed "$(active)"
say page "$(page)"
say form "$(curl -s -o /dev/null -w '%{http_code}' -H 'Origin: http://127.0.0.1:8080' http://127.0.0.1:8080/api/send-contact-email \
	--data-urlencode site=main --data-urlencode type=message --data-urlencode name=Ada --data-urlencode email=ada@example.com \
	--data-urlencode 'message=I would like a cake.')"
systemctl reload marquee
say reloaded "$(state ActiveState)"

# Visitors of a restart wait.
for _ in $(seq 60); do page; done >/tmp/codes &
visitors=$!
systemctl restart marquee
wait $visitors
say restarted "$(sort /tmp/codes | uniq -c | paste -s -d ' ' | tr -s ' ' | sed 's/^ //')"

# A program that does not answer is replaced.
mkdir -p /etc/systemd/system/marquee.service.d
printf '[Service]\nWatchdogSec=2s\n' >/etc/systemd/system/marquee.service.d/soon.conf
systemctl daemon-reload
systemctl restart marquee
kill -STOP "$(state MainPID)"
until_is NRestarts 1
until_is ActiveState active
say hung "$(state ActiveState)" "$(state NRestarts)"
say page-after "$(page)"

# Wrong configuration is not tried for ever, also when visitors knock.
echo 'MARQUEE_DRAFT=on' >>/etc/marquee/marquee.env
systemctl restart marquee
page
until_is SubState failed
say misconfigured "$(state ActiveState)" "$(state ExecMainStatus)"
sed -i '$d' /etc/marquee/marquee.env
systemctl reset-failed marquee.socket marquee.service
systemctl restart marquee
say mended "$(state ActiveState)"
dpkg -i /opt/packages/*.deb
say upgraded "$(active)"
journalctl -u marquee -u marquee.socket --no-pager | grep -v -e goroutine -e runtime -e '\.go:' | tail -n 60
dpkg -r marquee
say removed "$(active)"
