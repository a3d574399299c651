//go:build !linux || (!amd64 && !arm64) || race

package server

import (
	"io"
	"net"
)

// openSocket returns what reads from and writes to the connection; on Linux it
// is something faster than the connection itself. The race detector has to see
// what it does not: that who has read an answer comes after who wrote it.
func openSocket(c net.Conn) io.ReadWriter { return c }
