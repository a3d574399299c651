package site

import (
	"slices"
	"testing"
)

func TestWithQuery(t *testing.T) {
	for _, c := range []struct{ address, query, want string }{
		{"/book", "", "/book"},
		{"/book", "utm_source=ad", "/book?utm_source=ad"},
		{"/book#now", "utm_source=a%20b&c", "/book?utm_source=a%20b&c#now"},
		{"/book?form=table", "", "/book?form=table"},
		{"/book?form=table", "utm_source=ad", "/book?form=table&utm_source=ad"},
		{"/book?form=table#now?x", "form=room&utm_source=ad&form", "/book?form=table&utm_source=ad#now?x"},
		{"/book?form=table", "f%6Frm=room&&x=1&x=2", "/book?form=table&x=1&x=2"},
		{"/book?", "x=1", "/book?x=1"},
		{"/book#", "x=1", "/book?x=1#"},
	} {
		if got := WithQuery(c.address, c.query); got != c.want {
			t.Errorf("%s with %q is %s, want %s", c.address, c.query, got, c.want)
		}
	}
}

// TestAsked has redirects of one path, of which the one that asks for more goes first, in whatever order they come.
func TestAsked(t *testing.T) {
	all := []string{"/?b=2", "/?a=1", "/?c=3", "/?c=3&d=4"}
	for range 2 {
		var redirects Redirects
		for _, address := range all {
			redirects.Add(address, "/for-"+address[2:])
		}
		for query, want := range map[string]string{
			"b=2&a=1": "/for-a=1?b=2", "d=4&c=3&b=2": "/for-c=3&d=4?b=2", "a=2": "", "%zz&a=1": "",
		} {
			if got := redirects.Asked("/", query); got != want {
				t.Errorf("?%s leads to %q, want %q", query, got, want)
			}
		}
		slices.Reverse(all)
	}
}
