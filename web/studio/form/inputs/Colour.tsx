import { words } from '../words';
import { NativeInput } from './NativeInput';
import type { InputProps } from './Scalar';
import { Line } from './text';

/** A colour as it is written, and, where browsers can choose it, their own choice of colours; else how it looks. */
export const Colour = (props: InputProps) => (
  <div className="grid grid-cols-[1fr_4rem] gap-2">
    <Line {...props} />
    {/^#[0-9a-f]{6}$/i.test(props.value) ? (
      <NativeInput
        type="color"
        aria-label={`${props.label}: ${words.colour}`}
        value={props.value.toLowerCase()}
        onChange={props.onChange}
      />
    ) : (
      <span className="rounded-lg border border-edge" style={{ background: props.value }} />
    )}
  </div>
);
