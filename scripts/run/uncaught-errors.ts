import { inspect } from 'node:util';
import { isDatabaseUnavailable } from '#platform/database-unavailable';

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : 'unknown';

/**
 * Handles errors that no caller awaited. A lost database connection is logged; any other error is
 * printed and ends the process.
 *
 * Only for processes that are this service. Tests run several services in one process, whose errors
 * must reach the test runner.
 */
export const handleUncaughtErrors = (): void => {
  const handle =
    (event: string) =>
    (error: unknown): void => {
      if (isDatabaseUnavailable(error)) {
        say(`database: ${event}, nobody waited for it: ${getErrorMessage(error)}`);
        return;
      }
      say(`${event}: ${inspect(error)}`);
      process.exit(1);
    };
  process.on('unhandledRejection', handle('unhandled rejection'));
  process.on('uncaughtException', handle('uncaught exception'));
};
