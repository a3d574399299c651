import { Field, type FieldProps } from './Field';
import { useForm } from './form-context';
import { below, isTable, schemaOf } from './schema';
import { words } from './words';

/** The entries of a table whose keys are free, such as plans by their ids, which stay as they are. */
export function Entries({ at, schema, value }: Pick<FieldProps, 'at' | 'schema' | 'value'>) {
  const { root, unset, focus, announce } = useForm();
  const { additionalProperties: each } = schemaOf(root, schema, value);
  const entries = Object.entries(isTable(value) ? value : {});
  const paths = entries.map(([key]) => below(at, key));

  function remove(i: number) {
    unset(paths[i] ?? '');
    focus(paths[i + 1] ?? paths[i - 1] ?? at);
    announce(words.removed(entries[i]?.[0] ?? ''));
  }
  return (
    <div className="grid gap-2">
      {entries.map(([key, entry], i) => (
        <Field key={key} at={below(at, key)} label={key} schema={each || {}} value={entry} onRemove={() => remove(i)} />
      ))}
    </div>
  );
}
