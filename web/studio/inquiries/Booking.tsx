import { useState } from 'react';
import { useAct } from '../changes/use-queue';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { Card } from '../ui/Card';
import { Field } from '../ui/Field';
import { fullTime } from '../ui/time';
import { words } from './words';

interface Props {
  id: string;
  zone: string;
  asked: { date: string; time: string };
  /** What the visitor was told last; empty for nothing yet. */
  startsAt: string;
}

/** When an appointment is: what the visitor asked for, or another time. Either is told to the visitor. */
export function Booking({ id, zone, asked, startsAt }: Props) {
  const [typed, setTyped] = useState<Partial<Props['asked']>>({});
  const { act, error, busy } = useAct();
  const wanted = { ...asked, ...typed };
  const isMoved = wanted.date !== asked.date || wanted.time !== asked.time;
  const tell = () =>
    act('POST', 'inquiries/confirm', { inquiry: { id, ...wanted, was: startsAt } }, () => setTyped({}));
  return (
    <Card title={words.appointment}>
      <p role="status" className={startsAt ? 'text-good' : 'text-warn'}>
        {startsAt ? `${words.confirmed}: ${fullTime(startsAt, zone)}` : words.asked}
      </p>
      <div className="grid gap-2 sm:grid-cols-2">
        {(['date', 'time'] as const).map((name) => (
          <Field
            key={name}
            label={words[name]}
            type={name}
            required
            value={wanted[name]}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          />
        ))}
      </div>
      <p className="text-muted text-sm">{`${words.clock}: ${zone.replaceAll('_', ' ')}`}</p>
      <Alert>{error}</Alert>
      <Button kind="primary" disabled={busy || (!!startsAt && !isMoved)} onClick={tell}>
        {isMoved ? words.move : startsAt ? words.confirmed : words.confirm}
      </Button>
    </Card>
  );
}
