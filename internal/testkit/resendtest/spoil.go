package resendtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"
)

const hugeAnswer = 50 << 20

// pause waits; it reports false where the client or the test went away meanwhile.
func (s *Server) pause(r *http.Request, wait time.Duration) bool {
	if wait <= 0 {
		return true
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
	case <-s.stop:
	}
	return false
}

// spoil answers as a fault says. It returns what to note of the request: status
// zero where the answer was broken.
func (s *Server) spoil(w http.ResponseWriter, r *http.Request, fault Fault,
	id string,
) (status int, name, reason string) {
	status = fault.Status
	switch {
	case status == 0 && fault.Accept:
		status = http.StatusOK
	case status == 0:
		status = http.StatusInternalServerError
	}
	body := fault.Body
	w.Header().Set("Content-Type", "application/json")
	if body == nil && fault.Accept {
		body = fmt.Appendf(nil, `{"id":%q}`, id)
	} else if body == nil {
		body = errorBody(status, "internal_server_error", "scripted")
	}
	for header, values := range fault.Header {
		w.Header()[header] = values
	}
	switch fault.Break {
	case BreakClose:
		closeConnection(w, nil, false)
	case BreakReset, BreakTruncate:
		head := fmt.Appendf(nil, "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", status,
			http.StatusText(status), len(body)+100)
		closeConnection(w, append(head, body[:len(body)/2]...), fault.Break == BreakReset)
	case BreakStall:
		select {
		case <-r.Context().Done():
		case <-s.stop:
		}
		panic(http.ErrAbortHandler) // returning would be an empty answer
	case BreakDrip:
		s.drip(w, r, status, body)
	case BreakHuge:
		w.Header().Set("Content-Length", strconv.Itoa(hugeAnswer))
		w.WriteHeader(status)
		block := bytes.Repeat([]byte(" "), 64<<10)
		for written := 0; written < hugeAnswer; written += len(block) {
			if _, err := w.Write(block); err != nil {
				break // the client has read enough
			}
		}
	default:
		w.WriteHeader(status)
		if _, err := w.Write(body); err != nil {
			return 0, string(fault.Break), "the client went away"
		}
		return status, "", ""
	}
	return 0, string(fault.Break), "scripted"
}

func (s *Server) drip(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	control := http.NewResponseController(w)
	for i := range body {
		if _, err := w.Write(body[i : i+1]); err != nil || control.Flush() != nil || !s.pause(r, time.Second) {
			return
		}
	}
}

// closeConnection takes the connection from the server, writes what is given
// and closes it; with a reset, so that the client sees one (RST).
func closeConnection(w http.ResponseWriter, answer []byte, reset bool) {
	connection, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		// HTTP/2 has no connection to take: ending the handler like this breaks the stream.
		panic(http.ErrAbortHandler)
	}
	if len(answer) > 0 {
		if _, err := connection.Write(answer); err != nil {
			answer = nil // the client is gone already; closing is all that is left
		}
	}
	if tcp, isTCP := connection.(*net.TCPConn); isTCP && reset {
		if err := tcp.SetLinger(0); err != nil {
			panic(http.ErrAbortHandler)
		}
	}
	if err := connection.Close(); err != nil {
		return // it was closed by the other side
	}
}

func answerError(w http.ResponseWriter, status int, name, reason string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	answer := map[string]any{"statusCode": status, "name": name, "message": reason}
	if err := json.NewEncoder(w).Encode(answer); err != nil {
		return // the client went away
	}
}
