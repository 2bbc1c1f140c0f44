import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { killOnFileEnd } from './host';
import { until } from './until';

const root = path.resolve(__dirname, '../..');

/** The path in Debian and most other systems; it is not in every user's `PATH`. */
const program = ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find((place) => existsSync(place));

/** A suite that needs nginx; skipped with a message without it. */
export const describeBehindNginx = (name: string, body: () => void): void => {
  if (program === undefined) {
    process.stderr.write(`skipped, for nginx is not installed: ${name}\n`);
    describe.skip(name, body);
  } else {
    describe(name, body);
  }
};

/** Changes for tests: other addresses, no certificate, a shorter timeout for a node that hangs. */
const adapt = (text: string, changes: readonly (readonly [string, string])[]): string =>
  changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The shipped configuration has no ${from}`);
    return changed.replaceAll(from, to);
  }, text);

/** Starts nginx with the shipped configuration, between ports of this machine. */
export const startNginx = async (
  ports: { front: number; redirect: number },
  nodes: readonly [string, string],
): Promise<{ url: string; stop: () => Promise<void> }> => {
  const shipped = readFileSync(path.join(root, 'ops/nginx/education-cms.conf'), 'utf8');
  const server = adapt(shipped, [
    ['10.0.0.11:1337', nodes[0]],
    ['10.0.0.12:1337', nodes[1]],
    ['listen 80;', `listen 127.0.0.1:${ports.redirect};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${ports.front};`],
    ['  ssl_certificate /etc/ssl/cms.example.com/fullchain.pem;\n', ''],
    ['  ssl_certificate_key /etc/ssl/cms.example.com/privkey.pem;\n', ''],
    ['client_header_timeout 10s;', 'client_header_timeout 1s;'],
    ['proxy_read_timeout 8s;', 'proxy_read_timeout 1s;'],
    ['proxy_read_timeout 20s;', 'proxy_read_timeout 1s;'],
  ]);
  const folder = mkdtempSync(path.join(tmpdir(), 'cms-nginx-'));
  const file = path.join(folder, 'nginx.conf');
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  writeFileSync(
    file,
    `daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
access_log off;
${folders.join('\n')}
${server}
}
`,
  );
  const child = killOnFileEnd(
    spawn(program ?? '', ['-c', file, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] }),
  );
  const url = `http://127.0.0.1:${ports.front}`;
  await until(
    () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    (answers) => answers,
    'nginx answers',
  );
  return {
    url,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
