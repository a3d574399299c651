package server

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// sender is somebody who sends a file over a connection.
type sender struct {
	*upload
	client  net.Conn
	sending sync.WaitGroup
}

func newSender() *sender {
	client, server := net.Pipe()
	return &sender{upload: &upload{stream: server, conn: server, begun: time.Now()}, client: client}
}

// receive reads so many bytes a second until they are refused.
func (s *sender) receive(rate int) error {
	s.sending.Go(func() {
		for {
			if _, err := s.client.Write(make([]byte, rate)); err != nil {
				return
			}
			time.Sleep(time.Second)
		}
	})
	_, err := io.Copy(io.Discard, s)
	err = errors.Join(err, s.client.Close())
	s.sending.Wait()
	return err
}

func now() <-chan time.Time { return time.After(0) }

func network(address string) netip.Prefix { return networkOf(netip.MustParseAddr(address)) }

// A network has several places as long as few are taken, and then one: it takes many networks to take all.
func TestFewNetworksCannotTakeAllPlacesForFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := &uploads{each: map[netip.Prefix]int{}}
		of := func(n int) netip.Prefix { return network(netip.AddrFrom4([4]byte{192, 0, byte(n), 1}).String()) }
		taken := 0
		for n := range 8 {
			for range mostUploads {
				if places.enter(of(n), now()) {
					taken++
				}
			}
		}
		if want := fewUploads + 8 - fewUploads/mostUploadsEach; taken != want {
			t.Errorf("eight networks take %d places, want %d", taken, want)
		}
		for n := 8; taken < mostUploads; n++ {
			if !places.enter(of(n), now()) {
				t.Fatalf("network %d has no place", n)
			}
			taken++
		}
		late := network("2001:db8::7")
		if places.enter(late, now()) {
			t.Error("there are more places than there should be")
		}
		time.AfterFunc(time.Second, func() { places.leave(of(9)) })
		if !places.enter(late, time.After(uploadWait)) {
			t.Error("who waits does not get the place that is free again")
		}
	})
}

func TestWhoSendsTooSlowlyIsCutOff(t *testing.T) {
	for rate, slow := range map[int]bool{1: true, uploadRate / 2: true, 2 * uploadRate: false} {
		synctest.Test(t, func(t *testing.T) {
			up := newSender()
			begun := time.Now()
			err := up.receive(rate)
			if took := time.Since(begun); !errors.Is(err, os.ErrDeadlineExceeded) || took < uploadStart || slow != (took < uploadTime/2) || took > uploadTime {
				t.Errorf("%d bytes a second: %v after %v", rate, err, took)
			}
		})
	}
}

// What is sent whole at once needs no place, however many of them are taken.
func TestWhatFitsIntoMemoryNeedsNoPlace(t *testing.T) {
	r, files, taken := startUploads(t)
	for range mostUploadsEach {
		if !r.server.uploading.enter(network("127.0.0.1"), now()) {
			t.Fatal("no place")
		}
	}
	kind, body := multipartBody(t, []string{"form", "photo", "name", "Ada"}, filePart{"photo", "one.jpg", "small"})
	if answer, text := r.upload(kind, bytes.NewReader(body), "Accept", "application/json"); answer.StatusCode != 200 {
		t.Errorf("answered %d: %s", answer.StatusCode, text)
	}
	if len(taken.all) != 1 || files.left() != 0 {
		t.Errorf("%d taken, %d files left", len(taken.all), files.left())
	}
}
