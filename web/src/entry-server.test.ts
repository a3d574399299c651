// @vitest-environment node
// The server bundle as the Go program runs it: in a realm that has the language and nothing else.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogueSamples } from './catalogue/samples';
import type { PageData, Section } from './content/types.gen';
import { bookingForm, heroPage, inquiryForm, notFound, privacy, site } from './test-data';

const web = path.join(import.meta.dirname, '..');
const logged: string[] = [];
let render: (url: string, data: PageData) => string;
/** The same where something is to be logged. */
let renderLogging: typeof render;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'server-bundle-'));
  const vite = path.join(web, '../node_modules/vite/bin/vite.js');
  const config = ['--config', path.join(web, 'vite.ssr.config.ts')];
  execFileSync(process.execPath, [vite, 'build', ...config, '--outDir', folder, '--logLevel', 'error'], {
    cwd: web, // with the NODE_ENV of tests, which a build for production has to pass over
  });
  const __hostLog = (_level: string, message: string) => logged.push(message);
  // Node gives every realm a console.
  const realm = vm.createContext({ __hostLog, console: undefined });
  vm.runInContext(readFileSync(path.join(folder, 'server.js'), 'utf8'), realm);
  renderLogging = (url, data) => {
    Object.assign(realm, { url, json: JSON.stringify(data) });
    return vm.runInContext('__ssr.render(url, json)', realm) as string;
  };
  render = (url, data) => {
    const html = renderLogging(url, data);
    expect(logged).toEqual([]);
    return html;
  };
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the server bundle', () => {
  test('renders a page with its sections between the bar and the footer', () => {
    const html = render('/about', heroPage('/about', 'About us'));
    expect(html).toMatch(/<h1[^>]*>About us<\/h1>/);
    expect(html).toContain('Skip to content');
    expect(html).toMatch(/<a[^>]*aria-current="page"[^>]*>About<\/a>|<a[^>]*href="\/about"[^>]*aria-current="page"/);
    expect(html).toContain('© 2026 Evenlight. All rights reserved');
  });

  test('renders a legal document with a list of its contents', () => {
    const html = render('/privacy-policy', privacy);
    expect(html).toMatch(/<h1[^>]*>Privacy Policy<\/h1>/);
    expect(html).toContain('September 13, 2025');
    expect(html).toMatch(/href="#your-rights"/);
    expect(html).toMatch(/id="your-rights"/);
    expect(html).toContain('We take care.');
  });

  test('renders the not-found page, wherever it is', () => {
    const html = render('/no/such/place', notFound);
    expect(html).toContain('Oops! Page not found');
    expect(html).toContain('404');
  });

  test('renders forms that work without scripts', () => {
    const page = heroPage('/connect', 'Connect');
    page.page.sections?.push({ type: 'forms', items: [inquiryForm, bookingForm] });
    const html = render('/connect', page);
    expect(html.match(/<form[^>]*method="post"/g)).toHaveLength(2);
    expect(html).not.toContain('novalidate');
    expect(html).toContain('min="2026-11-21"');
  });

  describe('as the answer to a form', () => {
    const connect = (form: PageData['form']): PageData => {
      const page = heroPage('/connect', 'Connect');
      page.page.sections?.push({
        type: 'forms',
        items: [inquiryForm, { ...bookingForm, fields: [...bookingForm.fields, message], next: 'We call you.' }],
      });
      return { ...page, form };
    };
    const message = { name: 'message', type: 'textarea' as const, label: 'Message' };
    const refused = connect({
      site: 'business',
      form: 'booking',
      values: { date: '2026-12-24', time: '10:00 AM', phone: '"1 & 2"', message: '\nTwo\nlines </textarea>' },
      errors: { phone: 'No such number' },
      failure: 'Nothing was sent yet.',
    });

    test('keeps what was typed, in every kind of field', () => {
      const html = render('/connect', refused);
      expect(html).toMatch(/<input[^>]*type="date"[^>]*value="2026-12-24"/);
      expect(html).toMatch(/<option[^>]*value="10:00 AM"[^>]*selected=""|<option[^>]*selected=""[^>]*value="10:00 AM"/);
      expect(html).toContain('value="&quot;1 &amp; 2&quot;"');
      expect(html).toMatch(/<textarea[^>]*>\n\nTwo\nlines &lt;\/textarea&gt;<\/textarea>/);
    });

    test('ties one error to its field, and gives the focus to the words about it', () => {
      const html = render('/connect', refused);
      const field = /<input[^>]*id="booking-phone"[^>]*>/.exec(html)?.[0] ?? '';
      expect(field).toContain('aria-invalid="true"');
      expect(field).toContain('aria-describedby="booking-phone-error"');
      expect(html).toMatch(/id="booking-phone-error"[^>]*>No such number</);
      const alert = /<div[^>]*role="alert"[^>]*>.*?<\/div>/.exec(html)?.[0] ?? '';
      expect(alert).toMatch(/^<div[^>]*autofocus=""/);
      expect(alert).toMatch(/^<div[^>]*tabindex="-1"/i);
      expect(alert).toContain('Nothing was sent yet.');
      expect(alert).toContain('href="#booking-phone"');
      expect(html.match(/role="alert"/g)).toHaveLength(1);
    });

    test('puts the form first and the others below it, without tabs: there is no script', () => {
      const html = render('/connect', refused);
      expect(html).not.toMatch(/role="tab|class="hidden/);
      expect(html.indexOf('id="form-booking"')).toBeGreaterThan(0);
      expect(html.indexOf('id="form-inquiry"')).toBeGreaterThan(html.indexOf('id="form-booking"'));
      expect(html).toMatch(/<h3[^>]*>Book Consultation<\/h3>[\s\S]*<h3[^>]*>General Inquiry<\/h3>/);
    });

    test('says why it was not taken, where no field is wrong', () => {
      const html = render('/connect', connect({ site: 'business', form: 'inquiry', failure: 'Not at the moment.' }));
      const alert = /<div[^>]*role="alert"[^>]*>.*?<\/div>/.exec(html)?.[0] ?? '';
      expect(alert).toContain('Not at the moment.');
      expect(alert).not.toContain('<ul');
      expect(html.indexOf('id="form-inquiry"')).toBeLessThan(html.indexOf('id="form-booking"'));
    });

    test('shows no choice for a value that is none', () => {
      const html = render('/connect', connect({ site: 'business', form: 'inquiry', values: { subject: 'else' } }));
      expect(html).toMatch(/<option[^>]*value=""[^>]*selected=""|<option[^>]*selected=""[^>]*value=""/);
    });

    test('says at the anchor of the form that it was sent, with its reference in one piece, above an empty form', () => {
      const html = render('/connect', connect({ site: 'business', form: 'booking', reference: 'K7M3-9QXA' }));
      expect(html.match(/id="form-booking"/g)).toHaveLength(1);
      expect(html).toMatch(
        /<div[^>]*id="form-booking"[^>]*><div[^>]*data-slot="sent"[^>]*>(?:(?!<\/div>).)*<strong[^>]*>Booking Request Sent!</,
      );
      expect(html).toMatch(/id="form-booking"[^>]*tabindex="-1"/i);
      expect(html).toMatch(/<code[^>]*>K7M3-9QXA<\/code>/);
      expect(html).toContain('We call you.');
      expect(html).not.toContain('role="alert"');
      expect(html).not.toContain('aria-invalid=');
    });

    test('hands on the page that it was first sent from, in every form', () => {
      const from = '/connect?plan="pro"&x=1';
      const html = render('/connect', connect({ site: 'business', form: 'booking', failure: 'No.', from }));
      const handed = html.match(/<input[^>]*name="from"[^>]*>/g) ?? [];
      expect(handed).toHaveLength(2);
      for (const input of handed) {
        expect(input).toContain('type="hidden"');
        expect(input).toContain('value="/connect?plan=&quot;pro&quot;&amp;x=1"');
      }
      expect(render('/connect', refused)).not.toContain('name="from"');
    });

    test('is an ordinary page where the state is that of a form elsewhere', () => {
      const html = render('/connect', connect({ site: 'creative', form: 'booking', failure: 'No.' }));
      expect(html).toContain('role="tab"');
      expect(html).not.toContain('No.<');
    });
  });

  test('writes no style attribute, no inline script and no inline style', () => {
    for (const data of [heroPage('/a', 'A'), privacy, notFound]) {
      expect(render(data.page.path || '/x', data)).not.toMatch(/\sstyle=|<script|<style/);
    }
  });

  test('renders the same page twice alike, and paths with escapes', () => {
    const page = heroPage('/a%20b/%C3%BC', 'Odd');
    expect(render('/a%20b/%C3%BC', page)).toBe(render('/a%20b/%C3%BC', page));
  });

  describe('with a section that throws', () => {
    // Cards need items.
    const broken = { type: 'cards', title: 'Broken cards' } as unknown as Section;
    const about = heroPage('/about', 'About us');
    const page = (more: Partial<PageData> = {}): PageData => ({
      ...about,
      page: {
        ...about.page,
        sections: [{ type: 'hero', title: 'About us' }, broken, { type: 'forms', items: [inquiryForm] }],
      },
      ...more,
    });

    test('renders the rest whole, and logs which section and why, with the stack', () => {
      const html = renderLogging('/about', page());
      expect(html).toMatch(/<h1[^>]*>About us<\/h1>/);
      expect(html).toContain('aria-label="Main navigation"');
      expect(html).toContain('© 2026 Evenlight. All rights reserved');
      expect(html.match(/<form[^>]*method="post"/g)).toHaveLength(1);
      expect(html).not.toContain('Broken cards');
      expect(logged).toHaveLength(1);
      expect(logged[0]).toMatch(
        /^\/about: section 2, cards, could not be rendered: TypeError: .*\n[\s\S]*CardsSection/,
      );
      logged.length = 0;
    });

    test('throws where it is the answer to a form, so that another page keeps what was typed', () => {
      const form = { site: 'business', form: 'inquiry', values: { name: 'Ada' } };
      expect(() => render('/about', page({ form }))).toThrow('Cannot read properties of undefined');
      expect(logged).toEqual([]);
    });
  });

  test('throws what a template throws, and renders the next page all the same', () => {
    const broken: PageData = { site, page: { ...privacy.page, legal: undefined } };
    expect(() => render('/privacy-policy', broken)).toThrow('needs a legal document');
    expect(render('/about', heroPage('/about', 'About us'))).toContain('About us');
  });

  const samples = Object.entries(catalogueSamples).flatMap(([type, of]) =>
    Object.entries(of).map(([name, section]) => [type, name, section] as const),
  );
  test.each(samples)('renders the section %s, the %s sample', (_type, _name, section) => {
    const page = heroPage('/about', 'About us');
    page.page.sections?.push(section, section);
    expect(render('/about', page)).toContain('About us');
  });

  test('writes text as text', () => {
    const page = heroPage('/a', 'A');
    page.page.sections = [{ type: 'hero', title: '<script>alert(1)</script>' }];
    expect(render('/a', page)).not.toContain('<script>');
  });
});
