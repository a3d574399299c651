import { clsx } from 'clsx';
import type { Value } from '../api/types';
import { ActionMenu } from './ActionMenu';
import { Field } from './Field';
import { ProblemWords } from './Frame';
import { adderOf, problemsAt, useForm } from './form-context';
import { below, blank, firstIn, isTable, labelOf, type Schema } from './schema';
import { words } from './words';

interface Props {
  at: string;
  /** Of what they are the keys. */
  label: string;
  schema: Schema;
  value: Value | undefined;
}

/** The fields of what has keys of its own, in the order of the schema, and what can be added. */
export function Keys({ at, label, schema, value }: Props) {
  const { root, file, set, unset, focus } = useForm();
  const written = isTable(value) ? value : {};
  const isPrice = schema['x-kind'] === 'price';
  const known = isPrice ? priced(schema.properties) : (schema.properties ?? {});
  const isRequired = (key: string) => !!schema.required?.includes(key);
  const isThere = (key: string) => Object.hasOwn(written, key);
  const shown = Object.keys(known).filter((key) => isThere(key) || isRequired(key));
  const strange = Object.keys(written).filter((key) => !Object.hasOwn(known, key));
  // Of some keys there may be one.
  const exclusive = (schema.oneOf ?? []).flatMap(({ required = [] }) => required);
  const isTaken = (key: string) => exclusive.includes(key) && exclusive.some(isThere);
  const hidden = Object.keys(known).filter((key) => !shown.includes(key));
  const offered = hidden.filter((key) => !isTaken(key));

  function remove(key: string) {
    unset(below(at, key));
    focus(adderOf(at));
  }
  function add(key: string) {
    const begin = blank(root, known[key] ?? {});
    set(below(at, key), begin);
    focus(firstIn(below(at, key), begin));
  }
  return (
    <>
      <ProblemWords problems={hidden.flatMap((key) => problemsAt(file.problems, below(at, key), true))} />
      <div className={clsx('grid gap-4', isPrice && 'grid-cols-2 items-end')}>
        {[...shown, ...strange].map((key) => (
          <Field
            key={key}
            at={below(at, key)}
            label={labelOf(key)}
            schema={known[key] ?? {}}
            value={written[key]}
            isRequired={isRequired(key)}
            onRemove={isRequired(key) || !isThere(key) ? undefined : () => remove(key)}
          />
        ))}
      </div>
      {offered.length > 0 && (
        <ActionMenu
          at={adderOf(at)}
          label={label ? words.addTo(label) : words.add}
          icon="plus"
          actions={() =>
            offered.map((key) => ({ label: labelOf(key), note: known[key]?.description, onSelect: () => add(key) }))
          }
        />
      )}
    </>
  );
}

/** A price has a number, and one of the world's currencies. */
const priced = ({ amount, currency, ...rest }: Schema['properties'] = {}): Record<string, Schema> => ({
  amount: { ...amount, format: 'decimal' },
  currency: { ...currency, format: 'currency' },
  ...rest,
});
