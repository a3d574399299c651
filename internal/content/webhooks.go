package content

import (
	"fmt"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

const exampleVariable = "Write the name of an environment variable that begins with HOOK_, such as $HOOK_SALES, and give the program the address in it."

// completeWebhooks fills in formats and checks that each webhook names a variable
// of its own that may hold its address.
func (s *scope) completeWebhooks(form *site.Form, at *place) {
	seen := map[string]bool{}
	for i := range form.Webhooks {
		hook, at := &form.Webhooks[i], at.item(i).child("url")
		if hook.Format == "" {
			hook.Format = "json"
		}
		name := hook.Variable()
		switch {
		case hook.URL == "":
		case site.Webhook{URL: "$" + hook.URL}.Variable() != "":
			s.at(at, "bad-variable", "The variable with the address of a webhook has a dollar sign before its name.", "Write $"+hook.URL+".")
		case !strings.HasPrefix(hook.URL, "$"):
			// What is shown to people, and kept in logs, must not repeat the secret.
			problem := s.file.doc.At(at.String(), "secret-address", "The address of a webhook is a secret: it cannot stand in content.", exampleVariable)
			problem.Source = ""
			s.deps.add(problem)
		case name == "":
			s.at(at, "bad-variable", fmt.Sprintf("%s cannot be the variable with the address of a webhook.", hook.URL), exampleVariable)
		case seen[name]:
			s.at(at, "duplicate-webhook", fmt.Sprintf("Two webhooks of this form have the address %s.", hook.URL), "Remove one of both.")
		case s.resolver.options.Variable != nil && !s.resolver.options.Variable(name):
			s.warn(at, "unset-variable", fmt.Sprintf("%s is not set here: what is sent with this form waits until it is.", name), "Give the program the address of the webhook in it.")
		}
		seen[name] = true
	}
}
