import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A mail as it was captured: what a reader sees of it. */
export interface Mail {
  /** contact to the team, confirmation to the visitor. */
  kind: string;
  subject: string;
  to: string;
  replyTo: string;
  /** The plain text part. */
  text: string;
  /** All of it, as it would travel. */
  source: string;
}

/** The folder that a server without a mail provider writes mails to. */
export class Mailbox {
  constructor(private readonly folder: string) {}

  /** Mails of a kind that hold the words. */
  holding(words: string, kind = 'contact'): Mail[] {
    return this.files()
      .filter((name) => name.startsWith(`${kind}-`) && name.endsWith('.eml'))
      .map((name) => parse(kind, readFileSync(path.join(this.folder, name), 'utf8')))
      .filter(({ text }) => text.includes(words));
  }

  private files(): string[] {
    try {
      return readdirSync(this.folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []; // no mail yet
      throw error;
    }
  }
}

function parse(kind: string, source: string): Mail {
  const end = source.search(/\r?\n\r?\n/);
  const head = source.slice(0, end).replace(/\r?\n[ \t]+/g, ' ');
  const header = (name: string) => {
    const found = new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
    return found.trim();
  };
  return {
    kind,
    subject: header('Subject'),
    to: header('To'),
    replyTo: header('Reply-To'),
    text: plainText(source),
    source,
  };
}

/** The first text/plain part, decoded (RFC 2045, section 6.7). */
function plainText(source: string): string {
  const [, after = ''] = source.split(/^Content-Type: text\/plain[^\n]*\n/im);
  const body = after.slice(after.search(/^\r?\n/m)).split(/^--[0-9a-f]{20,}/m)[0] ?? '';
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/\r\n/g, '\n')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
