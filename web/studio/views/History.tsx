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

/** What a file is called, in the titles of its changes. */
const nameOf = ([first]: { title: string }[], file: string) => first?.title.split(' · ')[0] ?? file;

/**
 * What went live when, by whom. Bringing back what was before makes changes, which are looked at and published as any
 * others.
 */
export function History({ me }: { me: Me }) {
  const { data: publications } = useHistory();
  const { act, busy, error } = useAct();
  const navigate = useNavigate();
  function restore(revision: string, file: string) {
    const index = publications?.findIndex((each) => each.revision === revision) ?? -1;
    const before = publications?.[index + 1]?.revision ?? '';
    act('POST', 'restore', { revision: before, file }, () => navigate('/changes'));
  }
  return (
    <View title={words.history} error={error}>
      {!publications && !error && <p className="wait">{words.working}</p>}
      {publications?.length === 0 && <p className="text-muted">{words.nothingYet}</p>}
      {publications?.map(({ revision, when, by, files }) => (
        <Card key={revision} title={time(when)} note={by === 'disk' ? words.onDisk : by}>
          {files.map(({ file, changes }) => (
            <section key={file} className="grid gap-2 border-line border-t pt-2" aria-label={nameOf(changes, file)}>
              {changes.map(({ title, op, at, old, value }) => (
                <div key={`${op} ${at}`}>
                  <h3 className="text-sm">{title}</h3>
                  <ChangeWords op={op} old={old} value={value} />
                </div>
              ))}
              <Button
                className="justify-self-start"
                disabled={busy || !!me.readOnly}
                aria-label={`${words.bringBack}: ${nameOf(changes, file)}`}
                onClick={() => restore(revision, file)}
              >
                {words.bringBack}
              </Button>
            </section>
          ))}
        </Card>
      ))}
    </View>
  );
}
