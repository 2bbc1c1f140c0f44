import { inspect } from 'node:util';
import { isDatabaseAway } from '../../src/platform/database/outage';

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

/**
 * The last resort for what nobody waited for: a lost connection to the database is told and got over;
 * anything else ends the process as it would without this, with the error on the screen.
 *
 * For processes that are this service. Tests hold several services in one process, whose failures must
 * reach the test runner.
 */
export const surviveOutages = (): void => {
  const handle =
    (what: string) =>
    (error: unknown): void => {
      if (isDatabaseAway(error)) {
        say(`database: ${what}, nobody waited for it: ${messageOf(error)}`);
        return;
      }
      say(`${what}: ${inspect(error)}`);
      process.exit(1);
    };
  process.on('unhandledRejection', handle('unhandled rejection'));
  process.on('uncaughtException', handle('uncaught exception'));
};
