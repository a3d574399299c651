import { useState } from 'react';
import useSWR from 'swr';
import { Button, IconButton } from '../ui/Button';
import { Card } from '../ui/Card';
import { monthName } from '../ui/time';
import { View } from '../ui/View';
import { csvOf, monthAfter, span } from './report';
import type { Figures, Report } from './types';
import { words } from './words';

/** What came in a month, from where, and within how long it was answered: first of the month that is over. */
export function ReportView() {
  const [month, setMonth] = useState(() => monthAfter(new Date().toLocaleDateString('sv').slice(0, 7), -1));
  const { data: report, error, isLoading } = useSWR<Report, Error>(`inquiries/report?month=${month}`);
  return (
    <View title={words.report} error={error?.message} isLoading={isLoading}>
      <p className="flex items-center justify-between gap-2">
        <IconButton icon="back" label={words.before} onClick={() => setMonth(monthAfter(month, -1))} />
        <b role="status" className="first-letter:uppercase">
          {monthName(month)}
        </b>
        <IconButton
          icon="back"
          className="rotate-180"
          label={words.after}
          onClick={() => setMonth(monthAfter(month, 1))}
        />
      </p>
      {report && <Told report={report} />}
    </View>
  );
}

function Told({ report }: { report: Report }) {
  const { month, total, suspects, forms, campaigns } = report;
  function save() {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([csvOf(report)], { type: 'text/csv;charset=utf-8' }));
    link.download = `${words.title}-${month}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  }
  return (
    <>
      {total.count ? (
        <>
          <Card title={`${words.title}: ${total.count}`}>
            <Shares of={total} />
          </Card>
          <Group title={words.forms} all={forms} />
          <Group title={words.campaigns} all={campaigns} />
        </>
      ) : (
        <p className="text-muted">{words.nothingThen}</p>
      )}
      {suspects > 0 && <p className="text-muted">{`${words.heldCount}: ${suspects}`}</p>}
      <Button className="justify-self-start" onClick={save}>
        {words.csv}
      </Button>
    </>
  );
}

const Group = ({ title, all }: { title: string; all: Figures[] }) => (
  <Card title={title}>
    <ul className="grid gap-4">
      {all.map((one) => (
        <li key={`${one.site} ${one.name}`} className="grid gap-1">
          <p className="flex min-w-0 items-baseline justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">
              {one.name || words.noCampaign} {one.site && <span className="text-muted text-sm">{one.site}</span>}
            </span>
            <b>{one.count}</b>
          </p>
          <Shares of={one} />
        </li>
      ))}
    </ul>
  </Card>
);

/** How many were answered within how long, as a bar and in words. */
function Shares({ of: { day, three, later, open, count, median } }: { of: Figures }) {
  const shares = [
    { name: words.day, value: day, colour: 'bg-good' },
    { name: words.three, value: three, colour: 'bg-accent' },
    { name: words.later, value: later, colour: 'bg-warn' },
    { name: words.notYet, value: open, colour: 'bg-edge' },
  ].filter(({ value }) => value);
  return (
    <>
      <div className="flex h-2 gap-0.5 overflow-hidden rounded-full" aria-hidden>
        {shares.map(({ name, value, colour }) => (
          <span key={name} className={colour} style={{ flexGrow: value }} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-4 text-sm">
        {shares.map(({ name, value, colour }) => (
          <li key={name} className="flex items-center gap-1.5">
            <span className={`size-2.5 rounded-full ${colour}`} aria-hidden />
            {name}: {value}
          </li>
        ))}
        {count - open > 1 && (
          <li className="text-muted">
            {words.median}: {span(median)}
          </li>
        )}
      </ul>
    </>
  );
}
