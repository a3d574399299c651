import { type ComponentType, lazy } from 'react';
import type { Me, Role } from './api/types';
import { StatusMark } from './status/StatusMark';
import { words } from './words';

interface Area {
  /** Its address, with what is below it. */
  path: string;
  /** Its name in the menu; none where other views lead to it. */
  name?: string;
  roles: Role[];
  View: ComponentType<{ me: Me }>;
  /** A sign beside its name that something is to be done. */
  Mark?: ComponentType;
  /** Whether there is anything in it for somebody. */
  isFor?: (me: Me) => boolean;
}

const everyone: Role[] = ['owner', 'editor', 'writer', 'inbox'];
const authors: Role[] = ['owner', 'editor', 'writer'];

/** The views beside the page, in the order of the menu. Their code is loaded when somebody opens one. */
export const areas: Area[] = [
  {
    path: 'inquiries',
    name: words.inquiries,
    roles: ['owner', 'inbox'],
    View: lazy(async () => ({ default: (await import('./inquiries/Inquiries')).Inquiries })),
  },
  {
    path: 'changes',
    name: words.changesTitle,
    roles: authors,
    View: lazy(async () => ({ default: (await import('./views/Changes')).Changes })),
  },
  {
    path: 'history',
    name: words.history,
    roles: authors,
    View: lazy(async () => ({ default: (await import('./views/History')).History })),
  },
  {
    path: 'file',
    roles: authors,
    View: lazy(async () => ({ default: (await import('./views/FileText')).FileText })),
  },
  {
    path: 'new',
    roles: authors,
    View: lazy(async () => ({ default: (await import('./make/New')).New })),
  },
  {
    path: 'gallery',
    roles: authors,
    View: lazy(async () => ({ default: (await import('./make/Gallery')).Gallery })),
  },
  {
    path: 'pictures',
    name: words.pictures,
    roles: authors,
    View: lazy(async () => ({ default: (await import('./media/Pictures')).Pictures })),
  },
  {
    path: 'languages',
    name: words.languages,
    roles: authors,
    isFor: ({ sites }) => sites.some(({ of }) => of),
    View: lazy(async () => ({ default: (await import('./languages/Languages')).Languages })),
  },
  {
    path: 'status',
    name: words.status,
    roles: everyone,
    View: lazy(async () => ({ default: (await import('./status/Status')).Status })),
    Mark: StatusMark,
  },
  {
    path: 'settings',
    name: words.settings,
    roles: authors,
    View: lazy(async () => ({ default: (await import('./settings/Settings')).Settings })),
  },
  {
    path: 'people',
    name: words.people,
    roles: ['owner'],
    View: lazy(async () => ({ default: (await import('./views/People')).People })),
  },
  {
    path: 'sessions',
    name: words.sessions,
    roles: everyone,
    View: lazy(async () => ({ default: (await import('./views/Sessions')).Sessions })),
  },
];

/** Whether somebody may see pages, and more than what visitors sent. */
export const isAuthor = ({ role }: Me) => authors.includes(role);

/** What somebody may open, by their role. */
export const areasOf = (me: Me) => areas.filter(({ roles, isFor }) => roles.includes(me.role) && (isFor?.(me) ?? true));
