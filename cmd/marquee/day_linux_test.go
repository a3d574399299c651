package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/testkit"
)

// hours is how much of a day is played: all of it in make audit.
func hours() int {
	if os.Getenv("MARQUEE_AUDIT") != "" {
		return 24
	}
	return 2
}

// TestADayOfOperationFailsNobody plays what happens to a server in a day: every hour a
// price is changed, a bad file is saved, the program is restarted while it is there, and
// the file is mended; every second hour a new tree with another look is deployed. All the
// while visitors load pages with everything that these refer to, also what an earlier
// deployment served, and send forms. No request may fail, no form may be lost, and what is
// live is always the last that was good.
func TestADayOfOperationFailsNobody(t *testing.T) {
	t.Parallel()
	mail := toResend(t, 1) // every third answer of the provider is a fault
	n := newNode(t, newData(t), append(mail.environment(), "MARQUEE_RATE_LIMIT=off")...)
	if err := os.Remove(filepath.Join(n.data, "assets")); err != nil { // it finds what it served itself
		t.Fatal(err)
	}
	passing(t, n)
	d := &day{t: t, node: n, trees: t.TempDir(), first: n.content}
	n.content = filepath.Join(d.trees, "current")
	d.deploy(0)
	n.start()

	crowd := newCrowd(t, []*node{n}, 1)
	ctx, goHome := context.WithCancel(t.Context())
	var visitors sync.WaitGroup
	for range 3 {
		visitors.Go(func() { d.visit(ctx) })
	}
	for hour := range hours() {
		d.change(hour)
		d.spoil()
		n.stop(syscall.SIGTERM)
		n.start()
		d.expect("the last good price is live after a restart", d.price)
		d.mend()
		d.change(hour + 100) // a site that was held takes changes again
		if hour%2 == 1 {
			d.deploy(hour)
			d.expect("a deployment is live", d.price)
		}
	}
	goHome()
	visitors.Wait()
	accepted := crowd.goHome()
	d.open.Range(func(address, _ any) bool { // what pages of the whole day refer to
		d.load(http.DefaultClient, address.(string))
		return true
	})
	mail.calm()
	testkit.Eventually(t, "all is mailed", func() bool {
		missing := notArrived([]destination{mail}, accepted)
		if len(missing) > 0 { // one that failed three times would wait for minutes
			retry(t, outbox.Config{Dir: n.data}, missing, false)
		}
		return len(missing) == 0
	})
	n.stop(syscall.SIGTERM)
	mail.check(t, accepted)
	lost := checkStored(t, outbox.Config{Dir: n.data}, accepted)
	t.Logf("%d hours, %d requests, %d failed, %d forms, %d lost", hours(), d.requests.Load(), d.failed.Load(), len(accepted), lost)
	if t.Failed() {
		t.Log(n.log)
	}
}

// day is a server, its visitors, and those who change its content.
type day struct {
	t     *testing.T
	node  *node
	trees string // with the link "current" to what is deployed
	first string // the content of the first deployment
	price string // that must be live

	open             sync.Map // addresses of all files that pages referred to
	requests, failed atomic.Int64
}

var (
	refersTo  = regexp.MustCompile(`(?:href|src)="(/(?:assets|images|fonts)/[^"#]+)`)
	amount    = regexp.MustCompile(`(promptify-pro:\n(?:.*\n)*?.*amount: ")[0-9.]+"`)
	mainColor = regexp.MustCompile(`(\n    primary: ).*`)
)

// visit loads pages and all that they refer to until the context ends.
func (d *day) visit(ctx context.Context) {
	client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	for ctx.Err() == nil {
		for _, path := range []string{"/", "/promptify", "/websites/creative", "/websites/business/services"} {
			for _, match := range refersTo.FindAllStringSubmatch(d.load(client, path), -1) {
				if _, known := d.open.LoadOrStore(match[1], true); !known {
					d.load(client, match[1])
				}
			}
		}
	}
}

// load asks for an address once; every answer must be 200.
func (d *day) load(client *http.Client, address string) (body string) {
	d.requests.Add(1)
	response, err := client.Get(d.node.url(address))
	if err == nil {
		var data []byte
		data, err = io.ReadAll(response.Body)
		body = string(data)
		response.Body.Close()
		if err == nil && response.StatusCode != http.StatusOK {
			err = fmt.Errorf("status %d", response.StatusCode)
		}
	}
	if err != nil {
		d.failed.Add(1)
		d.t.Errorf("GET %s: %v", address, err)
	}
	return body
}

func (d *day) edit(file string, change func(text string) string) {
	d.t.Helper()
	name := filepath.Join(d.node.content, file)
	text, err := os.ReadFile(name)
	if err != nil {
		d.t.Fatal(err)
	}
	changed := change(string(text))
	if changed == string(text) {
		d.t.Fatalf("the edit of %s changes nothing", file)
	}
	// As editors save: a new file takes the place of the old one.
	if err := os.WriteFile(name+".new", []byte(changed), 0o644); err != nil {
		d.t.Fatal(err)
	}
	if err := os.Rename(name+".new", name); err != nil {
		d.t.Fatal(err)
	}
}

// change gives the plan another price, and waits until it is live.
func (d *day) change(number int) {
	d.t.Helper()
	d.price = fmt.Sprintf("%d.%02d", 10+number/100, number%100)
	d.edit("main/plans.yaml", func(text string) string { return amount.ReplaceAllString(text, "${1}"+d.price+`"`) })
	d.expect("a changed price is live", d.price)
}

// spoil breaks a file of the main site, and waits until the change of another site is live.
func (d *day) spoil() {
	d.t.Helper()
	d.edit("main/pages/about.yaml", func(text string) string { return strings.Replace(text, "title:", "titel:", 1) })
	d.edit("main/plans.yaml", func(text string) string { return amount.ReplaceAllString(text, `${1}99.99"`) })
}

// mend takes back what spoil did.
func (d *day) mend() {
	d.t.Helper()
	d.edit("main/pages/about.yaml", func(text string) string { return strings.Replace(text, "titel:", "title:", 1) })
}

// deploy points the link at a new tree, whose main colour is another one.
func (d *day) deploy(number int) {
	d.t.Helper()
	tree, from := filepath.Join(d.trees, fmt.Sprint("tree-", number)), d.first
	if d.price != "" {
		from = d.node.content
	}
	resolved, err := filepath.EvalSymlinks(from)
	if err != nil {
		d.t.Fatal(err)
	}
	if err := os.CopyFS(tree, os.DirFS(resolved)); err != nil {
		d.t.Fatal(err)
	}
	link := d.node.content + ".new"
	if err := os.Symlink(tree, link); err != nil {
		d.t.Fatal(err)
	}
	if err := os.Rename(link, d.node.content); err != nil {
		d.t.Fatal(err)
	}
	if d.price == "" {
		return
	}
	d.edit("creative/site.yaml", func(text string) string {
		return mainColor.ReplaceAllString(text, fmt.Sprintf(`${1}"#5%x00%02x"`, number%16, number))
	})
	d.change(number + 200)
}

// expect waits until a page shows a price.
func (d *day) expect(what, price string) {
	d.t.Helper()
	testkit.Eventually(d.t, what+" ("+price+")", func() bool {
		return strings.Contains(d.load(http.DefaultClient, "/promptify"), price) || d.t.Failed()
	})
}
