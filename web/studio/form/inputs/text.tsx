import { type ComponentProps, useState } from 'react';
import { words } from '../words';
import type { InputProps } from './Scalar';

type Keyboard = ComponentProps<'input'>['inputMode'];
const keyboards: Record<string, Keyboard> = { email: 'email', uri: 'url', integer: 'numeric', number: 'decimal' };

/** A word for programs, such as an address or a number. */
export function Line({ control, schema: { format, type, pattern, minimum = 0 }, value, onChange }: InputProps) {
  const isNumber = pattern && new RegExp(pattern).test('1.50');
  // The keys of numbers have no minus.
  const keyboard = minimum < 0 ? undefined : keyboards[format ?? (isNumber ? 'number' : String(type))];
  return (
    <input
      {...control}
      className="input"
      inputMode={keyboard}
      autoCapitalize="off"
      autoComplete="off"
      spellCheck={false}
      dir="auto"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const withoutEnds = (text: string) => text.replace(/^[ \t]+$/gm, '').replace(/^\n+|\n+$/g, '');

/** Words for visitors. The field grows with them; what was one paragraph stays one, but for rich text. */
export function Words({ control, schema, value, onChange }: InputProps) {
  const isRich = schema['x-kind'] === 'rich';
  const hasLines = isRich || value.includes('\n');
  const [typed, setTyped] = useState('');
  // A Markdown file has other empty lines around its text than were typed: these stay while somebody goes on.
  const shown = isRich && withoutEnds(typed) === withoutEnds(value) ? typed : value;
  // For browsers that do not find out by themselves.
  const rows = Math.ceil(value.length / 45) + value.split('\n').length - 1;
  return (
    <>
      <textarea
        {...control}
        className="field-sizing-content input max-h-[60dvh] resize-none"
        rows={Math.min(Math.max(rows, isRich ? 6 : 1), 16)}
        dir="auto"
        value={shown}
        onKeyDown={(event) => event.key === 'Enter' && !hasLines && event.preventDefault()}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(hasLines ? target.value : target.value.replace(/\s*\n\s*/g, ' '));
        }}
        onBlur={() => setTyped('')}
      />
      {isRich && (
        <details className="text-muted text-sm">
          <summary className="flex min-h-11 items-center">{words.formatting}</summary>
          <ul>
            {words.formats.map((example) => (
              <li key={example}>{example}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
