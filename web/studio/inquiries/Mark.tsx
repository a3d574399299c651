import useSWR from 'swr';
import { words } from '../words';
import type { InquiryList } from './types';

/** Says in the menu that nobody has opened what a visitor sent. */
export function InquiriesMark() {
  const { data } = useSWR<InquiryList, Error>('inquiries?state=unread&most=1', { refreshInterval: 60_000 });
  return (
    !!data?.inquiries.length && (
      <span role="img" aria-label={words.unread} title={words.unread} className="text-accent">
        ●
      </span>
    )
  );
}
