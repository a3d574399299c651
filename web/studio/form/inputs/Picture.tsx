import { useEffect, useRef, useState } from 'react';
import type { Value } from '../../api/types';
import { valueAt } from '../../changes/values';
import { FocusPoint } from '../../media/FocusPoint';
import { Grid } from '../../media/Grid';
import { Taker } from '../../media/Taker';
import { Thumbnail } from '../../media/Thumbnail';
import type { Target } from '../../media/types';
import { UploadList } from '../../media/UploadList';
import { uploads, useUploads } from '../../media/use-uploads';
import { Button } from '../../ui/Button';
import { Sheet } from '../../ui/Sheet';
import type { FieldProps } from '../Field';
import { Frame, ProblemWords } from '../Frame';
import { problemsAt, useForm } from '../form-context';
import { Keys } from '../Keys';
import { below, isTable, type Schema, schemaOf } from '../schema';
import { words } from '../words';
import type { InputProps } from './Scalar';

/** A picture of the site, written as its file alone, or with keys of its own, such as what it shows. */
export function Picture({ value, ...props }: FieldProps) {
  const { at, label } = props;
  const { root, file, change, focus } = useForm();
  const { src: _, focus: point, phone, ...rest } = schemaOf(root, props.schema, {}).properties ?? {};
  const { src, focus: pointed, ...others } = isTable(value) ? value : { src: value, focus: undefined };
  const path = isTable(value) ? below(at, 'src') : at;
  const name = typeof src === 'string' ? src : '';
  const set = (next: string) => {
    change({ op: 'set', at: path, value: next });
    focus(below(at, 'alt'));
  };
  // What was sent is there: what it shows is asked for, unless somebody types elsewhere.
  const isSending = useUploads().some(({ target }) => target?.file === file.file && target.at === path);
  const wasSending = useRef(false);
  useEffect(() => {
    if (wasSending.current && !isSending && name && !document.activeElement?.matches('input, textarea'))
      focus(below(at, 'alt'));
    wasSending.current = isSending;
  });
  const properties: Record<string, Schema> = { alt: {}, ...rest, phone: { ...phone, 'x-kind': 'file' } };
  const pointAt = below(at, 'focus');
  return (
    <>
      <Frame {...props} at={path} isGroup>
        {(control) => (
          <PictureInput
            control={control}
            label={label}
            value={name}
            onChange={set}
            after={[at, isTable(value) ? { alt: '' } : '']}
          />
        )}
      </Frame>
      {(isTable(value) || (name && !isSending)) && (
        <div className="grid gap-4 border-line border-s-2 ps-3">
          {isTable(value) && <ProblemWords problems={problemsAt(file.problems, at)} />}
          {name && point && (
            <FocusPoint
              at={pointAt}
              file={file.file}
              src={name}
              value={typeof pointed === 'string' ? pointed : ''}
              onChange={(next) => change(next ? { op: 'set', at: pointAt, value: next } : { op: 'unset', at: pointAt })}
            />
          )}
          <ProblemWords problems={problemsAt(file.problems, pointAt)} />
          <Keys at={at} label={label} schema={{ properties, required: ['alt'] }} value={others} />
        </div>
      )}
    </>
  );
}

interface PictureProps extends Omit<InputProps, 'schema'> {
  /** The path of an item of a list, and what each further picture is put behind it as. */
  after?: [at: string, value: Value];
}

/** Chooses from the pictures of the site, or takes others, which are sent. Several are items of a list. */
export function PictureInput({ control, label, value, onChange, after }: PictureProps) {
  const { choices, file } = useForm();
  const [isOpen, setOpen] = useState(false);
  const at = control['data-at'];
  const choose = (next: string) => {
    setOpen(false);
    onChange(next);
  };
  const [, list, index] = /^(.*)\[(\d+)\]$/.exec(after?.[0] ?? '') ?? [];
  const behind = list === undefined ? undefined : `${list}[${Number(index) + 1}]`;
  /** The first one is the value; the last ones come before those that stand before them: each place is there then. */
  function take([first, ...others]: File[]) {
    const to = `${file.file.split('/')[0]}/images`;
    const set: Target = { file: file.file, op: 'set', at, value: '', old: valueAt(file.values, at) ?? null };
    const insert = behind && { file: file.file, op: 'insert' as const, at: behind, value: after?.[1] ?? '' };
    if (first) uploads.add([first, ...others.reverse()], (i) => ({ to, target: i ? insert || undefined : set }));
  }
  return (
    <>
      <Taker onTake={take}>
        <Button {...control} className="order-first justify-start" onClick={() => setOpen(true)}>
          {value && <Thumbnail file={file.file} src={value} />}
          <span className="min-w-0 break-words">{value || words.choose}</span>
        </Button>
        {isOpen && (
          <Sheet title={`${label}: ${words.choose}`} onClose={() => setOpen(false)}>
            <Grid label={label} file={file.file} pictures={choices.pictures} chosen={value} onChoose={choose} />
          </Sheet>
        )}
      </Taker>
      <UploadList of={({ target }) => target?.file === file.file && (target.at === at || target.at === behind)} />
    </>
  );
}
