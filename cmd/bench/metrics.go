package main

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
)

// parseMetrics reads the text format of Prometheus. Metrics with labels are
// left out: none of those are needed here.
func parseMetrics(text string) (map[string]float64, error) {
	found := map[string]float64{}
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		name, rest, isMetric := strings.Cut(lines.Text(), " ")
		if !isMetric || strings.HasPrefix(name, "#") || strings.Contains(name, "{") {
			continue
		}
		value, err := strconv.ParseFloat(strings.TrimSpace(rest), 64)
		if err != nil {
			return nil, fmt.Errorf("read metric %s: %w", name, err)
		}
		found[name] = value
	}
	return found, lines.Err()
}
