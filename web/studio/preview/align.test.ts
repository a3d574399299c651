import { expect, test } from 'vitest';
import { align, around, normalise } from './align';
import { documentOf, pageOf } from './test-page';

/** The paths of what is found, each with the element that shows it and its words. */
function found(document: Document, page: ReturnType<typeof pageOf>): Record<string, string[]> {
  const paths: Record<string, string[]> = {};
  for (const { element, words, at } of align(document, page).values()) {
    const text = words.map(({ data }) => data).join('');
    paths[at] = [...(paths[at] ?? []), `${element.localName} ${text}`.trim()];
  }
  return paths;
}

test.each([
  ['soft hyphens', 'Web\u00adsite', 'Website'],
  ['spaces that do not break', '5\u00a0kg', '5 kg'],
  ['white space', ' one\n  two ', 'one two'],
  ['marks of direction', '24 UK£\u200f', '24 UK£'],
  ['quotes', '“It’s” „so“', '"It\'s" "so"'],
  ['dashes', '9–5 — 8−1', '9-5 - 8-1'],
])('%s make no difference', (_, one, other) => {
  expect(normalise(one)).toBe(normalise(other));
});

test('different words are different', () => {
  expect(normalise('Bread takes a day.')).not.toBe(normalise('Bread takes a day'));
});

test('the innermost element that has the words of a leaf shows it', () => {
  const document = documentOf({ hero: '<div><div><h1>Ten <span>5&nbsp;kg</span> loaves</h1></div></div>' });
  expect(found(document, pageOf({ hero: { title: 'Ten 5 kg loaves' } }))).toEqual({
    'sections[0].hero.title': ['h1 Ten 5\u00a0kg loaves'],
  });
});

test('a leaf may share its element with words for who listens, and with a drawing', () => {
  const document = documentOf({
    plan: '<p><svg><title>Tick</title></svg>First</p><a href="/x">Try<span class="sr-only"> <!-- -->Solace</span></a>',
  });
  expect(found(document, pageOf({ plan: { note: 'First', 'action.label': 'Try' } }))).toEqual({
    'sections[0].plan.note': ['p First'],
    'sections[0].plan.action.label': ['a Try'],
  });
});

test('a text that is a leaf as a whole is picked as a whole', () => {
  const document = documentOf({ prose: '<p>Call <a href="tel:1">us</a> <b>now</b></p>' });
  expect(found(document, pageOf({ prose: { markdown: 'Call us now', label: 'us' } }))).toEqual({
    'sections[0].prose.markdown': ['p Call us now'],
  });
});

test('what all of a link is about is picked by the link, and each of several by itself', () => {
  const document = documentOf({
    cards: '<a href="/1"><span>More</span></a><a href="/2"><h3>Title</h3><p>Text</p></a><button><b>Go</b></button>',
  });
  const words = { 'link.label': 'More', title: 'Title', text: 'Text', go: 'Go' };
  expect(Object.values(found(document, pageOf({ cards: words }))).flat()).toEqual([
    'a More',
    'h3 Title',
    'p Text',
    'button Go',
  ]);
});

test('the same words in two sections are those of each', () => {
  const document = documentOf({ hero: '<p>Order</p>', cta: '<p>Order</p>' });
  expect(Object.keys(found(document, pageOf({ hero: { label: 'Order' }, cta: { label: 'Order' } })))).toEqual([
    'sections[0].hero.label',
    'sections[1].cta.label',
  ]);
});

test('the same words in several items of a list are those of the item whose other words stand beside them', () => {
  const item = (title: string) => `<li><a href="/">Learn more</a><h3>${title}</h3></li>`;
  // The second item shows no link, and the order of keys is not that of the page.
  const document = documentOf({ cards: `<ul>${item('One')}<li><h3>Two</h3></li>${item('Three')}</ul>` });
  const words = Object.fromEntries(
    ['One', 'Two', 'Three'].flatMap((title, index) => [
      [`items[${index}].title`, title],
      [`items[${index}].link.label`, 'Learn more'],
    ]),
  );
  expect(found(document, pageOf({ cards: words }))).toEqual({
    'sections[0].cards.items[0].title': ['h3 One'],
    'sections[0].cards.items[0].link.label': ['a Learn more'],
    'sections[0].cards.items[1].title': ['h3 Two'],
    'sections[0].cards.items[2].title': ['h3 Three'],
    'sections[0].cards.items[2].link.label': ['a Learn more'],
  });
});

