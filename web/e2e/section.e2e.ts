import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, listeningAddress, ready, test, withoutOurs } from './marquee.ts';

// Whoever adds a section type writes two files and a sample, as React and Tailwind are documented. Here that is done in
// a copy of the repository, which is built for production.

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'marquee-section-'));
let server: ChildProcess;
let url: string;

const domain = `package site

func init() { registerSection[Probe]("probe") }

// Probe is a list of things to look at.
type Probe struct {
	// Anchor of the section.
	ID string \`yaml:"id" json:"id,omitempty" validate:"omitempty,slug"\`
	// What they have in common.
	Title Text \`yaml:"title" json:"title" validate:"required"\`
	// Words of the button that counts.
	Button Text \`yaml:"button" json:"button" validate:"required"\`
	// Names of what there is to see.
	Items []Text \`yaml:"items" json:"items" validate:"required"\`
}
`;

const component = `import { cloneElement, type ReactElement, Suspense, useActionState, useEffect, useEffectEvent, useId, useState } from 'react';
import { useFormStatus } from 'react-dom';
import type { Probe } from '../content/types.gen';

function Named({ name, children }: { name: string; children: ReactElement<{ className?: string; title?: string }> }) {
  return cloneElement(children, { title: name, className: \`\${children.props.className} uppercase\` });
}

function Submit({ label }: { label: string }) {
  const { pending } = useFormStatus();
  return (
    <button className="rounded-lg bg-linear-to-r from-primary to-accent px-4 py-2 text-on-primary" disabled={pending}>
      {label}
    </button>
  );
}

export function ProbeSection({ id, title, button, items }: Probe) {
  const heading = useId();
  const [count, add] = useActionState(async (before: number) => before + 1, 0);
  const [seen, setSeen] = useState(0);
  const look = useEffectEvent(() => setSeen(items.length));
  useEffect(() => look(), []);
  return (
    <section aria-labelledby={heading} className="wrap space-y-6 py-16" id={id}>
      <h2 className="text-3xl" id={heading}>
        {title}
      </h2>
      <script type="application/ld+json">{JSON.stringify({ '@type': 'ImageGallery', name: title })}</script>
      <svg className="size-8" role="img" viewBox="0 0 8 8">
        <title>{title}</title>
        <circle cx="4" cy="4" r="4" />
      </svg>
      <Suspense fallback={null}>
        <ul className="grid gap-4" data-seen={seen}>
          {items.map((item) => (
            <Named key={item} name={item}>
              <li className="rounded-card bg-white p-4 text-gray-500 shadow-md ring-1 before:content-['#']">{item}</li>
            </Named>
          ))}
        </ul>
      </Suspense>
      <form action={add} data-interactive>
        <Submit label={button} />
        <output className="tabular-nums">{count}</output>
      </form>
    </section>
  );
}
`;

const sample = `  probe: { type: 'probe', title: 'To look at', button: 'Count', items: ['One', 'Two'] },
`;
const yaml = `  - probe: {id: probe, title: To look at, button: Count, items: [One, Two]}
`;

const inCopy = (name: string) => path.join(folder, name);

function insert(file: string, before: RegExp, text: string): void {
  const old = readFileSync(inCopy(file), 'utf8');
  const changed = old.replace(before, `${text}$&`);
  if (changed === old) throw new Error(`${file} does not hold ${before}`);
  writeFileSync(inCopy(file), changed);
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

test.describe('a section type in two files and a sample', { tag: '@audit' }, () => {
  test.beforeAll(async () => {
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: repository,
      encoding: 'utf8',
    });
    for (const file of files.split('\n').filter((name) => name && !name.includes('-snapshots/')))
      cpSync(path.join(repository, file), inCopy(file));
    symlinkSync(path.join(repository, 'node_modules'), inCopy('node_modules'));

    // Never over a section that somebody has added.
    writeFileSync(inCopy('internal/site/section_probe.go'), domain, { flag: 'wx' });
    writeFileSync(inCopy('web/src/sections/ProbeSection.tsx'), component, { flag: 'wx' });
    insert('web/src/catalogue/usual-samples.ts', /^\} satisfies/m, sample);

    run('go', 'run', './internal/tools/schema/generate');
    run('npx', 'tsc', '--noEmit');
    const log = run('npm', 'run', 'build');
    expect(log.split('\n').length, 'lines of a build that is well').toBeLessThan(200);
    run('go', 'build', '-o', 'bin/marquee', './cmd/marquee');
    run('npm', 'test', '--', '-t', 'probe', 'src/sections', 'src/entry-server', 'src/catalogue');

    insert('internal/testkit/content/main/pages/about.yaml', /$(?![\s\S])/, yaml);
    server = spawn(
      inCopy('bin/marquee'),
      ['serve', '--addr', '127.0.0.1:0', '--admin-addr', '127.0.0.1:0', '--data', inCopy('var')].concat(
        '--content',
        inCopy('internal/testkit/content'),
      ),
      { env: withoutOurs(process.env), stdio: ['ignore', 'ignore', 'pipe'] },
    );
    url = await listeningAddress(server);
  });

  test.afterAll(async () => {
    if (server?.exitCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  // A violation of the content security policy, or an error of hydration, stands on the console and fails the test.
  test('looks as its classes say, is hydrated, and works', async ({ page }) => {
    const html = await (await fetch(`${url}/about`)).text();
    expect(html).toMatch(/<title>To look at<\/title>/);
    expect(html).toContain('"@type":"ImageGallery"');
    expect(html).toMatch(/<li[^>]*uppercase[^>]*>One<\/li>/);

    await ready(page, `${url}/about`);
    await works();

    // The same after a way through the site, where the browser renders it.
    await ready(page, `${url}/contact`);
    await page.getByRole('navigation').getByRole('link', { name: 'About' }).first().click();
    await works();

    async function works() {
      const section = page.getByRole('region', { name: 'To look at' });
      const item = section.getByRole('listitem').first();
      await expect(section.getByRole('list')).toHaveAttribute('data-seen', '2');
      await expect(section.getByRole('img', { name: 'To look at' })).toBeVisible();
      await expect(item).toHaveAttribute('title', 'One');
      await expect(item).toHaveCSS('text-transform', 'uppercase');
      await expect(item).toHaveCSS('background-color', 'rgb(255, 255, 255)');
      await expect(item).toHaveCSS('color', 'oklch(0.551 0.027 264.364)');
      // The ring and the shadow beside each other.
      await expect(item).toHaveCSS('box-shadow', /0px 0px 0px 1px.*0px 4px 6px -1px/);
      expect(await item.evaluate((element) => getComputedStyle(element, '::before').content)).toBe('"#"');
      const output = section.getByRole('status');
      await expect(output).toHaveCSS('font-variant-numeric', 'tabular-nums');
      const gaps = await section.evaluate((element) =>
        Array.from(element.children, (child) => getComputedStyle(child).marginBlockEnd),
      );
      expect(new Set(gaps.slice(0, -1))).toContain('24px');
      const button = section.getByRole('button', { name: 'Count' });
      await expect(button).toHaveCSS('background-image', /^linear-gradient\(to right/);
      await button.click();
      await expect(output).toHaveText('1');
    }
  });
});
