import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Times } from './Times';

const drawn = (text: string) =>
  renderToStaticMarkup(
    <table>
      <tbody>
        <tr>
          <Times text={text} />
        </tr>
      </tbody>
    </table>,
  );

test('a range of hours never breaks inside, and two of them break between', () => {
  const [first, second, ...others] = drawn('07:00–13:00, 14:00–17:30').match(/<span[^>]*>[^<]*<\/span>/g) ?? [];
  expect(first).toMatch(/whitespace-nowrap">07:00–13:00,</);
  expect(second).toMatch(/whitespace-nowrap">14:00–17:30</);
  expect(others).toEqual([]);
});

test('words may break', () => {
  expect(drawn('Closed for the holidays')).not.toContain('whitespace-nowrap');
});
