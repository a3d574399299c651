import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import clsx from 'clsx';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Value } from '../api/types';
import { Icon } from '../ui/Icon';
import { ActionMenu } from './ActionMenu';
import { Disclosure } from './Disclosure';
import { Body, Field } from './Field';
import { gripOf, useForm } from './form-context';
import { below, type Schema, shapeOf } from './schema';
import { words } from './words';

interface Props {
  /** The path of the list. */
  list: string;
  index: number;
  label: string;
  /** Of all items. */
  titles: string[];
  schema: Schema;
  value: Value;
  isOpen: boolean;
  onToggle: () => void;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
}

/** An item of a list: what it is moved by, what it says, and what else can be done with it. */
export function Item({ list, index, label, titles, schema, value, isOpen, onToggle, onMove, onRemove }: Props) {
  const { root } = useForm();
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const [over, setOver] = useState<number>();
  const at = below(list, index);
  const title = titles[index] ?? '';

  const drop = useEffectEvent((from: unknown) => onMove(Number(from), index));
  useEffect(() => {
    if (!row.current || !handle.current) return;
    return combine(
      draggable({ element: handle.current, getInitialData: () => ({ list, index }) }),
      dropTargetForElements({
        element: row.current,
        canDrop: ({ source }) => source.data.list === list,
        onDragEnter: ({ source }) => setOver(Number(source.data.index)),
        onDragLeave: () => setOver(undefined),
        onDrop: ({ source }) => {
          setOver(undefined);
          drop(source.data.index);
        },
      }),
    );
  }, [list, index]);

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || !step) return;
    event.preventDefault();
    onMove(index, index + step);
  }
  const before = (
    <button
      ref={handle}
      type="button"
      className="grid size-11 shrink-0 cursor-grab touch-none place-items-center text-muted"
      data-at={gripOf(at)}
      aria-label={words.move(title)}
      title={words.moveHow}
      onKeyDown={onKeyDown}
    >
      <Icon name="grip" />
    </button>
  );
  const places = () =>
    titles
      .map((other, to) => ({ label: `${to + 1}. ${other}`, onSelect: () => onMove(index, to) }))
      .toSpliced(index, 1);
  const after = (
    <ActionMenu
      label={words.more(title)}
      icon="more"
      isShort
      actions={() => [
        ...(titles.length > 1 ? [{ label: words.moveTo, actions: places }] : []),
        { label: words.remove, onSelect: onRemove },
      ]}
    />
  );
  const line = over !== undefined && over !== index && (over < index ? 'border-b-2' : 'border-t-2');
  return (
    <li ref={row} className={clsx('min-w-0', line && `${line} border-accent`)}>
      {shapeOf(root, schema, value) !== 'scalar' ? (
        <Disclosure at={at} label={title} isOpen={isOpen} onToggle={onToggle} before={before} after={after}>
          <Body at={at} label={label} schema={schema} value={value} />
        </Disclosure>
      ) : (
        <div className="flex items-start">
          {before}
          <div className="min-w-0 grow">
            <Field at={at} label={label} schema={schema} value={value} isQuiet />
          </div>
          {after}
        </div>
      )}
    </li>
  );
}
