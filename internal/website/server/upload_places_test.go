package server

import (
	"bytes"
	"context"
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

func newSender(address string) *sender {
	client, server := net.Pipe()
	network := networkOf(netip.MustParseAddr(address))
	return &sender{upload: &upload{stream: server, conn: server, network: network, begun: time.Now()}, client: client}
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

func TestOneNetworkCannotTakeAllPlacesForFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := &uploads{taken: map[*upload]*upload{}}
		for _, network := range []string{"192.0.2.7", "198.51.100.7", "2001:db8::7"} {
			for range mostUploadsEach {
				if up := newSender(network); !places.enter(up.upload, now()) {
					t.Fatalf("%s has no place", network)
				}
			}
			if places.enter(newSender(network).upload, now()) {
				t.Errorf("%s has more than its share", network)
			}
		}
		for _, neighbour := range []string{"192.0.2.200", "2001:db8:0:ffff::1", "203.0.113.1"} {
			if places.enter(newSender(neighbour).upload, now()) {
				t.Errorf("%s has a place of its own", neighbour)
			}
		}
		for up := range places.taken {
			places.leave(up)
			break
		}
		if !places.enter(newSender("203.0.113.1").upload, now()) {
			t.Error("the place is not free again")
		}
	})
}

func TestWhoSendsTooSlowlyIsCutOff(t *testing.T) {
	for rate, slow := range map[int]bool{1: true, uploadRate / 2: true, 2 * uploadRate: false} {
		synctest.Test(t, func(t *testing.T) {
			up := newSender("192.0.2.1")
			begun := time.Now()
			err := up.receive(rate)
			if took := time.Since(begun); !errors.Is(err, os.ErrDeadlineExceeded) || took < uploadStart || slow != (took < uploadTime/2) || took > uploadTime {
				t.Errorf("%d bytes a second: %v after %v", rate, err, took)
			}
		})
	}
}

func TestTheSlowestMakesRoomWhenOthersWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := &uploads{taken: map[*upload]*upload{}}
		gone := make(chan int, mostUploads)
		var uploading sync.WaitGroup
		for i := range mostUploads {
			up := newSender(netip.AddrFrom4([4]byte{192, 0, byte(i), 1}).String())
			if !places.enter(up.upload, now()) {
				t.Fatal("no place")
			}
			uploading.Go(func() {
				if err := up.receive((4 + i) * uploadRate); errors.Is(err, os.ErrDeadlineExceeded) {
					gone <- i
				}
				places.leave(up.upload)
			})
		}
		for want := range 3 {
			begun := time.Now()
			visitor := newSender(netip.AddrFrom4([4]byte{203, 0, byte(want), 1}).String())
			if !places.enter(visitor.upload, time.After(uploadWait)) {
				t.Fatalf("visitor %d has no place", want)
			}
			if took := time.Since(begun); took > uploadWait {
				t.Errorf("visitor %d waited %v", want, took)
			}
			if first := <-gone; first != want {
				t.Errorf("number %d made room for visitor %d", first, want)
			}
		}
		synctest.Wait()
		if len(gone) > 0 {
			t.Error("more made room than others waited")
		}
		places.mu.Lock()
		for up := range places.taken {
			up.displace()
		}
		places.mu.Unlock()
		uploading.Wait()
	})
}

// Three networks that send the beginnings of many files keep nobody else from sending one, however slowly.
func TestManyOfAFewNetworksMakeRoomForOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := &uploads{taken: map[*upload]*upload{}}
		attacking, end := context.WithCancel(t.Context())
		var senders sync.WaitGroup
		for i := range 3 * 20 {
			senders.Go(func() {
				for attacking.Err() == nil {
					up := newSender(netip.AddrFrom4([4]byte{192, 0, byte(i % 3), 1}).String())
					up.size = 60 * uploadRate
					if !places.enter(up.upload, time.After(uploadWait)) {
						continue
					}
					for range 40 {
						time.Sleep(100 * time.Millisecond)
						if up.extend() != nil || attacking.Err() != nil {
							break
						}
					}
					places.leave(up.upload)
				}
			})
		}
		for n := range 8 {
			time.Sleep(time.Second)
			honest := newSender(netip.AddrFrom4([4]byte{203, 0, byte(n), 1}).String())
			begun := time.Now()
			if !places.enter(honest.upload, time.After(uploadWait)) {
				t.Fatalf("visitor %d has no place", n)
			}
			if took := time.Since(begun); took > 2*time.Second {
				t.Errorf("visitor %d waited %v", n, took)
			}
			for range 20 {
				time.Sleep(time.Second)
				honest.mu.Lock()
				honest.size += 2 * uploadRate
				honest.mu.Unlock()
				if err := honest.extend(); err != nil {
					t.Fatalf("visitor %d: %v", n, err)
				}
			}
			places.leave(honest.upload)
		}
		end()
		senders.Wait()
	})
}

// What is sent whole at once needs no place, however many of them are taken.
func TestWhatFitsIntoMemoryNeedsNoPlace(t *testing.T) {
	r, files, taken := startUploads(t)
	for range mostUploadsEach {
		if !r.server.uploading.enter(newSender("127.0.0.1").upload, now()) {
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
