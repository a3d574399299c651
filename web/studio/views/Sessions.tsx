import type { Me } from '../api/types';
import { useAct } from '../changes/use-queue';
import { Button } from '../ui/Button';
import { time } from '../ui/time';
import { View } from '../ui/View';
import { words } from '../words';

/** Where one is signed in, each of which can be ended: a phone that was lost. */
export function Sessions({ me }: { me: Me }) {
  const { act, busy, error } = useAct();
  return (
    <View title={words.sessions} error={error}>
      <ul className="grid gap-2">
        {me.sessions.map(({ id, agent, seen, current }) => (
          <li key={id} className="card grid-cols-[1fr_auto] items-center">
            <p>
              {deviceOf(agent) || words.unknownDevice}
              <span className="block text-muted text-sm">
                {current ? words.thisDevice : `${words.lastSeen} ${time(seen)}`}
              </span>
            </p>
            {!current && (
              <Button
                disabled={busy}
                aria-label={`${words.signOut}: ${deviceOf(agent)}`}
                onClick={() => act('POST', 'sign-out', { session: id })}
              >
                {words.signOut}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </View>
  );
}

/** The browser and the system that a user agent names. */
function deviceOf(agent: string): string {
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent.replace(/FxiOS/, 'Firefox').replace(/CriOS/, 'Chrome'));
  const system = /iPhone|iPad|Android|Windows|Mac OS|Linux/.exec(agent);
  const name = browser?.[0].replace('Edg', 'Edge').replace('OPR', 'Opera');
  return [name, system?.[0].replace('Mac OS', 'macOS')].filter(Boolean).join(', ');
}
