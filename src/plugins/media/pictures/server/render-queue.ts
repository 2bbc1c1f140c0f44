import { Semaphore } from 'async-mutex';

/** Error of a full queue, whose waiting time would be too long for callers. */
export class QueueFull extends Error {
  override name = 'QueueFull';
}

type Options = {
  /** Maximum number of tasks that run at the same time. */
  atOnce: number;
  /** Maximum number of tasks that wait. */
  waiting: number;
};

/** Returns a queue that runs few tasks at a time, and each only once for simultaneous requests. */
export const createRenderQueue = <T>({ atOnce, waiting }: Options) => {
  const semaphore = new Semaphore(atOnce);
  const underWay = new Map<string, Promise<T>>();

  return {
    /** @throws QueueFull */
    run(key: string, work: () => Promise<T>): Promise<T> {
      const pendingWork = underWay.get(key);
      if (pendingWork !== undefined) return pendingWork;
      if (underWay.size >= atOnce + waiting) {
        return Promise.reject(new QueueFull(`${underWay.size} pictures are waiting`));
      }
      const result = semaphore.runExclusive(work).finally(() => underWay.delete(key));
      underWay.set(key, result);
      return result;
    },
  };
};

export type RenderQueue<T> = ReturnType<typeof createRenderQueue<T>>;
