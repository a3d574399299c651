import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, hydrated, ready, test, withoutOurs } from './marquee.ts';

const binary = fileURLToPath(new URL('../../bin/marquee', import.meta.url));

test.use({ contextOptions: { reducedMotion: 'reduce' } });

// The browser leads *.localhost to this machine, as it does for developers.
test('a site with a host of its own is visited, written to, and left for another one', async ({ marquee, page }) => {
  const { port } = new URL(marquee.url);
  const address = (id: string) => `http://${id}.localhost:${port}`;
  const folder = (id: string) => path.join(marquee.content, id);
  try {
    for (const id of ['bakery', 'lawyer']) {
      execFileSync(binary, ['new', 'site', id, '--host', `${id}.localhost`, '--content', marquee.content], {
        env: withoutOurs(process.env),
      });
      const settings = path.join(folder(id), 'site.yaml');
      const text = readFileSync(settings, 'utf8').replace(/^hosts:.*$/m, `$&\nbaseURL: ${address(id)}`);
      writeFileSync(
        settings,
        text.replace(
          '  links:\n',
          `  links:\n    - {label: The other, to: "${id === 'bakery' ? 'lawyer' : 'bakery'}:/about"}\n`,
        ),
      );
    }
    await expect(async () => {
      const answer = await page.request.get(`${marquee.url}/api/sites`, { headers: { Host: 'bakery.localhost' } });
      expect(await answer.text()).toContain('"id":"bakery"');
    }).toPass({ timeout: 60_000 });

    await ready(page, `${address('bakery')}/`);
    const document = await page.evaluateHandle(() => window.document);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About', exact: true }).click();
    await expect(page).toHaveURL(`${address('bakery')}/about`);
    await expect(page.getByRole('heading', { level: 1, name: 'A small company' })).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Write to us', exact: true })
      .click();
    await expect(page).toHaveURL(`${address('bakery')}/contact`);
    expect(await document.evaluate((before) => before === window.document), 'the client navigates').toBe(true);

    const form = page.locator('form').filter({ visible: true });
    await form.getByLabel('Name').fill('Ada Lovelace');
    await form.getByLabel('Email').fill('ada@example.com');
    await form.getByLabel('Message').fill('Bread for ten, please.');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Your message has arrived').first()).toBeVisible();

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'The other' }).click();
    await expect(page).toHaveURL(`${address('lawyer')}/about`);
    await hydrated(page);
    await expect(page.locator('html')).toHaveAttribute('data-site', 'lawyer');
  } finally {
    for (const id of ['bakery', 'lawyer']) rmSync(folder(id), { recursive: true, force: true });
  }
});
