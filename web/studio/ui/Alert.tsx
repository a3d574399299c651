import type { ReactNode } from 'react';

/** What went wrong, which is read out. */
export const Alert = ({ children }: { children: ReactNode }) =>
  children && (
    <p role="alert" className="text-bad first-letter:uppercase">
      {children}
    </p>
  );
