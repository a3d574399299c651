import { useState } from 'react';
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
  const { root, file, change } = useForm();
  const { src: _, phone, ...rest } = schemaOf(root, props.schema, {}).properties ?? {};
  const { src, ...others } = isTable(value) ? value : { src: value };
  const path = isTable(value) ? below(at, 'src') : at;
  const name = typeof src === 'string' ? src : '';
  const set = (next: string) => change({ op: 'set', at: path, value: next });
  const properties: Record<string, Schema> = { alt: {}, ...rest, phone: { ...phone, 'x-kind': 'file' } };
  return (
    <>
      <Frame {...props} at={path} isGroup>
        {(control) => <PictureInput control={control} label={label} value={name} onChange={set} />}
      </Frame>
      {(name || isTable(value)) && (
        <div className="grid gap-4 border-line border-s-2 ps-3">
          {isTable(value) && <ProblemWords problems={problemsAt(file.problems, at)} />}
          <Keys at={at} label={label} schema={{ properties, required: ['alt'] }} value={others} />
        </div>
      )}
    </>
  );
}

/** Chooses from the pictures of the site. */
export function PictureInput({ control, label, value, onChange }: Omit<InputProps, 'schema'>) {
  const { pictures } = useForm().choices;
  const [isOpen, setOpen] = useState(false);
  const choose = (next: string) => {
    setOpen(false);
    onChange(next);
  };
  return (
    <>
      <Button {...control} className="justify-start" onClick={() => setOpen(true)}>
        {value && <Thumbnail src={value} />}
        <span className="min-w-0 break-words">{value || words.choose}</span>
      </Button>
      {isOpen && (
        <Sheet title={`${label}: ${words.choose}`} onClose={() => setOpen(false)}>
          <ul className="grid grid-cols-3 gap-2">
            {pictures.map((picture) => (
              <li key={picture} className="grid">
                <Button className="flex-col" aria-pressed={picture === value} onClick={() => choose(picture)}>
                  <Thumbnail src={picture} />
                  <span className="max-w-full break-words text-sm">{picture.replace(/^.*\//, '')}</span>
                </Button>
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </>
  );
}

/** What a file of the site shows. The server finds it as the site does, in which the file stands that names it. */
function Thumbnail({ src }: { src: string }) {
  const { file } = useForm().file;
  const address = `/studio/api/picture?${new URLSearchParams({ file, src })}`;
  return <img src={address} alt="" loading="lazy" className="size-16 shrink-0 rounded object-cover" />;
}
