import { sampleDrawings } from '../catalogue/sample-drawings';
import type {
  Card,
  EntryCard,
  Feature,
  Link,
  Node,
  Plan,
  Preview,
  Price,
  Product,
  Section,
  SectionType,
  Testimonial,
} from '../content/types.gen';
import { sampleImage } from '../sample-image';
import { bookingForm, inquiryForm, link, messageForm } from '../test-data';
import { logo, portrait, view } from '../test-pictures';

// Section types at their extremes: with as little as their schema allows, and with
// as much as a page may ever hold. Titles of three lines, words longer than a
// narrow screen, one item and eleven, with and without icons.

const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen';
const title = 'A title that goes on for three lines, because the person who wrote it had a lot to say about everything';
const text = `Two or three sentences of ordinary length. They say what the section is about, and mention ${word} once.`;
const head = { id: 'sample', eyebrow: 'A few words above', title, text };

const many = <T>(make: (index: number) => T): T[] => Array.from({ length: 11 }, (_, index) => make(index + 1));

const actions: Link[] = [
  link('Begin', '/begin'),
  link('Read about it elsewhere', 'https://example.com', { kind: 'external', icon: 'globe' }),
  link('Ask', 'mailto:a@example.com', { kind: 'contact', style: 'ghost' }),
  link('Later', undefined, { style: 'text' }),
];

const price: Price = {
  amount: '2499',
  currency: 'USD',
  text: '$2,499',
  period: 'month',
  periodText: 'per month',
  from: true,
};
const briefPrice: Price = { amount: '0', currency: 'USD', text: '$0' };

const item = (index: number) => ({ icon: 'star', title: `${title} (${index})`, text: `${text} ${word}` });
const points = many((index) => `Point ${index} about ${word}`);

const card = (index: number): Card => ({
  ...item(index),
  image: sampleImage(),
  points,
  link: link(`Read ${index}`, `/read/${index}`),
});

const entry =
  (kind: EntryCard['kind']) =>
  (index: number): EntryCard => ({
    kind,
    link: link(`${title} (${index})`, `/entry/${index}`),
    starts: '2026-11-01',
    when: `November 1, 2026, and ${word}`,
    summary: text,
    tags: many((tag) => `Tag ${tag} ${word}`),
    author: word,
    facts: many((fact) => ({ label: `Fact ${fact}`, value: word })),
  });

const plan = (index: number): Plan => ({
  id: `plan-${index}`,
  name: `Plan ${index} with a long name`,
  price,
  badge: 'Most Popular',
  badgeHint: 'Chosen more often than the others.',
  text,
  duration: '90 minutes',
  includes: points,
  note: 'With small print that needs a line of its own.',
  action: link(`Choose plan ${index}`, `/choose/${index}`),
  featured: index === 2,
});
const yearly: Price = { ...price, amount: '24990', text: '$24,990', period: 'year', periodText: 'per year' };
const periods = [
  { name: 'month', label: 'per month' },
  { name: 'year', label: 'per year' },
];
const twoPrices = (index: number): Plan => ({ ...plan(index), prices: [price, yearly] });
const briefPlan: Plan = { id: 'free', name: 'Free', price: briefPrice };

const feature = (index: number): Feature => ({ ...item(index), image: sampleImage() });