test('where nothing stands beside them, their order decides', () => {
  const document = documentOf({ table: '<ul><li>Yes</li><li>Yes</li></ul>' });
  const places = [...align(document, pageOf({ table: { 'rows[0]': 'Yes', 'rows[1]': 'Yes' } })).values()];
  expect(places.map(({ at }) => at)).toEqual(['sections[0].table.rows[0]', 'sections[0].table.rows[1]']);
});

test('one value that is shown twice is found twice, and leads to its own file', () => {
  const document = documentOf({ plans: '<h3>Pro</h3><p>Pro</p>' });
  const places = [...align(document, pageOf({ plans: { 'main/plans.yaml:pro.name': 'Pro' } })).values()];
  expect(places.map(({ file, at }) => [file, at])).toEqual([
    ['main/plans.yaml', 'pro.name'],
    ['main/plans.yaml', 'pro.name'],
  ]);
});

test.each(['main/plans.yaml', 'main/de/plans.yaml'])(
  'what an entry in %s says of one of its values is found as that value',
  (file) => {
    const words = {
      'main/plans.yaml:box.name': 'Box',
      'main/plans.yaml:box.prices[0]': '£24',
      [`${file}:box`]: '£24',
    };
    const places = [...align(documentOf({ plans: '<h3>Box</h3><p>£24</p>' }), pageOf({ plans: words })).values()];
    expect(places.map(({ at }) => at)).toEqual(['box.name', 'box.prices[0]']);
  },
);

test('a picture is found by its address in the preview, by its poster, or by its words', () => {
  const page = pageOf({ gallery: { 'items[0]': 'Bread', 'items[1]': 'Bread', 'items[2]': 'A cake' } });
  const [first, second] = page.sections[0]?.leaves ?? [];
  Object.assign(first ?? {}, { text: '', src: '/images/rye.jpg' });
  Object.assign(second ?? {}, { src: '/images/oat.jpg' });
  const document = documentOf({
    gallery:
      '<img src="/studio/preview/images/oat.jpg" alt="Bread"><video poster="/images/rye.jpg"></video>' +
      '<img src="/other.jpg" alt="A cake"><img src="/strange.jpg" alt="Strange"><img alt="">',
  });
  expect(found(document, page)).toEqual({
    'sections[0].gallery.items[1]': ['img'],
    'sections[0].gallery.items[0]': ['video'],
    'sections[0].gallery.items[2]': ['img'],
  });
});

test('a picture and its caption of the same words are two places', () => {
  const document = documentOf({ gallery: '<figure><img src="/rye.jpg" alt="Rye">Rye</figure>' });
  expect(found(document, pageOf({ gallery: { 'items[0]': 'Rye' } }))).toEqual({
    'sections[0].gallery.items[0]': ['img', 'figure Rye'],
  });
});

test('what is around sections is found outside of the main part alone', () => {
  const document = documentOf({ entries: '<a href="/blog">Blog</a>' }, '<a href="/blog">Blog</a>');
  const places = [...align(document, pageOf({ entries: {} }, { 'navigation.links[0].label': 'Blog' })).values()];
  expect(places.map(({ element, at }) => [element.parentElement?.localName, at])).toEqual([
    ['header', 'navigation.links[0].label'],
  ]);
});

test('a document and a page of different numbers of sections are aligned as far as both go', () => {
  const words = { title: 'A' };
  expect(align(documentOf({ hero: '<h1>A</h1>' }), pageOf({ hero: words, cta: words })).size).toBe(1);
  expect(align(documentOf({ hero: '<h1>A</h1>', cta: '<h1>A</h1>' }), pageOf({ hero: words })).size).toBe(1);
});

test('values are in what all of their paths begin with', () => {
  const at = (...paths: string[]) => around(paths.map((at) => ({ file: 'a.yaml', at })));
  expect(at('sections[1].faq.items[0].question', 'sections[1].faq.items[0].answer')?.at).toBe(
    'sections[1].faq.items[0]',
  );
  expect(at('sections[1].faq.items[0].question', 'sections[1].faq.items[10].question')?.at).toBe(
    'sections[1].faq.items',
  );
  expect(at('pro.price', 'pro.price')?.at).toBe('pro.price');
  expect(at('[0][1]', '[0][2]')?.at).toBe('[0]');
  expect(at('pro.name', 'promo.name')).toBeUndefined();
  expect(around([])).toBeUndefined();
  expect(
    around([
      { file: 'a.yaml', at: 'x' },
      { file: 'b.yaml', at: 'x' },
    ]),
  ).toBeUndefined();
});
