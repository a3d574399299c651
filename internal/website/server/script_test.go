package server

import (
	"bufio"
	"fmt"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestScripts runs testdata/*.txt. A script is a list of cases, separated by
// blank lines; lines that begin with # are comments:
//
//	GET /about
//	reqheader Accept-Encoding: br
//	code == 200
//	header Content-Type contains text/html
//	body contains <h1>
//
// The request line is sent as it stands. reqbody is the body, written as a Go
// string where it begins with a quote; repeat(x, n) is x n times. {{etag}}
// stands for the ETag of the answer before, {{reference}} for a valid reference. The operators are ==, !=, contains,
// !contains, ~ and !~ (regular expressions); an empty value means an absent
// header. Every answer is also checked for the security headers.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, name := range scripts {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			r := start(t, func(c *Config, _ *fakeWebsite) {
				c.TrustedProxies = trustedIn(name)
				if strings.Contains(name, "receipts") {
					c.Inquiries = &fakeInquiries{}
				}
			})
			runScript(t, r, name)
		})
	}
}

// trustedIn makes the test's own address a trusted proxy for scripts about proxies.
func trustedIn(name string) []netip.Prefix {
	if strings.Contains(name, "proxy") && !strings.Contains(name, "untrusted") {
		return prefixes("127.0.0.0/8", "::1/128")
	}
	return prefixes("192.0.2.0/24")
}

// exchange is one case: the request, and what came back once it was sent.
type exchange struct {
	method, target, body string
	headers              []string
	answer               *answer
}

func runScript(t *testing.T, r *running, name string) {
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var (
		current *exchange
		etag    string
		number  int
	)
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s:%d: %s", name, number, fmt.Sprintf(format, args...))
	}
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		number++
		line := strings.ReplaceAll(strings.TrimSpace(scanner.Text()), "{{reference}}", validReference)
		verb, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "":
			if current != nil && current.answer == nil {
				fail("%s %s is not followed by any check", current.method, current.target)
			}
			current = nil
		case line[0] == '#':
		case current == nil:
			current = &exchange{method: verb, target: rest}
		case verb == "reqheader":
			current.headers = append(current.headers, strings.ReplaceAll(rest, "{{etag}}", etag))
		case verb == "reqbody":
			if current.body, err = textOf(rest); err != nil {
				fail("%v", err)
			}
		case verb == "code" || verb == "header" || verb == "body":
			if current.answer == nil {
				current.answer = current.send(r)
				etag = current.answer.Header.Get("ETag")
				for _, problem := range insecure(current.answer.Header) {
					fail("%s", problem)
				}
			}
			if problem := current.check(verb, rest); problem != "" {
				fail("%s", problem)
			}
		default:
			fail("cannot read %q", line)
		}
	}
}

func (e *exchange) send(r *running) *answer {
	w := r.dial()
	raw := e.method + " " + e.target + " HTTP/1.1\r\nHost: example.test\r\nConnection: close\r\n" + lines(e.headers)
	if e.body != "" {
		raw += "Content-Length: " + strconv.Itoa(len(e.body)) + "\r\n"
	}
	w.send(raw + "\r\n" + e.body)
	got := w.read(e.method)
	return &got
}

// check returns what is wrong, or nothing.
func (e *exchange) check(verb, rest string) string {
	subject, got := verb, ""
	switch verb {
	case "code":
		got = strconv.Itoa(e.answer.StatusCode)
	case "body":
		got = e.answer.body
	case "header":
		var name string
		name, rest, _ = strings.Cut(rest, " ")
		subject, got = "header "+name, strings.Join(e.answer.Header.Values(name), ", ")
	}
	operator, want, _ := strings.Cut(rest, " ")
	want, err := textOf(want)
	if err != nil {
		return err.Error()
	}
	var holds bool
	switch operator {
	case "==":
		holds = got == want
	case "!=":
		holds = got != want
	case "contains":
		holds = strings.Contains(got, want)
	case "!contains":
		holds = !strings.Contains(got, want)
	case "~", "!~":
		pattern, err := regexp.Compile(want)
		if err != nil {
			return err.Error()
		}
		holds = pattern.MatchString(got) == (operator == "~")
	default:
		return fmt.Sprintf("unknown operator %q", operator)
	}
	if holds {
		return ""
	}
	return fmt.Sprintf("%s %s: %s is %q, want it %s %q", e.method, e.target, subject, got, operator, want)
}

var repeated = regexp.MustCompile(`repeat\((.+?), (\d+)\)`)

func textOf(text string) (string, error) {
	if strings.HasPrefix(text, `"`) && strings.HasSuffix(text, `"`) && len(text) > 1 && strings.Contains(text, `\`) {
		return strconv.Unquote(text)
	}
	return repeated.ReplaceAllStringFunc(text, func(call string) string {
		parts := repeated.FindStringSubmatch(call)
		n, _ := strconv.Atoi(parts[2])
		return strings.Repeat(parts[1], n)
	}), nil
}

// insecure names what the headers of an answer lack, whatever its status.
func insecure(h http.Header) []string {
	var problems []string
	for _, want := range []struct{ name, contains string }{
		{"Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'"},
		{"Content-Security-Policy", "require-trusted-types-for 'script'; trusted-types default"},
		{"X-Content-Type-Options", "nosniff"},
		{"Referrer-Policy", "strict-origin-when-cross-origin"},
		{"Permissions-Policy", "camera=()"},
		{"Cross-Origin-Opener-Policy", "same-origin"},
		{"Cross-Origin-Resource-Policy", "same-origin"},
		{"X-Frame-Options", "DENY"},
	} {
		if values := h.Values(want.name); len(values) != 1 || !strings.Contains(values[0], want.contains) {
			problems = append(problems, fmt.Sprintf("header %s is %q, want one that contains %q", want.name, values, want.contains))
		}
	}
	for _, name := range []string{"Server", "X-Powered-By", "Set-Cookie"} {
		if h.Get(name) != "" {
			problems = append(problems, fmt.Sprintf("header %s gives away %q", name, h.Get(name)))
		}
	}
	return problems
}
