import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { BrowserRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { unusedLifetime } from '../content/page-cache';
import type { Forms, Hero, PageData, Section } from '../content/types.gen';
import { dwell } from '../content/use-prefetch';
import { about, heroPage, home, inquiryForm, notFound, products } from '../test-data';
import { expectErrors } from '../test-setup';
import { App } from './App';
import { loadDocument, loadNewDocument } from './load-document';

vi.mock('./load-document', () => ({ loadDocument: vi.fn(), loadNewDocument: vi.fn() }));
/** The title of one more section that throws. */
const brokenNow = vi.hoisted(() => ({ title: '' }));
// The look of sections is not the matter here.
vi.mock('../sections/registry.gen', () => ({
  sections: {
    hero: ({ title }: Hero) => {
      if (title === 'Broken' || title === brokenNow.title) throw new Error('the template broke');
      return (
        <>
          <h1>{title}</h1>
          <section id="more">More</section>
        </>
      );
    },
    forms: ({ items }: Forms) => <input aria-label={items[0]?.title} />,
  },
}));

/** Answers of the API by path; a missing path is 404, a number is a failed status. */
let answers: Record<string, PageData | number>;
let asked: string[];
let release: (() => void) | undefined;

beforeEach(() => {
  vi.clearAllMocks();
  answers = { '/': home, '/about': about, '/products': products };
  asked = [];
  release = undefined;
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const answer = answers[url.replace('/api/pages?path=', '')] ?? 404;
    if (typeof answer === 'number') return new Response('{}', { status: answer, statusText: 'Odd' });
    return new Response(JSON.stringify(answer));
  });
  vi.spyOn(window, 'scrollTo').mockImplementation((options) => {
    vi.stubGlobal('scrollY', (options as ScrollToOptions).top);
  });
  window.history.replaceState(null, '', '/');
  vi.stubGlobal('scrollY', 0);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Holds back the next answers until release is called. */
function holdAnswers() {
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string) => {
    const response = answer(url);
    await held;
    return response;
  });
}

async function start(initial: PageData = home, path = '/') {
  window.history.replaceState(null, '', path);
  await act(async () => {
    render(
      <BrowserRouter>
        <App initial={initial} />
      </BrowserRouter>,
    );
  });
}

const nav = (name: string) =>
  screen
    .getByRole('navigation', { name: 'Main navigation' })
    .querySelector<HTMLElement>(`a[href="/${name}"]`) as HTMLElement;
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const shows = (title: string) => screen.findByRole('heading', { level: 1, name: title });
const go = async (name: string, title: string) => {
  await userEvent.click(nav(name));
  await shows(title);
};

