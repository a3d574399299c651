import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

const tones = {
  success: { box: 'border-success', title: 'text-success' },
  danger: { box: 'border-danger', title: 'text-danger' },
} as const;

interface Props extends ComponentProps<'div'> {
  tone: keyof typeof tones;
  title: string;
  text?: string;
}

/** The box that says what became of a form. */
export function FormNotice({ tone, title, text, className, children, ...rest }: Props) {
  return (
    <div
      {...rest}
      className={clsx(
        'grid w-full gap-1.5 rounded-md border-s-3 bg-band px-5 py-4 text-[0.9375rem]',
        tones[tone].box,
        className,
      )}
    >
      <strong className={tones[tone].title}>{title}</strong>
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}
