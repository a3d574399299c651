import { useNavigate } from 'react-router';
import type { Me } from '../api/types';
import { useHistory } from '../api/use-api';
import { useAct } from '../changes/use-queue';
import { Button } from '../ui/Button';
import { Card } from '../ui/Card';
import { ChangeWords } from '../ui/ChangeWords';
import { time } from '../ui/time';
import { View } from '../ui/View';
import { words } from '../words';
import { isRecord, useTitle } from './part';

/**
 * What went live when, by whom. Bringing back what was before makes changes, which are looked at and published as any
 * others. What was before the oldest, nobody knows.
 */
export function History({ me }: { me: Me }) {
  const { data: publications = [], isLoading } = useHistory();
  const { act, error } = useAct();
  const navigate = useNavigate();
  const titleOf = useTitle();
  return (
    <View title={words.history} error={error} isLoading={isLoading}>
      {!isLoading && !publications.length && <p className="text-muted">{words.nothingYet}</p>}
      {publications.map(({ revision, when, by, files }, i) => {
        const before = publications[i + 1]?.revision;
        const restore = (file: string) =>
          act('POST', 'restore', { revision: before, file }, () => navigate('/changes'));
        return (
          <Card key={revision} title={time(when)} note={by === 'disk' ? words.onDisk : by}>
            {files.map(({ file, changes }) => (
              <section key={file} className="grid gap-2 border-line border-t pt-2" aria-label={titleOf(file)}>
                {(isRecord(file) ? [] : changes).map(({ op, at, old, value }) => (
                  <div key={`${op} ${at}`}>
                    <h3 className="text-sm">{titleOf(file, at)}</h3>
                    <ChangeWords op={op} old={old} value={value} />
                  </div>
                ))}
                {before && !me.readOnly && (
                  <Button
                    className="justify-self-start"
                    aria-label={`${words.bringBack}: ${titleOf(file)}`}
                    onClick={() => restore(file)}
                  >
                    {words.bringBack}
                  </Button>
                )}
              </section>
            ))}
          </Card>
        );
      })}
    </View>
  );
}
