import { useEffect, useRef, useState } from 'react';
import type { Operation, Value } from '../api/types';
import { isBegin, keysOf, valueAt } from '../changes/values';
import { Body } from './Field';
import { ProblemWords } from './Frame';
import { adderOf, FormContext, type FormContextValue, type Goal, problemsAt } from './form-context';
import { Owned } from './Owned';
import { above, isOwned, labelOf, nearest, type Schema, schemaAt, schemaOf, shapeOf } from './schema';

interface Props
  extends Pick<FormContextValue, 'file' | 'choices' | 'isOwner' | 'onOpen' | 'onAddPart' | 'onAskRemoval'> {
  /** That of the whole file. */
  schema: Schema;
  /** The path of the value that is edited; empty for the whole file. */
  at: string;
  /** The path of the value that gets the focus, whenever it is another one. */
  focus?: string | undefined;
  /** Is asked for operations that are made and undone together. */
  onChange: (...operations: Operation[]) => void;
}

/**
 * A form of a value of a file, drawn from the JSON schema of the file. It keeps nothing: it shows the values of the
 * file, and asks for a change of them with each key that is pressed.
 */
export function Form({ schema: root, at: wanted, focus, onChange, ...around }: Props) {
  const { file, isOwner } = around;
  const element = useRef<HTMLDivElement>(null);
  const [said, announce] = useState('');
  const [goal, setGoal] = useState<Goal>({ at: focus, within: true });
  const [seen, setSeen] = useState(focus);
  if (focus !== seen) {
    setSeen(focus);
    setGoal({ at: focus, within: true });
  }
  useEffect(() => {
    if (goal.at !== undefined && element.current) fieldAt(element.current, goal)?.focus();
  }, [goal]);

  const { values } = file;
  /** What a value would stand in, and is not there, is made with it; a picture that was its file alone gets keys. */
  function complete(operation: Operation): Operation {
    const { op, at, value = null } = operation;
    const outer = above(values, at);
    const there = valueAt(values, outer);
    const key = keysOf(values, at).at(-1) ?? '';
    if (op === 'set' && at && (there === undefined || typeof there === 'string')) {
      const made = { ...(there !== undefined && { src: there }), [key]: value };
      return complete({ op, at: outer, value: typeof key === 'number' ? [value] : made });
    }
    const old = valueAt(values, at);
    if (op === 'insert' || op === 'move') return operation;
    return old === undefined ? { ...operation, old: null, isNew: true } : { ...operation, old };
  }
  const change = (...operations: Operation[]) => onChange(...operations.map(complete));

  const at = formOf(root, values, wanted);
  const keys = keysOf(values, at);
  const { schema, isRequired } = schemaAt(root, values, at) ?? { schema: {}, isRequired: true };
  const focusOn = (path: string) => setGoal({ at: path });
  function remove() {
    change({ op: 'unset', at });
    focusOn(adderOf(above(values, at)));
  }
  return (
    <FormContext value={{ ...around, root, goal, change, focus: focusOn, announce }}>
      <div ref={element} className="grid gap-4">
        {isItem(keys.slice(0, -1)) && <ProblemWords problems={problemsAt(file.problems, above(values, at))} />}
        <Owned isLocked={!isOwner && isOwned(root, values, at)}>
          <Body
            at={at}
            label={labelOf(keys.at(-1))}
            schema={schema}
            value={valueAt(values, at)}
            isQuiet={false}
            onRemove={isRequired || isItem(keys) ? undefined : remove}
          />
        </Owned>
        <p role="status" className="sr-only">
          {said}
        </p>
      </div>
    </FormContext>
  );
}

const isItem = (keys: (string | number)[]) => typeof keys.at(-1) === 'number';

/** The path of the form in which a value stands: that of a week, a picture or a price is one. */
function formOf(root: Schema, values: Value, wanted: string): string {
  const at = nearest(values, wanted);
  const outer = above(values, at);
  const { schema } = schemaAt(root, values, outer) ?? { schema: {} };
  const isOne = ['week', 'picture'].includes(shapeOf(root, schema, valueAt(values, outer)));
  return isOne || schemaOf(root, schema, {})['x-kind'] === 'price' ? outer : at;
}

/**
 * What takes the focus for a path: the value's own input, else the first one in it, else the nearest around it. Of a
 * price that was picked in the page it is the amount, not the line that opens it.
 */
function fieldAt(form: HTMLElement, { at = '', within }: Goal): HTMLElement | undefined {
  const fields = [...form.querySelectorAll<HTMLElement>('[data-at]')];
  const of = ({ dataset }: HTMLElement) => dataset.at ?? '';
  const around = fields.filter((field) => isBegin(of(field), at)).sort((a, b) => of(b).length - of(a).length);
  const own = fields.findLast((field) => of(field) === at && !(within && field.ariaExpanded));
  return own ?? fields.find((field) => of(field) !== at && isBegin(at, of(field))) ?? around[0];
}
