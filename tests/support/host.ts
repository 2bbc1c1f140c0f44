import type { ChildProcess } from 'node:child_process';

/** The process that runs the tests, whose modules are loaded once for all files that it runs. */
type Host = {
  require: (name: string) => unknown;
  globals: typeof globalThis;
  unstopped: Set<() => Promise<void>>;
  count: (event: CountedEvent) => void;
  useSettings: (names: string) => void;
  hasFailed: () => boolean;
};

/** Actions of a suite that cost seconds, for the report of durations. */
export type CountedEvent = 'start' | 'lease' | 'process' | 'database' | 'browser' | 'panelLoad';

const { host } = globalThis as unknown as { host: Host };

const { process: hostProcess } = host.globals;

/** The variables that the service reads; the test's own `process` has others. */
export const hostEnv = hostProcess.env;

/** The service's global `Date` and `Error`. */
export const { Date: HostDate, Error: HostError } = host.globals;

/**
 * Functions that stop the services of a file. Services still running are stopped after its last test: the next file has
 * the same modules, in which Strapi refuses to register twice.
 */
export const { unstopped } = host;

/**
 * Ends a resource after the file's last test, the newest first: leftovers of a failed test would slow other files and
 * fail them.
 *
 * @returns a function that removes it from the list, after it has ended
 */
export const onFileEnd = (end: () => unknown): (() => void) => {
  const stop = async (): Promise<void> => {
    await end();
  };
  unstopped.add(stop);
  return () => {
    unstopped.delete(stop);
  };
};

/** Kills a process after the file's last test, unless it has ended. */
export const killOnFileEnd = <Child extends ChildProcess>(child: Child): Child => {
  child.once(
    'exit',
    onFileEnd(() => child.kill('SIGKILL')),
  );
  return child;
};

/**
 * `count` counts an expensive event of the running suite for the report of durations. `useSettings` records the
 * settings of its service. `hasFailed` tells whether one of its tests or hooks has failed.
 */
export const { count, useSettings, hasFailed } = host;

/** Returns a module as the service itself has loaded it. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- As `jest.requireActual` has it.
export const hostModule = <T>(name: string): T => host.require(name) as T;

/** Moves the service's clock by some milliseconds, until the returned function is called. */
export const moveHostClock = (milliseconds: number): (() => void) => {
  const { globals } = host;
  const now = (): number => HostDate.now() + milliseconds;
  globals.Date = new Proxy(HostDate, {
    construct: (_target, values, newTarget) =>
      Reflect.construct(HostDate, values.length === 0 ? [now()] : values, newTarget) as Date,
    get: (target, name, receiver): unknown =>
      name === 'now' ? now : Reflect.get(target, name, receiver),
  });
  return () => {
    globals.Date = HostDate;
  };
};
