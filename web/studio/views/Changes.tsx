import type { Me } from '../api/types';
import { useChanges } from '../api/use-api';
import { useAct } from '../changes/use-queue';
import { Button } from '../ui/Button';
import { Card } from '../ui/Card';
import { ChangeWords } from '../ui/ChangeWords';
import { Sides } from '../ui/Sides';
import { time } from '../ui/time';
import { View } from '../ui/View';
import { words } from '../words';
import { Attention } from './Attention';

/** What is not published: each change before and after, by whom and when. */
export function Changes({ me }: { me: Me }) {
  const { data: changes } = useChanges();
  const { act, busy, error } = useAct();
  return (
    <View title={words.changesTitle} error={error}>
      <Attention />
      {changes?.length === 0 && <p className="text-muted">{words.nothingToPublish}</p>}
      {changes?.map(({ title, file, op, at, old, value, by, when, conflict }) => (
        <Card key={`${file} ${op} ${at}`} title={title} note={`${by}, ${time(when)}`}>
          {conflict ? (
            <>
              <p>{`${words.clash} (${conflict.by}, ${time(conflict.when)})`}</p>
              <Sides
                mine={value}
                theirs={conflict.theirs}
                theirName={words.theirs}
                onTake={(take) => act('POST', 'changes/settle', { file, at, take })}
              />
            </>
          ) : (
            <>
              <ChangeWords op={op} old={old} value={value} />
              <Button disabled={busy || !!me.readOnly} onClick={() => act('DELETE', 'changes', { file, at })}>
                {words.takeBack}
              </Button>
            </>
          )}
        </Card>
      ))}
    </View>
  );
}
