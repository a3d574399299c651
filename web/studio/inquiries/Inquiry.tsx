import { Fragment, useEffect, useEffectEvent, useState } from 'react';
import { useParams } from 'react-router';
import useSWR from 'swr';
import type { Me } from '../api/types';
import { useAct } from '../changes/use-queue';
import { Button, buttonClass } from '../ui/Button';
import { Card } from '../ui/Card';
import { Select } from '../ui/Select';
import { fullTime, number, time } from '../ui/time';
import { View } from '../ui/View';
import { Badges } from './Badges';
import { Booking } from './Booking';
import { Erase } from './Erase';
import { Note } from './Note';
import type { Inquiry } from './types';
import { kinds, states, words } from './words';

const kilobytes = { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 } as const;

interface Props {
  inquiry: Inquiry;
  /** Asks the server for something about the inquiry. */
  act: (what: 'handle' | 'release' | 'retry', more?: { set: string; value: string }) => void;
}

/** One inquiry, and all that can be done about it. */
export function InquiryView({ me }: { me: Me }) {
  const { id = '' } = useParams();
  const {
    data: inquiry,
    error: unread,
    isLoading,
  } = useSWR<Inquiry, Error>(`inquiries/one?${new URLSearchParams({ id })}`);
  const { act, error } = useAct();
  return (
    <View
      title={inquiry ? inquiry.from || words.unnamed : words.title}
      error={error ?? unread?.message}
      isLoading={isLoading}
    >
      {inquiry && (
        <Told
          key={id}
          inquiry={inquiry}
          me={me}
          act={(what, more) => act('POST', `inquiries/${what}`, { inquiry: { id, ...more } })}
        />
      )}
    </View>
  );
}

