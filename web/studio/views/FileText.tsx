import { useEffect, useId, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Me, Problem } from '../api/types';
import { useFile, useQueue } from '../changes/use-queue';
import { View } from '../ui/View';
import { words } from '../words';
import { Attention } from './Attention';
import { Problems } from './Problems';
import { textAddress } from './part';

const lineOf = ({ file, line, column }: Problem) => textAddress(file, { line: String(line), column: String(column) });

/** A whole file as text, with its problems beside it: the way to everything that has no field. */
export function FileText({ me }: { me: Me }) {
  const [query] = useSearchParams();
  const { key: location } = useLocation();
  const name = query.get('file') ?? '';
  const line = Number(query.get('line'));
  const column = Number(query.get('column'));
  const { file, error } = useFile(name);
  const queue = useQueue();
  const text = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same line may be asked for once more
  useEffect(() => {
    if (!text.current || !query.has('line')) return;
    text.current.focus();
    if (!line) return;
    const lines = text.current.value.split('\n');
    const begin = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    text.current.setSelectionRange(begin + Math.max(0, column - 1), begin + (lines[line - 1]?.length ?? 0));
  }, [!file, line, column, location]);

  if (error) return <View title={words.lost}>{error.message}</View>;
  if (!file) return null;
  const own = file.problems.filter((problem) => problem.file === name);
  return (
    <View title={name}>
      <Attention file={name} />
      <textarea
        ref={text}
        className="input min-h-[55dvh] font-mono text-sm"
        aria-label={words.asText}
        aria-describedby={id}
        aria-invalid={own.some(({ severity }) => severity === 'error')}
        spellCheck={false}
        wrap="off"
        readOnly={!!me.readOnly}
        // A textarea knows one way to end a line: the file keeps its own.
        value={file.source.replaceAll('\r\n', '\n')}
        onChange={({ target }) => {
          const value = file.source.includes('\r\n') ? target.value.replaceAll('\n', '\r\n') : target.value;
          queue.change({ file: name, op: 'set', at: '', value, old: file.source });
        }}
      />
      <section id={id} aria-label={words.problems} aria-live="polite">
        {own.length ? <Problems problems={own} to={lineOf} /> : <p className="text-muted">{words.noProblems}</p>}
      </section>
    </View>
  );
}
