//go:build !race

package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

func deployed(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../deploy", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Alerts and the dashboard ask for metrics by name. One that is not there is never an alarm.
func TestMetricsOfAlertsAndDashboardExist(t *testing.T) {
	w := open(t, opening{env: map[string]string{"MARQUEE_ON_PUBLISH": "true"}})
	w.get("/")
	w.until("/api/sites", "is counted", func(reply) bool {
		return strings.Contains(w.operate("/metrics").body, "marquee_http_requests_total{")
	})
	w.postMessage()
	// Those of the outbox are there when its database is open.
	w.untilOperators("/metrics", "has the outbox", func(body string) bool { return strings.Contains(body, "marquee_outbox_deliveries{") })
	known := map[string]bool{"up": true}
	for _, line := range regexp.MustCompile(`(?m)^# TYPE (\S+) (\S+)$`).FindAllStringSubmatch(w.operate("/metrics").body, -1) {
		known[line[1]] = true
		if line[2] == "histogram" {
			known[line[1]+"_bucket"], known[line[1]+"_count"], known[line[1]+"_sum"] = true, true, true
		}
	}
	var alerts struct {
		Groups []struct {
			Rules []struct{ Alert, Expr string }
		}
	}
	if err := yaml.Unmarshal([]byte(deployed(t, "prometheus/alerts.yaml")), &alerts); err != nil {
		t.Fatal(err)
	}
	asked := map[string][]string{}
	name := regexp.MustCompile(`\b(up|(?:marquee|process|go)_[a-z_]+)\b`)
	for _, rule := range alerts.Groups[0].Rules {
		asked[rule.Alert] = name.FindAllString(rule.Expr, -1)
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
		Templating struct {
			List []struct{ Name, Query string }
		}
	}
	if err := json.Unmarshal([]byte(deployed(t, "grafana/marquee.json")), &dashboard); err != nil {
		t.Fatal(err)
	}
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			asked[panel.Title] = append(asked[panel.Title], name.FindAllString(target.Expr, -1)...)
		}
	}
	for _, variable := range dashboard.Templating.List[1:] {
		asked["$"+variable.Name] = name.FindAllString(variable.Query, -1)
	}
	if len(asked) < 25 {
		t.Errorf("only %d alerts and panels were found", len(asked))
	}
	for who, metrics := range asked {
		if len(metrics) == 0 {
			t.Errorf("%s asks for no metric", who)
		}
		for _, metric := range metrics {
			if !known[metric] {
				t.Errorf("%s asks for %s, which /metrics does not have", who, metric)
			}
		}
	}
}

// Names in the files of deploy are settings of the program, and the files that they
// name are there.
func TestFilesOfDeployFitTheProgram(t *testing.T) {
	var names []string
	for _, s := range settings {
		names = append(names, s.names()...)
	}
	setting := regexp.MustCompile(`(?m)^[ #]*(?:Environment=|ENV )?((?:MARQUEE|RESEND|DATABASE|SMTP)_[A-Z_]+)[:=]`)
	for _, file := range []string{"package/marquee.env", "systemd/marquee.service", "compose.yaml", "Dockerfile"} {
		found := setting.FindAllStringSubmatch(deployed(t, file), -1)
		if len(found) == 0 {
			t.Errorf("%s sets nothing", file)
		}
		for _, match := range found {
			if !slices.Contains(names, match[1]) {
				t.Errorf("%s sets %s, which is no setting", file, match[1])
			}
		}
	}
	root := filepath.Join("..", "..")
	for _, match := range regexp.MustCompile(`(?m)(?:src|postinstall|preremove|postremove): (\S+)$`).FindAllStringSubmatch(deployed(t, "package/nfpm.yaml"), -1) {
		if _, err := os.Stat(filepath.Join(root, match[1])); err != nil && match[1] != "${BINARY}" {
			t.Errorf("the packages have %s: %v", match[1], err)
		}
	}
	for _, file := range []string{"Dockerfile", "compose.yaml", "goreleaser.yaml"} {
		if !strings.Contains(deployed(t, "README.md"), "`"+file+"`") {
			t.Errorf("deploy/README.md does not name %s", file)
		}
	}
	err := filepath.WalkDir(filepath.Join(root, "deploy"), func(name string, entry fs.DirEntry, err error) error {
		if extension := filepath.Ext(name); err == nil && (extension == ".yaml" || extension == ".json") {
			data, err := os.ReadFile(name)
			var any any
			if err := yaml.Unmarshal(data, &any); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
