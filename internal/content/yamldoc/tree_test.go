package yamldoc

import (
	"encoding/json"
	"testing"
)

func TestATreeKeepsItsOrderInJSON(t *testing.T) {
	const values = `{"b":"x","a":[null,"",{"z":"1","y":{}},[]],"":"\u0000"}`
	for in, want := range map[string]string{
		values:                              values,
		`{"a": 1.50, "b": true, "c": null}`: `{"a":"1.50","b":"true","c":null}`,
		`"\ud83d\ude00 \/ \u00fc"`:          `"😀 / ü"`,
		`"- a: {b} #"`:                      `"- a: {b} #"`,
		"\"a\u2028b\u2029\"":                `"a\u2028b\u2029"`,
		"{\n\t\"a\": [\n\t\t1\n\t]\n}":      `{"a":["1"]}`,
	} {
		var tree Tree
		if err := json.Unmarshal([]byte(in), &tree); err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if got := inJSON(t, &tree); got != want {
			t.Errorf("%s is %s, want %s", in, got, want)
		}
	}
	for _, words := range nasty {
		var read Tree
		if err := json.Unmarshal([]byte(inJSON(t, tree(words))), &read); err != nil || read.Text() != words {
			t.Errorf("%.60q becomes %.60q: %v", words, read.Text(), err)
		}
	}
	for _, wrong := range []string{`{"a":1,"a":2}`, `{"a":"\ud800"}`} {
		if err := json.Unmarshal([]byte(wrong), &Tree{}); err == nil {
			t.Errorf("%s is read", wrong)
		}
	}
}
