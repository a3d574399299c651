import type { Form, Link, Page, PageData, Site } from './content/types.gen';

// A small site and pages of it, in the shape of GET /api/pages. Tests change what they need.

/** A link of the content. */
export function link(label: string, href?: string, more: Partial<Link> = {}): Link {
  return { label, kind: href ? 'page' : 'placeholder', ...(href ? { href } : {}), ...more };
}

export const site: Site = {
  id: 'main',
  name: 'Evenlight',
  path: '/',
  baseURL: 'https://www.evenlight.example',
  language: 'en',
  timeZone: 'America/New_York',
  mark: { alt: '', url: '/files/main/mark.svg', width: 32, height: 32 },
  theme: {
    scheme: 'dark',
    colors: {
      background: '#0a0a12',
      surface: '#141420',
      text: '#f4f4fa',
      muted: '#a0a0b4',
      line: '#2a2a3a',
      primary: '#8b7cff',
      onPrimary: '#0a0a12',
      accent: '#4fd1c5',
    },
    fonts: { display: 'Sora', text: 'Inter' },
    radius: 'medium',
    background: 'plain',
  },
  navigation: {
    logo: link('Evenlight', '/'),
    links: [link('Products', '/products'), link('About', '/about')],
    action: link('Contact', '/contact', { style: 'primary' }),
  },
  footer: {
    text: 'Software with a calm mind.',
    columns: [{ title: 'Company', links: [link('Vision'), link('Privacy', '/privacy-policy')] }],
    copyright: '© 2026 Evenlight. All rights reserved',
    links: [link('Terms')],
  },
  labels: {
    skip: 'Skip to content',
    navigation: 'Main navigation',
    languages: 'Languages',
    footer: 'Footer',
    openMenu: 'Open menu',
    closeMenu: 'Close menu',
    notifications: 'Notifications',
    closeNotification: 'Close notification',
    placeholder: 'Not available yet',
    newTab: '(opens in a new tab)',
    loading: 'Loading',
    contents: 'Contents',
    updated: 'Last updated',
    optional: 'optional',
    errorSummary: 'Please check these fields',
    reference: 'Your reference',
    included: 'Included',
    notIncluded: 'Not included',
    leaveEmpty: 'Please leave this field empty',
    choose: 'Please choose',
    from: 'from',
    perMonth: 'per month',
    perYear: 'per year',
    once: 'once',
  },
  errors: {
    title: 'Unexpected Application Error!',
    text: 'Something went wrong on our side.',
    retry: 'Try again',
    home: 'Back to the start',
    offline: 'There is no connection.',
    notFound: 'There is nothing here.',
    methodNotAllowed: 'This is not how it works.',
    badRequest: 'That could not be read.',
    tooLarge: 'That is too much.',
    unsupportedMedia: 'That is of a kind we do not take.',
    internal: 'Something broke.',
    unavailable: 'Not at the moment.',
  },
  assets: { stylesheet: '/assets/main-1.css', sprite: '/assets/main-icons-1.svg', mark: '/files/main/mark.svg' },
};

/** A page with one hero. */
export function heroPage(path: string, title: string, more: Partial<Page> = {}): PageData {
  const head = {
    title: `${title} | Evenlight`,
    description: `All about ${title}.`,
    canonical: `https://www.evenlight.example${path}`,
  };
  return { site, page: { title, template: 'page', path, head, sections: [{ type: 'hero', title }], ...more } };
}

export const home = heroPage('/', 'Home');
export const about = heroPage('/about', 'About us');
export const products = heroPage('/products', 'Products');

export const notFound: PageData = {
  site,
  page: {
    title: 'Not found',
    template: 'not-found',
    path: '',
    head: { title: 'Not found | Evenlight', noIndex: true },
    notFound: { code: '404', title: 'Oops! Page not found', actions: [link('Return to Home', '/')] },
  },
};

export const privacy: PageData = {
  site,
  page: {
    title: 'Privacy Policy',
    template: 'legal',
    path: '/privacy-policy',
    head: { title: 'Privacy Policy | Evenlight' },
    legal: {
      title: 'Privacy Policy',
      updated: 'September 13, 2025',
      path: '/privacy-policy',
      back: link('Back to Home', '/'),
      intro: { markdown: [{ kind: 'paragraph', children: [{ kind: 'text', text: 'We take care.' }] }] },
      sections: [
        {
          id: 'who-we-are',
          title: 'Who we are',
          markdown: [
            {
              kind: 'paragraph',
              children: [
                { kind: 'text', text: 'A company. ' },
                { kind: 'link', link: link('Ask us', '/contact'), children: [{ kind: 'text', text: 'Ask us' }] },
              ],
            },
          ],
        },
        { id: 'your-rights', title: 'Your rights', markdown: [] },
      ],
    },
  },
};

