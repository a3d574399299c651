import { useLocation } from 'react-router';

/** The query of the address, such as ?form=booking. The server draws every page without one. */
export function useQuery(): string {
  return useLocation().search;
}
