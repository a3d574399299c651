package main

import (
	"errors"
	"fmt"
	"net"
	"os"

	"github.com/coreos/go-systemd/v22/activation"
)

// sockets are where the program answers visitors and operators.
type sockets struct {
	public, admin net.Listener
	// Whether the public one was passed by whoever started the program, and stays
	// open when the program closes it: visitors wait for the next one.
	kept bool
}

// openSockets takes the sockets that systemd passes, and opens the others.
func openSockets(config serveConfig) (sockets, error) {
	s, err := takeSockets(activation.Files(true))
	s.kept = s.public != nil
	if err == nil && s.public == nil {
		s.public, err = listen(config.Addr, "--addr")
	}
	if err == nil && s.admin == nil {
		s.admin, err = listen(config.AdminAddr, "--admin-addr")
	}
	if err != nil {
		return sockets{}, errors.Join(err, s.close())
	}
	return s, nil
}

// takeSockets tells passed sockets apart by their names, FileDescriptorName in
// the unit of the socket: "admin" is for operators, the other one for visitors.
func takeSockets(files []*os.File) (s sockets, err error) {
	var problems []error
	for _, file := range files {
		ln, err := net.FileListener(file)
		if closeErr := file.Close(); err == nil {
			err = closeErr // the listener has a copy
		}
		if err == nil {
			if _, isTCP := ln.Addr().(*net.TCPAddr); !isTCP {
				err = errors.Join(errors.New("it is no socket of TCP"), ln.Close())
			}
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("the passed socket %q is not one that takes connections: %w", file.Name(), err))
			continue
		}
		place := &s.public
		if file.Name() == "admin" {
			place = &s.admin
		}
		if *place != nil {
			problems = append(problems, fmt.Errorf("the passed socket %q is one too many: pass one for visitors, and one with FileDescriptorName=admin for operators", file.Name()), ln.Close())
			continue
		}
		*place = ln
	}
	if err := errors.Join(problems...); err != nil {
		return s, usageError{err}
	}
	return s, nil
}

// close closes what is open and not closed yet.
func (s sockets) close() (err error) {
	for _, ln := range []net.Listener{s.public, s.admin} {
		if ln == nil {
			continue
		}
		if closed := ln.Close(); !errors.Is(closed, net.ErrClosed) {
			err = errors.Join(err, closed)
		}
	}
	return err
}

func listen(address, flag string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, usageError{fmt.Errorf("listen on %s: %w (choose another with %s)", address, err, flag)}
	}
	return listener, nil
}
