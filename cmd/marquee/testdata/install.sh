#!/bin/sh
# Installs packages into a copy of this machine's root that is thrown away, and says what
# became of it. Run as root.
#   sh install.sh PACKAGES EMPTY_FOLDER
set -e
[ "$3" = apart ] || exec unshare --mount --pid --fork --kill-child sh "$0" "$1" "$2" apart
packages=$(cd "$1" && pwd)
deb=$(ls "$packages"/*.deb) rpm=$(ls "$packages"/*.rpm)
say() { echo "== $*"; }

space=$2
mount -t tmpfs tmpfs "$space"
root() { # a copy on write of this machine's root at $1
	mkdir -p "$1.upper" "$1.work" "$1"
	mount -t overlay overlay -o "lowerdir=/,upperdir=$1.upper,workdir=$1.work" "$1"
	mount -t proc proc "$1/proc"
	mount --bind /dev "$1/dev"
	mount --bind "$packages" "$1/mnt"
}

debian=$space/debian
root "$debian"
in_debian() { chroot "$debian" "$@"; }
in_debian dpkg -i "/mnt/$(basename "$deb")"
say user "$(in_debian getent passwd marquee | cut -d: -f6,7)"
say env "$(in_debian stat -c '%a %U %G' /etc/marquee/marquee.env)"
say check "$(in_debian marqueectl check | tail -n 1)"
say config "$(in_debian marqueectl config | grep -c '/srv/marquee/content')"
cat >>"$debian/etc/marquee/marquee.env" <<'END'
MARQUEE_MAIL_FROM=Ann & Co $HOME `id` <hello@example.com>
MARQUEE_BASE_URL="https://www.example.com"
END
say settings "$(in_debian marqueectl config --json | grep -o -e 'Ann & Co $HOME `id`' -e '"https://www.example.com"' | LC_ALL=C sort -u | paste -s -d ' ')"
say as "$(in_debian marqueectl licenses >/dev/null && in_debian runuser -u marquee -- id -un)"

# What the operator changed, and what visitors sent, survive an upgrade.
echo '# changed' >>"$debian/etc/marquee/marquee.env"
install -d -m 0700 "$debian/var/lib/marquee"
echo kept >"$debian/var/lib/marquee/marquee.db"
echo 'nobody shall see this' >"$debian/srv/marquee/content/main/pages/mine.yaml"
in_debian dpkg -i "/mnt/$(basename "$deb")"
say upgraded "$(tail -n 1 "$debian/etc/marquee/marquee.env")" "$(cat "$debian/var/lib/marquee/marquee.db")" \
	"$(cat "$debian/srv/marquee/content/main/pages/mine.yaml")" "$(in_debian stat -c '%a %U %G' /etc/marquee/marquee.env)"
in_debian dpkg -P marquee
say purged "$(ls "$debian/usr/bin/marquee" "$debian/etc/marquee/marquee.env" 2>/dev/null)" "$(cat "$debian/var/lib/marquee/marquee.db")"

fedora=$space/fedora
root "$fedora"
in_fedora() { chroot "$fedora" "$@"; }
in_fedora rpm --install --nodeps "/mnt/$(basename "$rpm")"
say rpm "$(in_fedora stat -c '%a %U %G' /etc/marquee/marquee.env)" "$(in_fedora marqueectl check | tail -n 1)"
echo '# changed' >>"$fedora/etc/marquee/marquee.env"
in_fedora rpm --upgrade --force --nodeps "/mnt/$(basename "$rpm")"
say rpm-upgraded "$(tail -n 1 "$fedora/etc/marquee/marquee.env")" "$(in_fedora ls /usr/bin/marquee)"
in_fedora rpm --erase marquee
say rpm-erased "$(ls "$fedora/usr/bin/marquee" 2>/dev/null)" "$(ls "$fedora/srv/marquee/content")"
