import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { killOnFileEnd } from '../support/host';

const program = path.resolve(__dirname, '../../sandbox/partner-video/main.mjs');

type Call = { call: 'token' | 'catalog' | 'access'; body?: Record<string, unknown> };

type Fault = {
  on: Call['call'];
  kind: 'status' | 'slow' | 'hold' | 'hang' | 'drip' | 'reset' | 'huge' | 'text' | 'body';
  times?: number;
  status?: number;
  delay?: number;
  text?: string;
  body?: unknown;
};

/** The video partner of the sandbox, in its own process. */
export type PartnerProcess = {
  url: string;
  /** Settings that connect the service with it. */
  env: Record<string, string>;
  /** Resets it: no faults, no tokens, no calls, long lifetimes. */
  reset: () => Promise<void>;
  fail: (fault: Fault) => Promise<void>;
  /** Ends the faults, and sends held responses. */
  heal: () => Promise<void>;
  behave: (behaviour: {
    tokenLifetime?: number;
    signatureLifetime?: number;
    clockAhead?: number;
  }) => Promise<void>;
  /** Makes the partner forget every token. */
  forgetTokens: () => Promise<void>;
  calls: () => Promise<Call[]>;
  count: (call: Call['call']) => Promise<number>;
  stop: () => Promise<void>;
};

const firstLine = async (child: ChildProcess): Promise<string> => {
  if (child.stdout === null) throw new Error('The partner prints nothing');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('The partner did not start');
};

export const startPartner = async (): Promise<PartnerProcess> => {
  const child = killOnFileEnd(
    spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const env = JSON.parse(await firstLine(child)) as Record<string, string>;
  const url = env.VIDEOPARTNER_BASE_URL ?? '';

  const control = async (method: string, what: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/_control/${what}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    return response.json();
  };
  const calls = async () => (await control('GET', 'calls')) as Call[];
  const behave: PartnerProcess['behave'] = async (behaviour) => {
    await control('POST', 'behaviour', behaviour);
  };
  const heal = async () => {
    await control('DELETE', 'faults');
  };
  const forgetTokens = async () => {
    await control('DELETE', 'tokens');
  };

  return {
    url,
    env,
    fail: async (fault) => {
      await control('POST', 'faults', fault);
    },
    heal,
    behave,
    forgetTokens,
    calls,
    count: async (call) => (await calls()).filter((item) => item.call === call).length,
    reset: async () => {
      await heal();
      await forgetTokens();
      await control('DELETE', 'calls');
      await behave({ tokenLifetime: 3600, signatureLifetime: 3600, clockAhead: 0 });
    },
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
};
