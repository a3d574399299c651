package postgrestest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// findBin returns the folder of initdb and postgres: from pg_config or the PATH,
// or where Debian keeps the newest version.
func findBin() (string, error) {
	var folders []string
	if out, err := exec.Command("pg_config", "--bindir").Output(); err == nil {
		folders = append(folders, strings.TrimSpace(string(out)))
	}
	if path, err := exec.LookPath("initdb"); err == nil {
		folders = append(folders, filepath.Dir(path))
	}
	debian, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil {
		return "", err
	}
	for i := len(debian) - 1; i >= 0; i-- {
		folders = append(folders, debian[i])
	}
	for _, folder := range folders {
		if isFile(filepath.Join(folder, "initdb")) && isFile(filepath.Join(folder, "postgres")) {
			return folder, nil
		}
	}
	return "", ErrMissing
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// serverUser returns whom to run the server as; nil for the user of this process.
func serverUser() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		found, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(found.Uid, 10, 32)
		if err != nil {
			return nil, err
		}
		gid, err := strconv.ParseUint(found.Gid, 10, 32)
		if err != nil {
			return nil, err
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil, fmt.Errorf("%w: there is no user postgres or nobody to run it as", ErrMissing)
}

// freePort returns a port that nobody listens on. It is none of those that systems give connections of their own, from
// 32768 or 49152 on: a database that is started again would find its port taken by one.
func freePort() (port int, err error) {
	for range 50 {
		port = 15000 + rand.IntN(15000)
		var listener net.Listener
		if listener, err = net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			return port, listener.Close()
		}
	}
	return 0, err
}
