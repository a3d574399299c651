package formbody_test

import (
	"io"
	"maps"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/formbody"
)

func TestWhatCanBeReadOfAnUnreadableFormIsReturned(t *testing.T) {
	values, ok := formbody.URLEncoded("name=Ada&email=%zz&note=a;b&text=%ff&name=Bob&&empty")
	want := map[string]site.FormValue{
		"name": {Text: "Ada", Repeated: true, All: "Ada\nBob"}, "text": {Text: "\xff", Fault: site.FaultText}, "empty": {},
	}
	if ok || !maps.Equal(values, want) {
		t.Errorf("values are %v, readable %t, want %v", values, ok, want)
	}
	if values, ok := formbody.URLEncoded(strings.Repeat("a=b&", 101)); ok || len(values) != 1 {
		t.Errorf("values are %v, readable %t", values, ok)
	}
}

func TestAJSONBodyIsReadWholeOrNotAtAll(t *testing.T) {
	values, ok := formbody.JSON([]byte(`{"name":"Ada","age":7,"name":"Bob","half":"\ud83d"}`))
	want := map[string]site.FormValue{
		"name": {Text: "Ada", Repeated: true, All: "Ada\nBob"}, "age": {Fault: site.FaultType}, "half": {Text: "\uFFFD", Fault: site.FaultText},
	}
	if !ok || !maps.Equal(values, want) {
		t.Errorf("values are %v, readable %t, want %v", values, ok, want)
	}
	for _, body := range []string{"", "[]", `{"name":"Ada"`, `{"name":"Ada"} {}`, "{\"name\":\"\xff\"}"} {
		if values, ok := formbody.JSON([]byte(body)); ok || values != nil {
			t.Errorf("%q gives %v", body, values)
		}
	}
}

func TestNothingInAPartIsDecoded(t *testing.T) {
	// An encoding that does not fit would look as if the disk were full.
	body := "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=\xff=\x01\r\n--b--\r\n"
	got := ""
	_, ok, err := formbody.Multipart(strings.NewReader(body), "b", 1000, func(_, _ string, content io.Reader) error {
		data, err := io.ReadAll(content)
		got = string(data)
		return err
	})
	if !ok || err != nil || got != "=\xff=\x01" {
		t.Errorf("%q, readable %t, %v", got, ok, err)
	}
}
