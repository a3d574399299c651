package site

import "testing"

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
