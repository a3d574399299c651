package main

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
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
	{"JavaScript", bytesHeld, atMost(88e3), transferred("Script")},
	{"CSS", bytesHeld, atMost(12e3), transferred("Stylesheet")},
	{"fonts", bytesHeld, atMost(60e3), transferred("Font")},
	{"HTML", bytesHeld, atMost(15e3), transferred("Document")},
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
	found := map[string]map[string]sample{} // by budget and route
	for _, route := range routes {
		var visits []report
		for range visitsPerRoute {
			visit, err := b.visit(ctx, p.url+route)
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
		"--quiet", "--output=json", "--output-path="+file, "--only-categories=performance,accessibility,best-practices,seo", flags)
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
			Items []json.RawMessage `json:"items"`
		} `json:"details"`
	} `json:"audits"`
}

// networkRequest is an item of the audit network-requests.
type networkRequest struct {
	URL          string  `json:"url"`
	ResourceType string  `json:"resourceType"`
	TransferSize float64 `json:"transferSize"`
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

func (r report) requests() (found []networkRequest) {
	for _, item := range r.Audits["network-requests"].Details.Items {
		var one networkRequest
		if json.Unmarshal(item, &one) == nil && one.URL != "" {
			found = append(found, one)
		}
	}
	return found
}

func category(name string) func(report) float64 {
	return func(r report) float64 { return *r.Categories[name].Score * 100 }
}

func audit(name string) func(report) float64 {
	return func(r report) float64 { return r.Audits[name].NumericValue }
}

// transferred sums what all files of a type took on the wire.
func transferred(kind string) func(report) float64 {
	return func(r report) (sum float64) {
		for _, request := range r.requests() {
			if request.ResourceType == kind {
				sum += request.TransferSize
			}
		}
		return sum
	}
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
