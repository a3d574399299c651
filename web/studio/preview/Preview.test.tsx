import { act, fireEvent, render, within } from '@testing-library/react';
import { createRef } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Preview, type PreviewHandle } from './Preview';
import { documentOf, pageOf } from './test-page';

const page = pageOf({ hero: { title: 'Bread' } });
const htmlOf = (title: string, more = '') => documentOf({ hero: `<h1>${title}</h1>` }, more).documentElement.outerHTML;

/** Answers of the server, given when a test wants them. */
let answers: ((body: string, status?: number) => Promise<void>)[] = [];
beforeEach(() => {
  answers = [];
  const fetch = () =>
    new Promise<Response>((resolve) => {
      answers.push(async (body, status = 200) => {
        const type = body.startsWith('{') ? 'application/json' : 'text/html';
        await act(async () => resolve(new Response(body, { status, headers: { 'Content-Type': type } })));
      });
    });
  vi.stubGlobal('fetch', fetch);
});

function show() {
  const problems: (string | undefined)[] = [];
  const picks: string[] = [];
  const handle = createRef<PreviewHandle>();
  const preview = (version: number, address = page.preview) => (
    <Preview
      ref={handle}
      address={address}
      page={page}
      version={version}
      focus=""
      onPick={({ at }) => picks.push(at)}
      onProblem={(problem) => problems.push(problem?.message)}
    />
  );
  // Outside of the document a frame loads nothing by itself.
  const { rerender, container } = render(preview(0), { container: document.createElement('div') });
  const frames = () => [...container.querySelectorAll('iframe')];
  return {
    problems,
    picks,
    handle,
    frames,
    change: (version: number, address?: string) => rerender(preview(version, address)),
    /** The last frame has loaded a document. */
    async load(document: Document | null) {
      const frame = frames().at(-1) as HTMLIFrameElement;
      Object.defineProperty(frame, 'contentDocument', { value: document, configurable: true });
      await act(async () => fireEvent.load(frame));
    },
    title: () =>
      frames()
        .find(({ inert }) => !inert)
        ?.contentDocument?.querySelector('h1')?.textContent,
  };
}
const bread = (header = '') => documentOf({ hero: '<h1>Bread</h1>' }, header);

test('a change is exchanged in the standing page, which is picked from', async () => {
  const preview = show();
  await preview.load(bread());
  const [frame] = preview.frames();
  preview.change(1);
  await answers[0]?.(htmlOf('Rolls'));
  expect(preview.title()).toBe('Rolls');
  expect(preview.frames()).toEqual([frame]);
  fireEvent.click(within(frame?.contentDocument?.body as HTMLElement).getByText('Rolls'));
  expect(preview.picks).toEqual(['sections[0].hero.title']);
});

test('an answer that comes late is dropped', async () => {
  const preview = show();
  await preview.load(bread());
  preview.change(1);
  preview.change(2);
  await answers[1]?.(htmlOf('Second'));
  await answers[0]?.(htmlOf('First'));
  expect(preview.title()).toBe('Second');
});

test('a page that differs around its sections loads behind, and takes over with what has come since', async () => {
  const preview = show();
  await preview.load(bread());
  const [frame] = preview.frames();
  preview.change(1);
  await answers[0]?.(htmlOf('Bread', '<a>New</a>'));
  expect(preview.frames()).toHaveLength(2);
  expect(preview.frames().map(({ inert }) => inert)).toEqual([false, true]);
  preview.change(2);
  await answers[1]?.(htmlOf('Rolls', '<a>New</a>'));
  expect(preview.title()).toBe('Bread');
  await preview.load(bread('<a>New</a>'));
  expect(preview.frames()).toHaveLength(1);
  expect(preview.frames()).not.toContain(frame);
  expect(preview.title()).toBe('Rolls');
});

test('another page loads behind this one, and answers for this one are late', async () => {
  const preview = show();
  await preview.load(bread());
  preview.change(1);
  preview.change(1, '/studio/preview/about?site=main');
  await answers[0]?.(htmlOf('Rolls'));
  expect(preview.frames()[0]?.contentDocument?.querySelector('h1')?.textContent).toBe('Bread');
  expect(preview.frames().map(({ inert }) => inert)).toEqual([true, true]); // a click would be about another page
  await preview.load(documentOf({ hero: '<h1>About</h1>' }));
  expect(preview.title()).toBe('About');
  expect(preview.frames()).toHaveLength(1);
});

test('where the server answers with no page, the standing one stays, and it is said why until it does', async () => {
  const preview = show();
  await preview.load(bread());
  preview.change(1);
  await answers[0]?.('{"error": {"code": "held", "message": "Line 3 is wrong."}}', 422);
  expect(preview.problems.at(-1)).toBe('Line 3 is wrong.');
  preview.change(2);
  await answers[1]?.('<h1>502 Bad Gateway</h1>', 502);
  expect(preview.problems.at(-1)).toMatch(/502/);
  expect(preview.title()).toBe('Bread');
  preview.change(3);
  await answers[2]?.(htmlOf('Rolls'));
  expect(preview.problems.at(-1)).toBeUndefined();
  expect(preview.title()).toBe('Rolls');
});

test('a frame in which no page loads says why, and loads again with the next change', async () => {
  const preview = show();
  await preview.load(null);
  await answers[0]?.('{"error": {"code": "signed_out", "message": "Signed out."}}', 401);
  expect(preview.problems).toEqual(['Signed out.']);
  preview.change(1);
  await answers[1]?.(htmlOf('Bread'));
  await preview.load(bread());
  expect(preview.title()).toBe('Bread');
  expect(preview.problems.at(-1)).toBeUndefined();
});

test('what is being typed is shown at once', async () => {
  const preview = show();
  await preview.load(bread());
  preview.handle.current?.show('sections[0].hero.title', 'Bre');
  expect(preview.title()).toBe('Bre');
});
