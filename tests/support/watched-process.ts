import path from 'node:path';
import { freePort } from './ports';
import { type ProcessOptions, type ServiceProcess, startProcess } from './process';

export type WatchedProcess = ServiceProcess & {
  /** Returns the longest turn of the event loop since the last call, in milliseconds. */
  longestTurn: () => Promise<number>;
};

/** Starts the service in a process that measures how long requests block its event loop. */
export const startWatchedProcess = async (options: ProcessOptions): Promise<WatchedProcess> => {
  const port = await freePort();
  const service = await startProcess({
    ...options,
    program: path.join(__dirname, 'watched-service.mjs'),
    env: { ...options.env, WATCH_PORT: String(port) },
  });
  return {
    ...service,
    longestTurn: async () => Number(await (await fetch(`http://127.0.0.1:${port}`)).text()),
  };
};
