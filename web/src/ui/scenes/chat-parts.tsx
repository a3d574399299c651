import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import type { Drawing } from '../Drawing';

interface Message {
  from: 'person' | 'app';
  name: string;
  text: string;
}

export interface Chat {
  /** Anchor for links. */
  id?: string;
  title: string;
  messages: Message[];
  /** Words in the drawn input field. */
  placeholder?: string;
}

/** A conversation about something that is drawn beside it. */
export interface DrawnChat extends Chat {
  drawing?: ComponentProps<typeof Drawing>['drawing'];
}

/** A light that is on, before the title of a conversation. */
export const light = (
  <span
    aria-hidden="true"
    className="size-2 rounded-full bg-accent [box-shadow:0_0_0_0.25rem_oklch(from_var(--accent)_l_c_h/22%)]"
  />
);

interface InputProps {
  className?: string;
  placeholder?: string;
  children?: ReactNode;
}

/** The drawn field for the next message; nothing where it has no words. */
export function ChatInput({ className, placeholder, children }: InputProps) {
  return placeholder ? (
    <p aria-hidden="true" className={clsx('flex items-center gap-2 text-muted', className)}>
      <span className="chat-caret h-[1.2em] w-[1.5px] bg-primary" />
      {placeholder}
      {children}
    </p>
  ) : null;
}
