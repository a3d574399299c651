import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test as base, fixture, type Marquee, repository, run, withoutOurs } from './marquee.ts';

/** A server on a copy of the content that somebody edits, and who may. */
export interface Studio extends Marquee {
  /** Invites somebody as an operator does, and returns the link. */
  invite(email: string, ...flags: string[]): string;
  /** What a file says. */
  read(file: string): string;
}

/** A server of its own for each test: what one publishes, no other sees. */
export const test = base.extend<{ studio: Studio }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  studio: async ({}, use) =>
    run(fixture, {}, async (marquee) => {
      const command = (...words: string[]) =>
        execFileSync(
          path.join(repository, 'bin/marquee'),
          ['studio', ...words, '--content', marquee.content, '--data', marquee.data, '--base-url', marquee.url],
          { env: withoutOurs(process.env), encoding: 'utf8' },
        );
      await use({
        ...marquee,
        invite: (email, ...flags) => command('invite', email, ...flags).trim(),
        read: (file) => readFileSync(path.join(marquee.content, file), 'utf8'),
      });
    }),
});

/** Follows an invitation, and waits for the first page. */
export async function enter(page: Page, studio: Studio, email = 'ada@bakery.example', ...flags: string[]) {
  await page.goto(studio.invite(email, ...flags));
  await page.getByRole('button', { name: 'Open Studio' }).click();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible();
}

export { expect, type Page };
