import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { words } from '../words';
import { Alert } from './Alert';
import { IconButton } from './Button';
import { useHeading } from './use-heading';

interface Props {
  title: string;
  /** What went wrong. */
  error?: string | undefined;
  isLoading?: boolean;
  children?: ReactNode;
}

/** A view that takes the place of the page: its heading is what is read out when it opens. */
export function View({ title, error, isLoading, children }: Props) {
  const heading = useHeading(title);
  const navigate = useNavigate();
  const isFirst = useLocation().key === 'default';
  return (
    <div className="h-full overflow-auto">
      <div className="mx-auto grid max-w-3xl gap-4 p-4 md:p-8">
        <header className="flex items-center gap-1">
          <IconButton
            icon="back"
            label={words.back}
            className="-ms-3"
            onClick={() => (isFirst ? navigate('/') : navigate(-1))}
          />
          <h1 ref={heading} tabIndex={-1} className="min-w-0 wrap-anywhere font-semibold text-2xl outline-none">
            {title}
          </h1>
        </header>
        <Alert>{error}</Alert>
        {isLoading && <p className="wait">{words.working}</p>}
        {children}
      </div>
    </div>
  );
}
