import { spawnSync } from 'node:child_process';
import path from 'node:path';

const compiled = path.resolve(__dirname, '../../dist');

/** Runs a process with the error handlers of the service, in which the given code fails. */
const run = (failing: string) =>
  spawnSync(
    process.execPath,
    [
      '-e',
      `require(${JSON.stringify(path.join(compiled, 'scripts/run/uncaught-errors.js'))}).handleUncaughtErrors();
       require(${JSON.stringify(path.join(compiled, 'scripts/run/survive-lost-logs.js'))}).surviveLostLogs();
       const { DatabaseUnavailable } = require(${JSON.stringify(path.join(compiled, 'src/platform/database-unavailable.js'))});
       setTimeout(() => { console.log('went on'); process.exit(0); }, 200);
       ${failing}`,
    ],
    { encoding: 'utf8' },
  );

describe('unhandled error', () => {
  it.each([
    ['a promise', `Promise.reject(new DatabaseUnavailable('lost'))`],
    ['an event', `setImmediate(() => { throw new Error('Connection terminated unexpectedly'); })`],
  ])('lost database connection in %s – is logged, and the process continues', (_where, failing) => {
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
  ])('other error in %s – ends the process', (_where, failing) => {
    const { status, stdout, stderr } = run(failing);
    expect(stdout).not.toContain('went on');
    expect(stderr).toMatch(/a mistake|ECONNREFUSED/);
    expect(status).toBe(1);
  });
});
