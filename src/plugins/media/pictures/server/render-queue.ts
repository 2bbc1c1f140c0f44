import { Semaphore } from 'async-mutex';

/** More wait already than can be served in a time that anybody waits. */
export class QueueFull extends Error {
  override name = 'QueueFull';
}

type Options = {
  /** Works that go on at the same time. */
  atOnce: number;
  /** Works that may wait for those. */
  waiting: number;
};

/** Does each work once, however many ask for it meanwhile, and few of them at a time. */
export const createRenderQueue = <T>({ atOnce, waiting }: Options) => {
  const semaphore = new Semaphore(atOnce);
  const underWay = new Map<string, Promise<T>>();

  return {
    /** @throws QueueFull */
    run(key: string, work: () => Promise<T>): Promise<T> {
      const known = underWay.get(key);
      if (known !== undefined) return known;
      if (underWay.size >= atOnce + waiting) {
        return Promise.reject(new QueueFull(`${underWay.size} pictures are waiting`));
      }
      const done = semaphore.runExclusive(work).finally(() => underWay.delete(key));
      underWay.set(key, done);
      return done;
    },
  };
};

export type RenderQueue<T> = ReturnType<typeof createRenderQueue<T>>;
