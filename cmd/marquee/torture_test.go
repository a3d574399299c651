package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/testkit/postgrestest"
)

// strength says how hard one of these tests tries. docs/reliability.md section 9 A asks for 30 kills with every commit,
// in all of them, and 500 by hand.
type strength struct {
	kills int
	// How many messages are taken before each kill: the fewest, and up to so many more; and after the last kill.
	fewest, spread, last int
}

// tortureStrength is set higher by `make torture`.
func tortureStrength(t *testing.T) strength {
	set := os.Getenv("MARQUEE_TORTURE")
	if set == "" {
		return strength{kills: 6, fewest: 4, spread: 8, last: 12}
	}
	scale, err := strconv.Atoi(set)
	if err != nil || scale < 1 {
		t.Fatal("MARQUEE_TORTURE is not a number above zero")
	}
	return strength{kills: 8 * scale, fewest: 10, spread: 30, last: 50}
}

// TestNothingIsLostWhenTheProgramIsKilled lets visitors send while the program
// is killed again and again, and every third answer of the mail provider and of the
// receiver of webhooks is a fault. Visitors try again with the same key until they
// are told that it is stored. Then all of it must be stored and have left: by Resend
// once, by SMTP at least once and marked where it came again, as a webhook at least
// once under one id.
func TestNothingIsLostWhenTheProgramIsKilled(t *testing.T) {
	t.Parallel() // most of it is waiting for programs to start
	for name, provider := range map[string]func(*testing.T, uint64) destination{"Resend": toResend, "SMTP": toMailServer} {
		t.Run("SQLite, "+name, func(t *testing.T) {
			t.Parallel()
			torture(t, 1, nil, provider, nil)
		})
		t.Run("PostgreSQL, "+name, func(t *testing.T) {
			t.Parallel()
			torture(t, 1, tortureServer(t), provider, nil)
		})
	}
}

// tortureServer is a server that does not crash: where much is stored, one that tidies up.
func tortureServer(t *testing.T) *postgrestest.Server {
	if os.Getenv("MARQUEE_TORTURE") != "" {
		return postgrestest.Must(t)
	}
	return postgrestest.Shared(t)
}

// TestNothingIsLostWhenTheDatabaseCrashes has two nodes on one PostgreSQL, and
// kills sometimes the one, sometimes the other, and sometimes the database. Between
// them is a pooler that has each transaction on another connection.
func TestNothingIsLostWhenTheDatabaseCrashes(t *testing.T) {
	t.Parallel()
	server := postgrestest.Must(t)
	torture(t, 2, server, toResend, func(turn int) bool {
		if turn%2 == 0 {
			return false
		}
		if err := server.Crash(); err != nil {
			t.Fatal(err)
		}
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		return true
	})
}

// torture kills nodes while visitors send. server is nil for
// SQLite. instead may do something else than killing a node, and reports whether it did.
func torture(t *testing.T, nodes int, server *postgrestest.Server, provider func(*testing.T, uint64) destination, instead func(turn int) bool) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random, strength := rand.New(rand.NewPCG(seed, 1)), tortureStrength(t)
	destinations := []destination{provider(t, seed), toReceiver(t, seed)}
	env := []string{"MARQUEE_RATE_LIMIT=off"}
	for _, to := range destinations {
		env = append(env, to.environment()...)
	}
	config := outbox.Config{Dir: newData(t)}
	if server != nil {
		config.URL = server.Database(t)
		if nodes > 1 {
			config.URL = server.Pooler(t).URL(config.URL)
		}
		env = append(env, "DATABASE_URL="+config.URL)
	}
	all := make([]*node, nodes)
	for i := range all {
		all[i] = newNode(t, config.Dir, env...)
		all[i].content = contentWithWebhooks(t, "[{url: $HOOK_SALES}]")
		all[i].start()
	}

	crowd := newCrowd(t, all, seed)
	for turn := range strength.kills {
		// A kill in the middle of work: after some have been taken, at no particular moment.
		crowd.await(strength.fewest + random.IntN(strength.spread))
		if instead != nil && instead(turn) {
			continue
		}
		victim := all[random.IntN(nodes)]
		victim.stop(syscall.SIGKILL)
		victim.start()
	}
	crowd.await(strength.last)
	accepted := crowd.goHome()

	for _, to := range destinations {
		to.calm()
	}
	stopped := time.Now()
	missing := notArrived(destinations, accepted)
	// A mail that failed three times waits for minutes: an operator does not. How long
	// all of it takes is a matter of the machine; but it must go on.
	limit, progress, least, told := 10*time.Minute, stopped, len(missing), false
	pause := time.NewTicker(50 * time.Millisecond)
	for tick := 0; len(missing) > 0 && time.Since(progress) < limit; tick++ {
		if tick%40 == 39 { // About every two seconds.
			tell := !told && time.Since(progress) > time.Minute
			retry(t, config, missing, tell)
			told = told || tell
		}
		<-pause.C
		if missing = notArrived(destinations, accepted); len(missing) < least {
			progress, least = time.Now(), len(missing)
		}
	}
	drained := time.Since(stopped)
	for _, n := range all {
		n.stop(syscall.SIGTERM)
	}
	for _, key := range missing {
		t.Errorf("%s has not arrived %v after the load stopped", key, drained)
	}
	twice := 0
	for _, to := range destinations {
		twice += to.check(t, accepted)
	}
	lost := checkStored(t, config, accepted)
	t.Logf("%d kills, %d accepted, %d lost, %d not arrived, %d arrived again, all there %v after the load",
		strength.kills, len(accepted), lost, len(missing), twice, drained.Round(time.Millisecond))
	if t.Failed() {
		t.Log(all[0].log)
	}
}

