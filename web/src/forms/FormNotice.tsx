import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'div'> {
  title: string;
  text?: string;
}

/** The box that says what is wrong with a form. */
export function FormNotice({ title, text, className, children, ...rest }: Props) {
  return (
    <div
      {...rest}
      className={clsx('grid w-full gap-1.5 rounded-md border-s-3 border-danger bg-band px-5 py-4 text-fine', className)}
    >
      <strong className="text-danger">{title}</strong>
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}
