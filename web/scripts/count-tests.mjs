// Sums up the reports of the test suites: what failed in the browser, then one line per suite, and one for all.
// Usage: node web/scripts/count-tests.mjs FOLDER
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const folder = process.argv[2];
const report = (name) => path.join(folder, name);

/** `go test -json`: one event per line; those with a Test end a test. */
function goCounts(files) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const result = { pass: 'passed', fail: 'failed', skip: 'skipped' };
  for (const line of files.flatMap((file) => readFileSync(file, 'utf8').split('\n'))) {
    if (!line) continue;
    const event = JSON.parse(line);
    if (event.Test && result[event.Action]) counts[result[event.Action]] += 1;
  }
  return counts;
}

function webCounts(file) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function browserCounts(files) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of files) {
    const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'));
    suites.forEach(printFailures);
    counts.passed += stats.expected + stats.flaky;
    counts.failed += stats.unexpected;
    counts.skipped += stats.skipped;
  }
  return counts;
}

/** Says the first words of what failed: the end of a log is often all that is kept of it. */
function printFailures({ specs = [], suites = [] }) {
  for (const { title, file, tests } of specs) {
    const errors = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
    for (const { message = '' } of errors.slice(0, 3)) {
      const words = stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n');
      console.error(`${file}: ${title}\n${words}\n`);
    }
  }
  suites.forEach(printFailures);
}

const reports = (pattern) =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map(report);

const suites = {
  go: goCounts([report('go-race.json'), report('go.json')]),
  web: webCounts(report('web.json')),
  browser: browserCounts(reports(/^browser.*\.json$/)),
};
const total = { passed: 0, failed: 0, skipped: 0 };
const line = (name, c) => `${name}: ${c.passed} passed, ${c.failed} failed, ${c.skipped} skipped`;
for (const [name, counts] of Object.entries(suites)) {
  if (counts.passed === 0) {
    console.error(`${name}: no test ran`);
    process.exitCode = 1;
  }
  for (const key of Object.keys(total)) total[key] += counts[key];
  console.log(line(name, counts));
}
console.log(line('total', total));
if (total.failed > 0) process.exitCode = 1;
