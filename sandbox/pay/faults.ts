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
 * Creates the simulated faults between a service and its provider. A fault has a `kind`, optionally
 * the `method` and a part of the `path` that it affects, and the number of `times`.
 *
 * - `status`: answers with `status` and does nothing.
 * - `hang`: never answers and does nothing.
 * - `slow`: executes the call, but only after `delay` milliseconds.
 * - `reset`: closes the connection before doing anything.
 * - `lost`: executes the call, then closes the connection without a response.
 * - `half`: executes the call and closes the connection in the middle of the response.
 * - `garbage`: executes the call and sends another response, as a proxy in between might.
 * - `trickle`: executes the call and sends the response byte by byte without end.
 */
export const createFaults = () => {
  let faults: (Fault & { times: number })[] = [];

  const take = (method: string, path: string): Fault | undefined => {
    const fault = faults.find(
      (item) =>
        item.times > 0 &&
        (item.method === undefined || item.method === method) &&
        (item.path === undefined || path.includes(item.path)),
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

    /** Returns the fault that affects this call. Faults that prevent the call are applied here. */
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

    /**
     * Applies a fault to the response; returns false if the fault leaves the response unchanged.
     */
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
