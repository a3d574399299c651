import { type FormEvent, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../api/client';
import { useRun } from '../api/use-run';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { words } from '../words';

/** Signing in by six digits that a mail brings; its link has them, too. */
export function SignIn({ onDone }: { onDone: () => void }) {
  const [query] = useSearchParams();
  const linked = query.get('code');
  const [asked, setAsked] = useState(linked !== null);
  const { run, busy, error } = useRun();
  useEffect(() => {
    document.title = `${words.signIn} · ${words.studio}`;
  }, []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { email = '', code = '' } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    run('sign in', async () => {
      if (asked) await call('POST', 'sign-in/code', { code: code.replace(/\s/g, '') });
      else await call('POST', 'sign-in', { email: email.trim() });
      if (asked) onDone();
      setAsked(true);
    });
  }
  const common = { error, autoFocus: true, required: true };
  return (
    <form onSubmit={submit} className="grid gap-4">
      {asked && <p role="status">{words.codeSent}</p>}
      {asked ? (
        <Field
          {...common}
          key="code"
          label={words.code}
          name="code"
          defaultValue={linked ?? ''}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      ) : (
        <Field {...common} key="email" label={words.email} name="email" type="email" autoComplete="email" />
      )}
      <Button type="submit" kind="primary" disabled={busy}>
        {asked ? words.signIn : words.sendCode}
      </Button>
      {asked && <p className="text-muted text-sm">{words.noMail}</p>}
      {asked && <Button onClick={() => setAsked(false)}>{words.otherEmail}</Button>}
    </form>
  );
}
