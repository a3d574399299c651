import { useLocation } from 'react-router';
import type { PageData } from '../content/types.gen';
import type { useDisplayedPage as onClient } from './use-displayed-page';

const never = () => Promise.reject(new Error('the server asks for no page again'));

/** The page on display: on the server always the one that it was given. */
export function useDisplayedPage(initial: PageData): ReturnType<typeof onClient> {
  const { pathname } = useLocation();
  return { data: initial, pathname, visit: 0, pending: false, failure: undefined, retry: never };
}
