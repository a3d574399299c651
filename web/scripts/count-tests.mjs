// Sums up the reports of the test suites: what failed in the browser, the ten slowest tests of each suite, then one
// line per suite with its tests, its seconds and those of the processor, and one for all.
// Usage: node web/scripts/count-tests.mjs FOLDER
//
// A suite may take so many seconds of the processor. More of them fail with MARQUEE_AUDIT set: on a busy machine they
// are more for the same work.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const limits = { go: 300, race: 180, web: 60, browser: 330 };

const folder = process.argv[2];
const read = (name) => readFileSync(path.join(folder, name), 'utf8');

/** `go test -json`: one event per line; those with a Test end a test. Seconds of one with tests below it are theirs. */
function goTests(name) {
  const results = { pass: 'passed', fail: 'failed', skip: 'skipped' };
  const events = read(name)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return events.flatMap(({ Test, Action, Package, Elapsed }) =>
    Test && results[Action]
      ? [
          {
            name: `${Package.split('/').slice(3).join('/')} ${Test}`,
            result: results[Action],
            seconds: Elapsed,
            part: Test.includes('/'),
          },
        ]
      : [],
  );
}

function webTests(name) {
  return JSON.parse(read(name)).testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, status, duration = 0 }) => ({
      name: fullName,
      result: status === 'passed' || status === 'failed' ? status : 'skipped',
      seconds: duration / 1000,
    })),
  );
}

/** What failed is said here with its first words: the end of a log is often all that is kept of it. */
function browserTests({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status, results }) => {
      for (const { message = '' } of results.flatMap(({ errors }) => errors).slice(0, 3)) {
        const words = stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n');
        console.error(`${file}: ${title}\n${words}\n`);
      }
      return {
        name: `${file} ${title}`,
        result: status === 'skipped' ? 'skipped' : status === 'unexpected' ? 'failed' : 'passed',
        seconds: results.reduce((sum, { duration }) => sum + duration / 1000, 0),
      };
    }),
  );
  return [...own, ...suites.flatMap(browserTests)];
}

/** What bash's `time` wrote: seconds by the clock, of the program and of the system. */
function secondsOf(suite) {
  const [clock = 0, user = 0, system = 0] = read(`${suite}.time`).trim().replaceAll(',', '.').split(' ').map(Number);
  return { clock, processor: user + system };
}

const suites = {
  go: goTests('go.json'),
  race: goTests('race.json'),
  web: webTests('web.json'),
  browser: readdirSync(folder)
    .filter((name) => /^browser.*\.json$/.test(name))
    .flatMap((name) => browserTests(JSON.parse(read(name)))),
};
const whole = (seconds) => `${Math.round(seconds)} s`;
const total = { passed: 0, failed: 0, skipped: 0 };
const counted = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;
const lines = [];
for (const [suite, tests] of Object.entries(suites)) {
  const slowest = tests
    .filter(({ part }) => !part)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 10);
  console.log(
    `the slowest of ${suite}:\n${slowest.map((t) => `${whole(t.seconds).padStart(7)}  ${t.name}`).join('\n')}`,
  );
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { result } of tests) {
    counts[result] += 1;
    total[result] += 1;
  }
  const { clock, processor } = secondsOf(suite);
  lines.push(
    `${suite}: ${counted(counts)} in ${whole(clock)}, ${whole(processor)} of the processor (at most ${limits[suite]})`,
  );
  if (counts.passed === 0) {
    console.error(`${suite}: no test ran`);
    process.exitCode = 1;
  }
  if (processor > limits[suite] && process.env.MARQUEE_AUDIT) {
    console.error(`${suite}: takes more than ${limits[suite]} s of the processor; what is slow goes to make audit`);
    process.exitCode = 1;
  }
}
console.log([...lines, `total: ${counted(total)}`].join('\n'));
if (total.failed > 0) process.exitCode = 1;
