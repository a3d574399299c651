import { CSPProvider } from '@base-ui/react/csp-provider';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { BrowserRouter } from 'react-router';
import { SWRConfig, useSWRConfig } from 'swr';
import { isSignedOut } from './api/client';
import { config, useMe } from './api/use-api';
import { Button } from './ui/Button';
import { Sheet } from './ui/Sheet';
import { SignIn } from './views/SignIn';
import { Workspace } from './views/Workspace';
import { words } from './words';

const provider = () => new Map();

/** All of Studio. Base UI adds no style elements: the policy forbids them. */
export const App = () => (
  <CSPProvider disableStyleElements>
    <SWRConfig value={{ ...config, provider }}>
      <BrowserRouter basename="/studio">
        <Gate />
      </BrowserRouter>
    </SWRConfig>
  </CSPProvider>
);

/**
 * Lets in who is signed in, in this tab or in another one. Whose session ends on the way keeps everything in sight,
 * below the sign-in.
 */
function Gate() {
  const { data: me, error, mutate } = useMe();
  const { mutate: mutateAll } = useSWRConfig();
  const tabs = useRef<BroadcastChannel>(undefined);
  useEffect(() => {
    const channel = new BroadcastChannel('studio');
    channel.onmessage = () => mutateAll(() => true);
    tabs.current = channel;
    return () => channel.close();
  }, [mutateAll]);
  function enter() {
    mutateAll(() => true);
    tabs.current?.postMessage('signed in');
  }
  const signIn = <SignIn onDone={enter} />;
  if (!me)
    return (
      <main className="gate" aria-busy={!error}>
        {!error && <p className="wait">{words.working}</p>}
        {error && <h1>{isSignedOut(error) ? words.studio : words.cannotReach}</h1>}
        {isSignedOut(error) ? signIn : error && <Button onClick={() => mutate()}>{words.retry}</Button>}
      </main>
    );
  return (
    <>
      <Workspace key={me.email} me={me} signedOut={isSignedOut(error)} />
      {isSignedOut(error) && <SignInAgain>{signIn}</SignInAgain>}
    </>
  );
}

/** The sign-in over everything, once the field is left that somebody types in: the next letter belongs there. */
function SignInAgain({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(() => !document.activeElement?.matches('input, textarea'));
  useEffect(() => {
    const open = () => setOpen(true);
    addEventListener('focusout', open);
    return () => removeEventListener('focusout', open);
  }, []);
  return isOpen && <Sheet title={words.signIn}>{children}</Sheet>;
}
