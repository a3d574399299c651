// `make dev`: Vite in front of the Go server (web/vite/go-server.ts), which is built and started again when a Go file
// changes. The browser then loads the page anew; a build that fails shows there what the compiler says.
// MARQUEE_URL names a Go server that runs already: then none is started. DEV_PORT is Vite's port, 5173 without it.
import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createServer } from 'vite';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const binary = path.join(repository, '.cache/dev/marquee');
let server;

/** Compiles the program; the error is what the compiler says. */
const build = () => promisify(execFile)('go', ['build', '-o', binary, './cmd/marquee'], { cwd: repository });

/** Starts the program and returns its address as soon as it serves. */
async function start() {
  const { MARQUEE_URL: _, ...env } = process.env; // it is for Vite, and no setting of the program
  server = spawn(binary, ['serve', '--drafts'], { cwd: repository, env, stdio: ['ignore', 'inherit', 'pipe'] });
  const started = server;
  return new Promise((resolve, reject) => {
    createInterface({ input: started.stderr }).on('line', (line) => {
      console.error(line);
      const port = /msg=serving address=\S*:(\d+)/.exec(line)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    started.once('exit', (code) => reject(new Error(`the Go server ended with ${code}: see its log in the terminal`)));
  });
}

async function stop() {
  if (!server || server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}

const own = !process.env.MARQUEE_URL;
if (own) {
  await build();
  process.env.MARQUEE_URL = await start();
  // Started again, it listens where it did.
  process.env.MARQUEE_ADDR = new URL(process.env.MARQUEE_URL).host;
}
const vite = await createServer({
  configFile: path.join(repository, 'web/vite.config.ts'),
  server: { port: Number(process.env.DEV_PORT ?? 5173) },
});

let restarting = false;
let changedAgain = false;
async function restart() {
  changedAgain = restarting;
  if (restarting) return;
  restarting = true;
  try {
    await build();
    await stop();
    await start();
    vite.ws.send({ type: 'full-reload' });
  } catch (error) {
    vite.config.logger.error(error.message);
    vite.ws.send({ type: 'error', err: { message: error.message, stack: '' } });
  }
  restarting = false;
  if (changedAgain) await restart();
}

if (own) {
  vite.watcher.add(['cmd', 'internal', 'web', 'go.mod'].map((name) => path.join(repository, name)));
  vite.watcher.on('all', (_event, file) => {
    if (/(?<!_test)\.go$|go\.mod$/.test(file)) restart();
  });
}
await vite.listen();
vite.printUrls();

// The Go server does not end with the terminal by itself: SIGHUP makes it look at the content.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, async () => {
    await Promise.all([vite.close(), stop()]);
    process.exit();
  });
}
