package main

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Lighthouse swings: each route is visited so often.
const visitsPerRoute = 3

// budgets are what a page must reach in Lighthouse.
var budgets = []struct {
	name   string
	unit   unit
	target *target
	value  func(report) float64
}{
	{"performance", points, atLeast(100), category("performance")},
	{"accessibility", points, atLeast(100), category("accessibility")},
	{"best practices", points, atLeast(100), category("best-practices")},
	{"SEO", points, atLeast(100), category("seo")},
	{"LCP", milliseconds, atMost(1200), audit("largest-contentful-paint")},
	{"TBT", milliseconds, atMost(50), audit("total-blocking-time")},
	{"CLS", shift, atMost(0.01), audit("cumulative-layout-shift")},
	{"JavaScript", bytesHeld, atMost(88e3), sent("Script")},
	{"CSS", bytesHeld, atMost(12e3), sent("Stylesheet")},
	{"fonts", bytesHeld, atMost(60e3), sent("Font")},
	{"HTML", bytesHeld, atMost(15e3), sent("Document")},
	{"requests", times, atMost(12), func(r report) float64 { return float64(len(r.requests())) }},
}

// measureLighthouse visits every route as a phone on a slow network. The table
// has the worst route of each budget: one bad page is not made good by others.
func measureLighthouse(ctx context.Context, b *bench) (err error) {
	content, err := b.copyContent("content-lighthouse")
	if err != nil {
		return err
	}
	p, err := b.serve(ctx, content, filepath.Join(b.dir, "var-lighthouse"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	if _, err := p.warm(ctx, b.WarmWait); err != nil {
		return err
	}
	routes := b.Routes
	if len(routes) == 0 {
		if routes, err = p.sitemap(ctx); err != nil {
			return err
		}
	}
	bodies := map[string]float64{}          // by address
	found := map[string]map[string]sample{} // by budget and route
	for _, route := range routes {
		var visits []report
		for range visitsPerRoute {
			visit, err := b.visit(ctx, p.url+route)
			if err == nil {
				visit.bodies, err = p.weigh(ctx, visit, bodies)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", route, err)
			}
			visits = append(visits, visit)
		}
		for _, budget := range budgets {
			var values []float64
			for _, visit := range visits {
				values = append(values, budget.value(visit))
			}
			if found[budget.name] == nil {
				found[budget.name] = map[string]sample{}
			}
			found[budget.name][route] = summarise(values...)
		}
		b.note("%s: %s points", route, significant(found["performance"][route].Median))
	}
	if err := b.measureNextPage(ctx, p); err != nil {
		return err
	}
	for _, budget := range budgets {
		route := worst(found[budget.name], routes, budget.target.AtLeast > 0)
		b.add(line{
			Group: "lighthouse", What: budget.name + ", worst of " + strconv.Itoa(len(routes)) + " routes", Unit: budget.unit,
			Value: found[budget.name][route], Target: budget.target, Note: route,
		}.judged())
	}
	return nil
}

// worst returns the route with the lowest median, or with the highest.
func worst(samples map[string]sample, routes []string, lowest bool) string {
	picked := routes[0]
	for _, route := range routes[1:] {
		if (samples[route].Median < samples[picked].Median) == lowest && samples[route].Median != samples[picked].Median {
			picked = route
		}
	}
	return picked
}

// visit has Lighthouse load an address once: mobile, with a simulated slow network.
func (b *bench) visit(ctx context.Context, address string) (report, error) {
	file := filepath.Join(b.dir, "lighthouse.json")
	flags := "--chrome-flags=--headless=new"
	if os.Geteuid() == 0 {
		flags += " --no-sandbox" // Chromium has no sandbox for root
	}
	_, err := output(ctx, "env", "CHROME_PATH="+b.tools["chromium"], b.tools["lighthouse"], address,
		"--quiet", "--no-enable-error-reporting", "--output=json", "--output-path="+file, "--only-categories=performance,accessibility,best-practices,seo", flags)
	if err != nil {
		return report{}, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return report{}, fmt.Errorf("read report of Lighthouse: %w", err)
	}
	return parseReport(text)
}

// report is what is read of a report of Lighthouse.
type report struct {
	RuntimeError *struct {
		Code, Message string
	} `json:"runtimeError"`
	Categories map[string]struct {
		Score *float64 `json:"score"`
	} `json:"categories"`
	Audits map[string]struct {
		NumericValue float64 `json:"numericValue"`
		Details      struct {
			Items json.RawMessage `json:"items"` // a list, but of some audits an object
		} `json:"details"`
	} `json:"audits"`

	// Bytes of each address in Brotli, without headers, which Lighthouse does not tell apart.
	bodies map[string]float64
}

// networkRequest is an item of the audit network-requests.
type networkRequest struct {
	URL          string `json:"url"`
	ResourceType string `json:"resourceType"`
}

// parseReport reads a report. One without scores is an error.
func parseReport(text []byte) (report, error) {
	var r report
	if err := json.Unmarshal(text, &r); err != nil {
		return report{}, fmt.Errorf("read report of Lighthouse: %w", err)
	}
	if r.RuntimeError != nil {
		return report{}, fmt.Errorf("read report of Lighthouse: %s: %s", r.RuntimeError.Code, r.RuntimeError.Message)
	}
	for _, name := range []string{"performance", "accessibility", "best-practices", "seo"} {
		if r.Categories[name].Score == nil {
			return report{}, fmt.Errorf("read report of Lighthouse: it has no score of %s", name)
		}
	}
	for _, name := range []string{"largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift", "network-requests"} {
		if _, has := r.Audits[name]; !has {
			return report{}, fmt.Errorf("read report of Lighthouse: it has no audit %s", name)
		}
	}
	if len(r.requests()) == 0 {
		return report{}, errors.New("read report of Lighthouse: it names no requests")
	}
	return r, nil
}

func (r report) requests() []networkRequest {
	var all []networkRequest
	if json.Unmarshal(r.Audits["network-requests"].Details.Items, &all) != nil {
		return nil
	}
	return slices.DeleteFunc(all, func(one networkRequest) bool { return one.URL == "" })
}

func category(name string) func(report) float64 {
	return func(r report) float64 { return *r.Categories[name].Score * 100 }
}

func audit(name string) func(report) float64 {
	return func(r report) float64 { return r.Audits[name].NumericValue }
}

// sent sums the bodies of all files of a type.
func sent(kind string) func(report) float64 {
	return func(r report) (sum float64) {
		for _, request := range r.requests() {
			if request.ResourceType == kind {
				sum += r.bodies[request.URL]
			}
		}
		return sum
	}
}

// weigh asks for each address of a visit as a browser does, and returns how
// long the bodies are on the way. What was weighed before is in known.
func (p *program) weigh(ctx context.Context, visit report, known map[string]float64) (map[string]float64, error) {
	for _, request := range visit.requests() {
		if _, weighed := known[request.URL]; weighed || !strings.HasPrefix(request.URL, p.url) {
			continue
		}
		size, err := brotliSize(ctx, p.client, request.URL)
		if err != nil {
			return nil, err
		}
		known[request.URL] = size
	}
	return known, nil
}

func brotliSize(ctx context.Context, client *http.Client, address string) (float64, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, fmt.Errorf("weigh %s: %w", address, err)
	}
	request.Header.Set("Accept-Encoding", "br")
	response, err := client.Do(request)
	if err != nil {
		return 0, fmt.Errorf("weigh %s: %w", address, err)
	}
	defer response.Body.Close()
	size, err := io.Copy(io.Discard, response.Body)
	if err != nil {
		return 0, fmt.Errorf("weigh %s: %w", address, err)
	}
	return float64(size), nil
}

// nextPage prints how long each link of the home page took, in milliseconds.
const nextPage = "web/scripts/second-navigation.mjs"

// measureNextPage follows the links of the bar, each after the pointer was on
// it: on this machine, and for information on one that is four times slower.
func (b *bench) measureNextPage(ctx context.Context, p *program) error {
	for _, run := range []struct {
		what     string
		slowdown string
		target   *target
	}{
		{"second navigation, click to painted", "1", atMost(100)},
		{"the same, processor slowed down 4 times", "4", nil},
	} {
		b.note("%s", run.what)
		text, err := output(ctx, b.tools["node"], nextPage, p.url+"/", b.tools["chromium"], run.slowdown)
		if err != nil {
			return err
		}
		var figures []float64
		if err := json.Unmarshal([]byte(text), &figures); err != nil {
			return fmt.Errorf("read what %s printed: %w", nextPage, err)
		}
		if len(figures) == 0 {
			return fmt.Errorf("read what %s printed: the home page has no links", nextPage)
		}
		b.add(line{Group: "lighthouse", What: run.what, Unit: milliseconds, Value: summarise(figures...), Target: run.target}.judged())
	}
	return nil
}

// sitemap returns the paths of all routes.
func (p *program) sitemap(ctx context.Context) ([]string, error) {
	a, err := get(ctx, p.client, p.url+"/sitemap.xml", false)
	if err != nil {
		return nil, err
	}
	var listed struct {
		URLs []struct {
			Loc string `xml:"loc"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal(a.body, &listed); err != nil {
		return nil, fmt.Errorf("read sitemap: %w", err)
	}
	var paths []string
	for _, one := range listed.URLs {
		address, err := url.Parse(one.Loc)
		if err != nil {
			return nil, fmt.Errorf("read sitemap: %w", err)
		}
		paths = append(paths, address.EscapedPath())
	}
	if len(paths) == 0 {
		return nil, errors.New("read sitemap: it is empty")
	}
	return paths, nil
}
