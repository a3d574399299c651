import { type ComponentType, lazy } from 'react';
import type { Me, Role } from './api/types';
import { InquiriesMark } from './inquiries/Mark';
import { StatusMark } from './status/Sign';
import { words } from './words';

interface Area {
  /** Its address, with what is below it. */
  path: string;
  /** Its name in the menu; empty where other views lead to it. */
  name: string;
  roles: Role[];
  View: ComponentType<{ me: Me }>;
  /** A sign beside its name that something is to be done. */
  Mark?: ComponentType;
  /** Whether there is anything in it for somebody. */
  isFor?: (me: Me) => boolean;
}

const everyone: Role[] = ['owner', 'editor', 'writer', 'inbox'];
const authors: Role[] = ['owner', 'editor', 'writer'];

/** An area, whose code is loaded when somebody opens it. */
const area = (path: string, name: string, roles: Role[], load: () => Promise<Area['View']>): Area => ({
  path,
  name,
  roles,
  View: lazy(async () => ({ default: await load() })),
});

/** The views beside the page, in the order of the menu. */
export const areas: Area[] = [
  {
    ...area(
      'inquiries',
      words.inquiries,
      ['owner', 'inbox'],
      async () => (await import('./inquiries/Inquiries')).Inquiries,
    ),
    Mark: InquiriesMark,
  },
  area('changes', words.changesTitle, authors, async () => (await import('./views/Changes')).Changes),
  area('history', words.history, authors, async () => (await import('./views/History')).History),
  area('file', '', authors, async () => (await import('./views/FileText')).FileText),
  area('new', '', authors, async () => (await import('./make/New')).New),
  area('gallery', '', authors, async () => (await import('./make/Gallery')).Gallery),
  area('pictures', words.pictures, authors, async () => (await import('./media/Pictures')).Pictures),
  {
    ...area('languages', words.languages, authors, async () => (await import('./languages/Languages')).Languages),
    isFor: ({ sites }) => sites.some(({ of }) => of),
  },
  {
    ...area('status', words.status, everyone, async () => (await import('./status/Status')).Status),
    Mark: StatusMark,
  },
  area('settings', words.settings, authors, async () => (await import('./settings/Settings')).Settings),
  area('people', words.people, ['owner'], async () => (await import('./views/People')).People),
  area('sessions', words.sessions, everyone, async () => (await import('./views/Sessions')).Sessions),
];

/** Whether somebody may see pages, and more than what visitors sent. */
export const isAuthor = ({ role }: Me) => authors.includes(role);

/** What somebody may open, by their role. */
export const areasOf = (me: Me) => areas.filter(({ roles, isFor }) => roles.includes(me.role) && (isFor?.(me) ?? true));
