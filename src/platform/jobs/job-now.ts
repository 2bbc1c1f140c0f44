import { AsyncLocalStorage } from 'node:async_hooks';

const running = new AsyncLocalStorage<string>();

/** Does a job's work so that whatever it calls can ask for its name. */
export const asJob = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  running.run(name, work);

/** The name of the job that is being done; null outside of jobs. */
export const jobNow = (): string | null => running.getStore() ?? null;
