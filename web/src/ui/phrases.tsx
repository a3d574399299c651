import { Fragment, type ReactNode } from 'react';

const number = String.raw`\d(?:[\d:.,]*\d)?`;
const counted = String.raw`(?: \p{L}{1,3})? (?:\p{L}{1,12}|\p{L}{1,6}-\p{L}{1,6})(?![\p{L}-])`;
const time = String.raw` [AP]M(?: [A-Z]{2,4}\b)?(?: [-–](?= ))?`;

/**
 * What stays on one line: a time with its zone ("6:00 PM EST", "9:00 AM -"), an amount with what is counted
 * or how often ("1 year", "$5 / year"), and a range, alone or with that ("7-14 days"); each with the marks around it.
 */
const together = new RegExp(
  `([(“]?(?:\\p{L}+\u00a0|[$€£¥])?${number}(?:[-–]${number}%?(?:${counted})?|${time}| / \\p{L}+|%?${counted})[.,;:!?…)”]*)`,
  'gu',
);

/** The sentences of a text; what follows the last of them, too. */
const sentences = /\S.*?[.!?…]+(?= |$)|\S.*$/g;

/** What has letters, and none that run to the left. */
const rightward = /^(?=.*\p{L})[^\u0590-\u08ff\ufb1d-\ufefc]*$/su;

/** A phone number, or other groups of digits in one order: where words run to the left each group would be a word. */
const digits = /\+\d(?:[ -]?(?:\(\d+\)|\d))*|(?<![\d:.,])(?:\(0\d+\)|0\d+)(?:[ -]\d+)+|\d+(?:[ -]\d+){2,}/g;

/** A box is not broken as long as it fits into a line; white-space: nowrap would switch text-wrap off (Chrome 156). */
const whole = 'inline-block max-w-full [text-decoration:inherit]';

/**
 * Words with those kept together that belong together. What is copied, read out and found stays the same. Among words
 * that run to the left nothing is boxed, which would change the order of what runs to the right beside it.
 */
export function phrases(words: string): ReactNode {
  // Most words have no number, and the renderer takes ten times as long to look for phrases.
  if (!/\d/.test(words)) return words;
  const parts: ReactNode[] = [];
  let end = 0;
  const boxed = rightward.test(words);
  const pattern = boxed ? together : digits;
  // Not with matchAll, which makes a copy of the expression: compiling it took the renderer a twelfth of its time.
  for (let match = pattern.exec(words); match; match = pattern.exec(words)) {
    const { 0: phrase, index } = match;
    parts.push(
      words.slice(end, index),
      boxed ? (
        <span className={whole} key={index}>
          {phrase}
        </span>
      ) : (
        <bdi className={whole} dir="ltr" key={index}>
          {phrase}
        </bdi>
      ),
    );
    end = index + phrase.length;
  }
  return [...parts, words.slice(end)];
}

/**
 * The words of a title: of several sentences, those of at most so many characters are not broken where they have room
 * on a line of their own.
 */
export function titlePhrases(words: string, most: number): ReactNode {
  if (!/[.!?…] /.test(words)) return phrases(words);
  return words.match(sentences)?.map((sentence, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      {sentence.length > most ? phrases(sentence) : <span className={whole}>{phrases(sentence)}</span>}
    </Fragment>
  ));
}

/** Where a word may break: at a space, a hyphen and a soft one, and between letters of scripts without spaces. */
const breaks = /[ \u00ad\u0e00-\u0eff\u200b\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\u{20000}-\u{3ffff}-]/u;

/** How many letters the longest word has. */
export const longest = (words: string) => Math.max(...words.split(breaks).map((word) => [...word].length));

/**
 * The classes of what holds `fitted` words that must not break: with more letters than there is always room for, these
 * become as small as it takes (ui.css).
 */
export const unbroken = (letters: number, most: number) => letters > most && `fit fit-${Math.ceil(letters / 2) * 2}`;