/** The main contact form: its fields bring their own messages. */
export const messageForm: Form = {
  id: 'message',
  site: 'main',
  kind: 'message',
  title: 'Send us a message',
  fields: [
    {
      name: 'name',
      type: 'text',
      label: 'Name',
      required: true,
      min: 2,
      message: 'Name must be at least 2 characters',
    },
    {
      name: 'email',
      type: 'email',
      label: 'Email',
      required: true,
      message: 'Please enter a valid email address',
      autocomplete: 'email',
    },
    {
      name: 'message',
      type: 'textarea',
      label: 'Message',
      required: true,
      min: 10,
      message: 'Message must be at least 10 characters',
    },
  ],
  submit: { label: 'Send message', sending: 'Sending...' },
  success: { title: 'Message sent successfully!', text: 'Thank you for contacting us.' },
  failure: { title: 'Error sending message', text: 'Please try again later.' },
};

/** A general inquiry, without messages of its own: the words of the interface are said. */
export const inquiryForm: Form = {
  id: 'inquiry',
  site: 'business',
  kind: 'contact',
  title: 'General Inquiry',
  fields: [
    { name: 'name', type: 'text', label: 'Your name', required: true, checks: { required: 'Please fill this in.' } },
    {
      name: 'subject',
      type: 'select',
      label: 'Subject',
      required: true,
      checks: { required: 'Please fill this in.' },
      options: [
        { value: 'website-design', label: 'Website Design' },
        { value: 'other', label: 'Other' },
      ],
    },
  ],
  submit: { label: 'Send inquiry', sending: 'Sending...' },
  success: { title: 'Message Sent!', text: 'We will get back to you.' },
  failure: { title: 'Error', text: 'Failed to send message. Please try again.' },
};

/** A booking request. */
export const bookingForm: Form = {
  id: 'booking',
  site: 'business',
  kind: 'booking',
  title: 'Book Consultation',
  fields: [
    {
      name: 'date',
      type: 'date',
      label: 'Date',
      required: true,
      minDate: '2026-11-21',
      checks: { required: 'Please fill this in.', format: 'No such day.', tooLow: 'That day is over.' },
    },
    {
      name: 'time',
      type: 'time',
      label: 'Time',
      required: true,
      checks: { required: 'Please fill this in.' },
      options: [
        { value: '9:00 AM', label: '' },
        { value: '10:00 AM', label: '' },
      ],
    },
    { name: 'phone', type: 'tel', label: 'Phone' },
  ],
  submit: { label: 'Request booking', sending: 'Sending Booking Request...' },
  success: { title: 'Booking Request Sent!', text: 'We will confirm it.' },
  failure: { title: 'Error', text: 'Failed to send booking request.' },
};

/** Every kind of field that is ticked, chosen or counted. */
export const orderForm: Form = {
  id: 'order',
  site: 'business',
  kind: 'contact',
  title: 'Order a cake',
  fields: [
    { name: 'guests', type: 'number', label: 'Guests', min: 2, max: 12, step: '2', half: true, hint: 'At the table.' },
    {
      name: 'size',
      type: 'radio',
      label: 'Size',
      required: true,
      options: [
        { value: 'small', label: 'Small' },
        { value: 'large', label: 'Large, for a whole wedding party' },
      ],
    },
    {
      name: 'extras',
      type: 'checkbox',
      label: 'Extras',
      options: [
        { value: 'cream', label: 'Cream' },
        { value: 'nuts', label: 'Nuts' },
      ],
    },
    { name: 'news', type: 'checkbox', label: 'Send me the newsletter.' },
    {
      name: 'terms',
      type: 'consent',
      label: 'I agree that what I wrote is stored to answer me.',
      required: true,
      link: { label: 'Privacy policy', href: '/privacy', kind: 'page' },
      message: 'Please agree, or we may not answer.',
    },
  ],
  submit: { label: 'Order', sending: 'Ordering...' },
  success: { title: 'Ordered!' },
  failure: { title: 'Not ordered' },
};
