import { clsx } from 'clsx';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { ActionMenu } from './ActionMenu';
import { Field, type FieldProps } from './Field';
import { ProblemWords } from './Frame';
import { adderOf, problemsAt, useForm } from './form-context';
import { Owned } from './Owned';
import { below, blank, firstIn, helpOf, isTable, labelOf } from './schema';
import { words } from './words';

/**
 * The fields of what has keys of its own, in the order of the schema, and what can be added. Keys that are free, such as
 * the ids of plans, stay as they are.
 */
export function Keys({ at, label, schema, value }: FieldProps) {
  const { root, file, isOwner, change, focus, announce, onAskRemoval } = useForm();
  const { properties: known = {}, additionalProperties: each, required = [], 'x-kind': kind } = schema;
  const isFree = !schema.properties;
  const written = Object.keys(isTable(value) ? value : {});
  const shown = Object.keys(known).filter((key) => written.includes(key) || required.includes(key));
  const strange = written.filter((key) => !Object.hasOwn(known, key));
  const hidden = Object.keys(known).filter((key) => !shown.includes(key));
  // Of some keys there may be one.
  const exclusive = (schema.oneOf ?? []).flatMap((form) => form.required ?? []);
  const isTaken = exclusive.some((key) => written.includes(key));
  const isLocked = (key: string) => !isOwner && !!known[key]?.['x-owner'];
  const offered = hidden.filter((key) => !(isTaken && exclusive.includes(key)) && !isLocked(key));
  const nameOf = (key: string) => (isFree ? key : labelOf(key));

  function remove(key: string) {
    if (isFree && at === '' && onAskRemoval) return onAskRemoval(key);
    const i = written.indexOf(key);
    change({ op: 'unset', at: below(at, key) });
    focus(isFree ? below(at, written[i + 1] ?? written[i - 1] ?? '') : adderOf(at));
    announce(words.removed(nameOf(key)));
  }
  function add(key: string) {
    const begin = blank(root, known[key] ?? {});
    change({ op: 'set', at: below(at, key), value: begin });
    focus(firstIn(below(at, key), begin));
  }
  return (
    <>
      <ProblemWords problems={hidden.flatMap((key) => problemsAt(file.problems, below(at, key), true))} />
      <div className={clsx('grid', isFree ? 'gap-2' : 'gap-4', kind === 'price' && 'grid-cols-2 items-end')}>
        {[...shown, ...strange].map((key) => (
          <Owned key={key} isLocked={isLocked(key)}>
            <Field
              at={below(at, key)}
              label={nameOf(key)}
              schema={known[key] ?? (each || {})}
              value={isTable(value) ? value[key] : undefined}
              isRequired={required.includes(key)}
              onRemove={required.includes(key) || !written.includes(key) ? undefined : () => remove(key)}
            />
          </Owned>
        ))}
      </div>
      {offered.length > 0 && (
        <ActionMenu
          button={
            <Button
              className="justify-self-start"
              data-at={adderOf(at)}
              aria-label={label && `${words.addField}: ${label}`}
            >
              <Icon name="plus" /> {words.addField}
            </Button>
          }
          actions={() =>
            offered.map((key) => {
              const name = labelOf(key);
              return { label: name, note: helpOf(known[key] ?? {}, name), onSelect: () => add(key) };
            })
          }
        />
      )}
    </>
  );
}