const film = link('A tour', 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', { kind: 'external' });

const chat = {
  id: 'preview',
  title: 'A conversation',
  messages: many((index) => ({ from: index % 2 ? ('person' as const) : ('app' as const), name: 'Someone', text })),
  placeholder: 'Write here',
};

const example = { id: 'example', title: 'From this', inputLabel: 'In', input: text, outputLabel: 'Out', output: text };

const six = many((index) => index).slice(0, 6);
const annotated = {
  ...example,
  runs: six.flatMap((note) => [{ text: `${text} ` }, { text: `${word} ${note}`, note }]),
  notes: six.map((note) => ({ label: `${word} ${note}`, text })),
};

const previews: Preview[] = [
  { chat },
  { example },
  { example: annotated },
  { chat: { ...chat, drawing: { name: 'calm' } } },
];

const product = (index: number): Product => ({
  id: `product-${index}`,
  name: `Product ${index}`,
  category: 'Of a kind',
  tagline: 'Says it in one sentence.',
  text,
  icon: 'box',
  features: many(feature),
  actions,
  preview: previews[index % previews.length],
});

const answer: Node[] = [
  { kind: 'paragraph', children: [{ kind: 'text', text }] },
  { kind: 'list', ordered: false, children: [{ kind: 'item', children: [{ kind: 'text', text: word }] }] },
];

const opinion = (index: number): Testimonial => ({
  text: index % 3 ? `${text} ${word} ${index}` : `Short ${index}.`,
  name: `Person ${index} ${word}`,
  role: title,
  ...(index % 2
    ? { image: portrait(index), source: link('Where it was said', 'https://example.com', { kind: 'external' }) }
    : { source: link('A letter') }),
});

type Samples = {
  [T in SectionType]?: Record<'shortest' | 'longest', Extract<Section, { type: T }>> & {
    [layout: string]: Extract<Section, { type: T }>;
  };
};

/**
 * Two sections of a type, and layouts that look quite different; a type without an entry has its usual sample alone
 * (catalogue/usual-samples.ts).
 */
export const sectionSamples = {
  hero: {
    shortest: { type: 'hero', title: 'Hi', drawing: sampleDrawings.parcel },
    longest: {
      ...head,
      type: 'hero',
      title: `${title} ${word}`,
      actions,
      points,
      size: 'tall',
      preview: { chat },
    },
    full: { ...head, type: 'hero', title: 'Bread takes a day', actions, points, size: 'full', image: sampleImage() },
  },
  cards: {
    shortest: { type: 'cards', items: [{ title: 'One' }] },
    longest: { ...head, type: 'cards', layout: 'bento', items: many(card), actions },
    numbered: { ...head, type: 'cards', layout: 'numbered', items: many(card).slice(0, 4), actions },
  },
  products: {
    shortest: {
      type: 'products',
      items: [{ id: 'one', name: 'One', text: 'Does it.', features: [{ title: 'It' }] }],
    },
    longest: { ...head, type: 'products', detail: 'full', items: many(product) },
  },
  entries: {
    shortest: { type: 'entries', items: [entry('article')(1)] },
    longest: { ...head, type: 'entries', items: many(entry('event')), actions },
  },
  features: {
    shortest: { type: 'features', items: [{ title: 'One' }] },
    longest: { ...head, type: 'features', columns: 4, items: many(feature) },
  },
  quote: {
    shortest: { type: 'quote', text: 'Yes.' },
    longest: {
      type: 'quote',
      id: 'vision',
      text: `${title} ${word}`,
      source: 'Someone who said it',
      image: portrait(3),
    },
  },
  metrics: {
    shortest: { type: 'metrics', items: [{ value: '1', label: 'thing' }] },
    longest: {
      ...head,
      type: 'metrics',
      items: many((index) => ({ icon: 'gauge', value: `under ${index},000,000 ms`, label: `${word} ${index}`, text })),
    },
  },
  stack: {
    shortest: { type: 'stack', groups: [{ title: 'One', items: ['A'] }] },
    longest: {
      ...head,
      type: 'stack',
      groups: many((index) => ({ icon: 'layers', title: `${word} ${index}`, items: points })),
    },
  },
  tiles: {
    shortest: { type: 'tiles', items: [{ title: 'One' }] },
    longest: { ...head, type: 'tiles', items: many(item) },
  },
  steps: {
    shortest: { type: 'steps', items: [{ title: 'One' }] },
    longest: { ...head, type: 'steps', items: many(item) },
  },
  checklist: {
    shortest: { type: 'checklist', items: ['One'] },
    longest: { ...head, type: 'checklist', items: points, aside: { icon: 'rocket', title, text, actions } },
  },
  plan: {
    shortest: { type: 'plan', plan: briefPlan },
    longest: { ...head, type: 'plan', plan: twoPrices(2) },
  },
  plans: {
    shortest: { type: 'plans', items: [briefPlan] },
    longest: { ...head, type: 'plans', items: many((index) => (index === 3 ? briefPlan : twoPrices(index))), periods },
  },
  consultations: {
    shortest: { type: 'consultations', items: [briefPlan] },
    longest: { ...head, type: 'consultations', items: many(twoPrices) },
  },
  industries: {
    shortest: {
      type: 'industries',
      items: ['fashion-brand', 'design-studio'].map((id) => ({ id, name: 'One', drawing: sampleDrawings[id] })),
    },
    longest: {
      ...head,
      type: 'industries',
      items: many((index) => ({
        id: `industry-${index}`,
        icon: 'scale',
        name: `${word} ${index}`,
        text,
        features: points,
      })),
    },
  },
  promises: {
    shortest: { type: 'promises', items: [{ title: 'One' }] },
    longest: { ...head, type: 'promises', items: many(item) },
  },
  services: {
    shortest: { type: 'services', items: [{ title: 'One' }] },
    longest: {
      ...head,
      type: 'services',
      items: many((index) => ({ ...item(index), points, link: link(`Service ${index}`, `/service/${index}`), price })),
    },
  },
  guarantee: {
    shortest: { type: 'guarantee' },
    longest: { ...head, type: 'guarantee', icon: 'shield', points, actions },
  },
  trust: {
    shortest: { type: 'trust', items: [{ title: 'One' }] },
    longest: { ...head, type: 'trust', items: many(item) },
  },
  contact: {
    shortest: { type: 'contact', items: [{ title: 'Email' }] },
    longest: {
      ...head,
      type: 'contact',
      items: many((index) => ({ ...item(index), link: link(`${word}@example.com`, 'mailto:a@example.com') })),
    },
  },
  forms: {
    shortest: { type: 'forms', items: [messageForm] },
    longest: {
      ...head,
      type: 'forms',
      items: [inquiryForm, bookingForm],
      contact: {
        title: word,
        text: word,
        items: many((index) => ({ ...item(index), link: link(`${word}@example.com`, 'mailto:a@example.com') })),
      },
    },
  },
  embed: {
    shortest: { type: 'embed', name: 'A tour', player: 'about:blank', link: film },
    longest: {
      ...head,
      type: 'embed',
      name: title,
      player: 'about:blank',
      link: { ...film, label: title },
      poster: sampleImage(),
      caption: text,
    },
  },
  gallery: {
    shortest: { type: 'gallery', items: [{ ...sampleImage(), large: sampleImage() }] },
    longest: {
      ...head,
      type: 'gallery',
      items: many((index) => ({
        ...sampleImage(600, 600),
        caption: `${word} ${index}`,
        large: sampleImage(1200 + index, index % 2 ? 800 : 1600),
      })),
    },
  },
  place: {
    shortest: { type: 'place', address: 'Main Street 1' },
    longest: {
      ...head,
      type: 'place',
      address: `${word}\nMain Street 1\n12345 Littleton`,
      image: sampleImage(),
      link: link('Main Street 1', 'https://example.com/map', { kind: 'external' }),
      hours: [
        { days: `Monday to ${word}`, time: '7 am to 6 pm' },
        { days: 'Saturday', time: '7 am to 1 pm, and 3 pm to 6 pm on market days' },
        { days: 'Closed on Sundays and holidays' },
      ],
      contacts: [
        link('+1 555 010 0199', 'tel:+15550100199', { kind: 'contact' }),
        link(`${word}@example.com`, 'mailto:a@example.com', { kind: 'contact' }),
      ],
      actions,
    },
  },
  locations: {
    shortest: {
      type: 'locations',
      specialLabel: 'Holidays',
      items: [{ id: 'one', name: 'One', where: 'Main Street 1' }],
    },
    longest: {
      ...head,
      type: 'locations',
      specialLabel: `Holidays and ${word}`,
      items: many((index) => ({
        id: `place-${index}`,
        name: `${word} ${index}`,
        where: `${word} 1\n12345 Littleton`,
        note: text,
        ...(index % 2 ? { image: sampleImage() } : {}),
        open: index % 2 === 0,
        state: `Open now, until ${word}`,
        directions: link('Directions', 'https://example.com/map', { kind: 'external' }),
        contacts: [
          link('+1 555 010 0199', 'tel:+15550100199', { kind: 'contact' }),
          link(`${word}@example.com`, 'mailto:a@example.com', { kind: 'contact' }),
        ],
        lines: [
          { days: `Monday – ${word}`, time: '07:30–12:00, 13:30–19:00' },
          { days: 'Saturday – Sunday', time: 'Closed' },
        ],
        special: [{ days: 'Friday, December 25, 2026', time: 'Closed', reason: title }],
      })),
    },
  },
  video: {
    shortest: { type: 'video', url: '/files/main/tour-1.mp4', contentType: 'video/mp4' },
    longest: {
      ...head,
      type: 'video',
      url: '/files/main/tour-1.webm',
      contentType: 'video/webm',
      captionsUrl: '/files/main/tour-1.vtt',
      poster: sampleImage(1600, 900),
      width: 1080,
      height: 1920,
      caption: text,
    },
  },
  prose: {
    shortest: { type: 'prose', markdown: [] },
    longest: {
      ...head,
      type: 'prose',
      markdown: [
        { kind: 'heading', level: 3, id: 'part', children: [{ kind: 'text', text: 'A part' }] },
        {
          kind: 'paragraph',
          children: [
            { kind: 'text', text },
            { kind: 'strong', children: [{ kind: 'text', text: 'strong' }] },
            { kind: 'emphasis', children: [{ kind: 'text', text: 'so' }] },
            { kind: 'break' },
            { kind: 'code', text: 'code' },
            { kind: 'link', link: link('there', '/there'), children: [{ kind: 'text', text: 'there' }] },
          ],
        },
        {
          kind: 'list',
          ordered: true,
          children: [{ kind: 'item', children: [{ kind: 'text', text: word }] }],
        },
        { kind: 'quote', children: [{ kind: 'paragraph', children: [{ kind: 'text', text }] }] },
        { kind: 'codeblock', text: 'one\ntwo' },
        { kind: 'rule' },
      ],
    },
  },
  cta: {
    shortest: { type: 'cta', actions: [link('Go', '/go')] },
    longest: { ...head, type: 'cta', title: `${title} ${word}`, actions, note: 'Small print below the buttons.' },
  },
  split: {
    shortest: { type: 'split', markdown: [], image: view() },
    longest: { ...head, type: 'split', markdown: answer, image: view(600, 1200), side: 'left', points, actions },
  },
  testimonials: {
    shortest: { type: 'testimonials', layout: 'single', items: [{ text: 'Yes.', name: 'One' }] },
    longest: { ...head, type: 'testimonials', layout: 'wall', items: many(opinion) },
  },
  team: {
    shortest: { type: 'team', items: [{ name: 'One' }] },
    longest: {
      ...head,
      type: 'team',
      items: many((index) => ({
        name: `${word} ${index}`,
        role: title,
        text,
        links: actions,
        ...(index % 3 ? { image: portrait(index) } : {}),
      })),
    },
  },
  logos: {
    shortest: { type: 'logos', items: [logo('One', 0)] },
    longest: {
      ...head,
      type: 'logos',
      items: many((index) => ({
        ...logo(`Acme ${'and Sons '.repeat(index % 4)}`, index),
        name: `Acme ${index}`,
        link: link('Acme', 'https://example.com', { kind: 'external' }),
      })),
    },
  },
  faq: {
    shortest: { type: 'faq', items: [{ id: 'one', question: 'One?', answer: [] }] },
    longest: {
      ...head,
      type: 'faq',
      items: many((index) => ({ id: `question-${index}`, question: `${title} ${word}?`, answer })),
    },
  },
  comparison: {
    shortest: { type: 'comparison', columns: ['One'], rows: [{ label: 'It', values: ['true'] }] },
    longest: {
      ...head,
      type: 'comparison',
      columns: ['One', 'Two', 'Three with a long name', word, 'Five', 'Six'],
      highlight: word,
      rows: many((index) => ({
        label: `${title} ${index}`,
        text,
        values: ['true', 'false', text, '', word, `${index}`],
      })),
    },
  },
  timeline: {
    shortest: { type: 'timeline', items: [{ date: '1', title: 'One' }] },
    longest: {
      ...head,
      type: 'timeline',
      items: many((index) => ({ date: index % 2 ? `19${index}` : word, title: `${title} (${index})`, text })),
    },
  },
  tabs: {
    shortest: { type: 'tabs', items: [{ label: 'One', markdown: [] }] },
    longest: {
      ...head,
      type: 'tabs',
      items: many((index) => ({
        label: index % 2 ? `Tab ${index}` : `${word} ${index}`,
        title,
        markdown: answer,
        points,
        image: view(),
        actions,
      })),
    },
  },
} satisfies Samples;
