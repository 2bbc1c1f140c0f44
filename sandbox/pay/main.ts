import { sampleCatalogue } from './catalogue';
import { startPay } from './server';
import type { Account } from './webhooks';

/**
 * Runs the stand-in as a process of its own, with its settings as JSON in `SANDBOX_PAY`. It prints
 * `{ "url": … }` on its first line once it listens.
 */
type Settings = {
  accounts: Account[];
  port?: number;
  /** Folder of the sample products, if they are to be sold. */
  samples?: string;
  stateFile?: string;
};

const run = async (): Promise<void> => {
  const { samples, ...settings } = JSON.parse(
    process.env.SANDBOX_PAY ?? '{"accounts":[]}',
  ) as Settings;
  const server = await startPay({
    ...settings,
    ...(samples !== undefined && { catalogue: sampleCatalogue(samples) }),
  });
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void server.close().then(() => process.exit(0));
    });
  }
};

void run();