/** To open it marks it as read. */
function Told({ inquiry, me, act }: Props & { me: Me }) {
  const { id, form, site, received, zone, reference, page, plan, campaign, handling, state, reasons, team } = inquiry;
  const { assigned = '' } = handling;
  const [asking, setAsking] = useState<'one' | 'all'>();
  const see = useEffectEvent(() => handling.seenAt || act('handle', { set: 'seen', value: 'yes' }));
  useEffect(() => void see(), []);
  const isHeld = state === 'suspect';
  const about = [
    [words.received, fullTime(received, zone)],
    [words.reference, reference],
    [words.page, page],
    [words.plan, plan],
    [words.campaign, campaign?.map(({ name, value }) => `${name}: ${value}`).join('\n')],
  ].filter(([, text]) => text);
  return (
    <>
      <Badges inquiry={inquiry} />
      {isHeld && (
        <Card title={words.held}>
          <ul className="list-disc ps-5">
            {reasons?.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <p className="flex flex-wrap gap-2">
            <Button kind="primary" onClick={() => act('release')}>
              {words.release}
            </Button>
            <Button onClick={() => setAsking('one')}>{words.discard}</Button>
          </p>
        </Card>
      )}
      <Card title={form} note={site}>
        <dl className="grid gap-3">
          {inquiry.entries.map(({ label, text, link }, i) => (
            <div key={i}>
              <dt className="wrap-anywhere text-muted text-sm">{label}</dt>
              <dd className="whitespace-pre-wrap wrap-anywhere" dir="auto">
                {link ? (
                  <a href={link} className="inline-flex min-h-11 items-center underline">
                    {text}
                  </a>
                ) : (
                  text || <span className="text-muted">{words.empty}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
        <Files inquiry={inquiry} />
      </Card>
      {!isHeld && <Answer inquiry={inquiry} act={act} />}
      {!isHeld && inquiry.booking && (
        <Booking id={id} zone={zone} asked={inquiry.booking} startsAt={handling.startsAt ?? ''} />
      )}
      <Card title={words.team}>
        <Select
          label={words.assigned}
          value={assigned}
          options={[
            { id: '', name: words.nobody },
            ...[...new Set([...team, assigned])].filter(Boolean).map((email) => ({ id: email, name: email })),
          ]}
          onChoose={(value) => act('handle', { set: 'assigned', value })}
        />
        <Note id={id} email={me.email} zone={zone} handling={handling} />
      </Card>
      <Mails inquiry={inquiry} act={act} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {about.map(([name, text]) => (
          <Fragment key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 whitespace-pre-wrap wrap-anywhere">{text}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="flex flex-wrap gap-2 border-line border-t pt-4">
        <Button onClick={() => act('handle', { set: 'seen', value: '' })}>{words.markUnread}</Button>
        <Button onClick={() => setAsking('one')}>{words.erase}</Button>
        {inquiry.address && (
          <Button className="min-w-0 wrap-anywhere py-2" onClick={() => setAsking('all')}>
            {words.eraseAll} {inquiry.address}
          </Button>
        )}
      </p>
      {asking && (
        <Erase
          inquiry={inquiry}
          address={asking === 'all' ? inquiry.address : ''}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

const Files = ({ inquiry: { id, files } }: Pick<Props, 'inquiry'>) =>
  files.length > 0 && (
    <ul className="grid gap-2" aria-label={words.files}>
      {files.map(({ name, size, isPicture }, n) => {
        const address = `/studio/api/inquiries/file?${new URLSearchParams({ id, n: String(n) })}`;
        return (
          <li key={address}>
            {isPicture && (
              <img src={address} alt={name} className="max-h-80 max-w-full rounded-lg border border-line" />
            )}
            <a href={address} download={name} className="inline-flex min-h-11 items-center wrap-anywhere underline">
              {words.download}: {name} ({number(Math.max(1, size / 1000), kilobytes)})
            </a>
          </li>
        );
      })}
    </ul>
  );

/** The way to answer in one's own mail program, which notes that it was taken; and whether all is done. */
function Answer({ inquiry: { mailto, handling, zone }, act }: Props) {
  const set = (name: string, value: string) => act('handle', { set: name, value });
  const { answeredAt, answeredBy = '', doneAt, doneBy = '' } = handling;
  const said = (word: string, at: string | undefined, by: string) =>
    at && <span className="min-w-0 wrap-anywhere">{`${word}: ${time(at, zone)}, ${by}`}</span>;
  return (
    <section className="grid gap-2">
      <p className="flex flex-wrap gap-2">
        {mailto && (
          <a href={mailto} className={buttonClass('primary')} onClick={() => set('answered', 'yes')}>
            {words.answer}
          </a>
        )}
        <Button onClick={() => set('done', doneAt ? '' : 'yes')}>{doneAt ? words.openAgain : words.markDone}</Button>
        {answeredAt && (
          <Button kind="plain" onClick={() => set('answered', '')}>
            {words.notAnswered}
          </Button>
        )}
      </p>
      {!mailto && <p className="text-muted">{words.noAddress}</p>}
      <p role="status" className="grid text-muted text-sm empty:hidden">
        {said(words.answered, answeredAt, answeredBy)}
        {said(words.done, doneAt, doneBy)}
      </p>
    </section>
  );
}

const isStuck = (state: string) => state === 'dead' || state === 'parked';

/** What became of the mails, and why. */
const Mails = ({ inquiry: { mails, state, zone }, act }: Props) =>
  mails.length > 0 && (
    <Card title={words.mails}>
      <ul className="grid gap-2">
        {mails.map(({ kind, state, sent, error }, i) => (
          <li key={`${i} ${kind}`} className="wrap-anywhere">
            {kinds[kind] ?? kind}:{' '}
            <span className={isStuck(state) ? 'text-bad' : 'text-muted'}>
              {states[state] ?? state}
              {state === 'sent' && `, ${time(sent, zone)}`}
            </span>
            {error && <span className="block text-sm">{error}</span>}
          </li>
        ))}
      </ul>
      {(isStuck(state) || mails.some(({ error }) => error)) && (
        <Button onClick={() => act('retry')}>{words.retry}</Button>
      )}
    </Card>
  );
