//go:build !race

package content

import (
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func inGerman(t *testing.T, more string) folder {
	t.Helper()
	files := blogTree(t)
	files.replace(t, "main/site.yaml", "timeZone:", "language: de\n"+more+"timeZone:")
	files.replace(t, "main/privacy.yaml", "{{today}}", "13. September 2025")
	files["business/pages/404.yaml"] = files["main/pages/404.yaml"] // as that of main is in German
	files["main/pages/events/night.yaml"] = "title: The night\ndescription: A night.\nmarkdown: Come.\n" +
		"starts: 2026-12-24 19:30\nends: 2027-01-02 02:00\n"
	files["main/pages/price.yaml"] = "title: Price\ndescription: What it is.\n" +
		"sections: [{hero: {title: 'Only {{plans.pro.price}}, on {{today}}'}}]\n"
	return files
}

func TestDatesAndPricesAreInTheLanguageOfTheSite(t *testing.T) {
	made := good(t, inGerman(t, ""), sampleOptions(), testNow)
	for path, want := range map[string]string{
		"/events/fair":  "21. November 2026, 10:00 – 13:00",
		"/events/feast": "24. Dezember 2026 – 26. Dezember 2026",
		"/events/talk":  "20. November 2026, 19:00",
		"/events/night": "24. Dezember 2026, 19:30 – 2. Januar 2027, 02:00",
	} {
		if got := page(t, made, path).Entry.When; got != want {
			t.Errorf("%s is at %q, want %q", path, got, want)
		}
	}
	want := site.Text("Only 2,99\u00a0$, on 21. November 2026")
	if got := body[site.Hero](t, page(t, made, "/price"), 0).Title; got != want {
		t.Errorf("the title is %q, want %q", got, want)
	}
	if got := made.Main().Plans.Get("pro").Price.Text; got != "2,99\u00a0$" {
		t.Errorf("the price is %q", got)
	}
	if got := page(t, made, "/privacy-policy").Modified; got != "2025-09-13" {
		t.Errorf("the policy is of %q", got)
	}
}

func TestFormatsOfASiteHaveItsNames(t *testing.T) {
	files := inGerman(t, "dateFormat: Mon 2. Jan 2006\ntimeFormat: 15.04 Uhr\n")
	files.replace(t, "main/privacy.yaml", "13. September 2025", "Sa. 13. Sept. 2025")
	made := good(t, files, sampleOptions(), testNow)
	want := "Do. 24. Dez. 2026, 19.30 Uhr – Sa. 2. Jan. 2027, 02.00 Uhr"
	if got := page(t, made, "/events/night").Entry.When; got != want {
		t.Errorf("the night is at %q, want %q", got, want)
	}
	if got := page(t, made, "/privacy-policy").Modified; got != "2025-09-13" {
		t.Errorf("the policy is of %q", got)
	}
}

func TestFormatsThatShowNoDayOrNoTime(t *testing.T) {
	for written, want := range map[string]string{
		"dateFormat: 2. Januar 2006": "main/site.yaml:5:13: A date format shows how January 2, 2006 is to be written, with day, " +
			"month and year and without a time. Write 2. January 2006: visitors read names in the language of the site.",
		"dateFormat: Jan 2": "Write January 2, 2006: ", "timeFormat: 4:15": "Write 15:04 or 3:04 PM.", "timeFormat: 15:4": "Write 15:04",
		"timeFormat: 15:04 MST": "Write 15:04", "timeFormat: '15'": "Write 15:04", "timeFormat: noon": "Write 15:04",
		"timeFormat: 15.04 Uhr": "", "timeFormat: 3:04 PM": "", "timeFormat: 15h04": "", "dateFormat: 02.01.06": "",
	} {
		_, problems := load(t, NewLoader(sampleOptions()), inGerman(t, written+"\n").fs(), testNow)
		got := told(problems)
		if reported := strings.Contains(got, "format shows"); reported != (want != "") || !strings.Contains(got, want) {
			t.Errorf("%s: got %s", written, got)
		}
	}
}
