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

/** What a suite does that costs seconds, which the report of durations counts. */
export type CountedEvent = 'start' | 'lease' | 'process' | 'database' | 'browser' | 'panelLoad';

const { host } = globalThis as unknown as { host: Host };

const { process: hostProcess } = host.globals;

/** The variables that the service reads, which are not those of the test's own `process`. */
export const hostEnv = hostProcess.env;

/** What the service takes for the time, and for an error. */
export const { Date: HostDate, Error: HostError } = host.globals;

/**
 * How to stop the services that a file has started. What it leaves running is stopped after its last test: the next file
 * has the same modules, in which Strapi refuses to register twice what is registered already.
 */
export const { unstopped } = host;

/**
 * Has something ended after the file's last test, the newest first: what a test that failed leaves would slow other files, and
 * fail them.
 *
 * @returns takes it off that list, once it has been ended
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
 * `count` counts an expensive event of the running suite for the report of durations, `useSettings` notes which settings its
 * service has; `hasFailed` tells whether one of its tests or hooks has failed.
 */
export const { count, useSettings, hasFailed } = host;

/** A module as the service itself has loaded it. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- As `jest.requireActual` has it.
export const hostModule = <T>(name: string): T => host.require(name) as T;
