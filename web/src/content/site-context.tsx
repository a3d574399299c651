import { createContext, useContext } from 'react';
import type { Site } from './types.gen';

const SiteContext = createContext<Site | null>(null);

/** Makes the settings of the displayed site known to everything below. */
export const SiteProvider = SiteContext.Provider;

/** The settings of the displayed site. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider above it');
  return site;
}
