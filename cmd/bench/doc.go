// Bench measures bin/marquee against its targets, beside yardsticks that run
// on the same machine in the same minutes, and prints one table.
//
//	go run ./cmd/bench                      all groups
//	go run ./cmd/bench --only server,start  some of them
//	go run ./cmd/bench --json FILE          the same figures for programs
//	go run ./cmd/bench --readme FILE        figures of an earlier run into README.md
//
// A run that is kept lies in cmd/bench/results under the date of its making, and
// the README shows one of them; a test compares the two.
//
// # How it measures
//
// Everything runs on two processors of this machine: on a larger one, bench
// starts itself again bound to two. The program is started as an operator
// starts it, on a copy of the content, a data folder of its own and free
// loopback ports. Whatever bench starts it ends, by its process id, also when
// it is interrupted.
//
//   - server: wrk asks each server in turns for the home page, for several
//     rounds, in another order each round, so that what else the machine does
//     meets all of them. Before that the bodies are compared byte by byte. A
//     ratio is that of two figures of the same round; the table shows the
//     median of the rounds and, behind it, the smallest and largest. The
//     processor time per answer is steadier than the rate where the machine
//     is not quiet. Each yardstick is set up as people do who want it fast, and
//     where that is a matter of taste there are two of it.
//   - allocations: go test counts those of a page request; a bare Fiber
//     handler is counted beside it, and subtracted.
//   - start: from starting the process until the home page is read; from
//     saving a file until the first answer with the new word; the memory of
//     the process when every page is rendered.
//   - scale: the same on generated content: ten thousand pages in one
//     sub-site, and a thousand sub-sites of ten pages.
//   - lighthouse: the scores of every route in Chromium, what each costs in bytes
//     (bodies in Brotli), and how long the next page takes after the pointer
//     was on its link.
//
// # What else the machine does
//
// Before and after, bench does nothing for a moment, and looks at how much of
// the processors others use. Where that is more than a twentieth it says so,
// and the file of figures does, too.
//
// # What it refuses
//
// A missing yardstick is no smaller table: bench says what to install, and
// measures nothing. Figures of other programs that cannot run here (Hugo,
// Next.js) are constants; the table marks them as measured elsewhere.
//
// # Reading the table
//
// A ratio above one means that the program is better than the yardstick, for
// times and memory too. Missing a target is a result and no error: the exit
// code is 0 when everything could be measured, 1 when something could not, and
// 2 for a wrong command line or a missing tool.
package main
