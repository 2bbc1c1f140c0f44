import { spawnSync } from 'node:child_process';
import path from 'node:path';

const compiled = path.resolve(__dirname, '../../dist');

/** A process of the service with a failure that nobody handles. */
const run = (failing: string) =>
  spawnSync(
    process.execPath,
    [
      '-e',
      `require(${JSON.stringify(path.join(compiled, 'scripts/run/uncaught-errors.js'))}).handleUncaughtErrors();
       require(${JSON.stringify(path.join(compiled, 'scripts/run/survive-lost-logs.js'))}).surviveLostLogs();
       const { DatabaseUnavailable } = require(${JSON.stringify(path.join(compiled, 'src/platform/database/unavailable.js'))});
       setTimeout(() => { console.log('went on'); process.exit(0); }, 200);
       ${failing}`,
    ],
    { encoding: 'utf8' },
  );

describe('an error that nobody waits for', () => {
  it.each([
    ['a promise', `Promise.reject(new DatabaseUnavailable('lost'))`],
    ['an event', `setImmediate(() => { throw new Error('Connection terminated unexpectedly'); })`],
  ])('should be told and got over where the database was lost in %s', (_where, failing) => {
    const { status, stdout, stderr } = run(failing);
    expect(stdout).toContain('went on');
    expect(stderr).toContain('nobody waited for it');
    expect(status).toBe(0);
  });

  it.each([
    ['a promise', `Promise.reject(new TypeError('a mistake'))`],
    ['an event', `setImmediate(() => { throw new TypeError('a mistake'); })`],
    ['a log', `process.stdout.destroy(new TypeError('a mistake'))`],
    ['another socket', `require('net').connect(1, '127.0.0.1')`],
  ])('should end the process where it is another one, in %s', (_where, failing) => {
    const { status, stdout, stderr } = run(failing);
    expect(stdout).not.toContain('went on');
    expect(stderr).toMatch(/a mistake|ECONNREFUSED/);
    expect(status).toBe(1);
  });
});
