import type {
  Card,
  Industry,
  Node,
  Person,
  Plan,
  Question,
  Section,
  SectionType,
  Testimonial,
} from '../content/types.gen';
import { sampleImage } from '../sample-image';
import { bookingForm, inquiryForm, link } from '../test-data';
import { logo, portrait, view } from '../test-pictures';
import { sampleDrawings } from './sample-drawings';

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

const repair = {
  title: 'What is wrong?',
  drawing: sampleDrawings.dishwasher,
  steps: { tub: 1, pump: 2, filter: 3, hose: 3 },
  messages: [
    { from: 'person' as const, name: 'You', text: 'The water stays in the machine.' },
    { from: 'app' as const, name: 'Mender', text: 'Then the pump does not turn. Do you hear it?' },
    { from: 'app' as const, name: 'Mender', text: 'Look into the filter first, then at the hose.' },
  ],
  placeholder: 'Say what you see',
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

const annotated = {
  ...rewriting,
  runs: [
    { text: 'A flat logo for ' },
    { text: 'a family bakery', note: 1 },
    { text: ': one ear of wheat, ' },
    { text: 'two warm colours', note: 2 },
    { text: ', ' },
    { text: 'readable at sixteen pixels', note: 3 },
    { text: ', white ground.' },
  ],
  notes: [
    { label: 'Subject', text: 'Whose logo it is' },
    { label: 'Mood', text: 'What one feels first' },
    { label: 'Limits' },
  ],
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

const industry = (id: string, icon: string, name: string, sample?: Industry['sample']): Industry => ({
  id,
  icon,
  name,
  drawing: sampleDrawings[id],
  text: 'Guests look for the menu, the hours and a table.',
  features: ['Menu that is easy to change', 'Table booking', 'Opening hours', 'Map and directions'],
  sample,
});

const website = (layout: 'menu' | 'columns' | 'arch' | 'table', name: string, title: string) => ({
  layout,
  name,
  navigation: ['Offer', 'People', 'Find us'],
  eyebrow: 'Open today',
  title,
  text: 'A sentence that says what there is, and for whom.',
  action: 'Make an appointment',
  lists: ['First', 'Second', 'Third'].map((list) => ({
    title: list,
    items: [
      { name: 'What is asked for often', value: '18' },
      { name: 'What takes longer', text: '60 minutes', value: '45' },
    ],
  })),
  note: 'Tuesday to Saturday, 9 AM to 6 PM',
});

const card = (item: (typeof items)[number], index: number): Card =>
  index === 0 ? { ...item, points: points.slice(0, 3), link: link('How we design', '/design') } : item;

const paragraph = (text: string): Node => ({ kind: 'paragraph', children: [{ kind: 'text', text }] });

const question = (id: string, words: string, answer: string): Question => ({
  id,
  question: words,
  answer: [paragraph(answer)],
});

const opinions: Testimonial[] = [
  {
    text: 'They asked what our guests look for, and put that first. The telephone rings less, and the tables are full.',
    name: 'Ida Sample',
    role: 'Runs a restaurant',
    image: portrait(1),
    source: link('Her review', 'https://example.com', { kind: 'external' }),
  },
  { text: 'On time, and as agreed.', name: 'Otto Example', role: 'Lawyer', image: portrait(2) },
  {
    text: 'I had put it off for years, because I thought that it would eat my evenings. It took two talks and one afternoon of photographs, and every question that I had since was answered on the same day.',
    name: 'Mara Placeholder',
    role: 'Salon owner',
  },
  {
    text: 'Our members book their courses themselves now. Nobody misses the list on the wall.',
    name: 'Jun Sample',
    role: 'Fitness gym',
    image: portrait(4),
  },
  { text: 'The first website that I could explain to my mother.', name: 'Lea Example', image: portrait(5) },
];

const profiles = [
  link('Mail', 'mailto:a@example.com', { kind: 'contact', icon: 'mail' }),
  link('Website', 'https://example.com', { kind: 'external', icon: 'globe' }),
];
const person = (number: number, name: string, role: string, text?: string): Person => ({
  id: `person-${number}`,
  name,
  role,
  ...(text ? { text } : {}),
  image: portrait(number),
  links: profiles,
});
const people = [
  person(3, 'Ada Example', 'Design', 'Draws first, talks later.'),
  person(6, 'Bo Sample', 'Words', 'Makes long sentences short.'),
  person(8, 'Cy Placeholder', 'Engineering', 'Knows why it is fast.'),
  person(11, 'Di Example', 'Photography', 'Comes with one lens.'),
];

/** One section of each type. */
const contactItems = [
  { icon: 'mail', title: 'Email', link: link('hello@example.com', 'mailto:hello@example.com', { kind: 'contact' }) },
  { icon: 'clock', title: 'Hours', text: 'Monday to Friday, 9 to 6' },
  { icon: 'reply', title: 'Response', text: 'Within 24 hours' },
];

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
    items: contactItems,
  },
  cta: {
    type: 'cta',
    title: 'Your next customer is looking right now',
    text: 'Two weeks from now they can find you.',
    actions: [begin, more],
    note: 'First month free. Cancel at any time.',
  },
  embed: {
    type: 'embed',
    title: 'A day in the workshop',
    text: 'Three minutes, from the first sketch to the last check.',
    name: 'A day in the workshop',
    player: 'about:blank',
    link: link('A day in the workshop', 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', { kind: 'external' }),
    poster: sampleImage(1600, 900),
    caption: 'Kept at YouTube. Nothing is loaded from there before you press play.',
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
  gallery: {
    type: 'gallery',
    title: 'From the workshop',
    items: ['The yard', 'Morning', 'The hills behind', 'First light', 'The long way home', 'Evening'].map(
      (caption, index) => ({
        ...sampleImage(600, 600),
        large: sampleImage(1200 + index, 800),
        ...(index === 1 ? { caption } : {}),
      }),
    ),
  },
  features: {
    type: 'features',
    title: 'What it can do',
    text: 'Six things, each of them done well.',
    columns: 3,
    items,
  },
  forms: {
    type: 'forms',
    title: 'How can we help?',
    items: [inquiryForm, bookingForm],
    contact: { title: 'Or write to us', items: contactItems },
  },
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
    layout: 'windows',
    label: 'Sample design',
    items: [
      industry('restaurant', 'utensils', 'Restaurant', website('menu', 'Sample Restaurant', 'A table by the window')),
      industry(
        'law-firm',
        'scale',
        'Law firm',
        website('columns', 'Sample Law Office', 'Clear advice before you sign'),
      ),
      industry('salon-and-spa', 'scissors', 'Salon and spa', website('arch', 'Sample Salon', 'An hour that is yours')),
      industry('fitness-gym', 'dumbbell', 'Fitness gym', website('table', 'Sample Gym', 'Show up once')),
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
  place: {
    type: 'place',
    title: 'Come by',
    text: 'Ring twice; we are in the workshop behind the yard.',
    address: 'Evenlight\n12 Harbour Street\nLittleton, NY 10001',
    image: sampleImage(1200, 800),
    link: link('12 Harbour Street', 'https://example.com/map', { kind: 'external' }),
    hours: [
      { days: 'Monday to Friday', time: '9 am to 5 pm' },
      { days: 'Saturday', time: '10 am to 1 pm' },
      { days: 'Sunday', time: 'closed' },
    ],
    contacts: [
      link('+1 555 010 0199', 'tel:+15550100199', { kind: 'contact' }),
      link('hello@evenlight.example', 'mailto:hello@evenlight.example', { kind: 'contact' }),
    ],
  },
  locations: {
    type: 'locations',
    title: 'Where you find us',
    specialLabel: 'Special hours',
    items: [
      {
        id: 'workshop',
        name: 'The workshop',
        where: '12 Harbour Street\nLittleton, NY 10001',
        note: 'Ring twice; we are in the workshop behind the yard.',
        open: true,
        state: 'Open now, until 19:00',
        directions: link('Get directions', 'https://example.com/map', { kind: 'external' }),
        contacts: [
          link('+1 555 010 0199', 'tel:+15550100199', { kind: 'contact' }),
          link('hello@evenlight.example', 'mailto:hello@evenlight.example', { kind: 'contact' }),
        ],
        lines: [
          { days: 'Monday – Friday', time: '07:30–12:00, 13:30–19:00' },
          { days: 'Saturday', time: 'By appointment' },
          { days: 'Sunday', time: 'Closed' },
        ],
        special: [{ days: 'Friday, December 25, 2026', time: 'Closed', reason: 'Christmas' }],
      },
      {
        id: 'market',
        name: 'The market stall',
        where: 'Market Square\nLittleton, NY 10001',
        state: 'Closed, opens Saturday at 08:00',
        lines: [
          { days: 'Monday – Friday', time: 'Closed' },
          { days: 'Saturday', time: '08:00–13:00' },
          { days: 'Sunday', time: 'Closed' },
        ],
      },
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
        preview: { chat: { ...conversation, drawing: sampleDrawings.calm } },
      },
      {
        id: 'helper',
        name: 'Helper',
        text: 'Says what to try next.',
        features: three,
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
        preview: { example: annotated },
      },
      {
        id: 'repair',
        name: 'Mender',
        category: 'Repairs',
        text: 'Finds out what is broken, and what to do about it.',
        icon: 'wrench',
        features: three,
        actions: [link('Learn more', '/mender')],
        preview: { chat: repair },
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
    scene: sampleDrawings.house,
    items: [
      { icon: 'car', title: 'The car', text: 'When it does not start', part: 'car' },
      { icon: 'droplets', title: 'The bathroom', text: 'When it drips', part: 'sink' },
      { icon: 'refrigerator', title: 'The kitchen', text: 'When it stays warm', part: 'fridge' },
      { icon: 'laptop', title: 'The study', text: 'When nothing connects', part: 'laptop' },
      { icon: 'thermometer', title: 'The heating', text: 'When it stays cold', part: 'heating' },
      { icon: 'plug-zap', title: 'The fuses', text: 'When the light goes out', part: 'fuse-box' },
      { icon: 'sprout', title: 'The lawn', text: 'When it grows too high', part: 'lawn' },
      { icon: 'hammer', title: 'The workshop', text: 'When a leg breaks', part: 'workbench' },
    ],
  },
  video: {
    type: 'video',
    title: 'How bread is made',
    text: 'Two minutes in the bakery, before the town wakes up.',
    url: '/files/main/tour-1.mp4',
    contentType: 'video/mp4',
    captionsUrl: '/files/main/tour-1.vtt',
    poster: sampleImage(1600, 900),
    width: 1600,
    height: 900,
    caption: 'Filmed on a Tuesday in March.',
  },
  trust: { type: 'trust', title: 'Straight answers, kept promises', items: four },
  split: {
    type: 'split',
    eyebrow: 'Who we are',
    title: 'A workshop of five people',
    markdown: [
      paragraph(
        'We design and build websites for people who have other things to do. You speak with the person who does the work.',
      ),
      paragraph('Most of our clients came by word of mouth, and stayed.'),
    ],
    image: view(),
    points: points.slice(0, 3),
    actions: [link('How we work', '/about', { style: 'secondary' })],
  },
  testimonials: {
    type: 'testimonials',
    title: 'What clients say',
    text: 'In their own words.',
    layout: 'wall',
    items: opinions,
  },
  team: { type: 'team', title: 'Who you will meet', text: 'Five people, one table.', items: people },
  logos: {
    type: 'logos',
    title: 'Seen in good company',
    items: ['Acme', 'Northwind', 'Globex', 'Umbra and Sons', 'Hop'].map(logo),
  },
  faq: {
    type: 'faq',
    title: 'Questions, answered',
    text: 'Something else? Write to us.',
    items: [
      question(
        'cancel',
        'Can I cancel at any time?',
        'Yes, at the end of any month. Your texts and pictures are yours.',
      ),
      question(
        'time',
        'How long does it take until my website is there?',
        'Two weeks as a rule, three with many pages.',
      ),
      question('changes', 'Who changes the opening hours?', 'Write to us, or change them yourself.'),
      question('pictures', 'Do I need pictures of my own?', 'They help. We bring a photographer if you like.'),
    ],
  },
  comparison: {
    type: 'comparison',
    title: 'Which one fits?',
    text: 'Change at any time.',
    columns: ['Basic', 'Pro', 'Studio'],
    highlight: 'Pro',
    rows: [
      { label: 'Pages', values: ['5', '20', 'As many as you like'] },
      { label: 'Booking', text: 'With reminders by mail.', values: ['false', 'true', 'true'] },
      { label: 'Own domain', values: ['true', 'true', 'true'] },
      { label: 'Answer within', values: ['2 days', '1 day', '2 hours'] },
      { label: 'A photographer', values: ['false', 'false', 'true'] },
    ],
  },
  timeline: {
    type: 'timeline',
    title: 'How we got here',
    items: [
      {
        date: '2016',
        title: 'A table in a kitchen',
        text: 'Two people, one computer, and a bakery that wanted a website.',
      },
      { date: '2019', title: 'Our own workshop', text: 'With a door of its own and room for five.' },
      { date: 'Spring 2022', title: 'The hundredth website' },
      { date: '2025', title: 'Still five people', text: 'By choice: everybody knows every client.' },
    ],
  },
  tabs: {
    type: 'tabs',
    title: 'Made for your day',
    text: 'Three views of the same website.',
    items: [
      {
        label: 'Guests',
        title: 'They find a table',
        markdown: [paragraph('Menu, hours and a free table on one page, and no form with twenty fields.')],
        points: three.map(({ title }) => title),
        image: view(1200, 800),
      },
      {
        label: 'You',
        title: 'You see what is booked',
        markdown: [paragraph('A message for each booking, and a list in the morning.')],
        image: view(900, 900),
      },
      { label: 'Your team', markdown: [paragraph('Everybody can change the menu of the day from a phone.')] },
    ],
  },
} satisfies { [T in SectionType]: Extract<Section, { type: T }> };
