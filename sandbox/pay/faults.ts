import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export type Fault = {
  kind: 'status' | 'hang' | 'slow' | 'reset' | 'lost' | 'half' | 'garbage' | 'trickle';
  method?: string;
  path?: string;
  times?: number;
  delay?: number;
  status?: number;
  headers?: Record<string, string>;
};

type Call = { method: string; path: string; request: IncomingMessage; response: ServerResponse };

const bodies: Readonly<Record<number, object>> = {
  429: {
    code: 'rate_limit',
    message: 'Too many requests hit the API.',
    type: 'invalid_request_error',
  },
  500: { message: 'An unknown error occurred.', type: 'api_error' },
};

/**
 * What can go wrong between a service and its provider, on demand. A fault has a `kind`, optionally the
 * `method` and a part of the `path` it strikes, and how many `times`.
 *
 * - `status`: answers `status` and does nothing.
 * - `hang`: never answers and does nothing.
 * - `slow`: works, but only after `delay` milliseconds.
 * - `reset`: hangs up before doing anything.
 * - `lost`: does it, then hangs up instead of answering.
 * - `half`: does it and hangs up in the middle of the answer.
 * - `garbage`: does it and answers something else, as a proxy in between might.
 * - `trickle`: does it and sends the answer byte by byte, for ever.
 */
export const createFaults = () => {
  let faults: (Fault & { times: number })[] = [];

  const take = (method: string, path: string): Fault | undefined => {
    const fault = faults.find(
      (one) =>
        one.times > 0 &&
        (one.method === undefined || one.method === method) &&
        (one.path === undefined || path.includes(one.path)),
    );
    if (fault !== undefined) fault.times -= 1;
    return fault;
  };

  return {
    add({ times = 1, ...fault }: Fault): void {
      faults.push({ times, ...fault });
    },
    clear(): void {
      faults = [];
    },

    /** The fault that strikes this call, already acted on where nothing is to be done. */
    async before({ method, path, request, response }: Call): Promise<Fault | 'none' | 'done'> {
      const fault = take(method, path);
      if (fault === undefined) return 'none';
      if (fault.kind === 'reset') {
        request.socket.resetAndDestroy();
        return 'done';
      }
      if (fault.kind === 'hang') return 'done';
      if (fault.kind === 'slow') await wait(fault.delay ?? 1_000);
      if (fault.kind === 'status') {
        const { status = 500 } = fault;
        response.writeHead(status, {
          'content-type': 'application/json',
          ...fault.headers,
        });
        response.end(JSON.stringify({ error: bodies[status] ?? bodies[500] }));
        return 'done';
      }
      return fault;
    },

    /** Spoils the sending of an answer; false where the fault leaves it alone. */
    after(
      fault: Fault | 'none',
      { request, response, body }: Pick<Call, 'request' | 'response'> & { body: string },
    ): boolean {
      const kind = fault === 'none' ? fault : fault.kind;
      if (kind === 'lost') {
        request.socket.resetAndDestroy();
        return true;
      }
      if (kind === 'garbage') {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end('<!doctype html><title>Welcome</title>');
        return true;
      }
      if (kind !== 'half' && kind !== 'trickle') return false;
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.write(body.slice(0, Math.floor(body.length / 2)));
      if (kind === 'half') {
        setTimeout(() => request.socket.destroy(), 20);
      } else {
        const timer = setInterval(() => response.write(' '), 100);
        response.on('close', () => clearInterval(timer));
      }
      return true;
    },
  };
};

export type Faults = ReturnType<typeof createFaults>;
