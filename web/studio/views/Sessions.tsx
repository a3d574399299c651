import type { Me } from '../api/types';
import { useAct } from '../changes/use-queue';
import { Row } from '../ui/Row';
import { time } from '../ui/time';
import { View } from '../ui/View';
import { words } from '../words';

/** Where one is signed in, each of which can be ended: a phone that was lost. */
export function Sessions({ me }: { me: Me }) {
  const { act, error } = useAct();
  return (
    <View title={words.sessions} error={error}>
      <ul className="grid gap-2">
        {me.sessions.map(({ id, agent, seen, current }) => (
          <Row
            key={id}
            title={deviceOf(agent)}
            note={current ? words.thisDevice : `${words.lastSeen} ${time(seen)}`}
            action={words.signOut}
            onAct={!current && (() => act('POST', 'sign-out', { session: id }))}
          />
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
  return [name, system?.[0].replace('Mac OS', 'macOS')].filter(Boolean).join(', ') || words.unknownDevice;
}
