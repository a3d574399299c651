import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { Icon } from './Icon';

const kinds = {
  primary: 'bg-accent font-semibold text-on-accent hover:brightness-110',
  quiet: 'border border-edge bg-panel hover:bg-raised',
  plain: 'hover:bg-raised',
};
const base =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-lg px-3 text-start disabled:opacity-50';

/** The look of a button, for links too. */
export const buttonClass = (kind: keyof typeof kinds, more?: string) => clsx(base, kinds[kind], more);

interface Props extends ComponentProps<'button'> {
  kind?: keyof typeof kinds;
}

export const Button = ({ kind = 'quiet', className, type = 'button', ...rest }: Props) => (
  <button {...rest} type={type} className={buttonClass(kind, className)} />
);

interface IconButtonProps extends Omit<Props, 'children' | 'aria-label' | 'title'> {
  icon: ComponentProps<typeof Icon>['name'];
  label: string;
}

/** A button that shows a drawing, and has its name for screen readers and pointers. */
export const IconButton = ({ icon, label, ...rest }: IconButtonProps) => (
  <Button kind="plain" aria-label={label} title={label} {...rest}>
    <Icon name={icon} />
  </Button>
);
