import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { bakery, test as base, fixture, type Marquee, repository, run, withoutOurs } from './marquee.ts';

/** A server on a copy of the content that somebody edits, and who may. */
export interface Studio extends Marquee {
  /** Invites somebody as an operator does, and returns the link. */
  invite(email: string, ...flags: string[]): string;
  /** What a file says. */
  read(file: string): string;
}

/** A server of its own for each test: what one publishes, no other sees. */
export const test = base.extend<{ studio: Studio; original: string; contentPutBack: undefined }>({
  // What is edited is a copy of this.
  original: [fixture, { option: true }],
  // Nobody else is served from a copy.
  contentPutBack: undefined,
  baseURL: async ({ studio }, use) => use(studio.url),
  studio: async ({ original }, use) => withStudio(original, use),
});

/** Runs a server on a copy of some content that may be edited. */
export const withStudio = (original: string, use: (studio: Studio) => Promise<void>) =>
  run(original, {}, async (marquee) => {
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
  });

/** Follows an invitation, and waits for the page that is shown first. */
export async function enter(page: Page, studio: Studio, email = 'ada@bakery.example', ...flags: string[]) {
  await page.goto(studio.invite(email, ...flags));
  await page.getByRole('button', { name: 'Open Studio' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Nothing to publish' })).toBeVisible();
  await expect(standing(page).getByRole('heading', { level: 1 })).toHaveAttribute('aria-description');
}

/** The page that is shown in Studio. */
export const standing = (page: Page) => page.locator('iframe:not([inert])').contentFrame();

export { bakery, expect, type Page };
