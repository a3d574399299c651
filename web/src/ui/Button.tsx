import { clsx } from 'clsx';
import type { ComponentPropsWithRef } from 'react';

/** How a button looks. The record below is the whole list. */
export type ButtonVariant = keyof typeof variants;

const variants = {
  primary: 'button button-primary',
  secondary: 'button button-secondary',
  ghost: 'button button-ghost',
  text: 'button button-text',
} as const;

/** The classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant, className?: string): string {
  return clsx(variants[variant], className);
}

interface Props extends Omit<ComponentPropsWithRef<'button'>, 'style'> {
  variant?: ButtonVariant;
  /** Whether what it started is still running: it says so to assistive technology, and draws a turning ring. */
  busy?: boolean;
}

/** A button that does something here. What leads somewhere else is a link with `buttonClass`. */
export function Button({ variant = 'primary', busy, className, type = 'button', ...rest }: Props) {
  return <button {...rest} aria-busy={busy || undefined} className={buttonClass(variant, className)} type={type} />;
}
