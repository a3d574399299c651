import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import clsx from 'clsx';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button, IconButton } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { ActionMenu } from './ActionMenu';
import { Disclosure } from './Disclosure';
import { Body, Field, type FieldProps } from './Field';
import { gripOf, useForm } from './form-context';
import { shapeOf } from './schema';
import { words } from './words';

interface Props extends FieldProps {
  /** The path of the list. */
  list: string;
  index: number;
  /** Of all items. */
  titles: string[];
  isOpen: boolean;
  onToggle: () => void;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
  onDuplicate?: (() => void) | undefined;
}

/** An item of a list: what it is moved by, what it says, and what else can be done with it. */
export function Item({ list, index, titles, isOpen, onToggle, onMove, onRemove, onDuplicate, ...field }: Props) {
  const { root } = useForm();
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const [over, setOver] = useState(index);
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
        onDragLeave: () => setOver(index),
        onDrop: ({ source }) => {
          setOver(index);
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
    <Button
      ref={handle}
      kind="plain"
      className="cursor-grab touch-none text-muted"
      data-at={gripOf(field.at)}
      aria-label={words.move(title)}
      title={words.moveHow}
      onKeyDown={onKeyDown}
    >
      <Icon name="grip" />
    </Button>
  );
  const places = () =>
    titles
      .map((other, to) => ({ label: `${to + 1}. ${other}`, onSelect: () => onMove(index, to) }))
      .toSpliced(index, 1);
  const toMove = titles.length > 1 ? [{ label: words.moveTo, actions: places }] : [];
  const copy = onDuplicate ? [{ label: words.duplicate, onSelect: onDuplicate }] : [];
  const after = (
    <ActionMenu
      button={<IconButton icon="more" label={words.more(title)} />}
      actions={() => [...toMove, ...copy, { label: words.remove, onSelect: onRemove }]}
    />
  );
  return (
    <li
      ref={row}
      className={clsx('min-w-0', over !== index && `border-accent ${over < index ? 'border-b-2' : 'border-t-2'}`)}
    >
      {shapeOf(root, field.schema, field.value) !== 'scalar' ? (
        <Disclosure at={field.at} label={title} isOpen={isOpen} onToggle={onToggle} before={before} after={after}>
          <Body {...field} />
        </Disclosure>
      ) : (
        <div className="flex items-start">
          {before}
          <div className="min-w-0 grow">
            <Field {...field} isQuiet />
          </div>
          {after}
        </div>
      )}
    </li>
  );
}