// retry makes mails due that wait, as `marquee submissions retry` does. tell is for finding out why they do.
func retry(t *testing.T, config outbox.Config, keys []string, tell bool) {
	store, err := outbox.OpenNow(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]string, len(keys))
	for i, key := range keys {
		_, ids[i], _ = strings.Cut(key, "/")
	}
	if tell {
		for i, id := range ids {
			record, err := store.Find(t.Context(), id)
			t.Logf("%s has not arrived yet: %+v, %v", keys[i], record.Deliveries, err)
		}
	}
	_, err = store.Retry(t.Context(), ids)
	if err := errors.Join(err, store.Close()); err != nil {
		t.Fatal(err)
	}
}

// checkStored compares what is stored with what was accepted, and returns how many are lost.
func checkStored(t *testing.T, config outbox.Config, accepted map[string]visit) (lost int) {
	t.Helper()
	store, err := outbox.OpenNow(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}()
	records, err := store.List(t.Context(), outbox.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	stored := map[string]outbox.Record{}
	for _, record := range records {
		stored[record.ID] = record
	}
	for id, sent := range accepted {
		record, found := stored[id]
		if !found {
			lost++
			t.Errorf("%s was accepted and is not stored", id)
		} else if got := record.Value("message"); got != sent.Message {
			t.Errorf("%s is stored as %q, sent %q", id, got, sent.Message)
		}
	}
	if len(records) != len(accepted) {
		t.Errorf("%d are stored, %d were accepted: one was stored twice", len(records), len(accepted))
	}
	return lost
}

// visit is one message of one visitor.
type visit struct {
	Site    string `json:"site"`
	Name    string `json:"name"`
	Email   string `json:"email"`
	Message string `json:"message"`

	key string
}

// crowd is visitors who send message after message, each until it is taken.
type crowd struct {
	t      *testing.T
	nodes  []*node
	cancel context.CancelFunc
	going  sync.WaitGroup
	client *http.Client
	taken  chan struct{}

	mu       sync.Mutex
	accepted map[string]visit // by id
}

const crowdSize = 8

func newCrowd(t *testing.T, nodes []*node, seed uint64) *crowd {
	ctx, cancel := context.WithCancel(t.Context())
	c := &crowd{
		t: t, nodes: nodes, cancel: cancel, accepted: map[string]visit{}, taken: make(chan struct{}),
		client: &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: crowdSize}},
	}
	for i := range crowdSize {
		random := rand.New(rand.NewPCG(seed, uint64(i)+2))
		c.going.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				name := fmt.Sprintf("visitor-%d-%d", i, n)
				c.visit(ctx, random, visit{
					Site: "main", Name: name, Email: name + "@example.com", Message: fmt.Sprintf("Message %d of %d: %x", n, i, random.Uint64()),
					key: fmt.Sprintf("%s-%x", name, random.Uint64()),
				})
			}
		})
	}
	return c
}

// visit sends a message until it is taken; some send it once more afterwards.
func (c *crowd) visit(ctx context.Context, random *rand.Rand, v visit) {
	pause := time.NewTicker(5 * time.Millisecond)
	defer pause.Stop()
	for again := range 2 {
		for tried := false; ; tried = true {
			// One that was begun is finished also after the order to go home: whether
			// it was taken must be known.
			if !tried && again == 0 && ctx.Err() != nil {
				return
			}
			id, err := c.send(c.nodes[random.IntN(len(c.nodes))], v)
			if err != nil {
				<-pause.C
				continue
			}
			c.mu.Lock()
			before, known := c.accepted[id]
			c.accepted[id] = v
			c.mu.Unlock()
			if again == 1 && (!known || before.key != v.key) {
				c.t.Errorf("the second sending of %s was taken as another message", v.key)
			}
			break
		}
		select {
		case c.taken <- struct{}{}:
		default:
		}
		if random.IntN(10) > 0 {
			return
		}
	}
}

// send posts a message once. An error says that it is unknown whether it was taken.
func (c *crowd) send(to *node, v visit) (id string, err error) {
	body, err := json.Marshal(v)
	if err != nil {
		c.t.Error(err)
	}
	request, err := http.NewRequest(http.MethodPost, to.url("/api/send-contact-email"), bytes.NewReader(body))
	if err != nil {
		c.t.Error(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", v.key)
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	request.Header.Set("Accept-Language", "en")
	request.Header.Set("Form-Age", "20000")
	response, err := c.client.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return "", err
	}
	var answer struct{ ID string }
	switch {
	case response.StatusCode == http.StatusServiceUnavailable:
		return "", fmt.Errorf("closed: %s", text)
	case response.StatusCode != http.StatusOK:
		c.t.Errorf("a good message is answered %d: %s", response.StatusCode, text)
		return "", nil
	}
	if err := json.Unmarshal(text, &answer); err != nil || answer.ID == "" {
		c.t.Errorf("the answer has no id: %s", text)
	}
	return answer.ID, nil
}

// await returns when so many more messages were taken.
func (c *crowd) await(n int) {
	c.t.Helper()
	limit := time.NewTimer(5 * time.Minute)
	defer limit.Stop()
	for range n {
		select {
		case <-c.taken:
		case <-limit.C:
			c.t.Fatalf("nothing is taken any more; log:\n%s", c.nodes[0].log)
		}
	}
}

// goHome ends the visits and returns what was accepted.
func (c *crowd) goHome() map[string]visit {
	c.cancel()
	c.going.Wait()
	c.client.CloseIdleConnections()
	return c.accepted
}
