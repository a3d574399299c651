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
    run(async () => {
      if (asked) await call('POST', 'sign-in/code', { code: code.replace(/\s/g, '') });
      else await call('POST', 'sign-in', { email: email.trim() });
      if (asked) onDone();
      setAsked(true);
    });
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      {asked ? (
        <>
          <p role="status">{words.codeSent}</p>
          <Field
            key="code"
            label={words.code}
            name="code"
            defaultValue={linked ?? ''}
            error={error}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            required
          />
        </>
      ) : (
        <Field
          key="email"
          label={words.email}
          name="email"
          type="email"
          error={error}
          autoComplete="email"
          autoFocus
          required
        />
      )}
      <Button type="submit" kind="primary" disabled={busy}>
        {asked ? words.signIn : words.sendCode}
      </Button>
      {asked && (
        <>
          <p className="text-muted text-sm">{words.noMail}</p>
          <Button onClick={() => setAsked(false)}>{words.otherEmail}</Button>
        </>
      )}
    </form>
  );
}
