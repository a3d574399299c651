import type { Card, Industry, Node, Plan, Section, SectionType } from '../content/types.gen';
import { bookingForm, inquiryForm, link } from '../test-data';

// Every section type as a page usually holds it: words of ordinary length, and
// as many items as fit the eye. They stand here, not in the content folder, so
// that screenshots change with the design and not with the words of a site.

const begin = link('Book a consultation', '/connect', { style: 'primary', icon: 'arrow-right' });
const more = link('See all services', '/services', { style: 'secondary' });

const items = [
  {
    icon: 'pencil-ruler',
    title: 'Professional design',
    text: 'Made for your business. You approve it before we build.',
  },
  {
    icon: 'smartphone',
    title: 'Mobile first',
    text: 'Planned for the phone, then for the desk. Every button is easy to hit.',
  },
  { icon: 'search', title: 'Found by search', text: 'Clear titles and structure, so that people find what you offer.' },
  { icon: 'gauge', title: 'Fast', text: 'Light pages and well-prepared pictures. Nobody waits.' },
  { icon: 'server', title: 'Secure hosting', text: 'Encrypted, watched over, and there when you need it.' },
  {
    icon: 'mail-check',
    title: 'Easy changes',
    text: 'New hours or a new price? Write to us, and it is on your website.',
  },
];
const four = items.slice(0, 4);
const three = items.slice(0, 3);
const points = ['First month free', 'Unlimited revisions', 'No setup fees', 'Cancel at any time'];

const conversation = {
  id: 'preview',
  title: 'A conversation',
  messages: [
    { from: 'person' as const, name: 'You', text: 'Help me see how I decide.' },
    {
      from: 'app' as const,
      name: 'Guide',
      text: 'You tend to think longer when the outcome is open. Shall we look at last week?',
    },
    { from: 'person' as const, name: 'You', text: 'Yes, the offer on Tuesday.' },
  ],
  placeholder: 'Write a message',
};

const rewriting = {
  id: 'example',
  title: 'A better prompt',
  inputLabel: 'What you write',
  input: 'a logo for a bakery',
  outputLabel: 'What the model gets',
  output:
    'A flat logo for a family bakery: one ear of wheat, two warm colours, readable at sixteen pixels, white ground.',
};

const plan: Plan = {
  id: 'usual',
  name: 'Business website',
  price: { amount: '49.99', currency: 'USD', text: '$49.99', period: 'month', periodText: 'per month' },
  badge: 'Most popular',
  text: 'Design, hosting and updates for one price.',
  includes: ['Custom design', 'Up to ten pages', 'Contact form', 'Search engine basics', 'Hosting and backups'],
  note: 'Billed monthly after the first month.',
  action: begin,
  featured: true,
};
const freePlan: Plan = {
  id: 'free',
  name: 'Free',
  price: { amount: '0', currency: 'USD', text: '$0' },
  text: 'To see whether it suits you.',
  includes: ['Five prompts a day', 'Two models', 'Prompt library'],
  action: link('Begin for free', '/begin'),
};
const session = (id: string, name: string, duration: string, text: string): Plan => ({
  id,
  name,
  duration,
  price: { amount: text, currency: 'USD', text: `$${text}` },
  text: 'An hour with the person who will design and build it.',
  includes: ['Review of your plans', 'Notes afterwards', 'Next steps'],
  action: link(`Book ${name}`, '/connect'),
});

const industry = (id: string, icon: string, name: string): Industry => ({
  id,
  icon,
  name,
  text: 'Guests look for the menu, the hours and a table.',
  features: ['Menu that is easy to change', 'Table booking', 'Opening hours', 'Map and directions'],
});

const card = (item: (typeof items)[number], index: number): Card =>
  index === 0 ? { ...item, points: points.slice(0, 3), link: link('How we design', '/design') } : item;

const paragraph = (text: string): Node => ({ kind: 'paragraph', children: [{ kind: 'text', text }] });

