//go:build linux && (amd64 || arm64) && !race

package server

import (
	"io"
	"net"
	"os"
	"syscall"
	"unsafe"
)

// socket reads and writes a connection without telling the scheduler.
//
// Go expects that a system call may wait: it lets another thread take over the
// processor if one lasts longer than 20 µs, which on a busy machine is so for
// every answer. Those changes of thread were a quarter of the processor time of
// a page. These calls never wait: the flags say so, and where there is nothing
// to read or no room to write, the goroutine is parked as ever, within the
// deadlines of the connection.
//
// One goroutine at a time may use it; closing the connection is free to others.
type socket struct {
	raw syscall.RawConn
	// Made once per connection, because each function made is an allocation.
	receive, send func(fd uintptr) (done bool)
	// What they work on, and what came of it.
	buffer []byte
	count  int
	failed error
}

// openSocket returns what reads from and writes to the connection: the
// connection itself where it is none of the operating system's.
func openSocket(c net.Conn) io.ReadWriter {
	system, ok := c.(syscall.Conn)
	if !ok {
		return c
	}
	raw, err := system.SyscallConn()
	if err != nil {
		return c // it is closed already, and will say so itself
	}
	s := &socket{raw: raw}
	s.receive, s.send = s.receiveSome, s.sendAll
	return s
}

// Read implements [io.Reader].
func (s *socket) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	err := s.do(s.raw.Read, s.receive, p)
	if err == nil && s.count == 0 {
		err = io.EOF
	}
	return s.count, err
}

// Write implements [io.Writer].
func (s *socket) Write(p []byte) (int, error) {
	err := s.do(s.raw.Write, s.send, p)
	return s.count, err
}

func (s *socket) do(when func(func(fd uintptr) bool) error, call func(fd uintptr) bool, p []byte) error {
	s.buffer, s.count, s.failed = p, 0, nil
	err := when(call)
	s.buffer = nil
	if err != nil {
		return err
	}
	return s.failed
}

func (s *socket) receiveSome(fd uintptr) bool {
	return s.try(syscall.SYS_RECVFROM, "recvfrom", fd)
}

func (s *socket) sendAll(fd uintptr) bool {
	for len(s.buffer) > 0 && s.failed == nil {
		if !s.try(syscall.SYS_SENDTO, "sendto", fd) {
			return false
		}
	}
	return true
}

// try makes one system call, and reports whether it came to an end of some
// kind: otherwise it would have had to wait.
func (s *socket) try(number uintptr, name string, fd uintptr) bool {
	for {
		n, _, errno := syscall.RawSyscall6(number, fd, uintptr(unsafe.Pointer(unsafe.SliceData(s.buffer))), uintptr(len(s.buffer)),
			syscall.MSG_DONTWAIT|syscall.MSG_NOSIGNAL, 0, 0)
		switch errno {
		case 0:
			s.count += int(n)
			s.buffer = s.buffer[n:]
			return true
		case syscall.EINTR:
		case syscall.EAGAIN:
			return false
		default:
			s.failed = os.NewSyscallError(name, errno)
			return true
		}
	}
}
