import { type ReactNode, useState } from 'react';
import { words } from '../words';
import { Button } from './Button';
import { Field } from './Field';

interface Props {
  label: string;
  value: string;
  /** What is to be known of it. */
  children?: ReactNode;
}

/** What somebody takes elsewhere, such as a link. */
export function CopyField({ label, value, children }: Props) {
  const [copied, setCopied] = useState('');
  return (
    <div className="grid gap-2">
      <Field label={label} readOnly value={value} onFocus={({ target }) => target.select()} />
      {children}
      <Button
        className="justify-self-start"
        onClick={() => navigator.clipboard.writeText(value).then(() => setCopied(value), console.error)}
      >
        {words.copy}
      </Button>
      <p role="status" className="empty:hidden">
        {copied === value && words.copied}
      </p>
    </div>
  );
}
