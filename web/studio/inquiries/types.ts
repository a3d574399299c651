/** What the team did about an inquiry. What is not there was not done. */
export interface Handling {
  seenAt?: string;
  doneAt?: string;
  doneBy?: string;
  answeredAt?: string;
  answeredBy?: string;
  assigned?: string;
  note?: string;
  notedAt?: string;
  notedBy?: string;
  startsAt?: string;
  confirmedBy?: string;
}

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
  /** Why it is not sent, or held. */
  reason: string;
  handling: Handling;
}

export interface Inquiry extends Listed {
  entries: { label: string; text: string; link: string }[];
  files: { name: string; size: number; isPicture: boolean }[];
  mails: { kind: string; state: string; sent: string; due: string; error: string }[];
  /** Who may look after it. */
  team: string[];
  page: string;
  plan: string;
  campaign: { name: string; value: string }[] | null;
  reasons: string[] | null;
  address: string;
  /** Opens a mail to its sender; empty where there is no address. */
  mailto: string;
  /** The day and the time that were asked for, or agreed upon last. */
  booking: null | { date: string; time: string };
}

export type InquiryList = {
  inquiries: Listed[];
  more: boolean;
  forms: { site: string; id: string; title: string }[];
};

/** How many there were; within how long they were answered, and the median of that in minutes. */
export interface Figures {
  site?: string;
  name: string;
  count: number;
  day: number;
  three: number;
  later: number;
  open: number;
  median: number;
}

export type Report = {
  month: string;
  total: Figures;
  suspects: number;
  forms: Figures[];
  campaigns: Figures[];
};
