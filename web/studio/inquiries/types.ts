/** What the team did about an inquiry, when and who. What is not there was not done. */
export type Handling = Partial<
  Record<'seenAt' | 'doneAt' | 'doneBy' | 'answeredAt' | 'answeredBy' | 'assigned' | 'startsAt', string> &
    Record<'note' | 'notedAt' | 'notedBy', string>
>;

/** `site` and `form` are their names, `zone` is the site's, and `begin` the first words of the message. */
export interface Listed {
  id: string;
  reference: string;
  site: string;
  form: string;
  received: string;
  zone: string;
  from: string;
  begin: string;
  state: 'sent' | 'unconfirmed' | 'waiting' | 'parked' | 'dead' | 'suspect';
  handling: Handling;
}

export interface Inquiry extends Listed {
  entries: { label: string; text: string; link: string }[];
  files: { name: string; size: number; isPicture: boolean }[];
  mails: { kind: string; state: string; sent: string; error: string }[];
  /** Who may look after it. */
  team: string[];
  page: string;
  plan: string;
  campaign: { name: string; value: string }[] | null;
  /** Why it is held. */
  reasons: string[] | null;
  address: string;
  /** Opens a mail to its sender; empty where there is no address. */
  mailto: string;
  /** The day and the time that were asked for, or agreed upon last. */
  booking: null | { date: string; time: string };
}

export interface InquiryList {
  inquiries: Listed[];
  more: boolean;
  forms: { site: string; id: string; title: string }[];
}

/** How many there were; within how long they were answered, and the median of that in minutes. */
export interface Figures extends Record<'count' | 'day' | 'three' | 'later' | 'open' | 'median', number> {
  site?: string;
  name: string;
}

export interface Report {
  month: string;
  total: Figures;
  suspects: number;
  forms: Figures[];
  campaigns: Figures[];
}
