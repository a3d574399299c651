import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { longest, phrases, titlePhrases, unbroken } from './phrases';

/** What is kept together stands in brackets. */
const marked = (html: string) =>
  html
    .replace(/<span[^>]*>/g, '[')
    .replaceAll('</span>', ']')
    .replaceAll('&amp;', '&');
const kept = (words: string) => marked(renderToStaticMarkup(phrases(words)));
const title = (words: string) => marked(renderToStaticMarkup(titlePhrases(words, 24)));

test.each([
  ['Monday to Friday 9:00 AM - 6:00 PM EST', 'Monday to Friday [9:00 AM -] [6:00 PM EST]'],
  ['Monday to Friday 9:00 AM – 6:00 PM', 'Monday to Friday [9:00 AM –] [6:00 PM]'],
  ['Ready in 7-14 days', 'Ready in [7-14 days]'],
  ['Ready in 7-14 days.', 'Ready in [7-14 days.]'],
  ['1 year hosting included', '[1 year] hosting included'],
  ['Within 24 hours guaranteed', 'Within [24 hours] guaranteed'],
  ['$49.99 / month, then $1,200.50 / year', '[$49.99 / month,] then [$1,200.50 / year]'],
  ['First month free, then $49.99 per month.', 'First month free, then [$49.99 per month.]'],
  ['Eine Massage kostet CHF\u00a0120 für eine Stunde', 'Eine Massage kostet [CHF\u00a0120 für eine] Stunde'],
  ['Pay $1,500.50 one-time and no more', 'Pay [$1,500.50 one-time] and no more'],
  ['with 3 walk-in-closets', 'with 3 walk-in-closets'],
  ['sold ($5 / year) here', 'sold [($5 / year)] here'],
  ['with 99.9% uptime', 'with [99.9% uptime]'],
  ['open 7:30–17:00, and 9-12', 'open [7:30–17:00,] and [9-12]'],
  ['Up to 10 inner pages, 3 Monate', 'Up to [10 inner] pages, [3 Monate]'],
  // What is too long for a line of its own, or belongs to nothing, is left alone.
  ['3 Geschwindigkeitsbegrenzungen', '3 Geschwindigkeitsbegrenzungen'],
  ['In 2026, we begin', 'In 2026, we begin'],
  ['No numbers here', 'No numbers here'],
  ['', ''],
])('%s: numbers stay with what they count', (words, want) => {
  expect(kept(words)).toBe(want);
});

test.each([
  ['You keep control. Of everything.', '[You keep control.] [Of everything.]'],
  ['Ready in 7-14 days. Really!', '[Ready in [7-14 days.]] [Really!]'],
  ['AI, Redefined.', 'AI, Redefined.'],
  ['One price. All of us.', '[One price.] [All of us.]'],
  ['Bread takes a day and a half here. Ours gets one.', 'Bread takes a day and a half here. [Ours gets one.]'],
  ['One title without an end', 'One title without an end'],
  ['A sentence that is much longer than a line. Short.', 'A sentence that is much longer than a line. [Short.]'],
  ['Fast. and then', '[Fast.] [and then]'],
  ['...', '...'],
  ['', ''],
])('the title %s keeps short sentences whole', (words, want) => {
  expect(title(words)).toBe(want);
});

test('the largest titles have room for shorter sentences only', () => {
  expect(marked(renderToStaticMarkup(titlePhrases('Ours gets one. Really.', 12)))).toBe('Ours gets one. [Really.]');
});

test.each([
  ['اتصلوا على +44 1632 960 123 (من 9:00 إلى 17:00).', 'اتصلوا على <+44 1632 960 123> (من 9:00 إلى 17:00).'],
  ['או +972 (0)3 123-4567, או 03-1234567', 'או <+972 (0)3 123-4567>, או <03-1234567>'],
  ['في (020) 7946 0018 أو 2026-11-24', 'في <(020) 7946 0018> أو <2026-11-24>'],
  ['+1 555 0100', '<+1 555 0100>'],
  ['GPT-4 وClaude، 7-14 يومًا، 10:00 11:00', 'GPT-4 وClaude، 7-14 يومًا، 10:00 11:00'],
])('%s: only numbers of several groups are set apart among words that run to the left', (words, want) => {
  const html = renderToStaticMarkup(phrases(words));
  expect(html.replace(/<bdi[^>]* dir="ltr">/g, '<').replaceAll('</bdi>', '>')).toBe(want);
});

test('the words stay the same, whatever they are', () => {
  for (const words of ['a  b 1  year', '9:00 AM - 6:00 PM EST. 7-14 days! $5 / year', '1 1 1 x', '… . ! 4 x']) {
    expect(renderToStaticMarkup(phrases(words)).replace(/<[^>]+>/g, '')).toBe(words);
  }
  expect(renderToStaticMarkup(titlePhrases('You keep control. Of everything.', 24)).replace(/<[^>]+>/g, '')).toBe(
    'You keep control. Of everything.',
  );
});

test.each([
  ['Französischunterricht für alle', 21],
  ['Deutsch-Französisch', 11],
  ['Donau\u00addampfschiff', 11],
  ['CHF\u00a01’068.00', 12],
  ['バレエ教室のご案内', 0],
  ['', 0],
  ['𝐖𝐞𝐥𝐜𝐨𝐦𝐞', 7],
])('%s: a word is as long as its longest part that does not break', (words, want) => {
  expect(longest(words)).toBe(want);
});

test('words have a class by their letters where these may have no room', () => {
  expect(unbroken(12, 12)).toBe(false);
  expect(unbroken(21, 12)).toBe('fit fit-22');
});