/** One section of each type. */
export const usualSamples = {
  cards: {
    type: 'cards',
    title: 'Everything a website needs',
    text: 'None of it is an extra.',
    layout: 'bento',
    columns: 3,
    items: items.map(card),
  },
  checklist: {
    type: 'checklist',
    title: 'What is included',
    items: [...points, 'Responsive layout', 'Contact form', 'Analytics', 'Training'],
    aside: { icon: 'rocket', title: 'Ready to begin?', text: 'A few lines are enough.', actions: [begin] },
  },
  consultations: {
    type: 'consultations',
    title: 'Three ways to talk',
    items: [
      session('call', 'Discovery call', '30 minutes', '99'),
      { ...session('strategy', 'Strategy session', '60 minutes', '299'), badge: 'Most booked', featured: true },
      session('day', 'Planning day', '6 hours', '1,499'),
    ],
  },
  contact: {
    type: 'contact',
    title: 'Other ways to reach us',
    items: [
      {
        icon: 'mail',
        title: 'Email',
        link: link('hello@example.com', 'mailto:hello@example.com', { kind: 'contact' }),
      },
      { icon: 'clock', title: 'Hours', text: 'Monday to Friday, 9 to 6' },
      { icon: 'reply', title: 'Response', text: 'Within 24 hours' },
    ],
  },
  cta: {
    type: 'cta',
    title: 'Your next customer is looking right now',
    text: 'Two weeks from now they can find you.',
    actions: [begin, more],
    note: 'First month free. Cancel at any time.',
  },
  entries: {
    type: 'entries',
    title: 'From our journal',
    text: 'What we learn while we work.',
    items: ['A faster page sells more', 'Words before pictures', 'What a form should ask'].map((label, index) => ({
      kind: 'article' as const,
      link: link(label, `/journal/${index}`),
      date: `2026-11-0${3 - index}`,
      dateText: `November ${3 - index}, 2026`,
      summary: 'Two years of measuring small websites, and what it says about yours.',
      author: 'Ada Example',
      tags: ['Speed', 'Writing'],
    })),
    actions: [link('All entries', '/journal', { style: 'secondary' })],
  },
  features: {
    type: 'features',
    title: 'What it can do',
    text: 'Six things, each of them done well.',
    columns: 3,
    items,
  },
  forms: { type: 'forms', title: 'How can we help?', items: [inquiryForm, bookingForm] },
  guarantee: {
    type: 'guarantee',
    icon: 'shield-check',
    title: 'Without risk',
    text: 'If you are not happy in the first thirty days, you pay nothing.',
    points,
    actions: [link('Read the terms', '/terms', { style: 'text' })],
  },
  hero: {
    type: 'hero',
    size: 'tall',
    eyebrow: 'Websites for small businesses',
    title: 'Beautiful websites that grow your business',
    text: 'We design it, build it, host it and keep it current.',
    actions: [begin, more],
    points: points.slice(0, 3),
    preview: { chat: conversation },
  },
  industries: {
    type: 'industries',
    eyebrow: 'Industries',
    title: 'Built around the way you work',
    items: [
      industry('restaurant', 'utensils', 'Restaurant'),
      industry('law', 'scale', 'Law firm'),
      industry('salon', 'scissors', 'Salon and spa'),
      industry('gym', 'dumbbell', 'Fitness gym'),
    ],
  },
  metrics: {
    type: 'metrics',
    title: 'In figures',
    items: [
      { icon: 'zap', value: '<1ms', label: 'Real-time processing' },
      { icon: 'plug', value: '6+', label: 'Integrations' },
      { icon: 'users', value: '20+', label: 'Personalities' },
      { icon: 'box', value: '10+', label: 'Modules' },
    ],
  },
  plan: { type: 'plan', eyebrow: 'Pricing', title: 'One plan, one clear price', plan },
  plans: {
    type: 'plans',
    title: 'Begin free, stay if you like it',
    items: [freePlan, { ...plan, id: 'pro', name: 'Pro' }],
  },
  products: {
    type: 'products',
    title: 'Our apps',
    detail: 'full',
    items: [
      {
        id: 'guide',
        name: 'Guide',
        category: 'Wellbeing',
        tagline: 'Room to think.',
        text: 'A calm place to sort out what you think.',
        icon: 'brain',
        features: four,
        actions: [link('Try it', '/try'), link('Learn more', '/guide')],
        preview: { chat: conversation },
      },
      {
        id: 'prompt',
        name: 'Prompter',
        category: 'Writing',
        text: 'Turns a rough idea into a prompt that works.',
        icon: 'sparkles',
        features: three,
        actions: [link('Learn more', '/prompter')],
        preview: { example: rewriting },
      },
    ],
  },
  promises: { type: 'promises', items: three },
  prose: {
    type: 'prose',
    title: 'Innovation at scale',
    markdown: [
      paragraph('What we learn from one app makes the next one better. The parts are the same, and so is the care.'),
      { kind: 'list', children: points.map((text) => ({ kind: 'item', children: [{ kind: 'text', text }] })) },
      paragraph('Growth changes the numbers, not the way it works.'),
    ],
  },
  quote: { type: 'quote', text: 'Intelligence is not artificial when it understands you.' },
  services: {
    type: 'services',
    title: 'Choose what you need',
    items: three.map((item, index) => ({
      ...item,
      points: points.slice(0, 3),
      link: link('See what is in it', `/services/${index}`),
      price: { amount: '2499', currency: 'USD', text: '$2,499', from: true },
    })),
  },
  stack: {
    type: 'stack',
    title: 'What it is made of',
    groups: [
      { icon: 'brain', title: 'Models', items: ['PyTorch', 'ONNX', 'Transformers'] },
      { icon: 'server', title: 'Backend', items: ['Go', 'PostgreSQL', 'Redis', 'gRPC'] },
      { icon: 'panels-top-left', title: 'Frontend', items: ['React', 'TypeScript'] },
      { icon: 'cloud', title: 'Infrastructure', items: ['Kubernetes', 'Terraform', 'Prometheus'] },
    ],
  },
  steps: { type: 'steps', title: 'From idea to launch', text: 'Four steps, two weeks.', items: four },
  tiles: {
    type: 'tiles',
    title: 'What people ask it about',
    items: [...items, ...three].map(({ icon, title }, index) => ({
      icon,
      title: index < 6 ? title : `More ${title.toLowerCase()}`,
    })),
  },
  trust: { type: 'trust', title: 'Straight answers, kept promises', items: four },
} satisfies { [T in SectionType]: Extract<Section, { type: T }> };
