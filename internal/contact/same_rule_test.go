package contact

import (
	"os"
	"strings"
	"testing"
)

// The browser and the desk must say the same of an address, or people are told
// that it is right and then that it is wrong.
func TestTheRuleForAddressesIsTheBrowsers(t *testing.T) {
	script, err := os.ReadFile("../../web/src/forms/validate.ts")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(script), "/"+address.String()+"/") {
		t.Errorf("validate.ts does not have the rule %s", address)
	}
}
