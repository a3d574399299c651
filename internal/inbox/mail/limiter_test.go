package mail

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit/resendtest"
)

// flood has workers send as fast as the pace lets them, for a while.
func flood(t *testing.T, sender *Resend, workers int, while time.Duration) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), while)
	defer stop()
	var working sync.WaitGroup
	for worker := range workers {
		working.Go(func() {
			for i := 0; sender.Reserve(ctx) == nil; i++ {
				_, err := sender.Send(t.Context(), fmt.Sprintf("contact/%p-%d-%d", sender, worker, i), sampleMessage())
				var why *site.DeliveryError
				if err != nil && (!errors.As(err, &why) || why.Status != http.StatusTooManyRequests) {
					t.Errorf("send: %v", err)
				}
			}
		})
	}
	working.Wait()
}

// busiest returns the greatest number of requests in any window.
func busiest(requests []resendtest.Request, window time.Duration) int {
	most, first := 0, 0
	for last := range requests {
		for requests[last].At.Sub(requests[first].At) >= window {
			first++
		}
		most = max(most, last-first+1)
	}
	return most
}

func count(requests []resendtest.Request, status int) int {
	n := 0
	for _, request := range requests {
		if request.Status == status {
			n++
		}
	}
	return n
}

func TestTheNamedRateIsKept(t *testing.T) {
	for _, c := range []struct {
		limit         int
		window, while time.Duration
	}{{2, time.Second, 2 * time.Minute}, {5, time.Second, time.Minute}, {50, time.Second, 20 * time.Second}, {100, time.Minute, 5 * time.Minute}} {
		t.Run(fmt.Sprintf("%d in %v", c.limit, c.window), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				sender, standIn := provide(t, resendtest.Config{Limit: c.limit, Window: c.window, NameLimit: true}, Config{StartRate: DefaultStartRate})
				flood(t, sender, 8, c.while)
				requests := standIn.Requests()
				if most := busiest(requests, c.window); float64(most) > float64(c.limit)*1.1 {
					t.Errorf("%d requests in one window of %d", most, c.limit)
				}
				allowed := float64(c.limit) * c.while.Seconds() / c.window.Seconds()
				if n := float64(len(requests)); n > allowed*1.1 || n < allowed*0.8 {
					t.Errorf("%v requests, allowed are %v", n, allowed)
				}
				if refused := count(requests, 429); refused > 0 {
					t.Errorf("%d were refused", refused)
				}
			})
		})
	}
}

func TestTwoNodesShareALimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one, standIn := provide(t, resendtest.Config{Limit: 5, NameLimit: true}, Config{StartRate: DefaultStartRate})
		two, err := NewResend(Config{Key: standIn.Key(), URL: "http://127.0.0.1", StartRate: DefaultStartRate})
		if err != nil {
			t.Fatal(err)
		}
		two.transport.DialContext, two.transport.Proxy = one.transport.DialContext, nil
		defer two.Close()
		const while = 5 * time.Minute
		var working sync.WaitGroup
		for _, node := range []*Resend{one, two} {
			working.Go(func() { flood(t, node, 4, while) })
		}
		working.Wait()
		requests := standIn.Requests()
		taken, refused := count(requests, 200), count(requests, 429)
		t.Logf("%d taken, %d refused in %v", taken, refused, while)
		if float64(len(requests)) > 5*1.1*while.Seconds() || refused*10 > len(requests) || float64(taken) < 0.4*5*while.Seconds() {
			t.Errorf("%d taken, %d refused", taken, refused)
		}
	})
}

func TestTheRateGrowsWhileNobodyNamesALimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sender, standIn := provide(t, resendtest.Config{}, Config{StartRate: DefaultStartRate})
		flood(t, sender, 8, 5*time.Second)
		slow := len(standIn.Requests())
		flood(t, sender, 8, 40*time.Second)
		if fast := len(standIn.Requests()) - slow; slow > 10 || fast < 300 {
			t.Errorf("%d mails in the first 5 seconds, %d in the 40 after", slow, fast)
		}
	})
}

func TestTheRateFallsWhenTheProviderRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		// A limit of 10 per second that nobody names.
		sender, standIn := provide(t, resendtest.Config{Limit: 10}, Config{StartRate: DefaultStartRate})
		flood(t, sender, 8, 3*time.Minute)
		requests := standIn.Requests()
		taken, refused := count(requests, 200), count(requests, 429)
		t.Logf("%d taken, %d refused", taken, refused)
		if refused == 0 || refused*20 > taken || taken < 10*180/4 {
			t.Errorf("%d taken, %d refused of at most 1800", taken, refused)
		}
	})
}

func TestRetryAfterStopsAllWorkers(t *testing.T) {
	for _, rate := range []float64{0, DefaultStartRate} {
		synctest.Test(t, func(t *testing.T) {
			script := func(n int, _ string) resendtest.Fault {
				if n == 3 {
					return resendtest.SlowDown("rate_limit_exceeded", "40")
				}
				return resendtest.Fault{}
			}
			sender, standIn := provide(t, resendtest.Config{Script: script}, Config{StartRate: rate})
			for i := range 4 {
				if err := sender.Reserve(t.Context()); err != nil {
					t.Fatal(err)
				}
				if _, err := sender.Send(t.Context(), fmt.Sprint("contact/", i), sampleMessage()); (err != nil) != (i == 2) {
					t.Error(err)
				}
			}
			requests := standIn.Requests()
			if waited := requests[3].At.Sub(requests[2].At); waited < 40*time.Second || waited > 45*time.Second {
				t.Errorf("from rate %v: the next mail went out after %v", rate, waited)
			}
		})
	}
}

func TestAQuotaOfADayHoldsNoWorkerForADay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sender, _ := provide(t, resendtest.Config{Script: resendtest.ByAttempt(resendtest.SlowDown("daily_quota_exceeded", "86400"))}, Config{})
		if why := refused(t, sender, "contact/1"); why.After != 24*time.Hour {
			t.Errorf("the mail itself waits %v", why.After)
		}
		began := time.Now()
		if err := sender.Reserve(t.Context()); err != nil || time.Since(began) != longestHold {
			t.Errorf("others wait %v, error %v", time.Since(began), err)
		}
		if why := refused(t, sender, "contact/2"); why.Reason != "daily_quota_exceeded" {
			t.Error(why)
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		if err := sender.Reserve(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("stopping: %v", err)
		}
	})
}

func TestHeadersThatMakeNoSenseChangeNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(Config{StartRate: 1})
		for _, limit := range []string{"", "0", "-1", "NaN", "Inf", "1e300", "many", ";w=5", "\x00"} {
			for _, reset := range []string{"", "-1", "NaN", "soon"} {
				l.learn(http.Header{"Ratelimit-Limit": {limit}, "Ratelimit-Reset": {reset}, "Ratelimit-Remaining": {"0"}}, &site.DeliveryError{Status: 500})
			}
		}
		if l.named != 0 || l.rate.Limit() != 1 {
			t.Errorf("named %v, rate %v", l.named, l.rate.Limit())
		}
		l.learn(http.Header{"Ratelimit-Limit": {"5"}, "Ratelimit-Reset": {"1"}}, nil)
		if l.rate.Limit() < 4 {
			t.Errorf("rate %v", l.rate.Limit())
		}
		l.learn(http.Header{"Ratelimit-Limit": {"15, 15;w=30"}}, nil)
		if l.window != 30*time.Second || l.rate.Limit() > 0.5 || l.rate.Limit() < 0.4 {
			t.Errorf("window %v, rate %v", l.window, l.rate.Limit())
		}
		// However long a window may be, what is named never stops mail.
		l.learn(http.Header{"Ratelimit-Limit": {"5"}, "Ratelimit-Reset": {"3600"}}, nil)
		if l.window != longestWindow || l.rate.Limit() < slowest {
			t.Errorf("window %v, rate %v", l.window, l.rate.Limit())
		}
	})
}
