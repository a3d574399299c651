package postgres

import (
	"strings"
	"testing"
	"time"
)

func TestParametersOfTheURLAreTakenOrRefusedByName(t *testing.T) {
	for _, c := range []struct{ query, want string }{
		{"", ""},
		{"search_path=marquee,public&statement_timeout=9000&sslmode=disable&pool_max_conns=4&application_name=shop&TimeZone=UTC", ""},
		{"options=endpoint%3Dsite-1", ""},
		{"synchronous_commit=remote_apply", ""},
		{"storage=durable", ""},
		{"synchronous_commit=off", "synchronous_commit=off"},
		{"synchronous_commit=", "synchronous_commit="},
		{"storage=fast", "storage=fast"},
		{"sslmod=require", `"sslmod"`},
		{"pgbouncer=true", `"pgbouncer"`},
		{"default_query_exec_mode=exec", "default_query_exec_mode"},
		{"work_mem=4MB&synchronous_commit=off&jit=off", `"jit"`},
		{"work_mem=4MB&synchronous_commit=off&jit=off", "synchronous_commit=off"},
		{"work_mem=4MB&synchronous_commit=off&jit=off", `"work_mem"`},
	} {
		err := Check("postgres://a:s3cret@b/c?" + c.query)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.query, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "s3cret")):
			t.Errorf("%s: %v, want something about %s and no password", c.query, err, c.want)
		}
	}
}

func TestAPasswordThatIsNotEncodedIsNotShown(t *testing.T) {
	for _, text := range []string{"postgres://a:12/s3cret@b/c", "postgres://a:12#s3cret@b/c", "postgres://a:s3/cret@b/c"} {
		if err := Check(text); err == nil || !strings.Contains(err.Error(), "percent-encoded") || strings.Contains(err.Error(), "cret") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestOnlyWhatAPoolerTakesIsSaidAtTheStart(t *testing.T) {
	settings, d, err := parse(Config{URL: "postgres://a@b/c?search_path=it's&TimeZone=UTC"})
	if err != nil {
		t.Fatal(err)
	}
	for name := range settings.ConnConfig.RuntimeParams {
		if name != "application_name" && name != "timezone" {
			t.Errorf("a connection begins with %s", name)
		}
	}
	if got := d.settings; !strings.Contains(got, "set_config('search_path', 'it''s', true)") || !strings.Contains(got, "set_config('synchronous_commit', 'on', true)") {
		t.Error(got)
	}
}

func TestTheURLSaysHowLongAConnectionMayTake(t *testing.T) {
	for query, want := range map[string]time.Duration{
		"": connectTimeout, "?connect_timeout=1": time.Second, "?connect_timeout=60": time.Minute,
	} {
		settings, _, err := parse(Config{URL: "postgres://a@b/c" + query})
		if err != nil {
			t.Fatal(err)
		}
		if settings.ConnConfig.ConnectTimeout != want || settings.PingTimeout != want {
			t.Errorf("%q: %v and %v, want %v", query, settings.ConnConfig.ConnectTimeout, settings.PingTimeout, want)
		}
	}
}
