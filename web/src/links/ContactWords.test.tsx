import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { SiteProvider } from '../content/site-context';
import { site } from '../test-data';
import { ContactWords } from './ContactWords';

const drawn = (text: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <SiteProvider value={{ ...site, phone: '+41 (0)44 123 45 67', email: 'hello@bakery.example' }}>
        <ContactWords text={text} />
      </SiteProvider>
    </MemoryRouter>,
  )
    .replace(/ (class|data-slot)="[^"]*"/g, '')
    .replace(/<\/?bdi>|<wbr\/>/g, '');

test.each([
  ['Call +41 (0)44 123 45 67 today.', '<p>Call <a href="tel:+41441234567">+41 (0)44 123 45 67</a> today.</p>'],
  ['hello@bakery.example', '<p><a href="mailto:hello@bakery.example">hello@bakery.example</a></p>'],
  ['Nobody to call.', '<p>Nobody to call.</p>'],
  ['', ''],
])('%s: what reaches the site can be tapped', (text, want) => {
  expect(drawn(text)).toBe(want);
});
