import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { killOnFileEnd } from './host';

const program = path.resolve(__dirname, 'stand-in-server.mjs');

/** A request as the other server received it. */
export type Received = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Bytes sent of an endless body. */
  sent: number;
  isRefused?: boolean;
};

/** The kinds of responses; `stand-in-server.mjs` explains each. */
export type Rule = {
  path?: string;
  times?: number;
  status?: number;
  headers?: Record<string, string>;
  delay?: number;
  kind?: 'hang' | 'drip' | 'huge' | 'reset' | 'fastly' | 'cloudflare';
  [setting: string]: unknown;
};

/** Another party's server, in its own process. */
export type StandIn = {
  url: string;
  received: () => Promise<Received[]>;
  answer: (rules: readonly Rule[]) => Promise<void>;
  /** Forgets the received requests. */
  empty: () => Promise<void>;
  stop: () => Promise<void>;
};

export const startStandIn = async (): Promise<StandIn> => {
  const child = killOnFileEnd(
    spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const lines = createInterface({ input: child.stdout });
  const [url = ''] = (await once(lines, 'line')) as string[];
  const control = async (method: string, what: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${url}/_control/${what}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
    });
    return answer.json();
  };
  return {
    url,
    received: async () => (await control('GET', 'requests')) as Received[],
    answer: async (rules) => {
      await control('PUT', 'rules', rules);
    },
    empty: async () => {
      await control('DELETE', 'requests');
    },
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
};
