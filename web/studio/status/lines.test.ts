import { expect, test } from 'vitest';
import type { Me } from '../api/types';
import { linesOf, worst } from './lines';
import type { StatusAnswer } from './types';

const now = Date.parse('2026-11-29T12:00:00Z');
const site = (id: string, of = '') => ({ id, name: id.toUpperCase(), lang: 'en', of, path: '/' });
const me: Me = {
  email: 'ada@x.example',
  role: 'owner',
  readOnly: '',
  sessions: [],
  sites: [site('main'), site('main.de', 'main')],
};
const well: StatusAnswer = {
  sites: ['main', 'main.de'].map((id) => ({
    id,
    state: 'live',
    live: true,
    since: '2026-11-29T10:42:00Z',
    problems: [],
    waiting: [],
  })),
  error: '',
  warnings: [],
  warningCount: 0,
  machine: {
    forms: { ready: true, usedPercent: 3 },
    deliveries: { waiting: 0, parked: 0, dead: 0 },
    sendsMail: true,
    freeBytes: 5 * 2 ** 30,
    backup: '2026-11-29T03:00:00Z',
    certificates: [{ host: 'x.example', until: '2027-01-20T00:00:00Z' }],
  },
};
const withMachine = (machine: Partial<StatusAnswer['machine']>): StatusAnswer => ({
  ...well,
  machine: { ...well.machine, ...machine },
});

test('where all is well each thing is a line, and languages are with their site', () => {
  const lines = linesOf(well, me, now);
  expect(lines.map(({ title }) => title)).toEqual([
    'MAIN',
    'Forms',
    'Mail',
    'Disk space',
    'Backup',
    'Certificate x.example',
  ]);
  expect(worst(lines)).toBe('good');
});

test('who is told of no deliveries reads nothing of them', () => {
  const { deliveries, ...machine } = well.machine;
  expect(linesOf({ ...well, machine }, me, now).map(({ title }) => title)).not.toContain('Mail');
  expect(linesOf({ ...well, machine: { ...machine, sendsMail: false } }, me, now).map(({ title }) => title)).toContain(
    'Mail',
  );
});

const none = { waiting: 0, parked: 0, dead: 0 };
test.each<[string, StatusAnswer, string, string]>([
  ['mail that failed', withMachine({ deliveries: { ...none, dead: 2 } }), 'bad', '2 failed'],
  [
    'mail that waits a little',
    withMachine({ deliveries: { ...none, waiting: 1, oldestUnsent: '2026-11-29T11:59:00Z' } }),
    'good',
    '1 waits',
  ],
  [
    'mail that waits long',
    withMachine({ deliveries: { ...none, waiting: 1, oldestUnsent: '2026-11-29T11:00:00Z' } }),
    'look',
    '1 waits',
  ],
  ['mail that nobody gets', withMachine({ sendsMail: false }), 'look', 'nobody gets any'],
  [
    'closed forms',
    withMachine({ forms: { ready: false, reason: 'the disk is full', usedPercent: 0 } }),
    'bad',
    'closed: the disk is full',
  ],
  ['little room', withMachine({ forms: { ready: true, usedPercent: 80 } }), 'look', '80 % used'],
  ['an old backup', withMachine({ backup: '2026-11-01T03:00:00Z' }), 'look', '2026'],
  ['no backup', withMachine({ backup: '0001-01-01T00:00:00Z' }), 'look', 'none was made'],
  [
    'a certificate that ends',
    withMachine({ certificates: [{ host: 'x.example', until: '2026-12-05T00:00:00Z' }] }),
    'look',
    'good until',
  ],
  [
    'a certificate that nobody sees',
    withMachine({ certificates: [{ host: 'x.example', error: 'no route' }] }),
    'look',
    'no route',
  ],
  ['a folder that cannot be read', { ...well, error: 'it is gone' }, 'bad', 'it is gone'],
  [
    'a site that is held',
    {
      ...well,
      sites: [{ ...well.sites[0], id: 'main', state: 'held', live: true, since: '', problems: [], waiting: ['a'] }],
    } as StatusAnswer,
    'bad',
    'Held back',
  ],
])('%s is told', (_, answer, level, said) => {
  const lines = linesOf(answer, me, now);
  expect(worst(lines)).toBe(level);
  expect(lines.find((line) => line.level === level && line.said.includes(said))).toBeDefined();
});

test('a database with backups of its own has no line for them', () => {
  expect(linesOf(withMachine({ backup: null }), me, now).map(({ title }) => title)).not.toContain('Backup');
});
