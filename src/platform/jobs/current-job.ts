import { AsyncLocalStorage } from 'node:async_hooks';

const running = new AsyncLocalStorage<string>();

/** Runs a job's work; everything that it calls can read the job's name. */
export const asJob = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  running.run(name, work);

/** Returns the name of the running job; null outside of jobs. */
export const currentJob = (): string | null => running.getStore() ?? null;
