import { useState } from 'react';
import { useAct } from '../changes/use-queue';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { CopyField } from '../ui/CopyField';
import { Select } from '../ui/Select';
import { Sheet } from '../ui/Sheet';
import { time } from '../ui/time';
import type { PreviewLink } from './types';
import { words } from './words';

const durations = [7, 14, 30, 90];

/** A link by which somebody without Studio sees what is not public yet, with its end. */
export function Links({ file, mayEnd, onClose }: { file: string; mayEnd: boolean; onClose: () => void }) {
  const { act, busy, error } = useAct();
  const [days, setDays] = useState(14);
  const [link, setLink] = useState<PreviewLink>();
  const [said, say] = useState('');
  return (
    <Sheet title={words.previewLink} onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-muted">{words.linkShows}</p>
        <Select
          label={words.lasts}
          value={days}
          options={durations.map((each) => ({ id: each, name: words.days(each) }))}
          onChoose={(next) => setDays(Number(next))}
        />
        <Button
          kind="primary"
          disabled={busy}
          onClick={() => act<PreviewLink>('POST', 'preview-link', { file, days }, setLink)}
        >
          {words.makeLink}
        </Button>
        {link && (
          <CopyField label={words.previewLink} value={link.address}>
            <p className="text-muted text-sm">{words.until(time(link.until))}</p>
          </CopyField>
        )}
        <p role="status" className="empty:hidden">
          {!link && said}
        </p>
        <Alert>{error}</Alert>
        {mayEnd && (
          <div className="grid gap-2 border-line border-t pt-4">
            <p className="text-muted text-sm">{words.endsAll}</p>
            <Button
              disabled={busy}
              onClick={() =>
                act('DELETE', 'preview-link', {}, () => {
                  setLink(undefined);
                  say(words.ended);
                })
              }
            >
              {words.endAll}
            </Button>
          </div>
        )}
      </div>
    </Sheet>
  );
}
