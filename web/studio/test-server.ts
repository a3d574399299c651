import { vi } from 'vitest';
import type { Change, Value } from './api/types';
import { applied, valueAt } from './changes/values';

/** What a call is answered with: a status and JSON. */
export type Answer = [status: number, body?: unknown];
type Handler = (body: never, query: URLSearchParams) => Answer | Promise<Answer>;

/** A server of Studio's calls in memory, in place of fetch. A call that nobody has foreseen fails the test. */
export class TestServer {
  readonly files: Record<string, Value> = {};
  /** All changes that were taken, by id. */
  readonly taken = new Map<string, Change>();
  /** Bodies of the calls by method and path: `server.calls('POST changes')`. */
  private readonly log: [name: string, body: unknown][] = [];
  private readonly handlers = new Map<string, Handler>();

  constructor() {
    this.on('GET file', (_, query) => {
      const file = query.get('file') ?? '';
      const values = this.files[file];
      if (values === undefined) return [404, { error: { code: 'not_found', message: 'There is no such file.' } }];
      return [200, { file, version: '1', schema: 'any', values, source: `# ${file}`, changes: [], problems: [] }];
    });
    this.on('POST changes', ({ changes }: { changes: (Change & { id: string })[] }) => this.patch(changes));
    vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => this.fetch(address, init));
  }

  /** Says how a call is answered from now on: `server.on('GET me', () => [200, me])`. */
  on<Body>(name: string, handler: (body: Body, query: URLSearchParams) => Answer | Promise<Answer>): void {
    this.handlers.set(name, handler);
  }

  calls(name: string): unknown[] {
    return this.log.filter(([each]) => each === name).map(([, body]) => body);
  }

  patch(changes: (Change & { id: string })[]): Answer {
    const fresh = changes.filter(({ id }) => !this.taken.has(id));
    const files = { ...this.files };
    for (const change of fresh) {
      const theirs = valueAt(files[change.file] ?? null, change.at) ?? null;
      const isOther = change.old !== undefined && JSON.stringify(theirs) !== JSON.stringify(change.old);
      if (isOther) {
        const conflict = {
          id: change.id,
          yours: change.value,
          theirs,
          by: 'anna@example.org',
          when: '2026-05-05T10:42:00Z',
        };
        return [409, { error: { code: 'conflict', message: 'Somebody else changed it.' }, conflicts: [conflict] }];
      }
      files[change.file] = applied(files[change.file] ?? null, change);
    }
    for (const change of fresh) this.taken.set(change.id, change);
    Object.assign(this.files, files);
    const names = new Set(changes.map(({ file }) => file));
    return [200, { files: [...names].map((file) => ({ file, version: String(this.taken.size), problems: [] })) }];
  }

  private async fetch(address: string, init: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(address, 'https://studio.test');
    const name = `${init.method ?? 'GET'} ${pathname.replace('/studio/api/', '')}`;
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    this.log.push([name, body]);
    const handler = this.handlers.get(name);
    if (!handler) throw new Error(`nobody has foreseen ${name}`);
    const [status, answer] = await handler(body as never, searchParams);
    return new Response(status === 204 ? null : JSON.stringify(answer), { status });
  }
}

/** Locks of tabs, as browsers have them for all tabs of a site. */
export class TestLocks {
  private readonly held = new Set<string>();
  request = async (name: string, callback: unknown) => {
    this.held.add(name);
    await (callback as () => Promise<void>)();
    this.held.delete(name);
  };
  query = async () => ({ held: [...this.held].map((name) => ({ name })), pending: [] });
}
