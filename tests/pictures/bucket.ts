import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onFileEnd } from '../support/host';
import { portOf } from '../support/ports';

/** Faults of a bucket: no response, a held response, a cut connection, a refusal, a full disk. */
export type BucketFault = 'hangs' | 'waits' | 'cuts' | 'refuses' | 'full';

const refusals: Readonly<Partial<Record<BucketFault, [status: number, code: string]>>> = {
  refuses: [403, 'AccessDenied'],
  full: [507, 'QuotaExceeded'],
};

/** Starts a bucket that stores objects and returns them for signed requests. */
export const startBucket = async () => {
  const objects = new Map<string, Buffer>();
  const reads: string[] = [];
  let isUnavailable = false;
  let faults: { fault: BucketFault; requests: RegExp }[] = [];
  let cutDeletions = 0;
  let isHeld = false;
  const heldResponses: (() => void)[] = [];

  const server: Server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const { pathname } = new URL(request.url ?? '', 'http://bucket');
      const body = await buffer(request);
      if (isUnavailable) {
        response.writeHead(503).end();
        return;
      }
      if (request.method === 'DELETE') {
        response.on('close', () => (cutDeletions += response.writableEnded ? 0 : 1));
      }
      const line = `${request.method} ${pathname}`;
      const fault = faults.find(({ requests }) => requests.test(line))?.fault ?? null;
      if (fault === 'hangs') return;
      if (fault === 'waits') await new Promise<void>((resolve) => void heldResponses.push(resolve));
      if (fault === 'cuts') {
        request.socket.destroy();
        return;
      }
      const [status, code] = fault === null ? [] : (refusals[fault] ?? []);
      if (status !== undefined) {
        response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
        return;
      }
      if (request.method === 'PUT') objects.set(pathname, body);
      if (request.method === 'DELETE') objects.delete(pathname);
      if (request.method !== 'GET') {
        response.writeHead(200, { ETag: '"x"' }).end();
        return;
      }
      reads.push(pathname);
      const object = objects.get(pathname);
      const isSigned = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256') === true;
      if (!isSigned) response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
      else if (object === undefined) {
        response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
      } else {
        response.writeHead(200, { 'Content-Length': object.length });
        let sent = isHeld ? Math.floor(object.length / 2) : 0;
        response.write(object.subarray(0, sent));
        if (isHeld) {
          // The service times out without any data, so send a byte a second.
          const trickle = setInterval(
            () => response.write(object.subarray(sent, (sent += 1))),
            1_000,
          );
          await new Promise<void>((resolve) => void heldResponses.push(resolve));
          clearInterval(trickle);
        }
        response.end(object.subarray(sent));
      }
    };
    void answer();
  });
  server.listen(await portOf('bucket'), '127.0.0.1');
  await once(server, 'listening');
  onFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;

  return {
    objects,
    /** The read objects, in order. */
    reads,
    setAway: (value: boolean): void => {
      isUnavailable = value;
    },
    /** Sets a fault for all requests or for kinds of requests (`PUT /media/a.png`). null removes it. */
    setFault: (next: BucketFault | null | Readonly<Partial<Record<BucketFault, RegExp>>>): void => {
      if (typeof next === 'string') faults = [{ fault: next, requests: /./ }];
      else {
        faults = Object.entries(next ?? {}).map(([fault, requests]) => ({
          fault: fault as BucketFault,
          requests,
        }));
      }
    },
    /** Returns how many deletions the service cancelled. */
    cutDeletions: (): number => cutDeletions,
    /** Returns half of an object from now on, then a byte a second, and the rest after release(). */
    hold: (): void => {
      isHeld = true;
    },
    release: (): void => {
      isHeld = false;
      for (const go of heldResponses.splice(0)) go();
    },
    env: (isPrivate: boolean): Record<string, string> => ({
      UPLOAD_PROVIDER: 's3',
      S3_BUCKET: 'media',
      S3_REGION: 'eu-west-1',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_PRIVATE: String(isPrivate),
    }),
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

export type Bucket = Awaited<ReturnType<typeof startBucket>>;
