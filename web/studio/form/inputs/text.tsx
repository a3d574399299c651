import { type ComponentProps, useState } from 'react';
import { words } from '../words';
import type { InputProps } from './Scalar';

const modes: Record<string, ComponentProps<'input'>['inputMode']> = { email: 'email', uri: 'url', decimal: 'decimal' };

/** A word for programs, such as an address or a number. */
export function Line({ control, schema: { format = '', type, minimum = -1 }, value, onChange }: InputProps) {
  const number = type === 'integer' && minimum >= 0 ? 'numeric' : type === 'number' ? 'decimal' : undefined;
  return (
    <input
      {...control}
      className="input"
      inputMode={modes[format] ?? number}
      autoCapitalize="off"
      autoComplete="off"
      spellCheck={false}
      dir="auto"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Words for visitors. The field grows with them; what was one paragraph stays one, but for rich text. */
export function Words({ control, schema, value, onChange }: InputProps) {
  const isRich = schema['x-kind'] === 'rich';
  const [hasLines] = useState(isRich || value.includes('\n'));
  return (
    <>
      <textarea
        {...control}
        className="field-sizing-content input max-h-[60dvh] resize-none"
        rows={rowsOf(value, isRich ? 6 : 1)}
        dir="auto"
        value={value}
        onKeyDown={(event) => event.key === 'Enter' && !hasLines && event.preventDefault()}
        onChange={({ target }) => onChange(hasLines ? target.value : target.value.replace(/\s*\n\s*/g, ' '))}
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

/** About how many rows a text needs, for browsers that do not find out by themselves. */
function rowsOf(text: string, least: number): number {
  const rows = text.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / 45), 0);
  return Math.min(Math.max(rows, least), 16);
}