describe('the first page', () => {
  test('is drawn from the data of the document, and nothing is fetched', async () => {
    await start();
    expect(heading()).toBe('Home');
    expect(asked).toEqual([]);
    expect(screen.getAllByRole('status')[0]?.textContent).toBe('');
  });

  test('that is not found is never asked for', async () => {
    await start(notFound, '/no/such/place');
    await act(async () => {
      fireEvent.focus(window);
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect(asked).toEqual([]);
  });
});

describe('following a link', () => {
  test('fetches the page, shows it, and keeps the address, title, head and current link in step', async () => {
    await start();
    await go('about', 'About us');
    expect(asked).toEqual(['/api/pages?path=/about']);
    expect(window.location.pathname).toBe('/about');
    expect(document.title).toBe('About us | Evenlight');
    expect(document.querySelector('meta[name=description]')?.getAttribute('content')).toBe('All about About us.');
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      'https://www.evenlight.example/about',
    );
    expect(document.querySelector('meta[property="og:title"]')?.getAttribute('content')).toBe('About us | Evenlight');
    expect(nav('about').getAttribute('aria-current')).toBe('page');
  });

  test('moves the focus to the title, announces the page and scrolls to the top', async () => {
    await start();
    vi.stubGlobal('scrollY', 700);
    await go('about', 'About us');
    expect(document.activeElement?.textContent).toBe('About us');
    expect(screen.getAllByRole('status')[0]?.textContent).toBe('About us | Evenlight');
    expect(window.scrollY).toBe(0);
  });

  test('keeps the last page until the new one is there, and says after a moment that it is on its way', async () => {
    await start();
    holdAnswers();
    await userEvent.click(nav('about'));
    expect(heading()).toBe('Home');
    expect(nav('about').hasAttribute('aria-current')).toBe(false);
    await waitFor(() => expect(screen.getAllByRole('status')[0]?.textContent).toBe('Loading'));
    await act(async () => release?.());
    await shows('About us');
    expect(screen.getAllByRole('status')[0]?.textContent).toBe('About us | Evenlight');
  });

  test('asks once for a page that the pointer announced, and for one that was there before not again', async () => {
    await start();
    fireEvent.mouseOver(nav('about'));
    await waitFor(() => expect(asked).toEqual(['/api/pages?path=/about']));
    await go('about', 'About us');
    await go('products', 'Products');
    await go('about', 'About us');
    expect(asked).toEqual(['/api/pages?path=/about', '/api/pages?path=/products']);
  });

  test.each([
    ['pointer', fireEvent.mouseOver, fireEvent.mouseOut],
    ['focus', fireEvent.focus, fireEvent.blur],
  ])('asks for nothing where the %s only passes', async (_, come, leave) => {
    await start();
    vi.useFakeTimers();
    come(nav('about'));
    await act(() => vi.advanceTimersByTimeAsync(dwell - 1));
    leave(nav('about'));
    await act(() => vi.advanceTimersByTimeAsync(dwell));
    expect(asked).toEqual([]);
  });

  test('asks for nothing once the link is gone', async () => {
    await start();
    vi.useFakeTimers();
    fireEvent.mouseOver(nav('about'));
    cleanup();
    await vi.advanceTimersByTimeAsync(dwell);
    expect(asked).toEqual([]);
  });

  test.each([
    [false, ['/api/pages?path=/about']],
    [true, []],
  ])('asks ahead where the visitor saves data (%s): %j', async (saveData, expected) => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection: { saveData } }));
    await start();
    vi.useFakeTimers();
    fireEvent.mouseOver(nav('about'));
    fireEvent.touchStart(nav('about'));
    await act(() => vi.advanceTimersByTimeAsync(dwell));
    expect(asked).toEqual(expected);
  });

  test('with a key held down is left to the browser', async () => {
    await start();
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
    // Only whether somebody took the click matters; happy-dom would try to open the page.
    window.addEventListener('click', (event) => event.preventDefault(), { once: true });
    nav('about').dispatchEvent(click);
    expect(window.location.pathname).toBe('/');
  });

  test('to a page that does not exist any more loads the document', async () => {
    delete answers['/about'];
    await start();
    await userEvent.click(nav('about'));
    await waitFor(() => expect(loadNewDocument).toHaveBeenCalled());
    expect(heading()).toBe('Home');
  });

  test('to a page with another look, of this site or another one, loads the document', async () => {
    answers['/about'] = withLook(about, '/assets/business.css');
    await start();
    await userEvent.click(nav('about'));
    await waitFor(() => expect(loadNewDocument).toHaveBeenCalled());
    expect(heading()).toBe('Home');
  });

  test('to a page that may do more than its document loads the document', async () => {
    answers['/about'] = withPolicy(about, ["media-src 'self'"]);
    await start();
    await userEvent.click(nav('about'));
    await waitFor(() => expect(loadNewDocument).toHaveBeenCalled());
    expect(heading()).toBe('Home');
  });

  test('to a page that may do as much as its document, or less, shows it', async () => {
    const permissions = ['feature fullscreen', "media-src 'self'"];
    answers['/about'] = withPolicy(about, ["media-src 'self'"]);
    await start(withPolicy(home, permissions));
    await go('about', 'About us');
    await go('products', 'Products');
    answers['/about'] = withPolicy(about, permissions);
    await go('about', 'About us');
    expect(loadNewDocument).not.toHaveBeenCalled();
  });
});

/** The page as it is after a change of the theme or of the program. */
function withLook(data: PageData, stylesheet: string): PageData {
  return { ...data, site: { ...data.site, assets: { ...data.site.assets, stylesheet } } };
}

function withPolicy(data: PageData, policy: string[]): PageData {
  return { ...data, page: { ...data.page, head: { ...data.page.head, policy } } };
}

describe('coming back to the window', () => {
  // SWR asks again on focus at most every five seconds.
  const comeBack = async () => {
    await act(() => vi.advanceTimersByTimeAsync(5_001));
    fireEvent.focus(window);
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(asked).toHaveLength(1);
  };

  beforeEach(() => void vi.useFakeTimers());

  test('shows what has changed meanwhile', async () => {
    await start();
    answers['/'] = heroPage('/', 'News');
    await comeBack();
    expect(heading()).toBe('News');
    expect(loadDocument).not.toHaveBeenCalled();
  });

  test('leaves alone a form that somebody is writing in, also when sections are new above it', async () => {
    const form: Section = { type: 'forms', items: [inquiryForm] };
    await start({ ...home, page: { ...home.page, sections: [{ type: 'hero', title: 'Home' }, form] } });
    const field = screen.getByLabelText<HTMLInputElement>('General Inquiry');
    field.focus();
    field.value = 'Half a word';
    const sections: Section[] = [{ type: 'hero', title: 'News' }, { type: 'hero', title: 'More' }, { ...form }];
    answers['/'] = { ...home, page: { ...home.page, sections } };
    await comeBack();
    expect(screen.getAllByRole('heading', { level: 1 }).map((title) => title.textContent)).toEqual(['News', 'More']);
    expect(screen.getByLabelText('General Inquiry')).toBe(field);
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('Half a word');
  });

  test('loads the document for a new look, which words alone would not fit', async () => {
    await start();
    answers['/'] = withLook(heroPage('/', 'News'), '/assets/new.css');
    await comeBack();
    expect(loadDocument).toHaveBeenCalled();
    expect(heading()).toBe('Home');
  });

  test('shows new words on a page with a form, and leaves it its look until the visitor goes on', async () => {
    await start();
    const form = document.body.appendChild(document.createElement('form'));
    answers['/'] = withLook(heroPage('/', 'News'), '/assets/new.css');
    await comeBack();
    expect(heading()).toBe('News');
    expect(loadDocument).not.toHaveBeenCalled();
    form.remove();
  });
});

