import { Fragment, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import type { Me } from '../api/types';
import { useAct } from '../changes/use-queue';
import { Button, buttonClass } from '../ui/Button';
import { Card } from '../ui/Card';
import { Select } from '../ui/Select';
import { fullTime, number, time } from '../ui/time';
import { View } from '../ui/View';
import { fileAddress, useInquiry } from './api';
import { Badges } from './Badges';
import { Booking } from './Booking';
import { Erase } from './Erase';
import { Note } from './Note';
import type { Handling, Inquiry } from './types';
import { kinds, states, words } from './words';

type Act = ReturnType<typeof useAct>['act'];

const kilobytes = { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 } as const;

/** One inquiry, and all that can be done about it. To open it marks it as read. */
export function InquiryView({ me }: { me: Me }) {
  const { id = '' } = useParams();
  const { data: inquiry, error: unread, isLoading } = useInquiry(id);
  const { act, error } = useAct();
  const opened = useRef('');
  const isSeen = !!inquiry?.handling.seenAt;
  useEffect(() => {
    if (!inquiry || opened.current === id) return;
    opened.current = id;
    if (!isSeen) act('POST', 'inquiries/handle', { inquiry: { id, set: 'seen', value: 'yes' } });
  });
  return (
    <View
      title={inquiry ? inquiry.from || words.unnamed : words.title}
      error={error ?? unread?.message}
      isLoading={isLoading}
    >
      {inquiry && <Told key={id} inquiry={inquiry} me={me} act={act} />}
    </View>
  );
}

function Told({ inquiry, me, act }: { inquiry: Inquiry; me: Me; act: Act }) {
  const { id, form, site, received, zone, reference, page, plan, campaign, handling, state, reasons } = inquiry;
  const [asking, setAsking] = useState('');
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
      <p className="flex min-w-0 flex-wrap gap-1 empty:hidden">
        <Badges inquiry={inquiry} />
      </p>
      {isHeld && (
        <Card title={words.held}>
          <ul className="list-disc ps-5">
            {reasons?.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <p className="flex flex-wrap gap-2">
            <Button kind="primary" onClick={() => act('POST', 'inquiries/release', { inquiry: { id } })}>
              {words.release}
            </Button>
            <Button onClick={() => setAsking('one')}>{words.discard}</Button>
          </p>
        </Card>
      )}
      <Card title={form} note={site}>
        <dl className="grid gap-3">
          {inquiry.entries.map(({ label, text, link }) => (
            <div key={label}>
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
      <Team inquiry={inquiry} me={me} act={act} />
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
        <Button onClick={() => act('POST', 'inquiries/handle', { inquiry: { id, set: 'seen', value: '' } })}>
          {words.markUnread}
        </Button>
        <Button onClick={() => setAsking('one')}>{words.erase}</Button>
        {inquiry.address && (
          <Button className="min-w-0 wrap-anywhere py-2" onClick={() => setAsking('all')}>
            {words.eraseAll} {inquiry.address}
          </Button>
        )}
      </p>
      {asking && (
        <Erase inquiry={inquiry} address={asking === 'all' ? inquiry.address : ''} onClose={() => setAsking('')} />
      )}
    </>
  );
}

function Files({ inquiry: { id, files } }: { inquiry: Inquiry }) {
  return (
    files.length > 0 && (
      <ul className="grid gap-2" aria-label={words.files}>
        {files.map(({ name, size, isPicture }, n) => (
          <li key={`${n} ${name}`}>
            {isPicture && (
              <img src={fileAddress(id, n)} alt={name} className="max-h-80 max-w-full rounded-lg border border-line" />
            )}
            <a
              href={fileAddress(id, n)}
              download={name}
              className="inline-flex min-h-11 items-center wrap-anywhere underline"
            >
              {words.download}: {name} ({number(Math.max(1, size / 1000), kilobytes)})
            </a>
          </li>
        ))}
      </ul>
    )
  );
}

/** The way to answer in one's own mail program, which notes that it was taken; and whether all is done. */
function Answer({ inquiry: { id, mailto, handling, zone }, act }: { inquiry: Inquiry; act: Act }) {
  const set = (name: string, value: string) => act('POST', 'inquiries/handle', { inquiry: { id, set: name, value } });
  return (
    <section className="grid gap-2">
      <p className="flex flex-wrap gap-2">
        {mailto && (
          <a href={mailto} className={buttonClass('primary')} onClick={() => set('answered', 'yes')}>
            {words.answer}
          </a>
        )}
        <Button onClick={() => set('done', handling.doneAt ? '' : 'yes')}>
          {handling.doneAt ? words.openAgain : words.markDone}
        </Button>
        {handling.answeredAt && (
          <Button kind="plain" onClick={() => set('answered', '')}>
            {words.notAnswered}
          </Button>
        )}
      </p>
      {!mailto && <p className="text-muted">{words.noAddress}</p>}
      <p role="status" className="grid text-muted text-sm empty:hidden">
        <By word={words.answered} at={handling.answeredAt} by={handling.answeredBy} zone={zone} />
        <By word={words.done} at={handling.doneAt} by={handling.doneBy} zone={zone} />
      </p>
    </section>
  );
}

const By = ({
  word,
  at,
  by = '',
  zone,
}: {
  word: string;
  at: string | undefined;
  by: string | undefined;
  zone: string;
}) => at && <span className="min-w-0 wrap-anywhere">{`${word}: ${time(at, zone)}, ${by}`}</span>;

function Team({ inquiry: { id, team, handling, zone }, me, act }: { inquiry: Inquiry; me: Me; act: Act }) {
  const { assigned = '' }: Handling = handling;
  const all = team.includes(assigned) || !assigned ? team : [...team, assigned];
  return (
    <Card title={words.team}>
      <Select
        label={words.assigned}
        value={assigned}
        options={[{ id: '', name: words.nobody }, ...all.map((email) => ({ id: email, name: email }))]}
        onChoose={(value) => act('POST', 'inquiries/handle', { inquiry: { id, set: 'assigned', value } })}
      />
      <Note id={id} email={me.email} zone={zone} handling={handling} />
    </Card>
  );
}

/** What became of the mails, and why. */
function Mails({ inquiry: { id, mails, state, zone }, act }: { inquiry: Inquiry; act: Act }) {
  const isStuck = state === 'dead' || state === 'parked' || mails.some(({ error }) => error);
  return (
    mails.length > 0 && (
      <Card title={words.mails}>
        <ul className="grid gap-2">
          {mails.map(({ kind, state, sent, error }, i) => (
            <li key={`${i} ${kind}`} className="wrap-anywhere">
              {kinds[kind] ?? kind}:{' '}
              <span className={state === 'dead' || state === 'parked' ? 'text-bad' : 'text-muted'}>
                {states[state] ?? state}
                {state === 'sent' && `, ${time(sent, zone)}`}
              </span>
              {error && <span className="block text-sm">{error}</span>}
            </li>
          ))}
        </ul>
        {isStuck && <Button onClick={() => act('POST', 'inquiries/retry', { inquiry: { id } })}>{words.retry}</Button>}
      </Card>
    )
  );
}
