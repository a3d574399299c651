import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { InlineConfig, ViteDevServer } from 'vite';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A development server in front of the Go server at an address. */
export async function developmentServer(goServer: string, config: InlineConfig): Promise<ViteDevServer> {
  const { createServer } = await import('vite'); // which is large, and of use to few tests
  const before = process.env.MARQUEE_URL;
  process.env.MARQUEE_URL = goServer; // read by the configuration
  try {
    return await createServer({ configFile: path.join(repository, 'web/vite.config.ts'), ...config });
  } finally {
    // What later tests of this worker start does not know it.
    if (before === undefined) delete process.env.MARQUEE_URL;
    else process.env.MARQUEE_URL = before;
  }
}

/** What `make dev` started. */
interface Development {
  /** Address without a slash at the end. */
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Does what `make dev` does with the sources in a folder. */
export async function runDevelopment(root: string, environment: NodeJS.ProcessEnv): Promise<Development> {
  const dev = spawn(process.execPath, [path.join(root, 'web/scripts/dev.mjs')], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...environment, DEV_PORT: '0', NO_COLOR: '1' },
  });
  const ended = new Promise((resolve) => dev.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: dev.stdout }).on('line', (line) => {
      const local = /Local: +(\S+)\//.exec(line)?.[1];
      if (local) resolve(local);
    });
    ended.then((code) => reject(new Error(`make dev ended with ${code}`)));
  });
  return {
    url,
    pid: dev.pid ?? 0,
    async stop() {
      dev.kill('SIGTERM');
      await ended;
    },
  };
}

/** Copies what a development server needs into a folder, so that tests can edit it. What Vite keeps is the copy's own. */
export function copySources(folder: string): void {
  for (const name of ['package.json', 'tsconfig.json', 'web/src', 'web/vite', 'web/vite.config.ts', 'web/scripts'])
    cpSync(path.join(repository, name), path.join(folder, name), { recursive: true });
  const libraries = path.join(repository, 'node_modules');
  mkdirSync(path.join(folder, 'node_modules'));
  for (const name of readdirSync(libraries).filter((name) => !name.startsWith('.')))
    symlinkSync(path.join(libraries, name), path.join(folder, 'node_modules', name));
}