describe('a page that does not arrive', () => {
  test('is asked for again after 1, 2 and 4 seconds; then the error page offers another attempt', async () => {
    await start();
    answers['/about'] = 503;
    vi.useFakeTimers();
    const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
    fireEvent.click(nav('about'));
    await wait(0);
    expect(asked).toHaveLength(1);
    for (const [delay, count] of [
      [1_000, 2],
      [2_000, 3],
      [4_000, 4],
    ] as const) {
      await wait(delay - 1);
      expect(asked).toHaveLength(count - 1);
      expect(heading()).toBe('Home');
      await wait(1);
      expect(asked).toHaveLength(count);
    }
    expect(heading()).toBe('Unexpected Application Error!');
    expect(screen.getByText('503')).toBeTruthy();
    expect(screen.getByText('Something went wrong on our side.')).toBeTruthy();
    expect(document.body.textContent).not.toContain('Odd');
    await wait(60_000);
    expect(asked).toHaveLength(4);

    answers['/about'] = about;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await wait(0);
    await wait(0);
    expect(heading()).toBe('About us');
  });

  test('for want of a connection is asked for again like any other', async () => {
    await start();
    vi.useFakeTimers();
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    fireEvent.click(nav('about'));
    await act(() => vi.advanceTimersByTimeAsync(6_999));
    expect(heading()).toBe('Home');
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(heading()).toBe('Unexpected Application Error!');
    expect(screen.getByText('There is no connection.')).toBeTruthy();
    expect(document.body.textContent).not.toContain('Failed to fetch');
    // Another attempt that fails as well leaves the visitor where the news is.
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(heading()).toBe('Unexpected Application Error!');
  });

  test('because somebody in between answers with a page of their own is asked for again too', async () => {
    await start();
    vi.useFakeTimers();
    const fetched = vi.fn(async () => new Response('<h1>Please sign in</h1>'));
    vi.stubGlobal('fetch', fetched);
    fireEvent.click(nav('about'));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(heading()).toBe('Home');
  });

  test('because the visitor is offline is said at once, and comes by itself with the connection', async () => {
    await start();
    const answer = globalThis.fetch;
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no connection')));
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    await userEvent.click(nav('about'));
    await shows('Unexpected Application Error!');
    expect(screen.getByText('There is no connection.')).toBeTruthy();
    vi.stubGlobal('fetch', answer);
    online.mockReturnValue(true);
    await act(async () => void fireEvent(window, new Event('online')));
    await shows('About us');
  });

  test('leaves no trace in the title of the page before it', async () => {
    await start();
    document.title = 'Home | Evenlight';
    answers['/about'] = 400;
    fireEvent.click(nav('about'));
    await shows('Unexpected Application Error!');
    expect(document.title).toBe('Unexpected Application Error!');
    await act(async () => window.history.back());
    await shows('Home');
    expect(document.title).toBe('Home | Evenlight');
    expect(document.activeElement).toBe(nav('about'));
    // Nothing is fetched ahead beyond this test.
    nav('about').blur();
  });

  test.each([403, 405])('from a file server that answers %i is loaded as a document', async (status) => {
    await start();
    answers['/about'] = status;
    fireEvent.click(nav('about'));
    await waitFor(() => expect(loadNewDocument).toHaveBeenCalled());
    expect(asked).toHaveLength(1);
  });
  test('because the request is wrong is not asked for again', async () => {
    await start();
    answers['/about'] = 400;
    fireEvent.click(nav('about'));
    await shows('Unexpected Application Error!');
    expect(asked).toHaveLength(1);
    // In the same document, where what was typed is.
    await userEvent.click(screen.getByRole('link', { name: 'Back to the start' }));
    await shows('Home');
  });
});

