package drafts

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/testkit"
)

// TestVictim is the process that TestKillsAtAnyMoment kills: it changes two files and publishes them, again and again,
// and says what it was told.
func TestVictim(t *testing.T) {
	dir, data := os.Getenv("DRAFTS_VICTIM"), os.Getenv("DRAFTS_DATA")
	if dir == "" {
		t.Skip("another test runs this one")
	}
	r := &rig{t: t, dir: dir, data: data, clock: testkit.NewClock(testkit.Noon)}
	r.start()
	for n := r.round(r.draft(home)); ; n++ {
		r.patch(anna, set(home, "title", "", fmt.Sprint("Round ", n+1)), set(about, "title", "", fmt.Sprint("Round ", n+1)))
		fmt.Println("\npatched", n+1)
		if _, err := r.Publish(t.Context(), anna, r.drafted()); err != nil {
			t.Fatal(err)
		}
		fmt.Println("\npublished", n+1)
	}
}

var round = regexp.MustCompile(`title: "?Round (\d+)`)

func (r *rig) round(text string) (n int) {
	if found := round.FindStringSubmatch(text); found != nil {
		n, _ = strconv.Atoi(found[1])
	}
	return n
}

func TestKillsAtAnyMoment(t *testing.T) {
	kills := 10
	if scale, err := strconv.Atoi(os.Getenv("MARQUEE_TORTURE")); err == nil {
		kills = 50 * scale
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	r := newRig(t)
	for range kills {
		victim := exec.Command(os.Args[0], "-test.run=^TestVictim$")
		victim.Env = append(os.Environ(), "DRAFTS_VICTIM="+r.dir, "DRAFTS_DATA="+r.data)
		output, err := victim.StdoutPipe()
		must(t, err)
		must(t, victim.Start())
		told, killed := map[string]int{}, false
		lines := bufio.NewScanner(output)
		for lines.Scan() { // what it said before it ended counts, too
			var what string
			var n int
			if _, err := fmt.Sscan(lines.Text(), &what, &n); err == nil {
				told[what] = n
			} else if lines.Text() != "" {
				t.Error(lines.Text())
			}
			if !killed && told["published"] > 0 && random.IntN(4) == 0 {
				must(t, victim.Process.Kill())
				killed = true
			}
		}
		must(t, lines.Err())
		if err := victim.Wait(); err == nil || victim.ProcessState.Exited() {
			t.Fatalf("it ended by itself: %v", err)
		}
		r.start()
		one, other := r.round(r.onDisk(home)), r.round(r.onDisk(about))
		if one != other || one < told["published"] {
			t.Errorf("after %v, the files are of rounds %d and %d", told, one, other)
		}
		if one, other := r.round(r.draft(home)), r.round(r.draft(about)); one != other || one < told["patched"] {
			t.Errorf("after %v, the drafts are of rounds %d and %d", told, one, other)
		}
	}
}
