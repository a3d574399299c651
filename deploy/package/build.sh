#!/bin/sh
# Writes the .deb and .rpm of a built program into bin/packages.
#   sh deploy/package/build.sh bin/marquee amd64 1.2.3
set -e
[ "${4:-linux}" = linux ] || exit 0
export BINARY="$1" ARCH="$2" VERSION="$3"
mkdir -p bin/packages
for kind in deb rpm; do
	# The tool is for this machine, whatever the program is for.
	env -u GOOS -u GOARCH go run github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.44.1 \
		package --config deploy/package/nfpm.yaml --packager "$kind" --target bin/packages
done
