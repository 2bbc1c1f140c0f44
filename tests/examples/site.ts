import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { killOnFileEnd, onFileEnd } from '../support/host';
import { freePort } from '../support/ports';
import { until } from '../support/until';

const folder = path.resolve(__dirname, '../../examples/nextjs');
const next = path.join(folder, 'node_modules/next/dist/bin/next');

/** A proxy in front of the service that records requests. */
export type RecordingProxy = {
  url: string;
  /** Returns the requests since the last call, as `GET /api/products`. */
  takeRequests: () => string[];
  stop: () => void;
};

/** Starts a proxy in front of a service. */
export const startRecordingProxy = async (target: string): Promise<RecordingProxy> => {
  const requests: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    requests.push(`${method} ${new URL(url, target).pathname}`);
    const forwarded = request(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.once('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  onFileEnd(stop);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeRequests: () => requests.splice(0),
    stop,
  };
};

/** The built example site in its own process. */
export type ExampleSite = { stop: () => Promise<void> };

/** Returns an address for the site, which the service must know before the site starts. */
export const siteAddress = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;

/** Starts the built example site, and waits until it answers. */
export const startExampleSite = async (
  url: string,
  env: Readonly<Record<string, string>>,
): Promise<ExampleSite> => {
  const { hostname, port } = new URL(url);
  const child = killOnFileEnd(
    spawn(process.execPath, [next, 'start', folder, '--hostname', hostname, '--port', port], {
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const failed = once(child, 'exit').then(() => {
    throw new Error(`The example site has ended. Is it built?\n${output}`);
  });
  // A file of the build, because pages send requests to the service.
  await Promise.race([until(() => fetch(`${url}/_next/none`)), failed]);
  failed.catch(() => undefined);
  return {
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};
