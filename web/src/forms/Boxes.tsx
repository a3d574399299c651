import { SiteLink } from '../links/SiteLink';
import { Checkbox } from '../ui/Checkbox';
import { Choices } from '../ui/Choices';
import { type FieldProps, useFrame } from './Labelled';

/** The options of a field, of which one or several are ticked. */
export function Boxes({ type, ...props }: FieldProps & { type: 'radio' | 'checkbox' }) {
  const { name, required, options = [], label } = props.field;
  const choices = options.map((option) => ({ value: option.value, label: option.label || option.value }));
  const chosen = import.meta.env.SSR ? props.value?.split('\n') : undefined;
  return <Choices {...useFrame(props)} {...{ name, required, choices, chosen }} legend={label} type={type} />;
}

/** One box, and what it sends when it is ticked. */
export function SingleBox({ sends, ...props }: FieldProps & { sends: string }) {
  const { name, label, required, link } = props.field;
  const { note: _, ...frame } = useFrame(props);
  return (
    // Other words are another consent: nobody has ticked that.
    <Checkbox
      key={label}
      {...frame}
      {...{ name, label, required }}
      ticked={import.meta.env.SSR ? props.value === sends : undefined}
      value={sends}
    >
      {link && <SiteLink className="text-primary underline" link={link} />}
    </Checkbox>
  );
}