describe('a section that throws', () => {
  const broken: PageData = {
    ...about,
    page: {
      ...about.page,
      sections: [
        { type: 'hero', title: 'About us' },
        { type: 'hero', title: 'Broken' },
        { type: 'forms', items: [inquiryForm] },
      ],
    },
  };

  test('takes down itself alone, and is written to the console', async () => {
    const errors = expectErrors();
    await start();
    answers['/about'] = broken;
    await go('about', 'About us');
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.getByLabelText('General Inquiry')).toBeTruthy();
    expect(screen.getByRole('contentinfo')).toBeTruthy();
    expect(document.title).toBe('About us | Evenlight');
    expect(errors.flat().map(String).join(' ')).toContain('the template broke');
    await go('products', 'Products');
  });

  test('is back with new content, and takes no field away meanwhile', async () => {
    expectErrors();
    vi.useFakeTimers();
    await start(broken, '/about');
    const field = screen.getByLabelText<HTMLInputElement>('General Inquiry');
    await act(() => vi.advanceTimersByTimeAsync(5_001));
    const sections = broken.page.sections?.map(
      (section, i): Section => (i === 1 ? { type: 'hero', title: 'Mended' } : section),
    );
    answers['/about'] = { ...broken, page: { ...broken.page, sections } };
    fireEvent.focus(window);
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByRole('heading', { level: 1, name: 'Mended' })).toBeTruthy();
    expect(screen.getByLabelText('General Inquiry')).toBe(field);
  });
});

describe('a section that throws, taken over from the server', () => {
  const sections: Section[] = [
    { type: 'hero', title: 'About us' },
    { type: 'hero', title: 'Team' },
    { type: 'forms', items: [inquiryForm] },
  ];
  const page: PageData = { ...about, page: { ...about.page, sections } };
  const app = (
    <BrowserRouter>
      <App initial={page} />
    </BrowserRouter>
  );
  /** Takes over what the server writes, and returns what React had to mend. */
  const takeOver = async (html: string) => {
    answers['/about'] = page;
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = html;
    const title = screen.getByRole('heading', { name: 'About us' });
    const field = screen.getByLabelText<HTMLInputElement>('General Inquiry');
    field.value = 'Typed early';
    const mended: unknown[] = [];
    await act(async () => {
      render(app, { container, hydrate: true, onRecoverableError: (error) => mended.push(error) });
    });
    expect(screen.getByRole('heading', { name: 'About us' })).toBe(title);
    expect(screen.getByLabelText('General Inquiry')).toBe(field);
    expect(field.value).toBe('Typed early');
    return mended;
  };
  const served = (broken: string) => {
    brokenNow.title = broken;
    window.history.replaceState(null, '', '/about');
    return renderToString(app);
  };
  afterEach(() => {
    brokenNow.title = '';
  });

  test('is rendered by the client where the server could not, and the rest stays', async () => {
    const html = served('Team');
    expect(html).not.toContain('Team');
    brokenNow.title = '';
    expect(await takeOver(html)).toHaveLength(1);
    expect(screen.getByRole('heading', { name: 'Team' })).toBeTruthy();
  });

  test('leaves its place empty where the client cannot either, and the rest stays', async () => {
    expectErrors();
    await takeOver(served('Team'));
    expect(screen.queryByRole('heading', { name: 'Team' })).toBeNull();
  });

  test('goes alone where only the client cannot', async () => {
    expectErrors();
    const html = served('');
    brokenNow.title = 'Team';
    await takeOver(html);
    expect(screen.queryByRole('heading', { name: 'Team' })).toBeNull();
  });

  test('and without one, nothing has to be mended', async () => {
    expect(await takeOver(served(''))).toEqual([]);
  });
});

describe('a template that throws', () => {
  test('shows the error page, writes it to the console, and the next page is drawn', async () => {
    const errors = expectErrors();
    await start();
    answers['/about'] = { ...about, page: { ...about.page, template: 'legal' } };
    await userEvent.click(nav('about'));
    await shows('Unexpected Application Error!');
    expect(screen.getByText('Something went wrong on our side.')).toBeTruthy();
    expect(document.body.textContent).not.toContain('legal');
    expect(errors.flat().map(String).join(' ')).toContain('needs a legal document');
    await act(async () => window.history.back());
    await shows('Home');
  });
});

test('a page that nobody looked at for five minutes is fetched anew', async () => {
  vi.useFakeTimers();
  await start();
  const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const visit = async (name: string) => {
    fireEvent.click(nav(name));
    await wait(10);
  };
  await visit('about');
  await visit('products');
  expect(asked).toHaveLength(2);
  await wait(2 * unusedLifetime);
  asked.length = 0;
  await visit('about');
  expect(heading()).toBe('About us');
  expect(asked).toEqual(['/api/pages?path=/about']);
});
