import { IconButton } from '../ui/Button';
import { Disclosure } from './Disclosure';
import { Field, type FieldProps } from './Field';
import { ProblemWords } from './Frame';
import { problemsAt, useForm, useOpen } from './form-context';
import { Keys } from './Keys';
import { below, isTable, schemaOf, shapeOf, wordsOf } from './schema';
import { words } from './words';

/** The entries of a table whose keys are free, such as plans by their ids, which stay as they are. */
export function Entries({ at, schema, value }: FieldProps) {
  const { root, file, unset, focus, announce } = useForm();
  const { additionalProperties: each } = schemaOf(root, schema, value);
  const entries = Object.entries(isTable(value) ? value : {});
  const paths = entries.map(([key]) => below(at, key));
  const [open, setOpen] = useOpen(paths);
  if (!each) return null;
  return (
    <div className="grid gap-2">
      <ProblemWords problems={problemsAt(file.problems, at)} />
      {entries.map(([key, entry], i) => {
        const path = below(at, key);
        const remove = () => {
          unset(path);
          focus(paths[i + 1] ?? paths[i - 1] ?? at);
          announce(words.removed(key));
        };
        if (shapeOf(root, each, entry) !== 'keys')
          return <Field key={key} at={path} label={key} schema={each} value={entry} onRemove={remove} />;
        return (
          <Disclosure
            key={key}
            at={path}
            label={key}
            summary={wordsOf(entry)}
            isOpen={open === path}
            onToggle={() => setOpen(open === path ? undefined : path)}
            after={<IconButton icon="close" label={words.removeThis(key)} onClick={remove} />}
          >
            <Keys at={path} label={key} schema={schemaOf(root, each, entry)} value={entry} />
          </Disclosure>
        );
      })}
    </div>
  );
}
