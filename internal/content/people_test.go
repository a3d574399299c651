//go:build !race

package content

import (
	"strings"
	"testing"
)

func withPeople(t *testing.T) folder {
	t.Helper()
	files := baseTree(t)
	files["main/people.yaml"] = `founder:
  name: Ada Example
  role: Founder
  text: She wrote the first line.
  links:
    - {label: Mail to Ada, to: "mailto:ada@example.com", icon: mail}
`
	files["main/testimonials.yaml"] = `first-client:
  text: They answered on the same day.
  name: Bo Sample
  role: "Baker, and a friend of {{people.founder.name}}"
  source: {label: A letter}
`
	return files
}

func TestPeopleAndTestimonialsAreReadInTheOrderOfTheirFiles(t *testing.T) {
	files := withPeople(t)
	files["main/people.yaml"] += "another: {name: Cy Sample}\n"
	bundle := good(t, files, sampleOptions(), testNow).Main()
	if got := strings.Join(bundle.People.IDs(), " "); got != "founder another" {
		t.Errorf("the people are %s", got)
	}
	if founder := bundle.People.Get("founder"); founder.ID != "founder" || founder.Role != "Founder" {
		t.Errorf("the founder is %+v", founder)
	}
	if said := bundle.Testimonials.Get("first-client"); said.Role != "Baker, and a friend of Ada Example" {
		t.Errorf("the role is %q", said.Role)
	}
}

func TestProblemsOfPeopleAndTestimonials(t *testing.T) {
	for name, test := range map[string]struct {
		file, content, want string
	}{
		"needs a name":        {"main/people.yaml", "founder: {role: Founder}\n", "The person \"founder\" needs a `name`."},
		"needs words":         {"main/testimonials.yaml", "one: {name: Bo}\n", "The testimonial \"one\" needs a `text`."},
		"unknown key":         {"main/people.yaml", "founder: {name: Ada, rol: Founder}\n", `Did you mean "role"?`},
		"a list":              {"main/people.yaml", "- {name: Ada}\n", "The file takes a set of keys"},
		"a file's near name":  {"main/peopel.yaml", "a: {name: A}\n", `Did you mean "people.yaml"?`},
		"a file's ending":     {"main/testimonials.yml", "a: {name: A, text: B}\n", "Rename it to testimonials.yaml."},
		"unknown in a text":   {"main/people.yaml", "founder: {name: Ada, text: \"{{people.fonder.name}}\"}\n", `Did you mean "founder"?`},
		"no part of a person": {"main/people.yaml", "founder: {name: Ada, text: \"{{people.founder.text}}\"}\n", "Known are name and role."},
	} {
		t.Run(name, func(t *testing.T) {
			files := baseTree(t)
			files[test.file] = test.content
			_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
			if got := told(problems); !strings.Contains(got, test.want) {
				t.Errorf("told:\n%s\nwanted: %s", got, test.want)
			}
		})
	}
}
